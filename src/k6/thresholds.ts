import type { Config, Scenario } from '../config/config.ts';
import { parseSlo } from '../config/language/slo.ts';
import type { Slo } from '../config/language/slo-type.ts';
import { printDecimal } from '../metrics/decimal.ts';
import { runChild } from '../processes/child.ts';
import { listSecretValues, redact } from '../processes/environment.ts';
import { findK6, type K6Options } from './find.ts';
import { loadingEnvironment, passVariables } from './run.ts';

const INSPECT_LIMIT_MS = 30_000;

/**
 * Turns the thresholds of k6 scripts on durations, failures and checks into SLOs, for scenarios that declare none on
 * these themselves, and reports all others as not judged. A script that cannot be read yet, such as one that loads
 * build output, has none.
 *
 * @throws UserError, Interrupted as `findK6`
 */
export async function adoptThresholds(config: Config, options: K6Options): Promise<Config> {
  const secrets = listSecretValues(options.environment, config.secrets);
  const adopt = async (scenario: Scenario): Promise<Scenario> => {
    const { name, work, slos, capacity } = scenario;
    if (work.kind !== 'script' || capacity !== undefined) return scenario;
    const { path: k6 } = await findK6(options);
    const declared = new Set(slos.map(nameKind));
    const adopted: Slo[] = [];
    const left = (await inspect(work.path, k6, config.directory, options)).filter((threshold) => {
      const slo = sloOf(threshold);
      if (slo === null || declared.has(nameKind(slo))) return true;
      adopted.push(slo);
      return false;
    });
    const told = `not judged, thresholds of the script of ${name}: ${redact(left.join('; '), secrets)}`;
    if (left.length > 0) options.progress.note(`${told}. Declare as an SLO what should block`);
    return { ...scenario, slos: [...slos, ...adopted] };
  };
  return { ...config, scenarios: await Promise.all(config.scenarios.map(adopt)) };
}

const nameKind = ({ metric }: Slo) => (metric.kind === 'custom' ? metric.name : metric.kind);

/** Lists the thresholds of a script, as `metric: statement`, or says that it cannot be read. */
async function inspect(path: string, file: string, cwd: string, options: K6Options): Promise<string[]> {
  // With the same environment as in a run.
  const variables = ['--include-system-env-vars', ...passVariables({ targetUrl: 'http://127.0.0.1' })];
  const outcome = await runChild({
    file,
    arguments: ['inspect', ...variables, path],
    environment: loadingEnvironment(options.environment),
    cwd,
    timeoutMs: INSPECT_LIMIT_MS,
    signal: options.signal,
  });
  if (outcome.kind !== 'ended' || outcome.exitCode !== 0)
    return [`all, as k6 cannot read ${path} before the build`];
  const { thresholds } = JSON.parse(outcome.stdout) as {
    thresholds: Record<string, (string | { threshold: string })[]> | null;
  };
  return Object.entries(thresholds ?? {}).flatMap(([metric, own]) =>
    own.map((each) => `${metric}: ${typeof each === 'string' ? each : each.threshold}`),
  );
}

const THRESHOLD =
  /^(?<name>http_req_duration|http_req_failed|checks)(?:\{\s*expected_response\s*:\s*true\s*\})?: *(?<statistic>p\((?<percent>[\d.]+)\)|med|rate) *(?<operator>[<>]=?|===?) *(?<limit>[\d.]+) *$/;

/** The SLO that corresponds to a threshold of k6; null if there is none. */
export function sloOf(threshold: string): Slo | null {
  const { name, statistic, percent = '50', operator, limit } = THRESHOLD.exec(threshold)?.groups ?? {};
  if (name === undefined || (name === 'http_req_duration') === (statistic === 'rate')) return null;
  // A threshold that fails if the service does well is no SLO.
  if (operator!.startsWith(name === 'checks' ? '<' : '>')) return null;
  const or = (sign: string) => (operator?.startsWith('=') ? sign : operator);
  const words = {
    http_req_duration: `p${percent} ${operator} ${limit}ms`,
    http_req_failed: `errors ${or('<=')} ${printDecimal(Number(limit), 2)}%`,
    checks: `checks.rate ${or('>=')} ${printDecimal(Number(limit), 2)}%`,
  }[name as 'checks'];
  try {
    return parseSlo(words).slo;
  } catch {
    return null;
  }
}
