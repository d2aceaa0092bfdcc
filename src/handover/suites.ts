import * as z from 'zod';
import { DEFAULTS } from '../config/schema/values.ts';
import { EXIT, UserError } from '../errors.ts';
import { MOST_LEGS, type Result } from './result.ts';
import { placeOf } from './result-name.ts';
import type { Collection, RefusedLeg } from './results.ts';
import type { Leg, SuiteReport } from './suite.ts';

/** Job that publishing waits for, and how it ended (GitHub's `needs.<job>.result`). */
export type NeededJob = { name: string; result: 'success' | 'failure' | 'cancelled' | 'skipped' };

export type Expectations = {
  /** Measuring jobs; empty where the workflow does not name them. */
  needs: NeededJob[];
  /** Suites that must be there. */
  suites: string[];
  trust: SuiteReport['trust'];
  link: string | null;
};

const needsSchema = z.record(
  z.string(),
  z.object({ result: z.enum(['success', 'failure', 'cancelled', 'skipped']) }),
);

/** Reads the text of `${{ toJSON(needs) }}`; empty text means no jobs. @throws UserError on any other text */
export function readNeeds(text: string): NeededJob[] {
  if (text.trim() === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const parsed = needsSchema.safeParse(value);
  if (parsed.success) return Object.entries(parsed.data).map(([name, { result }]) => ({ name, result }));
  throw new UserError({
    what: 'The input needs is not what GitHub Actions gives.',
    hint: 'Write `needs: ${{ toJSON(needs) }}` under `with:`.',
    cause: parsed.error,
  });
}

/**
 * Composes one report for each suite that has results or must have some; at least one. A result that did not
 * arrive becomes a missing leg and cannot pass: a leg of a matrix, an expected suite, or all of it. A refused
 * result is a fault. A measuring job fails only when something went wrong beyond a verdict. So a failed job
 * makes every suite a fault unless a missing leg accounts for it, and so do suites that are left out.
 */
export function composeSuites(
  { results, claimed, refused, leftOut }: Collection,
  { needs, suites, trust, link }: Expectations,
): SuiteReport[] {
  const names = [...new Set([...suites, ...[...results, ...refused].map(({ suite }) => suite)])].sort();
  const composed = (names.length > 0 ? names : [DEFAULTS.suite]).map((suite): SuiteReport => {
    const isOwn = (one: { suite: string }) => one.suite === suite;
    const legs = composeLegs(results.filter(isOwn), claimed.filter(isOwn), refused.filter(isOwn));
    return { suite, legs, attempts: [], trust, link };
  });
  const failed = needs.filter(({ result }) => result !== 'success');
  const faults = [...failed.map(explainJob), ...leftOut.map(explainLeftOut)];
  if (faults.length === 0 || composed.some(({ legs }) => legs.some(isMissing))) return composed;
  return composed.map((suite) => ({ ...suite, legs: [...suite.legs, ...faults] }));
}

function composeLegs(
  results: readonly Result[],
  doubtful: Collection['claimed'],
  refused: readonly RefusedLeg[],
): Leg[] {
  const total = Math.max(1, ...results.map(({ leg }) => leg.total), ...refused.map((leg) => leg.total));
  // The number of legs is unknown here; `needs` tells of those that failed.
  if (total === 1 && results.length + refused.length > 1) return composeUncounted(results, doubtful, refused);
  return Array.from({ length: total }, (_, index): Leg => {
    const [result, ...others] = results.filter(({ leg }) => leg.index === index);
    const name = result?.leg.name || (total > 1 ? `${index + 1} of ${total}` : '');
    const refusal = refused.find((leg) => leg.index === index);
    if (refusal) return { name, outcome: explainRefusal(refusal) };
    if (!result) return { name, outcome: { kind: 'missing' } };
    if (others.length === 0 && !doubtful.some((claim) => claim.index === index)) {
      return { name, outcome: result.outcome };
    }
    return { name, outcome: explainClaim(`leg ${index + 1} of ${total}`) };
  });
}

/** Composes legs that only their names tell apart; the name of a file has a hash of that name. */
function composeUncounted(
  results: readonly Result[],
  doubtful: Collection['claimed'],
  refused: readonly RefusedLeg[],
): Leg[] {
  const unknown = refused.filter(({ place }) => !results.some(({ leg }) => placeOf(leg) === place));
  return [
    ...results.map(({ leg, outcome }): Leg => {
      const { name } = leg;
      const refusal = refused.find(({ place }) => place === placeOf(leg));
      if (refusal) return { name, outcome: explainRefusal(refusal) };
      if (!doubtful.some((claim) => claim.name === name)) return { name, outcome };
      return { name, outcome: explainClaim(`leg ${name}`) };
    }),
    ...unknown
      .slice(0, MOST_LEGS)
      .map(
        (refusal): Leg => ({ name: `refused ${refusal.place}`.trimEnd(), outcome: explainRefusal(refusal) }),
      ),
  ];
}

function explainRefusal({ reason }: RefusedLeg): Leg['outcome'] {
  const message = `The result of this job was not taken: ${reason}.`;
  return { kind: 'fault', exitCode: EXIT.unmeasured, message };
}

function explainLeftOut(reason: string): Leg {
  return {
    name: 'left out',
    outcome: { kind: 'fault', exitCode: EXIT.unmeasured, message: `Results are missing: ${reason}.` },
  };
}

function explainClaim(leg: string): Leg['outcome'] {
  const message = `Several jobs measured ${leg}. Give each of them a \`suite\` of its own, or make them one matrix.`;
  return { kind: 'fault', exitCode: EXIT.configuration, message };
}

function explainJob({ name, result }: NeededJob): Leg {
  const ended = { failure: 'failed', cancelled: 'was cancelled', skipped: 'was skipped', success: 'ended' };
  return {
    name: `job ${name}`,
    outcome: {
      kind: 'fault',
      exitCode: EXIT.unmeasured,
      message: `The job ${name} ${ended[result]}, so results may be missing.`,
    },
  };
}

function isMissing({ outcome }: Leg): boolean {
  return outcome.kind === 'missing';
}
