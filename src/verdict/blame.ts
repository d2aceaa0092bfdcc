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
  /** Virtual users of a script under an arrival rate. Absent for others. */
  users?: number;
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
export function blameService({ label, kept, failures, users }: StepEvidence): ServiceFault[] {
  const faults: ServiceFault[] = [];
  const short = kept.filter(isShortOfUsers);
  const slow = isPausing(short, users) ? null : worst(short);
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

/** Share of the time that a rate leaves a user for an iteration. Where answers take less of it, pauses hold it up. */
const WAITS = 0.5;

/** Finds the reason why a script says nothing of the service: its own fault, or requests that nobody counted. */
export function findScriptFault({
  kept,
  failures,
  thresholds,
  lost,
  users,
}: Pick<StepEvidence, 'kept' | 'failures' | 'thresholds' | 'lost' | 'users'>): string | null {
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
    return `${lost} of its requests are in no count: it sends them in a way that Tailgate does not see, such as \`submitForm\`, \`clickLink\`, sockets or gRPC of a module from elsewhere, or a redirect to the same address (send that with \`redirects: 0\`)`;
  // What only an answer feeds has nothing to judge where nothing is answered.
  if (thresholds.length > 0 && kept.some(({ slices }) => slices.some(({ ok }) => ok > 0))) {
    const names = thresholds.slice(0, MOST_EXAMPLES).map((threshold) => `\`${threshold}\``);
    return `nothing was measured that its threshold ${names.join(', ')} could judge, so it would always hold: mend its name or tags, or take it out`;
  }
  if (isPausing(kept.filter(isShortOfUsers), users))
    return `its iterations pause for longer than its ${users} virtual users allow at this rate, so arrivals were dropped: take \`sleep\` out of it, or declare a load of users`;
  return null;
}

/** Tells whether virtual users ran out. */
const isShortOfUsers = ({ diagnosis }: KeptEvidence) => diagnosis === 'service-slow';

/**
 * Tells whether users ran out, and were busy with something else than to wait for answers, of which none is missing. By
 * Little's law that takes iterations of `users / rate`; those that wait for less would not do it. How many there were
 * does not matter: where users ran out before anything counted, few began.
 */
function isPausing(slots: readonly KeptEvidence[], users = 0): boolean {
  const slices = slots.flatMap((slot) => slot.slices);
  if (slices.some(({ failed }) => failed > 0)) return false;
  const waited = slices.reduce((sum, { ok, avg }) => sum + (ok * (avg ?? 0)) / 1000, 0);
  const total = (of: (evidence: SlotEvidence) => number) =>
    slots.reduce((sum, { evidence }) => sum + of(evidence), 0);
  const rate = total(({ intended }) => intended ?? 0) / total(({ seconds }) => seconds);
  return waited / total(({ sent }) => sent) < (WAITS * users) / rate;
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
      message: `it sent no request while it was measured. It may pause for longer than the ${Number(seconds.toPrecision(2))} s that are measured at a time, or look for \`exec.scenario.name\` or \`exec.test.options.scenarios\`, which are those of Tailgate`,
      log: '',
    };
  }
  const causes = (['generator-starved', 'disturbed', 'unknown'] as const).map((cause) => ({
    cause,
    slots: discarded.filter(({ diagnosis }) => diagnosis === cause),
  }));
  // Of as many the first one. Sound slots are discarded with those that they are compared with.
  const { cause, slots } = causes.reduce((a, b) => (b.slots.length > a.slots.length ? b : a));
  const evidence = worst(slots);
  if (evidence === null) return { kind: 'harness', message: `${label} was not measured`, log: '' };
  const { cpu, lagMs, pods } = evidence;
  const pod = pods && (isLate(evidence) ? pods.latest : pods.behind);
  const rates = { label, ...pickRates(evidence), cpu };
  const rounds = discarded.length + kept.length;
  switch (cause) {
    case 'generator-starved':
      return { kind: cause, ...rates, lagMs, ...(pod && { pod }) };
    case 'disturbed':
      return { kind: 'machine-disturbed', label, discarded: discarded.length, rounds, cpu };
    case 'unknown':
      return { kind: 'cause-unknown', ...rates };
  }
}

/** Finds the evidence of the slot that fell furthest behind. */
function worst(slots: readonly { evidence: SlotEvidence }[]): SlotEvidence | null {
  const behind = ({ sent, intended }: SlotEvidence) => (intended === null ? 0 : intended - sent);
  return slots.map(({ evidence }) => evidence).sort((a, b) => behind(b) - behind(a))[0] ?? null;
}

function pickRates({ sent, intended, seconds }: SlotEvidence) {
  return { sent, intended: intended ?? sent, seconds };
}
