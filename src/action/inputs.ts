import { DEFAULTS } from '../config/schema/values.ts';
import { parseSelector } from '../config/selection.ts';
import { UserError } from '../errors.ts';
import { LEVELS, type Level } from '../forge/rights.ts';
import { type FailOn, readFailOn } from '../gate/fail-on.ts';
import { type JobPlace, readJob } from '../handover/job-place.ts';
import { WHEN_TO_COMMENT, type WhenToComment } from '../publish/publication.ts';

/** `gate` measures and publishes in one step. `measure` and `publish` are its halves, in jobs of their own. */
export const MODES = ['gate', 'measure', 'publish'] as const;

/** The action's inputs, checked. */
export type Inputs = {
  mode: (typeof MODES)[number];
  /** Suites that a publishing job must find, and no others. */
  suites: string[];
  job: JobPlace;
  /** True when the jobs of the matrix share the suite. */
  shard: boolean;
  /** Place of the records, as `readPlace` takes it. */
  store: string;
  /** Path of the configuration, relative to the working directory unless absolute; null to look for it. */
  config: string | null;
  /** Token of the API; empty when there is none. */
  token: string;
  /** Revision to compare with; null for the one that the event names. */
  base: string | null;
  /** URLs of deployments to compare; empty where there are none. */
  deployments: { base: string; head: string };
  /** Names of scenarios; empty for all. */
  only: string[];
  failOn: FailOn['failOn'];
  /** True for `fail-on: none`. */
  reportOnly: FailOn['reportOnly'];
  /** Level of rights that accepting takes; null for everybody who may triage. */
  acceptBy: Level | null;
  comment: WhenToComment;
  /** Folder to work in, relative to the workspace unless absolute. */
  workingDirectory: string;
};

/**
 * Reads every input through `getInput`, which gives an empty string for an input that is not set, as `@actions/core`
 * does. Throws one `UserError` that lists all mistakes.
 */
export function loadInputs(getInput: (name: string) => string): Inputs {
  const mistakes: string[] = [];
  const inputs: Inputs = {
    mode: readChoice('mode', MODES, getInput('mode') || 'gate', mistakes),
    suites: readList(getInput('suites') || DEFAULTS.suite),
    job: readJob(getInput('matrix'), getInput('job-index'), getInput('job-total'), mistakes),
    shard: readChoice('shard', ['false', 'true'], getInput('shard') || 'false', mistakes) === 'true',
    store: getInput('store') || 'git',
    config: getInput('config') || null,
    token: getInput('github-token'),
    base: getInput('base') || null,
    deployments: { base: getInput('base-url'), head: getInput('head-url') },
    only: readList(getInput('only')),
    ...readFailOn(readList(getInput('fail-on')), mistakes),
    acceptBy: getInput('accept-by') ? readChoice('accept-by', LEVELS, getInput('accept-by'), mistakes) : null,
    comment: readChoice('comment', WHEN_TO_COMMENT, getInput('comment') || 'always', mistakes),
    workingDirectory: getInput('working-directory') || '.',
  };
  // The result of a measuring job may be forged, and must not switch the gate off.
  if (inputs.mode === 'measure' && inputs.reportOnly)
    mistakes.push(
      'fail-on: `none` belongs to the step that publishes. This one measures, and blocks nothing.',
    );
  if (inputs.shard && inputs.mode !== 'measure')
    mistakes.push('shard: `true` needs `mode: measure`, and a job with `mode: publish` for one verdict.');
  const total = getInput('job-total');
  if (inputs.shard && (total === '' || (total === '1' && inputs.job.name === '')))
    mistakes.push('shard: `true` is for the jobs of a matrix, and `job-total` counts none.');
  for (const name of inputs.only) {
    const { scenario, inside } = parseSelector(name);
    if (scenario === null ? inside !== null : /^[a-z][a-z0-9_-]*$/.test(scenario)) continue;
    mistakes.push(
      `only: ${quote(name)} is not the name of a scenario (a to z, 0 to 9, _ and -), with variants as \`[cache=off]\`.`,
    );
  }
  if (mistakes.length === 0) return inputs;
  throw new UserError({
    what: mistakes.length === 1 ? 'One input is wrong.' : `${mistakes.length} inputs are wrong.`,
    where: 'the `with:` of the Tailgate step',
    detail: mistakes.join('\n'),
  });
}

/** Reads one of a few words; the first of them after a mistake. */
function readChoice<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
  text: string,
  mistakes: string[],
): Word {
  const word = words.find((known) => known === text);
  if (!word) mistakes.push(`${name}: expected ${words.join(', ')}, found ${quote(text)}.`);
  return word ?? words[0];
}

function readList(text: string): string[] {
  // Values of variants may be separated by commas, too: `create [cache=off, storage=memory]`.
  const items = (text.match(/(?:\[[^\]\n]*\]?|[^,\n[])+/g) ?? []).map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ''))];
}

/** Shows an input in a message. It is the user's own, but may be long or hold control characters. */
function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
