import { DEFAULTS } from '../config/schema/values.ts';
import { EXIT } from '../errors.ts';
import { flatten } from '../forge/foreign.ts';
import { MOST_JOBS } from '../plan/shards.ts';
import { jobIdOf, listFailures, type NeededJob } from './needs.ts';
import type { Result } from './result.ts';
import { placeOf } from './result-name.ts';
import type { Collection, RefusedJob } from './results.ts';
import { mergeShards } from './shards.ts';
import type { Job, SuiteReport } from './suite.ts';

export type Expectations = {
  /** Measuring jobs; empty where the workflow does not name them. */
  needs: NeededJob[];
  /** Suites that must be there, and no others may be; empty for any suites. */
  suites: string[];
  trust: SuiteReport['trust'];
  link: string | null;
};

/**
 * Composes one report for each suite that has results or must have some; at least one. A result that did not
 * arrive becomes a missing job and cannot pass: a job of a matrix, an expected suite, or all of it. A refused
 * result is a fault. A measuring job fails only when something went wrong beyond a verdict. So a failed job
 * makes every suite a fault, and so do a job without a result and suites that are left out. Only a suite whose own
 * missing jobs account for a failed one is not told of it.
 */
export function composeSuites(
  { results, claimed, refused, leftOut }: Collection,
  { needs, suites, trust, link }: Expectations,
): SuiteReport[] {
  const found = [...new Set([...results, ...refused].map(({ suite }) => suite))].sort();
  const expected = suites.length > 0 ? [...suites].sort() : found;
  const strange = found.filter((suite) => !expected.includes(suite));
  // A job that could not read its configuration does not know its suite. It says why.
  const lost = results.filter(({ suite, outcome }) => strange.includes(suite) && outcome.kind === 'fault');
  const unknown = strange.filter((suite) => !lost.some((result) => result.suite === suite));
  const faults = [
    ...leftOut.map(explainLeftOut),
    ...lost.map(({ job, outcome }): Job => ({ name: job.name || `job ${job.id}`, outcome })),
    ...(unknown.length > 0 ? [explainStrange(unknown)] : []),
  ];
  const failures = listFailures(needs, [...results, ...refused]);
  return (expected.length > 0 ? expected : [DEFAULTS.suite]).map((suite): SuiteReport => {
    const isOwn = (one: { suite: string }) => one.suite === suite;
    const own = { results: results.filter(isOwn), refused: refused.filter(isOwn) };
    // A job that could not read its configuration does not know its suite.
    const isKnown = own.results.some(hasReport);
    const elsewhere = isKnown ? results.filter((one) => !isOwn(one) && hasReport(one)) : [];
    const jobs = composeJobs(own.results, claimed.filter(isOwn), own.refused, elsewhere);
    const ids = [...own.results, ...own.refused].map(jobIdOf);
    // A job that calls a workflow has another id there, and a suite of which nothing arrived may be of any job.
    const isUnknown = !needs.some(({ id }) => ids.includes(id));
    const untold = failures.filter(({ id }) => !(jobs.some(isMissing) && (isUnknown || ids.includes(id))));
    return { suite, jobs: [...jobs, ...untold.map(({ job }) => job), ...faults], attempts: [], trust, link };
  });
}

/** @param elsewhere results of other suites */
function composeJobs(
  results: readonly Result[],
  doubtful: Collection['claimed'],
  refused: readonly RefusedJob[],
  elsewhere: readonly Result[],
): Job[] {
  const ids = [...new Set([...results, ...refused].map(jobIdOf))].sort();
  if (ids.length > 1) return [{ name: '', outcome: explainClaim(`this suite: ${ids.join(', ')}`) }];
  const total = Math.max(1, ...results.map(({ job }) => job.total), ...refused.map((job) => job.total));
  // The number of jobs is unknown here; `needs` tells of those that failed.
  if (total === 1 && results.length + refused.length > 1) return composeUncounted(results, doubtful, refused);
  const jobs = Array.from({ length: total }, (_, index): Job => {
    const [result, ...others] = results.filter(({ job }) => job.index === index);
    const name = result?.job.name || (total > 1 ? `${index + 1} of ${total}` : '');
    const refusal = refused.find((job) => job.index === index);
    if (refusal) return { name, outcome: explainRefusal(refusal) };
    if (!result) {
      const other = elsewhere.find(
        ({ job }) => job.id === ids[0] && job.total === total && job.index === index,
      );
      if (other) return { name: other.job.name || name, outcome: explainOther(other.suite) };
      return { name, outcome: { kind: 'missing' } };
    }
    if (others.length === 0 && !doubtful.some((claim) => claim.index === index)) {
      return { name, outcome: result.outcome };
    }
    return { name, outcome: explainClaim(`job ${index + 1} of ${total}`) };
  });
  return mergeShards(jobs);
}

/** Composes jobs that only their names tell apart; the name of a file has a hash of that name. */
function composeUncounted(
  results: readonly Result[],
  doubtful: Collection['claimed'],
  refused: readonly RefusedJob[],
): Job[] {
  const unknown = refused.filter(({ place }) => !results.some(({ job }) => placeOf(job) === place));
  return [
    ...results.map(({ job, outcome }): Job => {
      const { name } = job;
      const refusal = refused.find(({ place }) => place === placeOf(job));
      if (refusal) return { name, outcome: explainRefusal(refusal) };
      if (!doubtful.some((claim) => claim.name === name)) return { name, outcome };
      return { name, outcome: explainClaim(`job ${name}`) };
    }),
    ...unknown
      .slice(0, MOST_JOBS)
      .map(
        (refusal): Job => ({ name: `refused ${refusal.place}`.trimEnd(), outcome: explainRefusal(refusal) }),
      ),
  ];
}

/** The jobs of a matrix are judged together. Another suite would have jobs that are missing. */
function explainOther(suite: string): Job['outcome'] {
  const message = `This job of the matrix measured the suite ${flatten(suite, 60)}, and a matrix has one suite: give its configurations the same \`suite\`, or each of them a job of its own.`;
  return { kind: 'fault', exitCode: EXIT.configuration, message };
}

function explainRefusal({ reason }: RefusedJob): Job['outcome'] {
  const message = `The result of this job was not taken: ${reason}.`;
  return { kind: 'fault', exitCode: EXIT.unmeasured, message };
}

function explainLeftOut(reason: string): Job {
  return {
    name: 'left out',
    outcome: { kind: 'fault', exitCode: EXIT.unmeasured, message: `Results are missing: ${reason}.` },
  };
}

function explainStrange(suites: readonly string[]): Job {
  const names = flatten(suites.join(', '), 300);
  const message = `Results arrived of suites that the input \`suites\` does not name: ${names}. Name all suites of this workflow there.`;
  return { name: 'left out', outcome: { kind: 'fault', exitCode: EXIT.unmeasured, message } };
}

function explainClaim(what: string): Job['outcome'] {
  const message = [
    `Several jobs measured ${what}. Give each of them a \`suite\` of its own, or make them one matrix.`,
    'Jobs that call one workflow are told apart there by `matrix: ${{ toJSON(inputs) }}` under `with:`; all others are named under `needs`.',
  ].join('\n');
  return { kind: 'fault', exitCode: EXIT.configuration, message };
}

function hasReport({ outcome }: Result): boolean {
  return outcome.kind === 'report';
}

function isMissing({ outcome }: Job): boolean {
  return outcome.kind === 'missing';
}
