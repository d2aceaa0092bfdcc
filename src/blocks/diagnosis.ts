import { availableParallelism } from 'node:os';
import type { SlotResult } from '../k6/summary.ts';
import { type CpuSample, readArmUse, readSpan } from '../machine/cpu.ts';
import type { Calls } from '../measurement/calls.ts';
import type { Arm } from '../measurement/measurement.ts';
import { diagnoseSlot, isDisturbed, type SlotDiagnosis, type SlotEvidence } from '../measurement/validity.ts';
import { clockSeconds } from '../plan/slot.ts';
import type { RunningInstance } from '../services/instance.ts';
import type { Surroundings } from '../services/surroundings.ts';
import type { ProgramOptions } from './load.ts';

export type DiagnosedSlot = SlotResult & {
  diagnosis: SlotDiagnosis;
  evidence: SlotEvidence;
  /** For each slice, whether others took much of the machine meanwhile. */
  disturbed: boolean[];
  /** What the arm called meanwhile, under load alone. Absent where that is not known. */
  calls?: Calls[];
};

type Observed = Pick<ProgramOptions, 'around' | 'instances' | 'shared'> & {
  samples: readonly CpuSample[];
  /** Processors that k6 may use. */
  generatorLimit: number;
};

/** Says of every slot whether it can be trusted, and what its arm's processes used meanwhile. */
export function diagnoseSlots(
  results: readonly SlotResult[],
  { around, instances, shared, samples, generatorLimit }: Observed,
): DiagnosedSlot[] {
  const isHidden = [...instances.values(), shared].some((services) => services.isHidden);
  const outsiders = hasOutsiders(around) || isHidden;
  const context = { cores: availableParallelism(), generatorLimit, outsiders };
  return results.map((result) => {
    const slot = diagnose(result, samples, context);
    const isUnknown = isContained(around) || instances.get(slot.slot.arm)?.isHidden;
    return isUnknown ? slot : addCosts(slot, samples, instances);
  });
}

const CONTAINER_TOOLS = /\b(docker|podman|nerdctl)\b/;

/** Tells whether processes that are not children of the service may do its work. */
function hasOutsiders(around: Surroundings): boolean {
  const { external, services } = around.config;
  return external.length > 0 || services.some(({ start }) => start === undefined) || isContained(around);
}

/** Tells whether the `start` of a service runs a container, which does its work outside of what was started for it. */
function isContained({ config }: Surroundings): boolean {
  return config.services.some(
    ({ start, container }) => start !== undefined && container === undefined && CONTAINER_TOOLS.test(start),
  );
}

/** Adds to the slices what the arm's processes used meanwhile, and how long they took to start. */
function addCosts(
  slot: DiagnosedSlot,
  samples: readonly CpuSample[],
  instances: ReadonlyMap<Arm, RunningInstance>,
): DiagnosedSlot {
  const { arm } = slot.slot;
  const instance = instances.get(arm);
  // What runs already has processes that nobody knows here.
  if (instance && instance.sessions.length + (instance.groups?.length ?? 0) === 0) return slot;
  const startup = instance?.startupMs;
  const slices = slot.slices.map((slice, index) => {
    const { startedAt, seconds } = slice;
    const end = startedAt + clockSeconds(slot.slot, seconds) * 1000;
    // No load follows fixed work. So the next sample has all that it used, and is not interpolated.
    const isLast = slot.slot.step.load.kind === 'fixed-work' && index === slot.slices.length - 1;
    const after = isLast ? samples.find(({ wall }) => wall >= end) : undefined;
    const use = readArmUse(samples, arm, startedAt, after?.wall ?? end);
    return { ...slice, ...use, ...(startup !== undefined && { startup }) };
  });
  return { ...slot, slices };
}

function diagnose(
  result: SlotResult,
  samples: readonly CpuSample[],
  context: { cores: number; generatorLimit: number; outsiders: boolean },
): DiagnosedSlot {
  const { slices } = result;
  const seconds = slices.reduce((sum, slice) => sum + slice.seconds, 0);
  const from = slices[0]!.startedAt;
  const wallSeconds = clockSeconds(result.slot, seconds);
  const { clockJumpMs, ...cpu } = readSpan(samples, from, from + wallSeconds * 1000, context);
  const disturbed = slices.map(({ startedAt, seconds }) => {
    const until = startedAt + clockSeconds(result.slot, seconds) * 1000;
    const { clockJumpMs, ...cpu } = readSpan(samples, startedAt, until, context);
    return isDisturbed({ cpu, clockJumpMs });
  });
  const lags = slices.flatMap((slice) => (slice.lag === null ? [] : [slice.lag.p99]));
  const evidence: SlotEvidence = {
    sent: result.sent,
    intended: result.intended,
    seconds,
    dropped: slices.reduce((sum, slice) => sum + slice.dropped, 0),
    lagMs: lags.length > 0 ? Math.max(...lags) : null,
    cpu,
    clockJumpMs,
    ...(result.pods && { pods: result.pods }),
  };
  return { ...result, evidence, diagnosis: diagnoseSlot(evidence), disturbed };
}
