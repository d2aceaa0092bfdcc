import { listSettableMetrics } from '../metrics/compared.ts';
import { isShare, type Metric, printMetric } from '../metrics/metric.ts';
import type { Path, Problems } from './diagnostics/problem.ts';
import { joinNames } from './diagnostics/quotation.ts';
import { TextError } from './diagnostics/text-error.ts';
import { parseComparedMetric } from './language/compared-metric.ts';
import { parsePercent } from './language/percent.ts';
import { parseConfidence, parseTolerance, type Sensitivity, type Setting } from './language/setting.ts';
import type { Slo } from './language/slo-type.ts';

/** A percentage for all metrics, or one for each of some; undefined where it is broken. */
type UserSetting = string | Record<string, string | undefined>;

/**
 * Reads `tolerance` and `confidence` below a path.
 *
 * @param slos of the scenario, whose metrics alone can be named; undefined for the suite, or when they are broken
 */
export function readSensitivity(
  path: Path,
  input: { tolerance?: UserSetting; confidence?: UserSetting },
  slos: readonly Slo[] | undefined,
  problems: Problems,
): Sensitivity {
  const compared = slos && listSettableMetrics(slos).map(printMetric);
  const read = (key: keyof typeof input, parse: (text: string, metric?: Metric) => number) =>
    readSetting([...path, key], input[key], { parse, compared, problems });
  return {
    tolerance: read('tolerance', (text, metric) =>
      metric && isShare(metric) ? parsePercent(text) : parseTolerance(text),
    ),
    confidence: read('confidence', parseConfidence),
  };
}

type SettingContext = {
  parse: (text: string, metric?: Metric) => number;
  /** Names that are of use here; undefined for all. */
  compared: string[] | undefined;
  problems: Problems;
};

function readSetting(path: Path, input: UserSetting | undefined, context: SettingContext): Setting {
  const { parse, compared, problems } = context;
  if (input === undefined) return { byMetric: {} };
  if (typeof input === 'string') {
    return { all: problems.attempt(path, () => parse(input)), byMetric: {} };
  }
  const byMetric: Record<string, number> = {};
  for (const [key, text] of Object.entries(input)) {
    const at = [...path, key];
    const metric = readKey(at, key, problems);
    if (!metric) continue;
    const name = printMetric(metric);
    if (compared && !compared.includes(name)) {
      problems.add(at, {
        on: 'key',
        what: `\`${name}\` is not compared in this scenario.`,
        expected: `expected ${joinNames(compared.map((other) => `\`${other}\``))}`,
        hint: `A percentile is compared once an SLO names it: \`slo: ${name} < 100ms\`.`,
      });
    }
    if (Object.hasOwn(byMetric, name)) {
      problems.rejectKey(at, `\`${name}\` is given twice.`, 'expected one of them');
    }
    const value = text === undefined ? undefined : problems.attempt(at, () => parse(text, metric));
    if (value !== undefined) byMetric[name] = value;
  }
  if (Object.keys(input).length === 0) {
    problems.rejectKey(
      path,
      `\`${path.at(-1)}\` names no metric.`,
      'expected one such as `p99: 10%`, or `5%` for all',
    );
  }
  return { byMetric };
}

/** Like `Problems.attempt`, but the text is a key. */
function readKey(path: Path, key: string, problems: Problems): Metric | undefined {
  try {
    return parseComparedMetric(key);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const { what, expected, hint } = error.parts;
    problems.add(path, { on: 'key', what, expected, hint });
    return undefined;
  }
}
