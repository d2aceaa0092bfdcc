import * as z from 'zod';
import { DEFAULTS } from '../config/schema/values.ts';
import { splitNames } from '../config/selection.ts';
import { UserError } from '../errors.ts';
import { LEVELS } from '../forge/rights.ts';
import { WHEN_TO_COMMENT } from '../publish/publication.ts';
import { FAIL_ON_CODES, type FailOnCode } from '../verdict/codes.ts';

const quote = (input: unknown) => JSON.stringify(String(input).slice(0, 60));
const word = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  z.enum(words, {
    error: ({ input }) => `expected ${words.filter(Boolean).join(', ')}, found ${quote(input)}.`,
  });
const text = z.string().default('');
const optional = text.transform((given) => given || null);
const list = (usual = '') =>
  z
    .string()
    .default(usual)
    .transform((given) => [...new Set(splitNames(given))]);

const LONGEST_NAME = 200;

/** Place of this job in its matrix: `name`, such as `node 22, os linux`, is empty without one; `index` counts from 0. */
const job = z
  .string()
  .optional()
  .meta({ default: '[${{ toJSON(strategy) }}, ${{ toJSON(matrix) }}]' })
  .transform((given, { addIssue }): unknown => {
    try {
      return JSON.parse(given ?? '[null, null]');
    } catch {
      addIssue('expected JSON.');
      return z.NEVER;
    }
  })
  .pipe(
    z.tuple([
      // A runner may leave them empty.
      z.object({ 'job-index': z.int().min(0).default(0), 'job-total': z.int().min(1).default(1) }).nullable(),
      z.record(z.string(), z.unknown()).nullable(),
    ]),
  )
  .transform(([strategy, matrix]) => {
    const { 'job-index': index, 'job-total': total } = strategy ?? { 'job-index': 0, 'job-total': 1 };
    const print = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
    const words = Object.entries(matrix ?? {}).map(([key, value]) => `${key} ${print(value)}`);
    const name = words.join(', ').slice(0, LONGEST_NAME) || (total > 1 ? `job ${index + 1}` : '');
    return { name, index, total };
  })
  .refine(({ index, total }) => index < total, 'job-index is not below job-total.');

/** Codes that block besides those that always do; with `none` nothing does. */
const failOn = list()
  .pipe(z.array(word([...FAIL_ON_CODES, 'none'])))
  .refine((codes) => codes.length < 2 || !codes.includes('none'), '`none` stands alone.')
  .transform((codes) => ({
    failOn: codes.filter((code): code is FailOnCode => code !== 'none'),
    reportOnly: codes.includes('none'),
  }));

/** All inputs: the action.yml and the table in docs/reference.md are made of it (`npm run docs`). */
export const INPUTS = z.object({
  mode: word(['gate', 'measure', 'publish'])
    .default('gate')
    .describe(
      '`gate` measures and publishes in one step. `measure` only measures and hands over a result, needs no token, and passes whenever there is one; `publish`, in a job that runs no code of yours, comments, sets the status to require, and records.',
    ),
  config: optional.describe(
    'Path of the configuration, relative to `working-directory`. When empty, `tailgate.yml` or `tailgate.yaml` there, or in a folder above it up to the root of the repository.',
  ),
  'working-directory': z.string().default('.').describe('Folder to work in, relative to the workspace.'),
  only: list().describe(
    'Scenarios and variants to run, such as `search` or `search [cache=off]`, separated by commas or newlines. All of them when empty.',
  ),
  shard: word(['false', 'true'])
    .default('false')
    .describe(
      'With `true`, the jobs of the matrix share the suite, each measures its part, and one verdict is given on all of it. `tailgate plan --shards 4` shows the parts.',
    ),
  base: optional.describe(
    'Revision to compare with, a branch, tag or commit. When empty the event decides, for a pull request the base branch.',
  ),
  'base-url': text.describe(
    'URL of a deployment of the base that runs already. With `head-url`, the two are compared, and nothing is started. Their hosts must be listed under `allow` in the configuration.',
  ),
  'head-url': text.describe('URL of a deployment of the head. See `base-url`.'),
  'fail-on': failOn.describe(
    'What else blocks, besides a regression, a missed SLO and a run that could not measure. `at-limit`, `inconclusive`, or both. With `none` everything is reported and only a mistake in the configuration blocks, for the weeks before the status is required. `publish` adds its own to that of `measure`.',
  ),
  'accept-by': word(['', ...LEVELS])
    .default('')
    .describe(
      'Permission needed to accept a slowdown, `triage`, `write`, `maintain` or `admin`. Once it is set, authors cannot accept their own pull requests. When empty, anyone with triage permission can.',
    ),
  comment: word(WHEN_TO_COMMENT)
    .default('always')
    .describe(
      'When to comment on the pull request. `always`; `on-news`, which creates a comment only when there is news, and keeps an existing one up to date; `never`, which does not create or update one. Status, job summary and log are the same. For the step that publishes.',
    ),
  'github-token': text.meta({
    description:
      'Token for comment (`pull-requests: write`), commit status (`statuses: write`) and records (`contents: write`). Without these permissions the gate still gates. The service, k6 and your commands do not get it.',
    default: '${{ github.token }}',
  }),
  store: z
    .string()
    .default('git')
    .describe(
      'Where records are. `git`, in `refs/tailgate/` of the repository itself, which for writing needs `contents: write`, or a folder, relative to `working-directory`, that the workflow keeps.',
    ),
  suites: list(DEFAULTS.suite).describe(
    'For `publish`, the suites of this workflow, separated by commas or newlines. Of each, all results of this run must be in the folder `tailgate-results` of the workspace, and none of another suite.',
  ),
  job: job.describe('What tells the jobs of a matrix apart. Leave it as it is.'),
});

/** The action's inputs, checked. */
export type Inputs = z.infer<typeof INPUTS>;

const checked = INPUTS
  // The result of a measuring job may be forged, and must not switch the gate off.
  .refine((all) => all.mode !== 'measure' || !all['fail-on'].reportOnly, {
    path: ['fail-on'],
    error: '`none` belongs to the step that publishes. This one measures, and blocks nothing.',
  })
  .refine((all) => all.mode === 'measure' || all.shard === 'false', {
    path: ['shard'],
    error: '`true` needs `mode: measure`, and a job with `mode: publish` for one verdict.',
  });

/**
 * Reads every input through `getInput`, which gives an empty string for an input that is not set, as `@actions/core` does.
 * What the runner fills in is left empty then.
 *
 * @throws UserError that lists all mistakes
 */
export function loadInputs(getInput: (name: string) => string): Inputs {
  const given = Object.keys(INPUTS.shape).map((name) => [name, getInput(name) || undefined]);
  const { data, error } = checked.safeParse(Object.fromEntries(given));
  if (data) return data;
  const mistakes = error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`);
  throw new UserError({
    what: mistakes.length === 1 ? 'One input is wrong.' : `${mistakes.length} inputs are wrong.`,
    where: 'the `with:` of the Tailgate step',
    detail: mistakes.join('\n'),
  });
}
