import { availableParallelism } from 'node:os';
import type { SlotResult } from '../k6/summary.ts';
import { type CpuSample, readArmUse, readSpan } from '../machine/cpu.ts';
import type { Calls } from '../measurement/calls.ts';
import {
  diagnoseSlot,
  isDisturbed,
  isHeldUpByService,
  limitLateness,
  type SlotDiagnosis,
  type SlotEvidence,
} from '../measurement/validity.ts';
import { isLatency } from '../metrics/metric.ts';
import { clockSeconds, isAlone, type Slot } from '../plan/slot.ts';
import type { Step } from '../plan/step.ts';
import type { RunningInstance } from '../services/instance.ts';
import type { ProgramOptions } from './load.ts';

export type DiagnosedSlot = SlotResult & {
  diagnosis: SlotDiagnosis;
  evidence: SlotEvidence;
  /** For each slice, whether others took much of the machine meanwhile. */
  disturbed: boolean[];
  /** What the arm called meanwhile, under load alone. Absent where that is not known. */
  calls?: Calls[];
};

type Observed = Pick<ProgramOptions, 'instances' | 'shared'> & {
  samples: readonly CpuSample[];
  /** When the others stood still, by slot: see `followProgram`. */
  still: ReadonlyMap<string, number> | null;
  /** Processors that k6 may use. */
  generatorLimit: number;
};

/** Says of every slot whether it can be trusted, and what its arm's processes used meanwhile. */
export function diagnoseSlots(results: readonly SlotResult[], observed: Observed): DiagnosedSlot[] {
  const { instances, shared, samples, still, generatorLimit } = observed;
  const outsiders = [...instances.values(), shared].some(({ hidden = [] }) => hidden.length > 0);
  const context = { cores: availableParallelism(), generatorLimit, outsiders };
  return results.map((result) => {
    const { slot, slices } = result;
    const isDue = still !== null && instances.size > 1 && slot.round !== null && isAlone(slot);
    const isAwake = isDue && !((still.get(slot.key) ?? Infinity) <= slices[0]!.startedAt);
    const read = (from: number, loadSeconds: number) =>
      readSpan(samples, from, from + clockSeconds(slot, loadSeconds) * 1000, context);
    const seconds = slices.reduce((sum, slice) => sum + slice.seconds, 0);
    const { clockJumpMs, ...cpu } = read(slices[0]!.startedAt, seconds);
    const lags = slices.flatMap(({ lag }) => (lag === null ? [] : [lag.p99]));
    const evidence: SlotEvidence = {
      sent: result.sent,
      intended: result.intended,
      seconds,
      dropped: slices.reduce((sum, slice) => sum + slice.dropped, 0),
      lagMs: lags.length > 0 ? Math.max(...lags) : null,
      ...findLateLimit(slot.step),
      cpu,
      clockJumpMs,
      ...(isAwake && { awake: true as const }),
      ...(result.pods && { pods: result.pods }),
    };
    const disturbed = slices.map((slice) => {
      const { clockJumpMs, ...cpu } = read(slice.startedAt, slice.seconds);
      return isDisturbed({ cpu, clockJumpMs });
    });
    // Where the service held the machine, its callers have waited since their requests were due. In turns it may have been
    // the other one.
    const charged = isAlone(slot) && isHeldUpByService(evidence) ? result.charged : undefined;
    const diagnosis = diagnoseSlot(evidence);
    // Where the service filled the machine, arrivals may be missing that k6 never began, and does not call dropped.
    const unsent = Math.max(0, (result.intended ?? 0) - result.sent - evidence.dropped);
    const missing = diagnosis === 'slow' ? Math.round(unsent / slices.length) : 0;
    const own = slices.map((slice, index) => ({
      ...slice,
      ...charged?.[index],
      dropped: slice.dropped + missing,
    }));
    const costed = addCosts(slot, own, samples, instances.get(slot.arm));
    return { ...result, slices: costed, evidence, diagnosis, disturbed };
  });
}

/** Finds the lateness that the tightest limit on a latency bears. */
function findLateLimit({ slos }: Step): Pick<SlotEvidence, 'lateLimitMs'> {
  const limits = slos.flatMap(({ metric, limit }) =>
    limit.kind === 'absolute' && isLatency(metric) ? [limit.value] : [],
  );
  return limits.length > 0 ? { lateLimitMs: limitLateness(Math.min(...limits)) } : {};
}

/** Adds to the slices what the arm's processes used meanwhile, and how long they took to start, where that is known. */
function addCosts(
  slot: Slot,
  slices: DiagnosedSlot['slices'],
  samples: readonly CpuSample[],
  instance: RunningInstance | undefined,
): DiagnosedSlot['slices'] {
  // What runs already has processes that nobody knows here.
  const isKnown = instance === undefined || instance.sessions.length + (instance.groups?.length ?? 0) > 0;
  if (!isKnown || (instance?.hidden ?? []).length > 0) return slices;
  const startup = instance?.startupMs;
  return slices.map((slice, index) => {
    const { startedAt, seconds } = slice;
    const end = startedAt + clockSeconds(slot, seconds) * 1000;
    // No load follows fixed work. So the next sample has all that it used, and is not interpolated.
    const isLast = slot.step.load.kind === 'fixed-work' && index === slices.length - 1;
    const after = isLast ? samples.find(({ wall }) => wall >= end) : undefined;
    const use = readArmUse(samples, slot.arm, startedAt, after?.wall ?? end);
    return { ...slice, ...use, ...(startup !== undefined && { startup }) };
  });
}
