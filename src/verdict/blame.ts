import type { Slice } from '../measurement/measurement.ts';
import type { SlotDiagnosis, SlotEvidence } from '../measurement/validity.ts';
import type { InvalidReason, ServiceFault } from './faults.ts';

/** Evidence that the blocks of a run give about one step. */
export type StepEvidence = {
  label: string;
  kept: { diagnosis: SlotDiagnosis; evidence: SlotEvidence; slices: Slice[] }[];
  discarded: { diagnosis: SlotDiagnosis; evidence: SlotEvidence }[];
  /** Messages of virtual users about failed requests, commonest first. */
  failures: string[];
};

/** Least share of failed requests that is reported. Rarer failures are left to the SLOs. */
const WORTH_TELLING = 0.001;
const MOST_EXAMPLES = 3;

/** Lists the faults of the service itself in a step, with the evidence. */
export function blameService({ label, kept, failures }: StepEvidence): ServiceFault[] {
  const faults: ServiceFault[] = [];
  const slow = worst(kept.filter(({ diagnosis }) => diagnosis === 'service-slow'));
  if (slow !== null) faults.push({ kind: 'cannot-keep-up', label, ...pickRates(slow), cpu: slow.cpu });
  const slices = kept.flatMap((slot) => slot.slices);
  const failed = slices.reduce((sum, slice) => sum + slice.failed, 0);
  const requests = slices.reduce((sum, slice) => sum + slice.failed + slice.ok, 0);
  if (failed > WORTH_TELLING * requests) {
    faults.push({ kind: 'failing', label, failed, requests, examples: failures.slice(0, MOST_EXAMPLES) });
  }
  return faults;
}

/**
 * Finds the reason why a step could not be measured, or gives null when it was measured. A step is not
 * measured when more than half of its slots were thrown away even after repeats, or nothing was sent at all.
 */
export function findInvalid({ label, kept, discarded }: StepEvidence, planned: number): InvalidReason | null {
  if (kept.length >= planned / 2 && kept.length > 0) {
    const attempts = kept
      .flatMap((slot) => slot.slices)
      .reduce((sum, slice) => sum + slice.ok + slice.failed + slice.dropped, 0);
    if (attempts > 0) return null;
    const { seconds } = kept[0]!.evidence;
    if (kept.every(({ evidence }) => evidence.sent === 0)) return { kind: 'none-begun', label, seconds };
    return {
      kind: 'script-failed',
      label,
      message: 'it sent no HTTP request while it was measured',
      log: '',
    };
  }
  const evidence = worst(discarded);
  if (evidence === null) return { kind: 'harness', message: `${label} was not measured`, log: '' };
  const count = (wanted: SlotDiagnosis) => discarded.filter(({ diagnosis }) => diagnosis === wanted).length;
  const { cpu, lagMs } = evidence;
  if (count('generator-starved') >= Math.max(count('disturbed'), count('unknown'))) {
    return { kind: 'generator-starved', label, ...pickRates(evidence), lagMs, cpu };
  }
  if (count('disturbed') >= count('unknown')) {
    return {
      kind: 'machine-disturbed',
      label,
      discarded: discarded.length,
      rounds: discarded.length + kept.length,
      cpu,
    };
  }
  return { kind: 'cause-unknown', label, ...pickRates(evidence), cpu };
}

/** Finds the evidence of the slot that fell furthest behind. */
function worst(slots: readonly { evidence: SlotEvidence }[]): SlotEvidence | null {
  const behind = ({ sent, intended }: SlotEvidence) => (intended === null ? 0 : intended - sent);
  return slots.map(({ evidence }) => evidence).sort((a, b) => behind(b) - behind(a))[0] ?? null;
}

function pickRates({ sent, intended, seconds }: SlotEvidence) {
  return { sent, intended: intended ?? sent, seconds };
}
