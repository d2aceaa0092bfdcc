import { availableParallelism } from 'node:os';
import type { SlotResult } from '../k6/summary.ts';
import { type CpuSample, readArmUse, readSpan } from '../machine/samples.ts';
import type { Calls } from '../measurement/calls.ts';
import {
  diagnoseSlot,
  explainCause,
  isDisturbed,
  isHeldUpByService,
  limitLateness,
  type SlotDiagnosis,
  type SlotEvidence,
} from '../measurement/diagnosis.ts';
import type { Slice } from '../measurement/measurement.ts';
import { sum } from '../measurement/sum.ts';
import { isLatency } from '../metrics/metric.ts';
import { clockSeconds, isAlone, type Slot } from '../plan/slot.ts';
import type { Step } from '../plan/step.ts';
import type { RunningInstance } from '../services/instance.ts';
import type { ProgramOptions } from './load.ts';

export type DiagnosedSlot = SlotResult & {
  diagnosis: SlotDiagnosis;
  evidence: SlotEvidence;
  /** What the arm called in the meantime, under load alone. Absent if unknown. */
  calls?: Calls[];
};

type Observed = Pick<ProgramOptions, 'instances' | 'shared'> & {
  samples: readonly CpuSample[];
  /** When the other arms were halted, by slot: see `followProgram`. */
  still: ReadonlyMap<string, number> | null;
  /** Processors that k6 may use. */
  generatorLimit: number;
};

/**
 * Says for every slot whether it can be trusted, and what its arm's processes used. Of a soak, which is not
 * repeated, only the slices remain in which others used little of the machine.
 */
export function diagnoseSlots(results: readonly SlotResult[], observed: Observed): DiagnosedSlot[] {
  const { instances, shared, samples, still, generatorLimit } = observed;
  const outsiders = [...instances.values(), shared].some(({ hidden = [] }) => hidden.length > 0);
  const context = { cores: availableParallelism(), generatorLimit, outsiders };
  const isSoak = results.every(({ slot }) => slot.round === null);
  return results.map((result) => {
    const { slot, slices, intended } = result;
    const { load } = slot.step;
    const isDue = still !== null && instances.size > 1 && slot.round !== null && isAlone(slot);
    const isAwake = isDue && !((still.get(slot.key) ?? Infinity) <= slices[0]!.startedAt);
    const read = (from: number, loadSeconds: number) => {
      const to = from + clockSeconds(slot, loadSeconds) * 1000;
      const { clockJumpMs, ...cpu } = readSpan(samples, from, to, context);
      return { cpu, clockJumpMs };
    };
    const seconds = sum(slices, (slice) => slice.seconds);
    const lags = slices.flatMap(({ lag }) => (lag === null ? [] : [lag.p99]));
    const evidence: SlotEvidence = {
      ...{ sent: result.sent, intended },
      seconds: load.kind === 'arrival-rate' && intended ? intended / load.rate : seconds,
      dropped: sum(slices, (slice) => slice.dropped),
      lagMs: lags.length > 0 ? Math.max(...lags) : null,
      ...findLateLimit(slot.step),
      ...read(slices[0]!.startedAt, seconds),
      ...(isAwake && { awake: true as const }),
      ...(result.pods && { pods: result.pods }),
    };
    // If the service kept the machine busy, its callers have waited since their requests were due. In turns it may have been
    // the other arm's.
    const charged = isAlone(slot) && isHeldUpByService(evidence) ? result.charged : undefined;
    const diagnosis = diagnoseSlot(evidence);
    // If the service filled the machine, k6 may never have started some arrivals, and does not call those dropped.
    const unsent = Math.max(0, (result.intended ?? 0) - result.sent - evidence.dropped);
    const missing = diagnosis === 'slow' ? Math.round(unsent / slices.length) : 0;
    const own = slices.map((slice, index) => ({
      ...slice,
      ...charged?.[index],
      dropped: slice.dropped + missing,
    }));
    const costed = addCosts(slot, own, samples, instances.get(slot.arm));
    const isCalm = ({ startedAt, seconds }: Slice) => !isSoak || !isDisturbed(read(startedAt, seconds));
    return { ...result, slices: costed.filter(isCalm), evidence, diagnosis };
  });
}

/** Finds the lateness that the tightest latency limit tolerates. */
function findLateLimit({ slos }: Step): Pick<SlotEvidence, 'lateLimitMs'> {
  const limits = slos.flatMap(({ metric, limit }) =>
    limit.kind === 'absolute' && isLatency(metric) ? [limit.value] : [],
  );
  return limits.length > 0 ? { lateLimitMs: limitLateness(Math.min(...limits)) } : {};
}

/** Adds to the slices what the arm's processes used meanwhile, and how long they took to start, if known. */
function addCosts(
  slot: Slot,
  slices: DiagnosedSlot['slices'],
  samples: readonly CpuSample[],
  instance: RunningInstance | undefined,
): DiagnosedSlot['slices'] {
  const { sessions = [], contained = [], hidden = [], startupMs } = instance ?? {};
  // The processes of services that were already running are unknown here.
  if (instance && (sessions.length + contained.length === 0 || hidden.length > 0)) return slices;
  return slices.map((slice, index) => {
    const planned = slice.startedAt + clockSeconds(slot, slice.seconds) * 1000;
    // No load follows fixed work, so the next sample contains all of its usage and is not interpolated.
    const isLast = slot.step.load.kind === 'fixed-work' && index === slices.length - 1;
    const end = (isLast && samples.find(({ wall }) => wall >= planned)?.wall) || planned;
    const use = readArmUse(samples, slot.arm, slice.startedAt, end);
    return { ...slice, ...use, ...(startupMs !== undefined && { startup: startupMs }) };
  });
}

/** Tells whether a slot cannot be trusted on its own. */
export function isUntrusted({ diagnosis }: DiagnosedSlot): boolean {
  return diagnosis !== 'sound' && diagnosis !== 'slow';
}

/** Finds the slots to discard. A disturbance of one arm's slot may have affected the other arm: both slots go. */
export function findDisturbed(slots: readonly DiagnosedSlot[]): DiagnosedSlot[] {
  const disturbed = slots.filter(isUntrusted);
  const isPair = (one: Slot, other: Slot) => one.step === other.step && one.round === other.round;
  return slots.filter(({ slot }) => disturbed.some((other) => isPair(slot, other.slot)));
}

/** `rounds of search will be measured again: the hypervisor took 14 % of the CPU`; each cause once. */
export function describeDiscarded(bad: readonly DiagnosedSlot[], isRepeated: boolean): string {
  const labels = [...new Set(bad.map(({ slot }) => slot.step.label))];
  const causes = new Set(
    bad.filter(isUntrusted).map(({ diagnosis, evidence }) => explainCause(diagnosis, evidence)),
  );
  const outcome = isRepeated ? 'will be measured again' : 'discarded';
  return `rounds of ${labels.join(', ')} ${outcome}: ${[...causes].join('; ')}`;
}
