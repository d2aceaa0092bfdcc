import { dirname, resolve } from 'node:path';
import { parseTolerance } from '../config/language/setting.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { readCredentials } from '../forge/forge.ts';
import { gate } from '../gate/gate.ts';
import { useRecords } from '../gate/records.ts';
import { asSuite } from '../handover/suite.ts';
import { parseShard } from '../plan/shards.ts';
import { redact } from '../processes/environment.ts';
import { openRecordStore, readPlace } from '../records/store.ts';
import { renderComment } from '../report/comment.ts';
import { renderJson } from '../report/json.ts';
import { renderJunit } from '../report/junit.ts';
import { renderTerminal } from '../report/terminal.ts';
import { findCheckout } from '../revision/checkout.ts';
import { findBaseBranch, readSubject } from '../revision/subject.ts';
import { exitCodeOf, type FailOnCode } from '../verdict/codes.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { type CommonOptions, checkPlaces, chooseStyle, readCommon, writeResults } from './shared.ts';

type RunOptions = CommonOptions &
  Partial<Record<'shard' | 'store' | 'base' | 'tolerance' | 'baseUrl' | 'headUrl' | 'baseBranch', string>> &
  Partial<Record<'comment' | 'html' | 'junit' | 'keep', string>> & {
    failOn?: FailOnCode[];
    record?: boolean;
    bisect?: boolean;
    from?: 'paired' | 'history';
    json?: string | true;
  };

/** `tailgate run`: the gate in a terminal. Progress goes to standard error, the result to standard output. */
export async function run(options: RunOptions, signal: AbortSignal): Promise<ExitCode> {
  const { base = null, bisect, failOn = [], shard, tolerance, comment, html, json, junit, keep } = options;
  if (bisect && base === null)
    throw new UserError({
      what: '`--bisect` needs `--base`: the good commit that every other one is compared with.',
      hint: 'Such as `git bisect run tailgate run --base v1.4.0 --bisect`.',
    });
  const common = readCommon(options, signal);
  const { configPath, environment } = common;
  const directory = dirname(configPath);
  const places = { comment, html, json, junit };
  checkPlaces(configPath, places);
  const written = [...Object.values(places), keep].filter((path) => typeof path === 'string');
  // Code under test may change the remote later, without effect.
  const checkout = await findCheckout(directory, environment, signal);
  const credentials = readCredentials(environment);
  const store = readPlace(options.store, directory);
  const baseBranch = options.baseBranch ?? (await findBaseBranch(directory, environment, signal));
  const { report, secrets = [] } = await gate({
    ...common,
    ...{ failOn, baseBranch, store },
    shard: shard === undefined ? undefined : parseShard(shard),
    subject: await readSubject(directory, environment, signal),
    base: { asked: base, trigger: { kind: 'local', baseBranch }, from: options.from, credentials },
    deployments: { base: options.baseUrl, head: options.headUrl },
    attempt: new Date().toISOString(),
    tolerance: tolerance === undefined ? undefined : parseTolerance(tolerance),
    leaveOut: written.map((path) => resolve(path)),
    keepPath: keep === undefined ? undefined : resolve(keep),
    link: null,
  });
  const note = (text: string) => void process.stderr.write(`${redact(text, secrets)}\n`);
  const around = { suite: report.suite, checkout, credentials, environment, signal };
  const due = { isDue: options.record ?? false, note };
  const kept = await useRecords(asSuite(report), () => openRecordStore(store, around), due);
  process.stdout.write(`${json === true ? renderJson(report) : renderTerminal(kept.suite, chooseStyle())}\n`);
  for (const place of kept.recorded) note(`recorded: ${place}`);
  for (const reason of kept.unrecorded) note(`not recorded: ${reason}`);
  await writeResults([
    [comment, () => renderComment(kept.suite)],
    // The drawing library is only loaded here.
    [html, async () => (await import('../report/html/html.ts')).renderHtml(kept.suite)],
    [json, () => renderJson(report)],
    [junit, () => renderJunit(report, failOn)],
  ]);
  const exitCode = exitCodeOf(report.verdict);
  return bisect && exitCode === EXIT.pass && !isDecided(report.verdict) ? EXIT.unmeasured : exitCode;
}

/**
 * Tells whether everything that the file asks for was decided, and p50 in any case: otherwise git would call a commit good
 * without evidence. No file asks for the tail mean, which scatters most.
 */
export function isDecided({ changes }: Verdict): boolean {
  const asked = changes.filter(({ metric }) => metric.kind !== 'tail');
  return !asked.some(
    ({ code, reason }) =>
      code === 'inconclusive' || code === 'first-run' || reason?.kind === 'too-few-requests',
  );
}
