import type { Random } from '../statistics/random.ts';

type Uniform = Pick<Random, 'uniform'>;

/** Arrivals of one k6 scenario. */
export type Arrivals = {
  /** When each is due (ms from the slot's start, ascending); with several pods, those of the first. */
  dueMs: number[];
  /** Time (ms) from the slot's start at which k6 begins, and its rate (req/s): iterations begin before their arrivals are due. */
  launchMs: number;
  launchRate: number;
  /** Length (s) of k6's scenario, in which it begins an iteration for each arrival. */
  launchSeconds: number;
  /** Maximum number of virtual users that wait for their arrivals at once. */
  waiting: number;
  /** Number of those that are measured, in all pods. */
  count: number;
  /** What k6 draws itself, and the text that makes its seed. */
  drawn: { plan: ArrivalPlan; seed: number; name: string };
};

/** What is drawn: arrivals in the settling start and measured ones, at a rate (req/s). `varies`: so many on average. */
export type ArrivalPlan = {
  rate: number;
  settling: number;
  measured: number;
  varies?: boolean;
  /** Number of arms that take turns, and arrivals per turn. A single arm takes all. */
  arms: number;
  turn: number;
};

/** Time (ms) before the first arrival, in which k6 begins the first iterations. It is part of the settling start. */
const LEAD_MS = 100;
/** How much earlier (ms) iterations begin than they are due. */
const MARGIN_MS = 5;

/**
 * Draws when requests arrive, as if from many independent callers: a Poisson process. Given its number of
 * arrivals, their times are that many sorted uniform draws (Ross 2014, "Introduction to Probability Models", theorem
 * 5.2). Where each round has exactly as many as expected, a nearly full service has no long queues. Arms that take turns
 * have the same gaps, one after the other.
 *
 * @returns when they are due, how many of the settling start are skipped before the first one, and how many are measured
 */
export function drawArrivals({ measured: expected, varies, ...plan }: ArrivalPlan, random: Uniform) {
  const { rate, settling } = plan;
  const count = varies && expected >= MANY ? drawCount(expected, random) : expected;
  const settle = drawTurns({ ...plan, count: settling }, random);
  const begin = (settling / rate) * 1000;
  // Without a settling start the arrivals move slightly closer, so that none is due before it can be sent.
  const lead = settling > 0 ? 0 : Math.min(LEAD_MS, (500 * expected) / rate);
  const closer = 1 - (lead * rate) / (1000 * Math.max(1, expected));
  const counted = drawTurns({ ...plan, rate: (rate * count) / Math.max(1, expected), count }, random);
  const all = [...settle, ...counted.map((ms) => begin + lead + ms * closer)];
  const cycle = plan.arms * plan.turn;
  let skipped = 0;
  while (skipped + cycle <= settling && all[skipped]! < LEAD_MS) skipped += cycle;
  const dueMs = all.slice(skipped).map((ms) => Number(Math.max(ms, LEAD_MS).toFixed(2)));
  return { dueMs, skipped, measured: count };
}

/** Where fewer are expected, their number is exact: a round must have some. */
const MANY = 20;

/** Draws a number from Poisson's distribution. */
function drawCount(expected: number, random: Uniform): number {
  let [count, at] = [-1, 0];
  for (; at <= expected; count++) at -= Math.log(1 - random.uniform());
  return count;
}

type Turns = Pick<ArrivalPlan, 'rate' | 'arms' | 'turn'> & { count: number };

/** Draws sorted arrivals (ms from 0) for arms that take turns. On average the last one is before `count / rate`. */
function drawTurns({ rate, count, arms, turn }: Turns, random: Uniform): number[] {
  const own = Math.ceil(count / (arms * turn)) * turn;
  const gaps = drawGaps(own, (own / rate) * 1000, random);
  const times: number[] = [];
  let at = 0;
  for (let first = 0; first < own; first += turn) {
    for (let arm = 0; arm < arms; arm++) {
      for (const gap of gaps.slice(first, first + turn)) {
        at += gap;
        times.push(at);
      }
    }
  }
  return times.slice(0, count);
}

/** Draws the gaps (ms) before each of `count` sorted uniform draws from a span: exponential ones, scaled to it. */
function drawGaps(count: number, spanMs: number, random: Uniform): number[] {
  const gaps = Array.from({ length: count + 1 }, () => -Math.log(1 - random.uniform()));
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return gaps.slice(0, count).map((gap) => (gap / total) * spanMs);
}

/** Launch rates that are tried, as multiples of the rate. With the lowest one the fewest users wait. */
const FASTER = [1, 1.01, 1.02, 1.05, 1.1, 1.15, 1.2, 1.3, 1.5, 2, 3, 5, 10];

/** Plans the launch of arrivals at a rate (req/s). All pods launch alike, because they share the options. */
export function planLaunch(
  pods: readonly (readonly number[])[],
  rate: number,
): Omit<Arrivals, 'dueMs' | 'drawn' | 'count'> {
  const count = Math.max(...pods.map((dueMs) => dueMs.length));
  // The time left, at a given launch rate, between the start of an iteration and its arrival.
  const findSlack = (factor: number) => {
    let least = Number.POSITIVE_INFINITY;
    for (const dueMs of pods)
      for (const [index, due] of dueMs.entries())
        least = Math.min(least, due - (index * 1000) / (rate * factor));
    return least;
  };
  const launchRate = rate * (FASTER.find((factor) => findSlack(factor) >= MARGIN_MS) ?? FASTER.at(-1)!);
  const launchMs = Math.max(0, Math.floor(findSlack(launchRate / rate) - MARGIN_MS));
  const waiting = Math.max(...pods.map((dueMs) => countWaiting(dueMs, launchMs, launchRate)));
  return { launchMs, launchRate, launchSeconds: (count - 0.5) / launchRate, waiting };
}

function countWaiting(dueMs: readonly number[], launchMs: number, launchRate: number): number {
  let [waiting, due] = [0, 0];
  for (let begun = 0; begun < dueMs.length; begun++) {
    while (due < dueMs.length && dueMs[due]! < launchMs + (begun * 1000) / launchRate) due++;
    waiting = Math.max(waiting, begun + 1 - due);
  }
  return waiting;
}

/** Draws the arrivals of one of several pods, 0 if there are none: seeded by the run, and salted by the pod. */
export function drawForPod({ plan, seed, name }: Arrivals['drawn'], pod: number) {
  return drawArrivals(plan, seedUniform(seedFor(seed, `${name} pod ${pod}`)));
}

/** Seeded draws that need no package, because k6 loads this file too: mulberry32, by Tommy Ettinger (public domain). */
function seedUniform(seed: number): Uniform {
  let state = seed | 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
  };
  return { uniform };
}

/** Makes a seed (32 bits) from a run's seed and a name. FNV-1a: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv */
export function seedFor(seed: number, name: string): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash | 0;
}
