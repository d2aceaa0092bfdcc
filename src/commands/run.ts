import { dirname, resolve } from 'node:path';
import { parseTolerance } from '../config/language/setting.ts';
import { splitNames } from '../config/selection.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { readCredentials } from '../forge/forge.ts';
import { gate } from '../gate/gate.ts';
import { asSuite } from '../handover/suite.ts';
import { parseShard } from '../plan/shards.ts';
import { readPlace } from '../records/store.ts';
import { renderComment } from '../report/comment.ts';
import { renderJson } from '../report/json.ts';
import { renderJunit } from '../report/junit.ts';
import { renderTerminal } from '../report/terminal.ts';
import { findBaseBranch, readSubject } from '../revision/subject.ts';
import { exitCodeOf, FAIL_ON_CODES } from '../verdict/codes.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { type CommonOptions, checkPlaces, chooseStyle, readCommon, writeResults } from './shared.ts';

type RunOptions = CommonOptions &
  Partial<Record<'shard' | 'store' | 'base' | 'tolerance' | 'baseUrl' | 'headUrl' | 'baseBranch', string>> &
  Partial<Record<'failOn' | 'comment' | 'html' | 'junit' | 'keep', string>> & {
    record?: boolean;
    bisect?: boolean;
    from?: 'paired' | 'history';
    json?: string | true;
  };

/** `tailgate run`: the gate in a terminal. Progress goes to standard error, the result to standard output. */
export async function run(options: RunOptions, signal: AbortSignal): Promise<ExitCode> {
  const { stderr, stdout } = process;
  const { base = null, bisect, shard, tolerance, comment, html, json, junit, keep } = options;
  if (bisect && base === null)
    throw new UserError({
      what: '`--bisect` needs `--base`: the good commit, with which each one is compared.',
      hint: 'Such as `git bisect run tailgate run --base v1.4.0 --bisect`.',
    });
  const common = readCommon(options, signal);
  const { configPath, environment } = common;
  const directory = dirname(configPath);
  const places = { comment, html, json, junit };
  await checkPlaces(places, configPath, signal);
  const baseBranch = options.baseBranch ?? (await findBaseBranch(directory, environment, signal));
  const failOn = splitNames(options.failOn ?? '').map(readCode);
  const { report, recordPath, unrecorded } = await gate({
    ...common,
    ...{ failOn, baseBranch },
    shard: shard === undefined ? undefined : parseShard(shard),
    record: options.record ?? false,
    store: readPlace(options.store, directory),
    subject: await readSubject(directory, environment, signal),
    base: {
      asked: base,
      trigger: { kind: 'local', baseBranch },
      from: options.from,
      credentials: readCredentials(environment) ?? undefined,
    },
    deployments: { base: options.baseUrl, head: options.headUrl },
    attempt: new Date().toISOString(),
    tolerance: tolerance === undefined ? undefined : parseTolerance(tolerance),
    keepPath: keep === undefined ? undefined : resolve(keep),
    results: Object.values(places).flatMap((path) => (typeof path === 'string' ? [resolve(path)] : [])),
    link: null,
  });
  const suite = asSuite(report);
  stdout.write(`${json === true ? renderJson(report) : renderTerminal(suite, chooseStyle())}\n`);
  if (recordPath !== null) stderr.write(`recorded: ${recordPath}\n`);
  if (unrecorded !== null) stderr.write(`not recorded: ${unrecorded}\n`);
  await writeResults([
    [comment, () => renderComment(suite)],
    // The library that draws is loaded only here.
    [html, async () => (await import('../report/html/html.ts')).renderHtml(suite)],
    [json, () => renderJson(report)],
    [junit, () => renderJunit(report, failOn)],
  ]);
  for (const [name, path] of Object.entries({ comment, report: html }))
    if (path !== undefined) stderr.write(`${name}: ${resolve(path)}\n`);
  const exitCode = exitCodeOf(report.verdict);
  return bisect && exitCode === EXIT.pass && !isDecided(report.verdict) ? EXIT.unmeasured : exitCode;
}

/**
 * Tells whether all that the file asks for was decided, p50 in any case: git would call a commit good that nobody has
 * shown to be. No file asks for the tail mean, which scatters most.
 */
function isDecided({ changes, pair }: Verdict): boolean {
  const asked = changes.filter(({ metric }) => metric.kind !== 'tail');
  const isOpen = asked.some(({ code }) => code === 'inconclusive' || code === 'first-run');
  return !isOpen && (pair?.unread ?? []).length === 0;
}

function readCode(text: string) {
  const known = FAIL_ON_CODES.find((code) => code === text);
  if (known) return known;
  const what = `--fail-on takes ${FAIL_ON_CODES.join(' and ')}, not ${JSON.stringify(text)}.`;
  throw new UserError({ what, hint: 'The others block in any case.' });
}
