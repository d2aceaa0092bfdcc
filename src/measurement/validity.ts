import type { CpuUse } from './measurement.ts';

/** What is known about one measured slot; rates in arrivals per second, CPU in cores. */
export type SlotEvidence = {
  /** Arrivals begun and intended in `seconds`; `intended` null for closed models. */
  sent: number;
  intended: number | null;
  seconds: number;
  dropped: number;
  /** Late starts (ms, p99); null for closed models. Meaningless while arrivals are dropped. */
  lagMs: number | null;
  cpu: CpuUse;
  clockJumpMs: number;
};

export type SlotDiagnosis = 'sound' | 'disturbed' | 'generator-starved' | 'service-slow' | 'unknown';

/** Of the arrivals; fewer are rounding at the ends of a slot. */
const MISSING_SHARE = 0.01;
/** Of the machine, used by processes that belong to neither side. */
const OTHERS_SHARE = 0.2;
const STEAL_SHARE = 0.1;
const CLOCK_JUMP_MS = 100;
/** An arrival this late has met a busy generator; k6's own clock steps are 1 ms. */
const LATE_MS = 20;
const AT_LIMIT_SHARE = 0.9;
/** k6 and the service compete for a full machine; with half of it k6 has had its fair share and wanted more. */
const FAIR_SHARE = 0.45;

/**
 * Whose doing is it that a slot did not go as planned? Decided on evidence that never looks at how long requests
 * took, except where virtual users ran out: then it is the service's answers that they were waiting for.
 */
export function diagnoseSlot(evidence: SlotEvidence): SlotDiagnosis {
  const { cpu, intended, sent, dropped } = evidence;
  if (evidence.clockJumpMs > CLOCK_JUMP_MS) return 'disturbed';
  if (cpu.steal !== null && cpu.steal > STEAL_SHARE * cpu.cores) return 'disturbed';
  if (cpu.others !== null && cpu.others > OTHERS_SHARE * cpu.cores) return 'disturbed';
  const missing = intended === null ? 0 : intended - sent;
  const short = intended !== null && missing > Math.max(2, MISSING_SHARE * intended);
  const starved = isStarved(evidence);
  // Users who never pause fill any small machine together with a quick service: half of it is no sign of want there.
  if (intended === null) return usesAllItMay(evidence) ? 'generator-starved' : 'sound';
  if (short || dropped > 0) {
    if (starved) return 'generator-starved';
    if (dropped > 0 && short) return 'service-slow';
    if (short) return (evidence.lagMs ?? 0) > LATE_MS ? 'generator-starved' : 'unknown';
    return 'sound';
  }
  return evidence.lagMs !== null && evidence.lagMs > LATE_MS ? 'generator-starved' : 'sound';
}

/** Whether k6 had all the processor it may use, or its fair share of a machine that is full. */
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
