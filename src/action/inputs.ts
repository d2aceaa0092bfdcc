import * as z from 'zod';
import { DEFAULTS } from '../config/schema/values.ts';
import { splitNames } from '../config/selection.ts';
import { UserError } from '../errors.ts';
import { LEVELS } from '../forge/rights.ts';
import { WHEN_TO_COMMENT } from '../publish/publication.ts';
import { FAIL_ON_CODES, type FailOnCode } from '../verdict/codes.ts';

const word = <Word extends string>(words: readonly [Word, ...Word[]]) =>
  z.enum(words, { error: `expected ${words.filter(Boolean).join(', ')}.` });
const text = z.string().default('');
const optional = text.transform((given) => given || null);
const list = (usual = '') =>
  z
    .string()
    .default(usual)
    .transform((given) => [...new Set(splitNames(given))]);

/** Place of this job in its matrix: `name`, such as `node 22, os linux`, is empty without one; `index` counts from 0. */
const job = z
  .string()
  .optional()
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
    const name = words.join(', ').slice(0, 200) || (total > 1 ? `job ${index + 1}` : '');
    return { name, index, total };
  })
  .refine(({ index, total }) => index < total, 'job-index is not below job-total.');

/** Codes that block in addition to those that always do; with `none` nothing does. */
const failOn = list()
  .pipe(z.array(word([...FAIL_ON_CODES, 'none'])))
  .refine((codes) => codes.length < 2 || !codes.includes('none'), '`none` stands alone.')
  .transform((codes) => ({
    failOn: codes.filter((code): code is FailOnCode => code !== 'none'),
    reportOnly: codes.includes('none'),
  }));

/** All inputs; action.yml describes them. */
const INPUTS = z.object({
  mode: word(['gate', 'measure', 'publish']).default('gate'),
  config: optional,
  'working-directory': z.string().default('.'),
  only: list(),
  shard: word(['false', 'true']).default('false'),
  base: optional,
  'base-url': text,
  'head-url': text,
  'fail-on': failOn,
  'accept-by': word(['', ...LEVELS]).default(''),
  comment: word(WHEN_TO_COMMENT).default('always'),
  'github-token': text,
  store: z.string().default('git'),
  suites: list(DEFAULTS.suite),
  job,
});

/** The action's inputs, checked. */
export type Inputs = z.infer<typeof INPUTS>;

const checked = INPUTS
  // The result of a measuring job may be forged, and must not switch the gate off.
  .refine((all) => all.mode !== 'measure' || !all['fail-on'].reportOnly, {
    path: ['fail-on'],
    error: '`none` is for the publishing step. This step only measures and blocks nothing.',
  })
  .refine((all) => all.mode === 'measure' || all.shard === 'false', {
    path: ['shard'],
    error: '`true` needs `mode: measure` here and a job with `mode: publish`, which gives one verdict.',
  });

/**
 * Reads every input through `getInput`, which returns an empty string for an input that is not set, as `@actions/core`
 * does. Values that the runner supplies are then empty.
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
