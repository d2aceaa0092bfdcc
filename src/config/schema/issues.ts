import * as z from 'zod';
import type { Place } from '../diagnostics/place.ts';
import type { Path } from '../diagnostics/problem.ts';
import { joinNames, joinWords, nearest, propose, quote } from '../diagnostics/words.ts';
import { parseSlo } from '../language/slo.ts';
import { MOST_PODS } from './load-from.ts';
import { HIGHEST_WEIGHT } from './scenario.ts';
import { exampleAt, grammarOf, keysAt, type Schemas, sampleAt, schemasAt, schemasIn } from './schema-path.ts';
import { explainUnknownKey } from './unknown-key.ts';
import { NAME } from './values.ts';

type Issue = z.core.$ZodIssue;

/**
 * Puts each issue of the schema into words, at its place.
 *
 * @param value the input that was checked
 * @param base place of the value that the paths of the issues begin at
 */
export function explainIssues(issues: Issue[], value: unknown, base: Place): void {
  // Unknown keys come first: the key that was meant is then not called missing as well.
  const ordered = [...issues].sort((a, b) => Number(isUnknownKey(b)) - Number(isUnknownKey(a)));
  for (const issue of ordered)
    explainIssue(issue, valueAt(value, issue.path as Path), base.below(...(issue.path as Path)));
}

function explainIssue(issue: Issue, value: unknown, place: Place): void {
  const { path } = place;
  switch (issue.code) {
    case 'unrecognized_keys':
      for (const key of issue.keys) {
        const { parts, meant } = explainUnknownKey(path, key);
        place.below(key).add({ ...parts, on: 'key' });
        if (meant) place.below(meant).markBroken();
      }
      return;
    case 'invalid_union': {
      // Only the branch that has the type of the value can say something useful about it.
      const fitting = issue.errors.filter((branch) => !branch.some((inner) => isWrongType(inner, value)));
      if (fitting.length !== 1) explainType(place, value);
      else explainIssues(fitting[0]!, value, place);
      return;
    }
    case 'invalid_key':
      if (path.at(-2) === 'with') {
        const what = `${quote(String(path.at(-1)))} is no name of a parameter.`;
        place.add({ on: 'key', what, expected: 'expected letters, digits and `_`, and no digit first' });
        return;
      }
      place.add({ on: 'key', ...explainName(String(path.at(-1)), path.at(-2) === 'env') });
      return;
    case 'invalid_format':
      place.add(explainName(String(value), path[0] === 'secrets'));
      return;
    case 'invalid_value':
      explainChoice(place, value, issue.values.map(String));
      return;
    case 'too_small':
    case 'too_big':
      place.add(explainSize(path, value));
      return;
    default:
      explainType(place, value);
  }
}

function isUnknownKey(issue: Issue): boolean {
  return issue.code === 'unrecognized_keys';
}

function isWrongType(issue: Issue, value: unknown): boolean {
  const isOtherKind = issue.code === 'invalid_value' && typeof value !== 'string';
  return issue.path.length === 0 && (issue.code === 'invalid_type' || isOtherKind);
}

function explainType(place: Place, value: unknown): void {
  const { path, written } = place;
  const key = path.at(-1);
  const subject = typeof key === 'number' ? 'This item' : key === undefined ? 'The file' : quote(key);
  const schemas = schemasAt(path);
  const kinds = joinNames([...new Set(schemas.map(kindOfSchema))]);
  const example = exampleAt(path);
  const expected = `expected ${kinds}${example ? `, such as \`${example}\`` : ''}`;
  const sample = example ? undefined : sampleAt(path);
  const hint = sample && `For example:\n${sample}`;
  if (value === undefined) {
    if (!place.isBroken) place.add({ what: `${subject} is missing.`, expected, hint });
    return;
  }
  if (value === null) {
    const isVariable = path.at(-2) === 'env';
    place.add({
      what: `${subject} is empty.`,
      ...(isVariable ? explainEmptyVariable(key) : { expected, hint }),
    });
    return;
  }
  const grammar = grammarOf(schemas);
  // A bare number is a text without its unit. The grammar explains that best.
  if (grammar) place.parse(written, grammar.parse);
  if (grammar && written !== undefined && place.isBroken) return;
  const [section] = path;
  const isOutside =
    path.length === 2 &&
    (section === 'scenarios' || section === 'services') &&
    keysAt(path).includes(String(key));
  if (isOutside) {
    const what = `${subject} is a key of a ${section.slice(0, -1)}, and stands beside its name.`;
    place.add({ on: 'key', what, expected: 'indent it as far as its neighbours, below the name' });
    return;
  }
  const wantsNames = schemas.some((schema) => schema instanceof z.core.$ZodRecord);
  const wantsList = schemas.length > 0 && schemas.every((schema) => schema instanceof z.core.$ZodArray);
  place.add({
    what: `${subject} is ${kindOfValue(value)}.`,
    expected,
    nearest:
      rewriteSlos(path, value) ?? (wantsList && typeof value === 'string' ? `${key}: [${value}]` : undefined),
    hint: wantsNames && Array.isArray(value) ? `Names are keys. ${hint ?? ''}`.trimEnd() : hint,
  });
}

/** Writes `slo: {p99: 30ms}` as it should be; undefined if it is something else. */
function rewriteSlos(path: Path, value: unknown): string | undefined {
  if (path[0] !== 'scenarios' || path[2] !== 'slo') return undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const lines = Object.entries(value).map(([metric, limit]) => {
    const text = typeof limit === 'number' ? `${limit}ms` : typeof limit === 'string' ? limit : '';
    const operator = metric === 'rate' ? '>' : '<';
    return `${metric} ${/^\s*[<>]/.test(text) ? text.trim() : `${operator} ${text}`}`;
  });
  try {
    for (const line of lines) parseSlo(line);
  } catch {
    return undefined;
  }
  if (lines.length === 0 || path.length > 3) return lines[0];
  return lines.length === 1 ? `slo: ${lines[0]}` : `slo:\n${lines.map((line) => `  - ${line}`).join('\n')}`;
}

function explainEmptyVariable(key: string | number | undefined) {
  return {
    expected: 'expected a text; an empty one is `""`',
    hint: `To pass a variable on from outside, write \`\${env.${key}}\`.`,
  };
}

function explainChoice(place: Place, value: unknown, choices: string[]): void {
  const key = place.path.at(-1);
  if (typeof value !== 'string') {
    explainType(place, value);
    return;
  }
  const near = nearest(value, choices);
  const below = key === 'ready' ? /^(?:https?:\/\/[^/]+)?(\/\S*)$/.exec(value)?.[1] : undefined;
  place.add({
    what: `${quote(value)} is not a value of ${quote(String(key))}.`,
    expected: propose(near, `expected ${joinWords(choices)}`),
    nearest: below ? `ready:\n  path: ${below}` : undefined,
    hint:
      key === 'ready' && !below && !near ? 'Or a map with `path`, `log` or `tcp`, and `timeout`.' : undefined,
  });
}

function explainSize(path: Path, value: unknown) {
  if (Array.isArray(value) && value.length > 0)
    return {
      what: `${quote(String(path.at(-1)))} has ${value.length} items.`,
      expected: 'expected 50 at most',
    };
  if (Array.isArray(value))
    return { what: `${quote(String(path.at(-1)))} is an empty list.`, expected: 'expected an item' };
  if (path.at(-1) === 'weight')
    return { what: 'A weight is a whole number from 1.', expected: `expected 1 to ${HIGHEST_WEIGHT}` };
  if (path.at(-1) === 'port')
    return { what: `${quote(String(value))} is not a port.`, expected: 'expected 1 to 65535' };
  if (path.at(-1) === 'pods')
    return { what: `${quote(String(value))} is no number of pods.`, expected: `expected 1 to ${MOST_PODS}` };
  return { what: `${quote(String(value))} is not a status of HTTP.`, expected: 'expected 100 to 599' };
}

function explainName(name: string, isEnvironment: boolean) {
  if (isEnvironment) {
    return {
      what: `${quote(name)} is not a name of an environment variable.`,
      expected: 'expected letters, digits and `_`',
    };
  }
  const changed = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+|(?<!-)-+$/g, '');
  return {
    what: `${quote(name)} is not a name: at most 100 small letters, digits, \`-\` and \`_\`, a letter first.`,
    expected: propose(NAME.test(changed) ? changed : undefined, 'expected a name such as `search`'),
  };
}

function kindOfSchema(schema: z.core.$ZodType): string {
  if (schema instanceof z.core.$ZodArray) return 'a list';
  if (schema instanceof z.core.$ZodObject || schema instanceof z.core.$ZodRecord) return 'a map of keys';
  if (schema instanceof z.core.$ZodNumber) return 'a whole number';
  if (schema instanceof z.core.$ZodBoolean) return 'true or false';
  if (schema instanceof z.core.$ZodLiteral)
    return schema._zod.def.values.map((value) => `\`${String(value)}\``).join(' or ');
  return 'a text';
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'a text';
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return `\`${value}\``;
  return 'a map of keys';
}

function valueAt(value: unknown, path: Path): unknown {
  let inner = value;
  for (const segment of path) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, segment)) return undefined;
    inner = (inner as Record<string | number, unknown>)[segment];
  }
  return inner;
}

/** Reads the texts that have a grammar: each is replaced by what it says, and becomes undefined where it is broken. */
export function readTexts(value: unknown, place: Place, schemas: Schemas = schemasAt([])): unknown {
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, inner]) => {
      const segment = Array.isArray(value) ? Number(key) : key;
      return [key, readTexts(inner, place.below(segment), schemasIn(schemas, segment))] as const;
    });
    return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
  }
  const grammar = grammarOf(schemas);
  if (!grammar || grammar.isLate || value === undefined) return value;
  return place.parse(typeof value === 'string' ? value : (place.written ?? String(value)), grammar.parse);
}

/**
 * Copies the value without its broken parts, so that the checks across keys can go on with the rest. Broken places
 * stay as undefined, because their names were given. A value under an invalid name was not checked, so it goes too.
 */
export function salvage(value: unknown, { problems }: Place): unknown {
  const rest = structuredClone(value);
  for (const { path } of problems) {
    const holder = valueAt(rest, path.slice(0, -1));
    const key = path.at(-1);
    if (key === undefined || typeof holder !== 'object' || holder === null) continue;
    if (Object.hasOwn(holder, key)) (holder as Record<string | number, unknown>)[key] = undefined;
  }
  return rest;
}
