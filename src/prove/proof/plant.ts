import type { DiagnosedSlot } from '../../blocks/slots.ts';
import type { Alteration } from '../../gate/judgement.ts';
import type { Slice } from '../../measurement/measurement.ts';
import { pooledQuantile, readOrdered } from '../../measurement/quantiles.ts';
import { sum } from '../../measurement/sum.ts';
import { seedRandom } from '../../statistics/random.ts';

/** Share (fraction) of requests that are held: at twice 1 %, a p99 falls among them. */
export const HELD_SHARE = 0.02;
/** How long they are held: this many times the p99 of their scenario, within these bounds (ms). */
const HOLD = { times: 3, least: 20, most: 5000 };

/** Turns a slice into that of a service whose responses take longer by a share (fraction). */
export function slow(slice: Slice, share: number): Slice {
  const { latency, avg } = slice;
  const values = latency?.values.map((ms) => (1 + share) * ms) ?? [];
  return { ...slice, latency: latency && { ...latency, values }, avg: avg && (1 + share) * avg };
}

/**
 * Turns a slice into that of a service that holds some of its responses. They are drawn at random, but for one
 * slice always the same.
 *
 * @param p99 of the scenario, ms
 */
export function hold(slice: Slice, p99: number): Slice {
  const { latency, avg, ok } = slice;
  if (latency === null) return slice;
  const holdMs = Math.min(HOLD.most, Math.max(HOLD.least, HOLD.times * p99));
  // If seeds are close to each other, so are the first draws.
  const random = seedRandom(Math.imul(slice.startedAt % 2 ** 31, 0x9e3779b1));
  const longer = Array.from({ length: ok }, () => (random.uniform() < HELD_SHARE ? holdMs : 0));
  const values = longer.map((ms, before) => readOrdered({ ...latency, count: ok }, before) + ms);
  values.sort((a, b) => a - b);
  if (ok === 1) values.push(values[0]!); // at the level 0, and at 1
  const levels = values.map((_, before) => before / (values.length - 1));
  return { ...slice, latency: { levels, values }, avg: avg && avg + sum(longer, (ms) => ms) / ok };
}

/** Alters the slices of the head, by the p99 of their stretch. */
export function alterHead(alter: (slice: Slice, p99: number) => Slice): Alteration {
  const alterSlot = (one: DiagnosedSlot) => {
    const p99 = pooledQuantile(one.slices, 0.99);
    const slices = one.slices.map((slice) => (one.slot.arm === 'head' ? alter(slice, p99) : slice));
    return { ...one, slices };
  };
  return (blocks) =>
    blocks.map((one) => ({ ...one, kept: one.kept.map(alterSlot), soak: one.soak.map(alterSlot) }));
}
