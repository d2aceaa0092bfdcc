import { readFileSync } from 'node:fs';
import { parseDuration } from '../config/language/duration.ts';
import { parseDriftTolerance, parseReference } from '../config/language/reference.ts';
import { readConfig } from '../config/read.ts';
import { splitNames } from '../config/selection.ts';
import { type Drift, describeDrift, readDrift } from '../drift/drift.ts';
import { renderDrift, writeIssue } from '../drift/words.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { loadContext } from '../forge/context.ts';
import { explainDeliveryFault } from '../forge/fault.ts';
import { connectTo } from '../forge/octokit.ts';
import { closeIssue, type KeptIssue, keepIssue } from '../forge/own-issues.ts';
import { gate } from '../gate/gate.ts';
import { childEnvironment } from '../processes/environment.ts';
import { findPast } from '../revision/past.ts';
import { readSubject } from '../revision/subject.ts';
import { showProgress } from '../terminal/progress.ts';
import { chooseConfigPath } from './config-path.ts';
import { checkPlaces, writeResults } from './result-file.ts';
import { describeRuns, needCheckout } from './revisions.ts';

export type DriftOptions = {
  config?: string;
  only?: string[];
  /** In place of `drift.against` and `drift.tolerance`, as they are written there. */
  against?: string;
  tolerance?: string;
  budget?: string;
  json?: string | true;
  /** Opens, updates or closes the issue on the forge. */
  issue?: boolean;
  verbose?: boolean;
  /** Release of k6. Absent: the pinned one. */
  k6Version?: string;
  /** Token of the API. Absent: that of the environment. */
  token?: string;
};

const EXITS: Record<Drift['result'], ExitCode> = {
  beyond: EXIT.failed,
  within: EXIT.pass,
  undecided: EXIT.pass,
  unmeasured: EXIT.unmeasured,
};

/**
 * `tailgate drift`: compares the commit that is checked out with one of the past, side by side, and keeps one issue as
 * long as something is beyond the tolerance.
 *
 * @param write receives the result
 * @returns 0 where nothing surely is beyond it, 1 where something is, 3 where it could not be measured
 * @throws UserError also (exit code 3) where the issue could not be written; the result is shown all the same
 */
export async function drift(
  options: DriftOptions,
  signal: AbortSignal,
  write: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<ExitCode> {
  const issues = options.issue ? openIssues(options, signal) : null;
  const measured = await measure(options, signal);
  const published = issues === null ? null : await issues(measured).catch((error: unknown) => error as Error);
  const url = published instanceof Error ? null : (published?.url ?? null);
  const json = () => JSON.stringify(describeDrift(measured, url), null, 2);
  write(`${options.json === true ? json() : renderDrift(measured)}\n`);
  await writeResults([[options.json, json]]);
  if (published instanceof Error)
    throw new UserError({
      what: `The issue could not be written: ${explainDeliveryFault(published).reason}`,
      hint: 'The job needs `issues: write`, and the repository issues.',
      exitCode: EXIT.unmeasured,
    });
  if (published) process.stderr.write(`issue ${published.action}: ${published.url}\n`);
  return EXITS[measured.result];
}

async function measure(options: DriftOptions, signal: AbortSignal): Promise<Drift> {
  const configPath = chooseConfigPath(options.config);
  await checkPlaces({ json: options.json }, [configPath], signal);
  const only = (options.only ?? []).flatMap(splitNames);
  const calling = { command: 'tailgate drift', variables: childEnvironment(process.env) };
  const { drift } = readConfig(configPath, process.cwd(), { only, calling });
  const against = options.against === undefined ? drift.against : parseReference(options.against);
  const tolerance =
    options.tolerance === undefined ? drift.tolerance : parseDriftTolerance(options.tolerance);
  const budgetSeconds = options.budget === undefined ? undefined : parseDuration(options.budget);
  const checkout = await needCheckout(configPath, signal);
  if (checkout.head === null) throw new UserError({ what: 'Nothing is committed yet.' });
  const past = await findPast(checkout, against, checkout.head, Date.now());
  const progress = showProgress(options);
  const { dirty } = await readSubject(checkout.top, process.env, signal);
  const without = dirty ? '; what is not committed is left out' : '';
  const short = past.sha.slice(0, 10);
  progress.note(`compared with ${short}${past.name === short ? '' : `, ${past.name}`}${without}`);
  const { k6Version, token } = options;
  const asked = { budgetSeconds, tolerance, progress, k6Version, token };
  const describe = await describeRuns(configPath, checkout, asked, signal);
  const { report } = await gate(await describe({ base: past.sha, head: checkout.head, only }));
  return readDrift(report, {
    from: { sha: past.sha, name: past.name },
    to: { sha: checkout.head, name: checkout.branch ?? checkout.head.slice(0, 10) },
    tolerance,
  });
}

/**
 * Prepares to keep the issue, before time is spent on what it is to say. It is left alone where nothing is decided.
 *
 * @throws UserError outside a workflow, and without a token
 */
function openIssues(
  { token = process.env.GITHUB_TOKEN || process.env.GH_TOKEN || '', only = [], against }: DriftOptions,
  signal: AbortSignal,
): (measured: Drift) => Promise<KeptIssue | null> {
  const context = loadContext(process.env, (path) => readFileSync(path, 'utf8'));
  const octokit = connectTo(context, token, (text) => void process.stderr.write(`${text}\n`), signal);
  if (octokit === null)
    throw new UserError({
      what: 'There is no token to write the issue with.',
      hint: 'Set GITHUB_TOKEN, or the input `github-token`, and give the job `issues: write`.',
    });
  return async (measured) => {
    const { owner, repo, run } = context;
    // Who asks about some scenarios, or about another commit, says nothing of the rest.
    const asked = [...only.flatMap(splitNames).sort(), ...(against ? [`against ${against}`] : [])];
    const marker = `<!-- tailgate-drift: ${[measured.suite, ...asked.map(encodeURIComponent)].join(' ')} -->`;
    const place = { owner, repo, marker };
    const said = { marker, run: run.url };
    switch (measured.result) {
      case 'beyond':
        return keepIssue(octokit, place, writeIssue(measured, { ...said, closes: false }));
      case 'within':
        return closeIssue(octokit, place, writeIssue(measured, { ...said, closes: true }));
      case 'undecided':
      case 'unmeasured':
        return null;
    }
  };
}
