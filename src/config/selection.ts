import { UserError } from '../errors.ts';
import type { Run, Selector, Suite } from './config.ts';
import { listReferences } from './language/slo-type.ts';
import { findSharedTag, OWN_TAG } from './tags.ts';
import { hasValues, printValues } from './variants.ts';

/** A scenario, variants in brackets, or both: `create`, `[cache=off]`, `create [cache=off storage=memory]`. */
const SELECTOR = /^([^\s[\]]*)\s*(?:\[([^[\]]*)\])?$/;

/** Splits the names given to `--only` or the input `only` at commas, spaces and line breaks, but not in brackets. */
export function splitNames(text: string): string[] {
  return (text.match(/[^\s,[]+[ \t]*\[[^\]]*\]?|\[[^\]]*\]?|[^\s,]+/g) ?? []).map((name) => name.trim());
}

/** Keeps what is named, and the scenarios that its limits refer to; all if nothing is named. @throws UserError */
export function selectScenarios(config: Run, only: readonly string[]): Run {
  if (only.length === 0) return config;
  const named = only.map((text) => readSelector(text, config));
  return limitTo(config, addLimitScenarios(named, config));
}

/** Keeps only what selectors name. */
export function limitTo(config: Run, selectors: readonly Selector[]): Run {
  const scenarios = config.scenarios.filter(({ name }) => isSelected(selectors, name));
  const ofVariants = selectors.some(({ values }) => Object.keys(values).length > 0);
  return { ...config, scenarios, ...(ofVariants && { only: [...selectors] }) };
}

/** Splits a selector into its scenario and the contents of its brackets; null for either that is missing. */
export function parseSelector(text: string): { scenario: string | null; inside: string | null } {
  const [, name = '', inside = null] = SELECTOR.exec(text) ?? [];
  return { scenario: name === '' ? null : name, inside };
}

/** Tells whether any part of a scenario is selected. */
export function isSelected(selectors: readonly Pick<Selector, 'scenario'>[], name: string): boolean {
  return selectors.some(({ scenario }) => scenario === null || scenario === name);
}

function readSelector(text: string, { scenarios, variants = [], path }: Run): Selector {
  const { scenario, inside } = parseSelector(text);
  const fail = (what: string, known: readonly string[]) => {
    throw new UserError({ what, where: path, hint: `It has: ${known.join(', ') || 'none'}.` });
  };
  const names = scenarios.map(({ name }) => name);
  if (scenario === null ? inside === null : !names.includes(scenario))
    fail(`There is no scenario \`${scenario ?? text}\`.`, names);
  if (inside === null) return { scenario, values: {} };
  const words = inside.split(/[\s,]+/).filter(Boolean);
  const values = Object.fromEntries(words.map((word) => word.split('=', 2) as [string, string]));
  const isWhole = words.length > 0 && words.length === Object.keys(values).length;
  const all = variants.map((one) => printValues(one.values));
  if (!isWhole || !variants.some((one) => hasValues(one.values, values)))
    fail(`There is no variant \`${words.join(' ') || text}\`.`, all);
  return { scenario, values };
}

/** Adds the scenarios that limits refer to, in the same variants. */
function addLimitScenarios(selectors: readonly Selector[], config: Run): Selector[] {
  const all = [...selectors];
  // A list that grows during the loop: the added ones may also have relative limits.
  for (const { scenario, values } of all) {
    for (const other of listReferences(config.scenarios.find(({ name }) => name === scenario)?.slos ?? [])) {
      const isThere = all.some((one) => one.scenario === other && hasValues(values, one.values));
      if (!isThere) all.push({ scenario: other, values });
    }
  }
  return all;
}

/** Overrides `baseline.from` if the command line says so. @throws UserError if a pair is impossible */
export function chooseSource(run: Run, from: Suite['baseline']['kind'] | undefined): Run {
  if (from === undefined) return run;
  const target = run.services.find(({ name }) => name === run.target);
  if (from === 'paired' && target?.start === undefined && run.deployments === undefined)
    throw new UserError({
      what: `\`${run.target}\` is already running, so Tailgate cannot start one of the base beside it.`,
      hint: 'Give it a `start`, or compare with recorded runs: `--from history`.',
    });
  const [shared] = run.services.flatMap((one) => findSharedTag(one, run.services) ?? []);
  if (from === 'paired' && shared !== undefined) throw new UserError({ what: shared, hint: OWN_TAG });
  return { ...run, baseline: { ...run.baseline, kind: from } };
}
