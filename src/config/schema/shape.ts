import { stringify } from 'yaml';
import type * as z from 'zod';
import { listValues, type Path, type Place } from '../diagnostics/problem.ts';
import { proposeAmong, quote } from '../diagnostics/words.ts';
import { findInstead } from './gone.ts';
import { EXTENSION, type UserConfig, userConfig } from './schema.ts';

/** `$${{` is a literal `${{`. */
const EXPRESSION = /(?<!\$)\$\{\{/;

/**
 * Reads the shape of the file, and what its texts mean. Adds a problem for each mistake.
 *
 * @param value of the whole document
 * @returns what the file says; undefined if there is a mistake
 */
export function readShape(value: unknown, root: Place): UserConfig | undefined {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  const written = isMap
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !EXTENSION.test(key)))
    : value;
  for (const { place, value: text } of listValues(root, written)) {
    if (typeof text === 'string' && EXPRESSION.test(text))
      place.reject(
        'GitHub expressions are not evaluated in this file.',
        'expected a variable, such as `${env.API_KEY}`, set under `env:` of the step; commands read `$API_KEY`',
      );
  }
  if (root.problems.length > 0) return undefined;
  const { data, error } = userConfig.safeParse(written, { error: explain });
  for (const issue of (error?.issues ?? []).flatMap(chooseBranch)) tell(issue, root);
  return data;
}

type Issue = z.core.$ZodIssue;

/** Takes the issues of the branch of a union that matches the kind of the value, if there is one. */
function chooseBranch(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const fitting = issue.errors.filter(
    (branch) => !branch.some(({ code, path }) => path.length === 0 && /^invalid_(type|value)$/.test(code)),
  );
  if (fitting.length !== 1) return [issue];
  return fitting[0]!.flatMap((inner) => chooseBranch({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Adds the problem of an issue, whose message comes from `explain` or a grammar. */
function tell(issue: Issue, root: Place): void {
  const place = root.below(...(issue.path as Path));
  if (issue.code === 'unrecognized_keys') {
    const proposals = issue.message.split('\n');
    const holder = nameOf(place.path, 'the top level');
    for (const [index, key] of issue.keys.entries()) {
      const expected = findInstead([...place.path, key]) ?? proposals[index]!;
      place.below(key).rejectKey(`${quote(key)} is not a key of ${holder}.`, expected);
    }
    return;
  }
  const isKey = issue.code === 'invalid_key';
  const [what = '', expected = ''] = (isKey ? issue.issues[0]!.message : issue.message).split('\n');
  if (isKey) place.rejectKey(what.replace(/^%/, 'This name'), expected);
  else place.reject(what.replace(/^%/, nameOf(place.path, 'The file').replaceAll('$', '$$$$')), expected);
}

function nameOf(path: Path, top: string): string {
  const key = path.at(-1) ?? top;
  if (typeof key === 'number') return `item ${key + 1} of \`${path.at(-2)}\``;
  return path.length === 0 ? top : quote(key);
}

/** Says what is wrong, with `%` for the key, and on the next line what is expected; for unknown keys only that, for each. */
function explain(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  const what = `% is ${describe(input)}.`;
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys((issue.inst as z.ZodObject).shape);
    return issue.keys.map((key: string) => proposeAmong(key, known)).join('\n');
  }
  if (issue.code === 'too_small') return `${what}\nexpected at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `${what}\nexpected at most ${issue.maximum}`;
  if (issue.code !== 'invalid_value') return `${what}\n${expectedOf(issue)}`;
  return `${what}\n${proposeAmong(typeof input === 'string' ? input : '', issue.values.map(String))}`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null || value === '') return 'empty';
  if (typeof value !== 'object') return quote(String(value));
  return Object.keys(value).length === 0 ? 'empty' : Array.isArray(value) ? 'a list' : 'a map';
}

/** Shows the first example of the schema. */
function expectedOf({ schema, inst }: z.core.$ZodRawIssue): string {
  let inner = (schema ?? inst) as z.ZodType & { def: { innerType?: z.ZodType; in?: z.ZodType } };
  while (inner.meta()?.examples === undefined && (inner.def.innerType ?? inner.def.in))
    inner = (inner.def.innerType ?? inner.def.in) as typeof inner;
  const [example = 'text'] = (inner.meta()?.examples ?? []) as unknown[];
  const flow = { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: false } as const;
  return `expected one such as \`${typeof example === 'string' ? example : stringify(example, flow).trim()}\``;
}
