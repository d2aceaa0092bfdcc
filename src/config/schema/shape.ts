import { stringify } from 'yaml';
import type * as z from 'zod';
import { listScalars, type Place } from '../diagnostics/place.ts';
import type { Path } from '../diagnostics/problem.ts';
import { proposeAmong, quote } from '../diagnostics/words.ts';
import { findInstead, findTextInstead } from './gone.ts';
import { EXTENSION, type UserConfig, userConfig } from './schema.ts';
import { words } from './values.ts';

/**
 * Reads the shape of the file, and what its texts say. Adds a problem for each mistake.
 *
 * @param value of the whole document
 * @returns what the file says; undefined if there is a mistake
 */
export function readShape(value: unknown, root: Place): UserConfig | undefined {
  const written = isMap(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !EXTENSION.test(key)))
    : value;
  for (const { place, value: text } of listScalars(root, written)) {
    if (typeof text !== 'string') continue;
    const hint = findTextInstead(place.path, text);
    if (hint) place.add({ what: `${quote(text)} is not taken any more.`, hint });
    if (EXPRESSION.test(text))
      place.add({
        what: 'Expressions of GitHub are not evaluated in this file.',
        expected: 'expected a variable, such as `${env.API_KEY}`',
        hint: 'Set it in the workflow, under `env:` of the step. Shell commands read `$API_KEY`.',
      });
  }
  if (root.problems.length > 0) return undefined;
  const { data, error } = userConfig.safeParse(written, { error: explain });
  for (const issue of (error?.issues ?? []).flatMap(chooseBranch)) tell(issue, root);
  return data;
}

/** `$${{` is a literal `${{`. */
const EXPRESSION = /(?<!\$)\$\{\{/;
/** Places whose values are texts, however they are written: `1.10` is a version, not 1.1. */
const PLAIN =
  /^(?:service|services\.[^.]+|variants\..+)\.env$|^variants\.exclude\.\d+$|^scenarios\.[^.]+\.(?:requests\.\d+\.)?request\.headers$|^load-from\.kubernetes\.resources$/;

/** Tells whether a value stands in such a place. */
export function isPlain(path: Path): boolean {
  return PLAIN.test(path.slice(0, -1).join('.'));
}

type Issue = z.core.$ZodIssue;

/** Takes the issues of that branch of a union that has the kind of the value, if there is one. */
function chooseBranch(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const fitting = issue.errors.filter(
    (branch) => !branch.some(({ code, path }) => path.length === 0 && /^invalid_(type|value)$/.test(code)),
  );
  if (fitting.length !== 1) return [issue];
  return fitting[0]!.flatMap((inner) => chooseBranch({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Adds the problem of an issue, whose message `explain` or a schema has written. */
function tell(issue: Issue, root: Place): void {
  const place = root.below(...(issue.path as Path));
  const subject = nameOf(place.path, 'The file');
  if (issue.code === 'unrecognized_keys') {
    const proposals = issue.message.split('\n');
    const holder = nameOf(place.path, 'the top level');
    for (const [index, key] of issue.keys.entries()) {
      const hint = findInstead([...place.path, key]);
      const what = `${quote(key)} is not a key of ${holder}.`;
      place.below(key).add({ on: 'key', what, ...(hint ? { hint } : { expected: proposals[index] }) });
    }
    return;
  }
  const isKey = issue.code === 'invalid_key';
  const [what = '', expected, hint] = (isKey ? issue.issues[0]!.message : issue.message).split('\n');
  place.add({
    on: isKey ? 'key' : 'value',
    what: what.replace(/^%/, () => (isKey ? 'This name' : subject)),
    expected: expected || undefined,
    hint: hint || undefined,
  });
}

function nameOf(path: Path, top: string): string {
  const key = path.at(-1);
  return key === undefined
    ? top
    : typeof key === 'number'
      ? `item ${key + 1} of \`${path.at(-2)}\``
      : quote(key);
}

const KINDS: Record<string, string> = {
  string: 'a text',
  array: 'a list',
  object: 'a map',
  record: 'a map',
  int: 'a whole number',
  number: 'a number',
  boolean: '`true` or `false`',
};

/** Says what is wrong, as `words` does. For keys that are unknown: a line for each, with what could stand there. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = Object.keys((issue.inst as z.ZodObject).shape);
      return issue.keys.map((key: string) => proposeAmong(key, known)).join('\n');
    }
    case 'invalid_value':
      if (typeof input !== 'string') break;
      return words(
        `${quote(input)} is not a value of this key.`,
        proposeAmong(input, issue.values.map(String)),
      );
    case 'too_small':
    case 'too_big': {
      const bound = issue.code === 'too_small' ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
      if (!Array.isArray(input)) return words(`% is ${String(input)}.`, `expected ${bound}`);
      return words(`% has ${input.length || 'no'} items.`, `expected ${bound}`);
    }
    case 'invalid_format':
      return words('% is empty.', expectedOf(issue));
  }
  const found = input === undefined ? 'missing' : input === null ? 'empty' : kindOf(input);
  return words(`% is ${found}.`, expectedOf(issue));
}

/** Names the kind that is expected, and the first example of the schema. */
function expectedOf({ schema, inst, expected }: z.core.$ZodRawIssue): string {
  let inner = (schema ?? inst) as z.ZodType & { def: { innerType?: z.ZodType; in?: z.ZodType } };
  while (inner.meta()?.examples === undefined && (inner.def.innerType ?? inner.def.in))
    inner = (inner.def.innerType ?? inner.def.in) as typeof inner;
  const kind = KINDS[expected as string] ?? KINDS[inner.def.type] ?? 'one';
  const [example] = (inner.meta()?.examples ?? []) as unknown[];
  if (example === undefined) return `expected ${kind}`;
  const flow = { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false } as const;
  return `expected ${kind} such as \`${typeof example === 'string' ? example : stringify(example, flow).trim()}\``;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : typeof value === 'string' ? 'a text' : `\`${value}\``;
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
