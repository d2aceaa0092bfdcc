import type { Config, Selector } from '../config/config.ts';
import { listReferences } from '../config/language/slo-type.ts';
import { limitTo } from '../config/selection.ts';
import { listVariants } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import type { PlanOptions } from './plan.ts';
import { type PlannedVariant, planVariants } from './planning.ts';
import { addSeconds } from './wall.ts';

/** One of the machines that measure a suite together; `index` counts from 1. */
export type Shard = { index: number; total: number };

/** What a shard measures; `planned` is empty if there are more shards than parts of the suite. */
export type PlannedShard = { config: Config; planned: PlannedVariant[] };

/** Maximum number of jobs of a matrix ("Usage limits" of GitHub Actions). */
export const MOST_JOBS = 256;

/** Parses `2/4`. @throws UserError on any other text */
export function parseShard(text: string): Shard {
  const [, index, total] = /^(\d{1,3})\/(\d{1,3})$/.exec(text.trim())?.map(Number) ?? [];
  if (index && total && index <= total && total <= MOST_JOBS) return { index, total };
  return refuse(text, 'shard', '`--shard 2/4`, the second of four');
}

/** Parses the number of shards. @throws UserError on any other text */
export function parseShardCount(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= MOST_JOBS) return Number(text);
  return refuse(text, 'number of shards', '`--shards 4`');
}

function refuse(text: string, what: string, expected: string): never {
  const hint = `Expected ${expected}; ${MOST_JOBS} are the most.`;
  throw new UserError({ what: `\`${text.slice(0, 40)}\` is no ${what}.`, hint });
}

/**
 * Splits a suite over machines: by planned wall time, longest part first, each to the least loaded shard so
 * far (Graham 1969: at most 4/3 of the best split). The same configuration is split alike everywhere. A part is a
 * variant; if there are too few, the scenarios of a variant that limits do not relate. All parts share one chance of
 * a false alarm, however they are split.
 */
export function planShards(config: Config, total: number, options: PlanOptions): PlannedShard[] {
  const parts = listParts(config, total);
  const plan = (part: Selector[]) => planPart(config, part, parts.length, options);
  const shards = Array.from({ length: total }, () => ({ seconds: 0, parts: [] as Selector[][] }));
  const timed = parts.map((part) => ({ part, seconds: timeOf(plan(part)) }));
  for (const { part, seconds } of timed.sort((a, b) => b.seconds - a.seconds)) {
    const least = shards.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.seconds += seconds;
    least.parts.push(part);
  }
  const idle = { config: { ...config, scenarios: [] }, planned: [] };
  return shards.map(({ parts: own }) => (own.length > 0 ? plan(own.flat()) : idle));
}

/** Planned wall time (s) of a shard if it has to go on to its last look. */
export function timeOf({ planned }: PlannedShard): number {
  return addSeconds(planned.map(({ plan }) => plan)).wall;
}

function planPart(config: Config, part: Selector[], parts: number, options: PlanOptions): PlannedShard {
  const own = { ...limitTo(config, part), parts, whole: config };
  return { config: own, planned: planVariants(own, options) };
}

/** Lists the parts that cannot, or need not, be split any further. */
function listParts(config: Config, total: number): Selector[][] {
  const variants = listVariants(config);
  const isWhole = variants.length >= total;
  return variants.flatMap(({ variant, scenarios }) => {
    const select = (scenario: string): Selector => ({ scenario, values: variant?.values ?? {} });
    const groups = isWhole ? [scenarios.map(({ name }) => name)] : relateScenarios(scenarios);
    return groups.map((names) => names.map(select));
  });
}

/** Groups the names of scenarios whose limits are relative to each other, or that share a script with its thresholds. */
function relateScenarios(scenarios: Config['scenarios']): string[][] {
  let groups: string[][] = [];
  for (const { name, slos, work } of scenarios) {
    const isShared = (other: typeof work) =>
      work.kind === 'script' && other.kind === 'script' && other.path === work.path;
    const shared = scenarios.filter((each) => isShared(each.work)).map((each) => each.name);
    const names = [name, ...listReferences(slos), ...shared];
    const related = groups.filter((group) => group.some((other) => names.includes(other)));
    groups = groups.filter((group) => !related.includes(group));
    groups.push([...new Set([...related.flat(), ...names])]);
  }
  return groups;
}
