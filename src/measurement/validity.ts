import type { CpuUse } from './measurement.ts';

/** Evidence about one measured slot. Rates are in arrivals per second, CPU in cores. */
export type SlotEvidence = {
  /** Arrivals begun and intended in `seconds`; `intended` null for closed models. */
  sent: number;
  intended: number | null;
  seconds: number;
  dropped: number;
  /** Lateness of starts (ms, p99). Null for closed models. It says nothing while arrivals are dropped. */
  lagMs: number | null;
  cpu: CpuUse;
  clockJumpMs: number;
  /**
   * Where pods sent the load: the one that began fewest arrivals, of how many, and the one that began them latest.
   * Nothing is known of their processors then.
   */
  pods?: { behind: string; sent: number; intended: number | null; latest: string };
};

export const DIAGNOSES = ['sound', 'disturbed', 'generator-starved', 'service-slow', 'unknown'] as const;
export type SlotDiagnosis = (typeof DIAGNOSES)[number];

/** Share of the arrivals that must be missing. Fewer may come from rounding at the ends of a slot. */
const MISSING_SHARE = 0.01;
/** Share of the machine that processes of neither side use. */
const OTHERS_SHARE = 0.2;
const STEAL_SHARE = 0.1;
const CLOCK_JUMP_MS = 100;
/** Arrivals this late have met a busy generator: steps of k6's own clock are 1 ms. */
const LATE_MS = 20;
const AT_LIMIT_SHARE = 0.9;
/** Share of a full machine at which k6 has had its fair part, about half beside the service, and wanted more. */
const FAIR_SHARE = 0.45;
/** Share of the machine that k6 uses with 1,000 req/s on two cores, and some more. Its own collector is rare then. */
const USUAL_SHARE = 0.3;
/** Quarter of what makes a slot disturbed. Below it stalls are more likely the service's than those of others. */
const QUIET_OTHERS_SHARE = OTHERS_SHARE / 4;
const QUIET_STEAL_SHARE = STEAL_SHARE / 4;

/**
 * Diagnoses who is to blame for a slot that did not go as planned. The evidence never looks at how long requests took,
 * with one exception: where virtual users ran out, they were waiting for answers of the service.
 */
export function diagnoseSlot(evidence: SlotEvidence): SlotDiagnosis {
  const { intended, dropped } = evidence;
  if (isDisturbed(evidence)) return 'disturbed';
  if (evidence.pods !== undefined) return diagnosePods(evidence, evidence.pods);
  const short = isShort(evidence);
  const starved = isStarved(evidence);
  // Users who never pause fill any small machine together with a quick service. So half of the machine is no sign of
  // want.
  if (intended === null) return usesAllItMay(evidence) ? 'generator-starved' : 'sound';
  if (short || dropped > 0) {
    if (starved) return 'generator-starved';
    if (dropped > 0 && short) return 'service-slow';
    if (short) return isLate(evidence) ? 'generator-starved' : 'unknown';
    return 'sound';
  }
  return isLate(evidence) && !isHeldUpByService(evidence) ? 'generator-starved' : 'sound';
}

/**
 * Diagnoses a slot whose load came from pods. Where one of them fell behind, its part of the load is missing, or came
 * later than all others. A service that is too slow keeps the users of all pods waiting, and no arrival begins late.
 */
function diagnosePods(evidence: SlotEvidence, pod: NonNullable<SlotEvidence['pods']>): SlotDiagnosis {
  const late = isLate(evidence);
  if (evidence.dropped > 0 && isShort(evidence) && !late) return 'service-slow';
  return late || isShort(pod) ? 'generator-starved' : 'sound';
}

/** Tells whether arrivals began late. */
export function isLate({ lagMs }: Pick<SlotEvidence, 'lagMs'>): boolean {
  return lagMs !== null && lagMs > LATE_MS;
}

/** Tells whether arrivals are missing. */
function isShort({ sent, intended }: Pick<SlotEvidence, 'sent' | 'intended'>): boolean {
  return intended !== null && intended - sent > Math.max(2, MISSING_SHARE * intended);
}

/** Tells whether others than k6 and the service took so much of the machine that it shows in what is measured. */
export function isDisturbed({ cpu, clockJumpMs }: Pick<SlotEvidence, 'cpu' | 'clockJumpMs'>): boolean {
  return (
    clockJumpMs > CLOCK_JUMP_MS ||
    (cpu.steal !== null && cpu.steal > STEAL_SHARE * cpu.cores) ||
    (cpu.others !== null && cpu.others > OTHERS_SHARE * cpu.cores)
  );
}

/**
 * Tells whether late arrivals were most likely held up by the service. A service may fill all processors for a
 * moment, as a parallel garbage collection does. Such a moment is a small part of the slot, so the processor time of
 * the whole slot does not show it. So k6 is not to blame where nobody else uses the machine, the service uses more of
 * it than k6, and some of it is left. If such slots were thrown away, they would be measured again until none of the
 * service's stalls was left.
 */
function isHeldUpByService(evidence: SlotEvidence): boolean {
  const { cores, generator, service } = evidence.cpu;
  if (generator === null || service === null) return false;
  return (
    generator < USUAL_SHARE * cores &&
    service > generator &&
    generator + service < AT_LIMIT_SHARE * cores &&
    isQuiet(evidence)
  );
}

/** Tells whether nearly nobody but k6 and the service used the machine. False where that is not known. */
export function isQuiet({ cpu: { cores, others, steal }, clockJumpMs }: SlotEvidence): boolean {
  return (
    others !== null &&
    others < QUIET_OTHERS_SHARE * cores &&
    (steal ?? 0) < QUIET_STEAL_SHARE * cores &&
    clockJumpMs <= CLOCK_JUMP_MS
  );
}

/**
 * Tells whether a stretch that did not go well says nothing of the service: k6 had all that it may use, or was late
 * though the service used less of the machine than k6 did.
 */
export function isGeneratorAtLimit(evidence: SlotEvidence, diagnosis: SlotDiagnosis): boolean {
  if (isStarved(evidence)) return true;
  const { generator, service } = evidence.cpu;
  const isLate = diagnosis === 'generator-starved' || diagnosis === 'unknown';
  return isLate && generator !== null && !(service !== null && service > generator);
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
 * The cause of a diagnosis with its figure, to stand behind a colon: `the hypervisor took 14 % of the processors`. Of
 * several causes the one is named by which `diagnoseSlot` decided.
 */
export function explainDiagnosis(diagnosis: SlotDiagnosis, evidence: SlotEvidence): string {
  const { cpu, seconds, clockJumpMs, lagMs, pods } = evidence;
  const { sent, intended } = diagnosis === 'generator-starved' && pods ? pods : evidence;
  const missing = `${Math.max(0, Math.round((intended ?? 0) - sent))} of ${Math.round(intended ?? 0)} arrivals never began in ${round(seconds)} s`;
  // Ticks that were counted late can add up to more than there was.
  const share = (cores: number, of: number) => `${Math.min(100, Math.round((100 * cores) / of))} %`;
  switch (diagnosis) {
    case 'disturbed':
      if (clockJumpMs > CLOCK_JUMP_MS) return `the clock jumped by ${Math.round(clockJumpMs)} ms`;
      if (cpu.steal !== null && cpu.steal > STEAL_SHARE * cpu.cores) {
        return `the hypervisor took ${share(cpu.steal, cpu.cores)} of the processors`;
      }
      return `other processes took ${share(cpu.others ?? 0, cpu.cores)} of the processors`;
    case 'generator-starved': {
      const used =
        cpu.generator === null
          ? ''
          : `; k6 had ${share(cpu.generator, cpu.generatorLimit ?? cpu.cores)} of its processors`;
      const where = pods === undefined ? '' : ` in ${isLate(evidence) ? pods.latest : pods.behind}`;
      const late = isLate(evidence)
        ? `k6 began arrivals ${Math.round(lagMs!)} ms late (p99)${where}`
        : `k6 fell behind${where}${intended === null ? '' : `: ${missing}`}`;
      return `${late}${used}`;
    }
    case 'unknown':
      return `${missing}, and nothing shows why`;
    case 'service-slow':
      return `the service was too slow for the rate: ${missing}`;
    case 'sound':
      return 'nothing disturbed it';
  }
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
