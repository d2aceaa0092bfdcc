import { randomInt } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read.ts';
import { chooseSource, selectScenarios } from '../config/selection.ts';
import { EXIT, type ExitCode, throwIfInterrupted } from '../errors.ts';
import { composeReport, type Report } from '../handover/report.ts';
import { findK6 } from '../k6/install/k6.ts';
import { assertSupportedPlatform, describeMachine } from '../machine/machine.ts';
import { planRun } from '../plan/plan.ts';
import { describeShortage } from '../plan/shortage.ts';
import { listSecretValues, redact, redactDeep } from '../processes/environment.ts';
import { removeFolder } from '../processes/folder.ts';
import { findLock, takeLock } from '../processes/lock.ts';
import type { Progress } from '../progress.ts';
import { selectTrend } from '../records/selection.ts';
import { startKeeper } from '../services/keeper.ts';
import { reapLeftovers } from '../services/leftovers.ts';
import { createWorkspace, keepWorkspace, makeKeepFolder } from '../services/workspace.ts';
import { skipRun } from '../verdict/skip.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { VERSION } from '../version.ts';
import { type Arms, canPair, goAlone, layOutArms } from './arms.ts';
import { chooseArms } from './choice.ts';
import { assertRead, keepRecord, readEarlier } from './earlier.ts';
import type { Case } from './judgement.ts';
import { measureArms } from './measuring.ts';
import type { GateRequest } from './request.ts';

export type GateResult = {
  report: Report;
  exitCode: ExitCode;
  /** Where the record was stored, or null when none was. */
  recordPath: string | null;
  /** Why the record that was asked for could not be stored; the verdict stands all the same. */
  unrecorded: string | null;
};

/** The runner kills a cancelled job 10 s after SIGINT, and a person at a terminal waits no longer. */
const GRACE_WHEN_INTERRUPTED_MS = 3500;

/**
 * The whole story: reads the configuration, finds out whether anything relevant has changed, finds k6, lays out base
 * and head side by side, measures block by block until the verdict is settled, judges, and records. Everything
 * started is stopped, and everything laid out is removed, on every path; trees whose clearing up failed stay for the
 * next run, which tries it once more.
 *
 * @throws UserError for what the user must change, Interrupted when `signal` is aborted
 */
export async function gate(request: GateRequest): Promise<GateResult> {
  const { progress, signal, environment, baseBranch, link } = request;
  assertSupportedPlatform(process.platform);
  const config = chooseSource(
    selectScenarios(readConfig(request.configPath, process.cwd()), request.only),
    request.base.from,
  );
  // Before anything takes time: a budget that cannot tell is the user's to change.
  const { budgetSeconds } = request;
  const paired = await canPair(config, request);
  for (const shortage of planRun(config, { budgetSeconds, paired }).shortages) {
    progress.note(describeShortage(shortage));
  }
  const earlier = await readEarlier(config, request);
  const { baseline } = earlier;
  if (config.baseline.kind === 'history') assertRead(earlier);
  if (request.keepPath) makeKeepFolder(request.keepPath);

  const giveTurnAway = await takeLock(progress, signal, findLock(environment.TAILGATE_LOCK));
  for (const line of await reapLeftovers()) progress.note(`clearing up after an earlier run: ${line}`);
  const workspace = createWorkspace();
  const keeper = startKeeper(workspace.path, config.secrets);
  const secrets = listSecretValues(environment, config.secrets);
  let arms: Arms | null = null;
  try {
    const choice = await chooseArms(config, workspace.path, request, keeper.mark);
    if (choice.kind === 'nothing') {
      const verdict = skipRun(choice.base, config.when!.changed);
      const record = { ...draftRecord(request, config, 'not used'), steps: [] };
      const report = redactDeep(composeReport(verdict, record, { baseBranch, link, history: [] }), secrets);
      return { report, exitCode: exitCodeOf(verdict), recordPath: null, unrecorded: null };
    }
    const ci = environment.CI === 'true';
    const k6 = await findK6({
      environment,
      path: config.k6Path,
      version: request.k6Version,
      progress,
      signal,
      ci,
    });
    const around = {
      logFolder: workspace.logs,
      environment,
      keeper,
      signal,
      grace: limitGrace(signal),
      shared: new Map(),
    };
    const run = { k6: k6.path, folder: workspace.k6, progress, around };
    const draft = draftRecord(request, config, k6.version);
    const measure = (these: Arms) => {
      // Without its base a run is compared with records, whatever was planned.
      if (these.comparison.kind === 'history') assertRead(earlier);
      return measureArms(these, { request, baseline, draft, ...run });
    };
    arms = await layOutArms(config, choice, workspace.path, randomInt(2 ** 31), request, keeper.mark);
    let judgement = await measure(arms);
    const failed = judgement.verdict.invalid.find(({ kind }) => kind === 'base-failed');
    if (failed && config.baseline.onBaseFailure === 'history') {
      progress.note(
        'the base cannot be measured; `on-base-failure` asks for a comparison with recorded runs',
      );
      judgement = await measure(goAlone(arms));
    }
    const { verdict, record } = judgement;
    throwIfInterrupted(signal);
    const history = selectTrend(record, baseline);
    const kept =
      request.record && verdict.invalid.length === 0
        ? await keepRecord(earlier, record)
        : { recordPath: null, unrecorded: null };
    return {
      ...redactDeep(kept, secrets),
      report: redactDeep(composeReport(verdict, record, { baseBranch, link, history }), secrets),
      exitCode: exitCodeOf(verdict),
    };
  } finally {
    progress.done();
    await keeper.close();
    giveTurnAway();
    const { keepPath } = request;
    const clean = (text: string) => redact(text, secrets);
    tellFailure(progress, 'not kept', () => keepPath && keepWorkspace(workspace, keepPath, clean));
    const owed = keeper.listOwed();
    for (const line of owed) {
      progress.note(redact(`not cleared up, and tried once more by the next run: ${line}`, secrets));
    }
    // What is tried once more may be a script of an arm's own tree, which goes with it.
    if (owed.length === 0) {
      tellFailure(progress, 'not removed', () => arms?.remove());
      tellFailure(progress, 'not removed', () => removeFolder(workspace.path));
    }
  }
}

/** For what comes after the measurement, which stands whether it succeeds or not. */
function tellFailure(progress: Progress, what: string, act: () => void): void {
  try {
    act();
  } catch (error) {
    progress.note(`${what}: ${(error as Error).message}`);
  }
}

function limitGrace(signal: AbortSignal): (wanted: number) => number {
  let until = Number.POSITIVE_INFINITY;
  signal.addEventListener('abort', () => {
    until = performance.now() + GRACE_WHEN_INTERRUPTED_MS;
  });
  return (wanted) => Math.max(100, Math.min(wanted, until - performance.now()));
}

function draftRecord(request: GateRequest, config: Config, k6: string): Case['draft'] {
  return {
    schemaVersion: 1,
    suite: config.suite,
    ...request.subject,
    attempt: request.attempt,
    ...(request.leg && { leg: request.leg }),
    recordedAt: new Date().toISOString(),
    tailgate: VERSION,
    environment: { ...describeMachine(), k6 },
  };
}

function exitCodeOf(verdict: Verdict): ExitCode {
  if (verdict.code === 'invalid') return EXIT.unmeasured;
  return verdict.blocks ? EXIT.failed : EXIT.pass;
}
