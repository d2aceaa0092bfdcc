import { basename } from 'node:path';
import type { Config } from '../config/config.ts';
import type { Report } from '../handover/report.ts';
import { decide } from '../verdict/decision.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { Caveat } from './findings.ts';
import { compareStoredRuns, sumEffort } from './records.ts';
import type { RunFile } from './run-file.ts';

/**
 * Judges run B (head) against run A (base), both measured earlier, and B by the SLOs of the configuration.
 *
 * @param reproduce command line of this comparison
 * @throws UserError when the two files have nothing in common
 */
export function compareRuns(
  base: RunFile,
  head: RunFile,
  config: Config | null,
  reproduce: string,
): { report: Report; caveats: Caveat[] } {
  const { changes, slos, caveats } = compareStoredRuns(base, head, config);
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
    effort: sumEffort([base.record, head.record]),
  };
  const { record } = head;
  const baseBranch = basename(base.path, '.json');
  return {
    report: { suite: record.suite, verdict, record, history: [], baseBranch, reproduce, link: null },
    caveats,
  };
}
