import type { SlotResult } from '../k6/summary.ts';
import { type CpuSample, countOpens } from '../machine/samples.ts';
import type { Arm } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import { clockSeconds } from '../plan/slot.ts';

/** Connections are counted a little longer than requests, as those of the last ones come late. */
const LATE_MS = 250;

/**
 * Holds the requests that seem to have been sent again against the connections that the kernel has counted beyond those
 * that k6 knows of: there cannot be more. k6's times alone mistake a busy processor for a second try. Where the kernel
 * tells nothing, nothing is claimed.
 *
 * @param forwarded arms to which Docker's proxy makes a second connection for each one of k6's
 */
export function boundResent(
  results: readonly SlotResult[],
  samples: readonly CpuSample[],
  forwarded: ReadonlySet<Arm>,
): SlotResult[] {
  const count = (arm: Arm) => (forwarded.has(arm) ? 2 : 1);
  return results.map((result) => {
    const { slices, slot } = result;
    const from = slices[0]!.startedAt;
    const ms =
      1000 *
      clockSeconds(
        slot,
        sum(slices, ({ seconds }) => seconds),
      );
    const opens = countOpens(samples, from, from + ms + LATE_MS);
    // Arms that take turns begin together.
    const together = results.filter((other) => other.slot.startSeconds === slot.startSeconds);
    const known = sum(together, (other) => count(other.slot.arm) * other.connects);
    let left = opens === null ? 0 : Math.max(0, Math.floor((opens - known) / count(slot.arm)));
    const bounded = slices.map(({ resent = 0, ...slice }) => {
      const kept = Math.min(resent, left);
      left -= kept;
      return { ...slice, ...(kept > 0 && { resent: kept }) };
    });
    return { ...result, slices: bounded };
  });
}
