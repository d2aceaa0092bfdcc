import type { CpuUse } from './measurement.ts';

/** Evidence about one measured slot. Rates are in arrivals per second, CPU in cores. */
export type SlotEvidence = {
  /** Arrivals started and intended in `seconds`; `intended` is null for closed models. */
  sent: number;
  intended: number | null;
  seconds: number;
  dropped: number;
  /** Lateness of starts (ms, p99). Null for closed models. It says nothing while arrivals are dropped. */
  lagMs: number | null;
  /** Lateness (ms) above which it would affect the tightest latency limit. Absent: `LATE_MS`. */
  lateLimitMs?: number;
  cpu: CpuUse;
  clockJumpMs: number;
  /** Set if the other arm was not halted, or this one was, when the measured part began. */
  awake?: true;
  /** The pod that started fewest arrivals, and out of how many. The processors of pods are unknown. */
  pods?: { behind: string; sent: number; intended: number | null };
};

export type SlotDiagnosis = 'sound' | 'disturbed' | 'starved' | 'slow';

/** Share of the arrivals that must be missing. Fewer may come from rounding at the ends of a slot. */
const MISSING_SHARE = 0.01;
/** Share of the machine that other processes use. */
const OTHERS_SHARE = 0.2;
const STEAL_SHARE = 0.1;
const CLOCK_JUMP_MS = 100;
/** Lateness that shows a busy generator, whatever the limits. */
const LATE_MS = 20;
/** Lateness of k6 itself on two processors that it shares: its clock has steps of 1 ms, and it collects its own garbage. */
const USUAL_LATE_MS = 10;
/** Share of a latency limit that lateness may amount to. */
const LATE_SHARE = 0.1;
const AT_LIMIT_SHARE = 0.9;
/** Share of a full machine at which k6 has had its fair part, about half beside the service, and wanted more. */
const FAIR_SHARE = 0.45;
/** Share of what makes a slot disturbed up to which stalls are more likely the service's than those of others. */
const QUIET = 1 / 4;

/**
 * Diagnoses what is to blame for a slot that did not go as planned: others on the machine, the generator (`starved`), or
 * the service. Whatever the service may have caused is never discarded: it would be measured again until none of its stalls
 * was left. The evidence never considers how long requests took, with one exception: if virtual users ran out, they were
 * waiting for responses from the service.
 */
export function diagnoseSlot(evidence: SlotEvidence): SlotDiagnosis {
  const { intended, dropped, pods } = evidence;
  if (evidence.awake || isDisturbed(evidence)) return 'disturbed';
  // Users who never pause fill any small machine together with a fast service. So half of the machine is no sign of
  // starvation.
  if (intended === null) return usesAllItMay(evidence) ? 'starved' : 'sound';
  const [late, short] = [isLate(evidence), isShort(evidence)];
  // A service that is too slow keeps the users of all pods waiting, and no arrival starts late.
  const starved = pods ? late : isStarved(evidence);
  const isHeldUp = isHeldUpByService(evidence);
  const { cores, generator, service } = evidence.cpu;
  const isFull = (generator ?? 0) + (service ?? 0) > AT_LIMIT_SHARE * cores;
  if (short && !starved && (dropped > 0 || (isHeldUp && isFull))) return 'slow';
  // If a pod fell behind, its part of the load is missing, or came later than all others.
  if (pods) return late || isShort(pods) ? 'starved' : 'sound';
  if (short || dropped > 0) return short || starved ? 'starved' : 'sound';
  return late && !isHeldUp ? 'starved' : 'sound';
}

/** Returns the lateness (ms) that the tightest latency limit (ms) tolerates. */
export function limitLateness(limitMs: number): number {
  return Math.min(LATE_MS, Math.max(USUAL_LATE_MS, LATE_SHARE * limitMs));
}

/** Tells whether arrivals started late. */
function isLate({ lagMs, lateLimitMs = LATE_MS }: SlotEvidence): boolean {
  return lagMs !== null && lagMs > lateLimitMs;
}

/** Tells whether arrivals are missing. */
export function isShort({ sent, intended }: Pick<SlotEvidence, 'sent' | 'intended'>): boolean {
  return intended !== null && intended - sent > Math.max(2, MISSING_SHARE * intended);
}

/**
 * Tells whether processes other than k6 and the service used enough of the machine to affect what is measured.
 *
 * @param part of what has an effect
 */
export function isDisturbed(evidence: Pick<SlotEvidence, 'cpu' | 'clockJumpMs'>, part = 1): boolean {
  const { cpu, clockJumpMs } = evidence;
  return (
    clockJumpMs > CLOCK_JUMP_MS ||
    (cpu.steal ?? 0) > part * STEAL_SHARE * cpu.cores ||
    (cpu.others ?? 0) > part * OTHERS_SHARE * cpu.cores
  );
}

/**
 * Tells whether the service may have held up what was late, as a parallel garbage collection does: nobody else used the
 * machine, k6 was not at its own limit, and the service used more of the machine than k6.
 */
export function isHeldUpByService(evidence: SlotEvidence): boolean {
  const { generator, service, others } = evidence.cpu;
  if (generator === null || service === null || others === null || evidence.pods) return false;
  return service > generator && !isDisturbed(evidence, QUIET) && !isStarved(evidence);
}

/**
 * Tells whether a stretch that did not go well says nothing about the service: k6 had everything it may use, or was late
 * although the service used less of the machine than k6 did.
 */
export function isGeneratorAtLimit(evidence: SlotEvidence, diagnosis: SlotDiagnosis): boolean {
  if (isStarved(evidence)) return true;
  const { generator, service } = evidence.cpu;
  return diagnosis === 'starved' && generator !== null && !(service !== null && service > generator);
}

/** Tells whether k6 used all the processors it may use, or its fair share of a full machine. */
function isStarved(evidence: SlotEvidence): boolean {
  const { cpu } = evidence;
  if (cpu.generator === null) return false;
  if (usesAllItMay(evidence)) return true;
  const busy = cpu.generator + (cpu.service ?? 0) + (cpu.others ?? 0);
  return busy > AT_LIMIT_SHARE * cpu.cores && cpu.generator > FAIR_SHARE * cpu.cores;
}

function usesAllItMay({ cpu: { generator, generatorLimit } }: SlotEvidence): boolean {
  return generator !== null && generatorLimit !== null && generator > AT_LIMIT_SHARE * generatorLimit;
}

/**
 * The cause, with its figure, of discarding a slot, to follow a colon: `the hypervisor took 14 % of the CPU`.
 * Of several causes, it names the one by which `diagnoseSlot` decided.
 */
export function explainCause(diagnosis: SlotDiagnosis, evidence: SlotEvidence): string {
  const { awake, clockJumpMs, pods } = evidence;
  const { cores, steal, others, generator, generatorLimit } = evidence.cpu;
  // Ticks that were counted late can add up to more than there was.
  const share = (used: number, of: number) => `${Math.min(100, Math.round((100 * used) / of))} %`;
  if (diagnosis !== 'disturbed') {
    const where = pods && isShort(pods) ? ` in ${pods.behind}` : '';
    const used =
      generator === null ? '' : `, with ${share(generator, generatorLimit ?? cores)} of its CPU limit`;
    return `k6 fell behind${where}${used}`;
  }
  if (awake) return 'Docker did not pause the other revision’s containers in time';
  if (clockJumpMs > CLOCK_JUMP_MS) return `the clock jumped by ${Math.round(clockJumpMs)} ms`;
  return (steal ?? 0) > STEAL_SHARE * cores
    ? `the hypervisor took ${share(steal ?? 0, cores)} of the CPU`
    : `other processes took ${share(others ?? 0, cores)} of the CPU`;
}
