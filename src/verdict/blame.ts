import type { Slice } from '../measurement/measurement.ts';
import { isLate, type SlotDiagnosis, type SlotEvidence } from '../measurement/validity.ts';
import type { InvalidReason, ServiceFault } from './faults.ts';

/** Evidence that the blocks of a run give about one step. */
export type StepEvidence = {
  label: string;
  kept: KeptEvidence[];
  discarded: { diagnosis: SlotDiagnosis; evidence: SlotEvidence }[];
  /** Kinds of failure, commonest first. */
  failures: string[];
  /** Thresholds of the user's script that had no sample in any program. */
  thresholds: string[];
  /** Requests that k6 sent past all counts. */
  lost: number;
};

type KeptEvidence = {
  diagnosis: SlotDiagnosis;
  evidence: SlotEvidence;
  slices: Slice[];
  /** Iterations of a script that threw before any request, and those that took Tailgate's tag away. */
  barren: number;
  untagged: number;
};

/** What the soak of the head shows of a step, with kinds of failure, commonest first. */
export type SoakFailures = { label: string; slices: readonly Slice[]; failures: string[] };

/** Least share of failed requests that is reported. Rarer failures are left to the SLOs. */
const WORTH_TELLING = 0.001;
const MOST_EXAMPLES = 3;

/** Lists the faults of the service itself in a step, with the evidence. */
export function blameService({ label, kept, failures }: StepEvidence): ServiceFault[] {
  const faults: ServiceFault[] = [];
  const slow = worst(kept.filter(({ diagnosis }) => diagnosis === 'service-slow'));
  if (slow !== null) faults.push({ kind: 'cannot-keep-up', label, ...pickRates(slow), cpu: slow.cpu });
  const failing = blameFailures({ label, slices: kept.flatMap((slot) => slot.slices), failures });
  return failing === null ? faults : [...faults, failing];
}

/** Tells what fails under load without a pause; null where nothing does. */
export function blameSoak(soak: SoakFailures): ServiceFault | null {
  const failing = blameFailures(soak);
  return failing && { ...failing, soak: true };
}

function blameFailures({ label, slices, failures }: SoakFailures) {
  const failed = slices.reduce((sum, slice) => sum + slice.failed, 0);
  const requests = slices.reduce((sum, slice) => sum + slice.failed + slice.ok, 0);
  if (failed <= WORTH_TELLING * requests) return null;
  return { kind: 'failing' as const, label, failed, requests, examples: failures.slice(0, MOST_EXAMPLES) };
}

/** Share of iterations that may throw before their first request: what is missing then is little. */
const FEW_BARREN = 0.01;

/** Finds the reason why a script says nothing of the service: its own fault, or requests that nobody counted. */
export function findScriptFault({
  kept,
  failures,
  thresholds,
  lost,
}: Pick<StepEvidence, 'kept' | 'failures' | 'thresholds' | 'lost'>): string | null {
  const barren = kept.reduce((sum, slot) => sum + slot.barren, 0);
  const sent = kept.reduce((sum, slot) => sum + slot.evidence.sent, 0);
  if (barren > FEW_BARREN * sent) {
    const thrown = failures.find((text) => text.startsWith('exception'));
    return `it threw before it sent a request, in ${barren} of ${sent} iterations${thrown ? `: ${thrown}` : ''}`;
  }
  const untagged = kept.reduce((sum, slot) => sum + slot.untagged, 0);
  if (untagged > 0)
    return `it took the tag \`tailgate\` away in ${untagged} of ${sent} iterations, and with it what an SLO on a metric of its own reads`;
  if (lost > 0)
    return `${lost} of its requests are in no count: it sends them in a way that Tailgate does not see, such as \`submitForm\`, \`clickLink\`, or a redirect to the same address (send that with \`redirects: 0\`)`;
  // What only an answer feeds has nothing to judge where nothing is answered.
  if (thresholds.length > 0 && kept.some(({ slices }) => slices.some(({ ok }) => ok > 0))) {
    const names = thresholds.slice(0, MOST_EXAMPLES).map((threshold) => `\`${threshold}\``);
    return `nothing was measured that its threshold ${names.join(', ')} could judge, so it would always hold: mend its name or tags, or take it out`;
  }
  return null;
}

/** Finds the reason why a step says nothing of the head: its script, or that it could not be measured. */
export function findInvalid(step: StepEvidence, planned: number): InvalidReason | null {
  const message = findScriptFault(step);
  if (message !== null) return { kind: 'script-failed', label: step.label, message, log: '' };
  return findUnmeasured(step.label, step, planned);
}

/**
 * Finds the reason why a step could not be measured on an arm, or gives null when it was measured. A step is not
 * measured when more than half of its slots were thrown away even after repeats, or nothing was sent at all.
 */
export function findUnmeasured(
  label: string,
  { kept, discarded }: Pick<StepEvidence, 'kept' | 'discarded'>,
  planned: number,
): InvalidReason | null {
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
      message:
        'it sent no request while it was measured; Tailgate replaces its scenarios, so `exec.scenario.name` and `exec.test.options.scenarios` are not those of the script',
      log: '',
    };
  }
  const evidence = worst(discarded);
  if (evidence === null) return { kind: 'harness', message: `${label} was not measured`, log: '' };
  const { cpu, lagMs, pods } = evidence;
  const pod = pods && (isLate(evidence) ? pods.latest : pods.behind);
  const rates = { label, ...pickRates(evidence), cpu };
  const rounds = discarded.length + kept.length;
  // Of as many the first one.
  const reasons: Record<Exclude<SlotDiagnosis, 'sound' | 'service-slow'>, InvalidReason> = {
    'generator-starved': { kind: 'generator-starved', ...rates, lagMs, ...(pod && { pod }) },
    disturbed: { kind: 'machine-disturbed', label, discarded: discarded.length, rounds, cpu },
    unknown: { kind: 'cause-unknown', ...rates },
  };
  const count = (wanted: string) => discarded.filter(({ diagnosis }) => diagnosis === wanted).length;
  return Object.entries(reasons).reduce((a, b) => (count(b[0]) > count(a[0]) ? b : a))[1];
}

/** Finds the evidence of the slot that fell furthest behind. */
function worst(slots: readonly { evidence: SlotEvidence }[]): SlotEvidence | null {
  const behind = ({ sent, intended }: SlotEvidence) => (intended === null ? 0 : intended - sent);
  return slots.map(({ evidence }) => evidence).sort((a, b) => behind(b) - behind(a))[0] ?? null;
}

function pickRates({ sent, intended, seconds }: SlotEvidence) {
  return { sent, intended: intended ?? sent, seconds };
}
