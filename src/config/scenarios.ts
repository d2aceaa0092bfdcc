import type { Load } from '../measurement/load.ts';
import { readBudget } from './budget.ts';
import type { Scenario, Work } from './config.ts';
import type { Path, Problems } from './diagnostics/problem.ts';
import type { YamlSource } from './diagnostics/source.ts';
import type { TextSpan } from './diagnostics/text-error.ts';
import { parseLoad, printLoad } from './language/load.ts';
import { type ParsedSlo, parseSlo, printSlo } from './language/slo.ts';
import type { ReferenceScope } from './references.ts';
import { readRequest } from './request.ts';
import type { UserScenario } from './schema/scenario.ts';
import { type CheckFile, readScript } from './script.ts';
import { readSensitivity } from './setting.ts';
import { checkSlo } from './slo-check.ts';

type ScenarioContext = {
  problems: Problems;
  source: YamlSource;
  /** What the templates of a request may name. */
  scope: ReferenceScope;
  /** Absolute folder of the configuration. */
  directory: string;
  checkFile: CheckFile;
};

/** Reads one scenario, adding whatever is wrong with it to the problems. */
export function readScenario(name: string, input: UserScenario, context: ScenarioContext): Scenario {
  const path = ['scenarios', name];
  const slos = readSlos(path, input, context.problems);
  const loads = readLoads(path, input, slos, context.problems);
  for (const { parsed, path: at } of slos) checkSlo(at, parsed, loads, context.problems);
  return {
    name,
    work: readWork(path, input, context),
    loads,
    slos: slos.map(({ parsed }) => parsed.slo),
    budgetSeconds:
      input.budget === undefined
        ? undefined
        : readBudget([...path, 'budget'], input.budget, context.problems),
    sensitivity: readSensitivity(
      path,
      input,
      isSloBroken(path, input, context.problems) ? undefined : slos.map(({ parsed }) => parsed.slo),
      context.problems,
    ),
  };
}

function readWork(path: Path, input: UserScenario, context: ScenarioContext): Work {
  const { problems } = context;
  const isGiven = (key: 'request' | 'script') =>
    input[key] !== undefined || problems.isBroken([...path, key]);
  if (isGiven('request') && isGiven('script')) {
    problems.rejectKey(
      [...path, 'script'],
      'A scenario has a `request` or a `script`, not both.',
      'expected one of them',
    );
  }
  if (!isGiven('request') && !isGiven('script') && !problems.isBroken(path)) {
    problems.rejectKey(path, 'This scenario sends nothing.', 'add `request: GET /`, or `script`');
  }
  if (input.exec !== undefined && !isGiven('script')) {
    problems.rejectKey([...path, 'exec'], '`exec` names a function of a `script`, and there is none.');
  }
  if (input.script === undefined) {
    return {
      kind: 'request',
      request: readRequest([...path, 'request'], input.request ?? 'GET /', context.scope, context),
    };
  }
  const exec = input.exec ?? 'default';
  if (!/^[A-Za-z_$][\w$]*$/.test(exec)) {
    problems.reject([...path, 'exec'], 'This is not a name of a function.', 'expected one such as `browse`');
  }
  return { kind: 'script', path: readScript([...path, 'script'], input.script, context), exec };
}

type PlacedSlo = { parsed: ParsedSlo; path: Path };

function readSlos(path: Path, input: UserScenario, problems: Problems): PlacedSlo[] {
  return placed(path, 'slo', input.slo).flatMap(({ text, path: at }) => {
    const parsed = problems.attempt(at, () => parseSlo(text));
    return parsed ? [{ parsed, path: at }] : [];
  });
}

/** A key that holds a text or a list of texts, each with its path; broken ones are left out. */
function placed(
  path: Path,
  key: string,
  value: string | (string | undefined)[] | undefined,
): { text: string; path: Path }[] {
  if (value === undefined) return [];
  if (typeof value === 'string') return [{ text: value, path: [...path, key] }];
  return value.flatMap((text, index) => (text === undefined ? [] : [{ text, path: [...path, key, index] }]));
}

function readLoads(path: Path, input: UserScenario, slos: PlacedSlo[], problems: Problems): Load[] {
  const texts = placed(path, 'load', input.load);
  const loads: Load[] = [];
  for (const { text, path: at } of texts) {
    const load = problems.attempt(at, () => parseLoad(text));
    if (!load) continue;
    if (loads.some((other) => printLoad(other) === printLoad(load))) {
      problems.reject(at, `\`${printLoad(load)}\` is in this sweep twice.`, 'expected different loads');
    }
    loads.push(load);
  }
  const first = slos.find(({ parsed }) => parsed.load);
  // A broken load stays as an undefined key.
  const isGiven = Object.hasOwn(input, 'load');
  for (const { parsed, path: at } of slos) {
    if (!parsed.load || !first?.parsed.load) continue;
    const span = atLoadSpan(parsed);
    if (isGiven) {
      problems.add(at, {
        span,
        what: 'The load is given twice: here and under `load`.',
        expected: 'expected one of them',
        hint: Array.isArray(input.load)
          ? 'An SLO holds for every load of a sweep; for other limits make another scenario.'
          : undefined,
        nearest: printSlo(parsed.slo),
      });
    } else if (printLoad(parsed.load) !== printLoad(first.parsed.load)) {
      problems.add(at, {
        span,
        what: `This scenario already runs at \`${printLoad(first.parsed.load)}\`.`,
        expected: 'expected the same load in all of its SLOs',
        hint: 'Another load is another scenario.',
      });
    }
  }
  if (isGiven) return loads;
  if (first?.parsed.load) return [first.parsed.load];
  const isHidden =
    [path, [...path, 'load']].some((at) => problems.isBroken(at)) || isSloBroken(path, input, problems);
  if (!isHidden) {
    problems.rejectKey(
      path,
      'This scenario has no load.',
      'add `load: 100 req/s`, or `at 100 req/s` to its SLO',
    );
  }
  return [];
}

/** A broken SLO may have held the load, or named a percentile. */
function isSloBroken(path: Path, { slo }: UserScenario, problems: Problems): boolean {
  const at = [...path, 'slo'];
  return (
    problems.isBroken(at) || (Array.isArray(slo) && slo.some((_, index) => problems.isBroken([...at, index])))
  );
}

/** From `at` to the end of the load. */
function atLoadSpan({ spans }: ParsedSlo): TextSpan {
  const from = spans.limit.offset + spans.limit.length + 1;
  const load = spans.load ?? spans.limit;
  return { offset: from, length: load.offset + load.length - from };
}
