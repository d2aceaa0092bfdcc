import * as z from 'zod';
import { boundedText, count } from '../json-values.ts';
import { estimateRatio } from '../statistics/mean-interval.ts';
import { type FunctionSamples, keyOf, type OwnFunction } from './profile.ts';
import {
  FEWEST_ROUNDS,
  matchFunctions,
  type ProfiledRound,
  pickUsable,
  RISE_CONFIDENCE,
  sumSamples,
} from './rise.ts';

/** Most calls with a bar, most of them below each other, and share (fraction) of the larger arm from which one has it. */
const MOST_BARS = 100;
const DEEPEST = 24;
const LEAST_SHARE = 0.005;
/** Part (fraction) of the growth that the samples show at least: else it is in processes or threads that have no profiler. */
const LEAST_SEEN = 0.25;
/** Most calls that are told apart in a profile: a service may make them up. */
const MOST_CALLS = 20_000;

/**
 * A call of the revision's own code, by its callers; the bars of what it calls follow it, one deeper. `file` is empty,
 * and `line` 0, for the whole, for garbage collection, for what runs outside of own code, and for several small calls.
 */
const bar = z.object({
  depth: z.int().min(0).max(DEEPEST),
  name: boundedText,
  file: boundedText,
  /** In the head, else in the base. */
  line: count,
  /** What each arm takes there, with what is called from there. */
  base: z.number().nonnegative(),
  head: z.number().nonnegative(),
  /** Absent where neither is sure. */
  change: z.enum(['grown', 'shrunk']).optional(),
});
export type FlameBar = z.infer<typeof bar>;

/** Stacks of both arms as one tree, outermost call first. It never decides. */
export const flameGraphSchema = z.object({
  label: boundedText,
  /** `time`: bars are ms of a processor for each request. `allocations`: shares (fractions) of what the head allocates. */
  of: z.enum(['time', 'allocations']),
  bars: z
    .array(bar)
    .max(2 * MOST_BARS)
    .refine(([whole]) => whole !== undefined && whole.head > 0),
});
export type FlameGraph = z.infer<typeof flameGraphSchema>;

type Call = Record<'base' | 'head', number[]> & { own: OwnFunction; callees: Map<string, Call> };

/**
 * Lays out the stacks of both arms in a tree. Small calls of one caller are one bar. Empty without rounds enough, or where
 * the samples do not show the rise.
 *
 * @param cost what each arm takes as a whole, as measured without a profiler
 */
export function layOutFlameGraph(
  rounds: readonly ProfiledRound[],
  cost: { base: number; head: number },
): FlameBar[] {
  const used = pickUsable(rounds);
  const seen = sumSamples(used);
  const isSeen = seen.head / seen.base - 1 >= LEAST_SEEN * (cost.head / cost.base - 1);
  if (used.length < FEWEST_ROUNDS || !isSeen) return [];
  let room = MOST_CALLS;
  const make = (own: OwnFunction): Call => {
    room--;
    const zeros = () => used.map(() => 0);
    return { own, base: zeros(), head: zeros(), callees: new Map() };
  };
  const pairs = matchFunctions(used);
  const clear = {
    head: new Map(pairs.map(([head]) => [head, head])),
    base: new Map(pairs.map(([head, base]) => [base, head])),
  };
  const whole = make({ name: '(all)', file: '', line: 0 });
  const add = ({ total, stacks }: FunctionSamples, arm: 'base' | 'head', round: number) => {
    const commonest = [...stacks.values()].sort((a, b) => b.samples - a.samples);
    for (const { calls, samples } of commonest) {
      let call: Call | undefined = whole;
      for (const own of [null, ...(calls.length > 0 ? calls : [ELSEWHERE]).slice(0, DEEPEST)]) {
        if (own !== null) {
          const key = clear[arm].get(keyOf(own)) ?? `${own.file}\0${own.name}`;
          if (!call.callees.has(key) && room > 0) call.callees.set(key, make(own));
          call = call.callees.get(key);
        }
        if (call === undefined) break;
        call[arm][round]! += (samples / total) * cost[arm];
      }
    }
  };
  // The head first: its lines are those that people see.
  for (const arm of ['head', 'base'] as const)
    for (const [round, samples] of used.entries()) add(samples[arm], arm, round);
  return listBars(whole, findLeast(whole), 0);
}

const ELSEWHERE: OwnFunction = { name: '(elsewhere)', file: '', line: 0 };

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const sizeOf = (call: Call) => Math.max(mean(call.base), mean(call.head));

/** Finds the size from which calls have a bar of their own. A caller is never smaller than what it calls. */
function findLeast(whole: Call): number {
  const sizes: number[] = [];
  const calls = [whole];
  for (let call = calls.pop(); call !== undefined; call = calls.pop()) {
    sizes.push(sizeOf(call));
    calls.push(...call.callees.values());
  }
  sizes.sort((a, b) => b - a);
  return Math.max(LEAST_SHARE * sizeOf(whole), sizes[MOST_BARS] ?? 0);
}

function listBars(call: Call, least: number, depth: number): FlameBar[] {
  const own = drawBar(call, depth);
  const callees = [...call.callees.values()].sort((a, b) => mean(b.head) - mean(a.head));
  const large = callees.filter((one) => sizeOf(one) > least);
  const small = callees.filter((one) => sizeOf(one) <= least);
  const add = (arm: 'base' | 'head') =>
    call[arm].map((_, round) => small.reduce((sum, one) => sum + one[arm][round]!, 0));
  const name = `(${small.length} small calls)`;
  const rest = { own: { name, file: '', line: 0 }, base: add('base'), head: add('head'), callees: new Map() };
  return [
    own,
    ...large.flatMap((one) => listBars(one, least, depth + 1)),
    ...(sizeOf(rest) > least ? [drawBar(rest, depth + 1)] : []),
  ];
}

function drawBar({ own, base, head }: Call, depth: number): FlameBar {
  const rise = estimateRatio(
    head.map((value, round) => ({ total: value - base[round]!, weight: 1 })),
    RISE_CONFIDENCE,
  );
  const change = rise.low > 0 ? 'grown' : rise.high < 0 ? 'shrunk' : null;
  const round = (values: readonly number[]) => Number(mean(values).toPrecision(4));
  return { depth, ...own, base: round(base), head: round(head), ...(change && { change }) };
}
