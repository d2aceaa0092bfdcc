import { basename } from 'node:path';
import type { Config } from '../config/config.ts';
import { UserError } from '../errors.ts';
import type { Report } from '../handover/report.ts';
import type { RunRecord } from '../records/record.ts';
import { decide } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Caveat, Findings } from './findings.ts';
import { compareStoredRuns, sumEffort } from './records.ts';
import type { RunFile } from './run-file.ts';
import { compareSummaries, outline } from './summaries.ts';

type RunComparison = { report: Report; caveats: Caveat[] };

/**
 * Judges run B (head) against run A (base), both measured earlier, and B by the SLOs of the configuration.
 *
 * @param reproduce command line of this comparison
 * @throws UserError when the two files are of different kinds or have nothing in common
 */
export function compareRuns(
  base: RunFile,
  head: RunFile,
  config: Config | null,
  reproduce: string,
): RunComparison {
  if (base.kind === 'record' && head.kind === 'record') {
    const { changes, slos, caveats } = compareStoredRuns(base, head, config);
    const effort = sumEffort([base.record, head.record]);
    return { report: compose(base, head.record, { changes, slos, effort, reproduce }), caveats };
  }
  if (base.kind === 'summary' && head.kind === 'summary') {
    const { changes, slos, caveats } = compareSummaries(base, head, config);
    const loadSeconds = (base.summary.seconds ?? 0) + (head.summary.seconds ?? 0);
    const effort = { slices: 0, discardedRounds: 0, instances: 2, loadSeconds };
    return { report: compose(base, outline(head, config), { changes, slos, effort, reproduce }), caveats };
  }
  const [a, b] = [base, head].map(({ kind }) => KINDS[kind]);
  throw new UserError({
    what: `${base.path} is ${a}, and ${head.path} is ${b}: they cannot be compared.`,
    hint: 'Compare two records of Tailgate, or two summaries of k6.',
  });
}

const KINDS: Record<RunFile['kind'], string> = {
  record: 'a record of Tailgate',
  summary: 'a summary of k6',
};

function compose(
  base: RunFile,
  record: RunRecord,
  {
    changes,
    slos,
    effort,
    reproduce,
  }: Omit<Findings, 'caveats'> & Pick<Verdict, 'effort'> & { reproduce: string },
): Report {
  const nothing = { faults: [], invalid: [] };
  const verdict: Verdict = {
    ...decide({ slos, changes, ...nothing, failOn: [] }),
    slos,
    changes,
    ...nothing,
    pair: null,
    loosened: [],
    costs: [],
    suspects: [],
    acceptances: [],
    refusals: [],
    effort,
  };
  const baseBranch = basename(base.path, '.json');
  return { suite: record.suite, verdict, record, history: [], baseBranch, reproduce, link: null };
}
