import { explainCause, isShort, type SlotDiagnosis, type SlotEvidence } from '../measurement/diagnosis.ts';
import type { Slice } from '../measurement/measurement.ts';
import { attempts } from '../measurement/quantiles.ts';
import { sum } from '../measurement/sum.ts';
import type { InvalidReason, ServiceFault } from './faults.ts';

/** Evidence from the blocks of a run about one step. */
export type StepEvidence = {
  label: string;
  kept: KeptEvidence[];
  discarded: { diagnosis: SlotDiagnosis; evidence: SlotEvidence }[];
  /** Slices of the soak; empty if there was none. */
  soak: readonly Slice[];
  /** Kinds of failure, most frequent first. */
  failures: string[];
  /** Requests that k6 sent without counting them. */
  lost: number;
  /** Virtual users of a script under an arrival rate. Absent for other loads. */
  users?: number;
};

type KeptEvidence = {
  diagnosis: SlotDiagnosis;
  evidence: SlotEvidence;
  slices: Slice[];
  /** Script iterations that threw before any request, and those that did not end during the measurement. */
  barren: number;
  unended: number;
};

/** Smallest share of failed requests that is reported. Rarer failures are left to the SLOs. */
const WORTH_TELLING = 0.001;
const MOST_EXAMPLES = 3;

/** Lists the faults of the service itself in a step, with evidence. */
export function blameService({ label, kept, soak, failures, users }: StepEvidence): ServiceFault[] {
  const short = kept.filter(isSlow);
  const slow = isPausing(short, users) ? null : worst(short);
  // Failures in a soak must not be diluted by what came before it.
  const inBlocks = countFailed(kept.flatMap((slot) => slot.slices));
  const inSoak = countFailed(soak);
  const { failed, requests } = inSoak.share > inBlocks.share ? inSoak : inBlocks;
  const examples = failures.slice(0, MOST_EXAMPLES);
  return [
    ...(slow ? [{ kind: 'cannot-keep-up' as const, label, ...pickRates(slow) }] : []),
    ...(failed > WORTH_TELLING * requests
      ? [{ kind: 'failing' as const, label, failed, requests, examples }]
      : []),
  ];
}

function countFailed(slices: readonly Slice[]) {
  const failed = sum(slices, (slice) => slice.failed);
  const requests = failed + sum(slices, (slice) => slice.ok);
  return { failed, requests, share: failed / Math.max(1, requests) };
}

/** Share of iterations that may throw before their first request: so little may be missing. */
const FEW_BARREN = 0.01;

/** Share of the time that the rate leaves each iteration. If responses take less than this, pauses hold it up. */
const WAITS = 0.5;

/** Finds the reason why a script says nothing about the service: its own fault, or uncounted requests. */
export function findScriptFault({
  kept,
  failures,
  lost,
  users,
}: Pick<StepEvidence, 'kept' | 'failures' | 'lost' | 'users'>): string | null {
  const sent = sum(kept, ({ evidence }) => evidence.sent);
  const barren = sum(kept, (slot) => slot.barren);
  if (barren > FEW_BARREN * sent) {
    const thrown = failures.find((text) => text.startsWith('exception'));
    return `${barren} of ${sent} iterations sent no request${thrown ? `: ${thrown}` : ''}`;
  }
  const unended = sum(kept, (slot) => slot.unended);
  const isAnswered = kept.every(({ slices }) => slices.every(({ failed }) => failed === 0));
  if (unended > 0 && unended === sent && isAnswered)
    return `none of its ${sent} iterations ended during the measurement: make it shorter, or \`sleep\` less`;
  if (lost > 0)
    return `${lost} of its requests were not counted: it sends them in a way that Tailgate does not see, such as \`submitForm\` or \`clickLink\`. Judge sockets and gRPC streams by an SLO on a metric, such as \`ws_connecting.p95 < 100ms\``;
  if (isPausing(kept.filter(isSlow), users))
    return `its iterations pause for longer than its ${users} virtual users allow at this rate, so arrivals were dropped: remove \`sleep\`, or declare a load of users`;
  return null;
}

const isSlow = ({ diagnosis }: KeptEvidence) => diagnosis === 'slow';

/**
 * Tells whether users ran out while busy with something other than waiting for responses, none of which is missing. By
 * Little's law, that takes iterations of `users / rate`; shorter waits cannot cause it. How many users ran out does not
 * matter: if they ran out before anything counted, few iterations began.
 */
function isPausing(slots: readonly KeptEvidence[], users = 0): boolean {
  const short = slots.filter(({ evidence }) => evidence.dropped > 0);
  const slices = short.flatMap((slot) => slot.slices);
  if (slices.some(({ failed }) => failed > 0)) return false;
  const waited = sum(slices, ({ ok, avg }) => (ok * (avg ?? 0)) / 1000);
  const total = (of: (evidence: SlotEvidence) => number) => sum(short, ({ evidence }) => of(evidence));
  const rate = total(({ intended }) => intended ?? 0) / total(({ seconds }) => seconds);
  return waited / total(({ sent }) => sent) < (WAITS * users) / rate;
}

/** Finds the reason why a step says nothing about the head: its script, or because it could not be measured. */
export function findInvalid(step: StepEvidence, planned: number): InvalidReason | null {
  const message = findScriptFault(step);
  if (message !== null) return { kind: 'script-failed', label: step.label, message, log: '' };
  return findUnmeasured(step.label, step, planned);
}

/** Smallest share of the planned slots that must count, repeats included: at most one in five may be discarded. */
const LEAST_KEPT = 0.8;

/**
 * Finds the reason why a step could not be measured on an arm, or returns null if it was measured. It was not if too
 * many of its slots were discarded even after repeats, or if nothing was sent at all.
 */
export function findUnmeasured(
  label: string,
  { kept, discarded }: Pick<StepEvidence, 'kept' | 'discarded'>,
  planned: number,
): InvalidReason | null {
  if (kept.length >= LEAST_KEPT * planned && kept.length > 0) {
    const isSent = kept.some((slot) => slot.slices.some((slice) => attempts(slice) > 0));
    return isSent ? null : { kind: 'none-begun', label, seconds: kept[0]!.evidence.seconds };
  }
  // Sound slots are discarded along with their counterparts. If counts are equal, k6 is named.
  const starved = discarded.filter(({ diagnosis }) => diagnosis === 'starved');
  const disturbed = discarded.filter(({ diagnosis }) => diagnosis === 'disturbed');
  const isStarved = starved.length >= disturbed.length;
  const evidence = worst(isStarved ? starved : disturbed);
  const message = `${label} could not be measured`;
  if (evidence === null) return { kind: 'harness', message, log: '' };
  const why = isStarved ? '' : explainCause('disturbed', evidence);
  if (!isStarved && disturbed.every((slot) => slot.evidence.awake))
    return { kind: 'harness', message: `${message} alone: ${why}`, log: '' };
  const rounds = discarded.length + kept.length;
  if (!isStarved) return { kind: 'disturbed', label, discarded: discarded.length, rounds, why };
  const { lagMs, pods } = evidence;
  const pod = pods && isShort(pods) ? { pod: pods.behind } : {};
  return { kind: 'starved', label, ...pickRates(evidence), lagMs, ...pod };
}

/** Finds the evidence of the slot that fell behind the most. */
function worst(slots: readonly { evidence: SlotEvidence }[]): SlotEvidence | null {
  const behind = ({ sent, intended }: SlotEvidence) => (intended === null ? 0 : intended - sent);
  return slots.map(({ evidence }) => evidence).sort((a, b) => behind(b) - behind(a))[0] ?? null;
}

function pickRates({ sent, intended, seconds, cpu }: SlotEvidence) {
  return { sent, intended: intended ?? sent, seconds, cpu };
}
