import { DEFAULTS } from '../config/schema/values.ts';
import { parseSelector } from '../config/selection.ts';
import { UserError } from '../errors.ts';
import { LEVELS } from '../forge/rights.ts';
import { readFailOn } from '../gate/fail-on.ts';
import { readJob } from '../handover/job-place.ts';
import { WHEN_TO_COMMENT } from '../publish/publication.ts';

/** `gate` measures and publishes in one step. `measure` and `publish` are its halves, in jobs of their own. */
export const MODES = ['gate', 'measure', 'publish'] as const;

/** The action's inputs, checked. */
export type Inputs = ReturnType<typeof loadInputs>;

/**
 * Reads every input through `getInput`, which gives an empty string for an input that is not set, as `@actions/core`
 * does. What each means is in action.yml. Throws one `UserError` that lists all mistakes.
 */
export function loadInputs(getInput: (name: string) => string) {
  const mistakes: string[] = [];
  const shard = readChoice('shard', ['false', 'true'], getInput('shard') || 'false', mistakes) === 'true';
  const inputs = {
    mode: readChoice('mode', MODES, getInput('mode') || 'gate', mistakes),
    suites: readList(getInput('suites') || DEFAULTS.suite),
    job: readJob(getInput('matrix'), getInput('job-index'), getInput('job-total'), mistakes),
    shard,
    /** As `readPlace` takes it. */
    store: getInput('store') || 'git',
    /** Null to look for it. */
    config: getInput('config') || null,
    token: getInput('github-token'),
    /** Null for the one that the event names. */
    base: getInput('base') || null,
    deployments: { base: getInput('base-url'), head: getInput('head-url') },
    only: readList(getInput('only')),
    ...readFailOn(readList(getInput('fail-on')), mistakes),
    /** Null for everybody who may triage. */
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
