import { dirname, resolve } from 'node:path';
import { parseDuration } from '../config/language/duration.ts';
import { parseTolerance } from '../config/language/setting.ts';
import { splitNames } from '../config/selection.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { readCredentials } from '../forge/forge.ts';
import { readFailOn } from '../gate/fail-on.ts';
import { gate } from '../gate/gate.ts';
import type { GateRequest } from '../gate/request.ts';
import { asSuite } from '../handover/suite.ts';
import { parseShard } from '../plan/shards.ts';
import { readPlace } from '../records/stores/place.ts';
import { renderComment } from '../report/comment.ts';
import { renderJson } from '../report/json.ts';
import { renderJunit } from '../report/junit.ts';
import { findBaseBranch, readSubject } from '../revision/subject.ts';
import { showProgress } from '../terminal/progress.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { chooseConfigPath } from './config-path.ts';
import { checkPlaces, showReport, writeResults } from './result-file.ts';

/** Options by their names, see `cli.ts`. `config` absent: the file is looked for. */
type RunOptions = Partial<Record<Texts, string>> &
  Partial<Record<'record' | 'bisect' | 'verbose', boolean>> & {
    only?: string[];
    from?: 'paired' | 'history';
    json?: string | true;
  };
type Texts =
  | ('config' | 'shard' | 'budget' | 'store' | 'base' | 'tolerance' | 'baseUrl' | 'headUrl' | 'baseBranch')
  | ('failOn' | 'comment' | 'html' | 'junit' | 'keep');

/** `tailgate run`: the gate in a terminal. Progress goes to standard error, the result to standard output. */
export async function run(options: RunOptions, signal: AbortSignal): Promise<ExitCode> {
  const configPath = chooseConfigPath(options.config);
  const directory = dirname(configPath);
  const environment = process.env;
  const { stderr, stdout } = process;
  const { comment, html, json, junit } = options;
  if (options.bisect && options.base === undefined)
    throw new UserError({
      what: '`--bisect` needs `--base`: the good commit, with which each one is compared.',
      hint: 'Such as `git bisect run tailgate run --base v1.4.0 --bisect`.',
    });
  await checkPlaces({ comment, html, json, junit }, [configPath], signal);
  const baseBranch = options.baseBranch ?? (await findBaseBranch(directory, environment, signal));
  const request: GateRequest = {
    configPath,
    only: (options.only ?? []).flatMap(splitNames),
    ...(options.shard !== undefined && { shard: parseShard(options.shard) }),
    failOn: parseFailOn(options.failOn),
    record: options.record ?? false,
    store: readPlace(options.store, directory),
    subject: await readSubject(directory, environment, signal),
    baseBranch,
    base: {
      asked: options.base ?? null,
      trigger: { kind: 'local', baseBranch },
      from: options.from,
      credentials: readCredentials(environment) ?? undefined,
    },
    deployments: { base: options.baseUrl, head: options.headUrl },
    attempt: new Date().toISOString(),
    budgetSeconds: options.budget === undefined ? undefined : parseDuration(options.budget),
    tolerance: options.tolerance === undefined ? undefined : parseTolerance(options.tolerance),
    keepPath: options.keep === undefined ? undefined : resolve(options.keep),
    results: [comment, html, json, junit].flatMap((path) =>
      typeof path === 'string' ? [resolve(path)] : [],
    ),
    link: null,
    environment,
    progress: showProgress(options),
    signal,
  };
  const { report, exitCode, recordPath, unrecorded } = await gate(request);
  showReport(report, json, (text) => stdout.write(text));
  if (recordPath !== null) stderr.write(`recorded: ${recordPath}\n`);
  if (unrecorded !== null) stderr.write(`not recorded: ${unrecorded}\n`);
  await writeResults([
    [comment, () => renderComment(asSuite(report))],
    // The library that draws is loaded only here.
    [html, async () => (await import('../report/html/html.ts')).renderHtml(asSuite(report))],
    [json, () => renderJson(report)],
    [junit, () => renderJunit(report, request.failOn)],
  ]);
  if (comment !== undefined) stderr.write(`comment: ${resolve(comment)}\n`);
  if (html !== undefined) stderr.write(`report: ${resolve(html)}\n`);
  return options.bisect && exitCode === EXIT.pass && !isDecided(report.verdict) ? EXIT.unmeasured : exitCode;
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

function parseFailOn(text = ''): GateRequest['failOn'] {
  const mistakes: string[] = [];
  const { failOn, reportOnly } = readFailOn(splitNames(text), mistakes);
  if (reportOnly) mistakes.push('--fail-on: a run ends with its own exit code, so `none` is for workflows.');
  if (mistakes.length > 0) throw new UserError({ what: 'An option is wrong.', detail: mistakes.join('\n') });
  return failOn;
}
