import type { Config } from '../config/config.ts';
import { printConfig } from '../config/schema/schema.ts';
import type { GateChange } from './verdict.ts';

/** What decides a revision's verdict: its file, and the contents, by path, of the files that make up its scripts. */
export type RevisionGate = { config: Pick<Config, 'settings'>; files: Readonly<Record<string, string>> };

/** Keys whose values may be secret. */
const SECRET =
  /^(service|services\.[^.]+|variants\..+)\.env\.|^scenarios\.[^.]+\.(requests\.(\d+\.)?)?request\.(headers\.|(expect\.)?body$|json$)/;
/** Stands in for a hidden value. */
export const HIDDEN = '***';

/** Maximum number of characters of a value that are kept; a configuration may contain a script. */
const LONGEST = 1000;

/** Lists all differences between two gates, stricter or not; what decides comes first, since GitHub shows ten annotations. */
export function compareGates(base: RevisionGate, head: RevisionGate): GateChange[] {
  const [from, to] = [base, head].map(({ config }) => {
    const { explain: _, scenarios, variants, measure, baseline, ...others } = printConfig(config.settings);
    return { scenarios, variants, measure, baseline, ...others };
  });
  const paths = [...new Set([...Object.keys(base.files), ...Object.keys(head.files)])];
  const files = paths.filter((path) => base.files[path] !== head.files[path]);
  const hide = (content: string | undefined) => (content === undefined ? null : HIDDEN);
  return [
    ...compare('', from, to),
    ...files.map((path) => tell(path, hide(base.files[path]), hide(head.files[path]))),
  ];
}

/** Compares two values of a key; key by key if both are maps. */
function compare(path: string, from: unknown, to: unknown): GateChange[] {
  const [before, after] = SECRET.test(path) ? [null, null] : [listKeys(from), listKeys(to)];
  if (before && after) {
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
      compare(path === '' ? key : `${path}.${key}`, before.get(key), after.get(key)),
    );
  }
  return JSON.stringify(from) === JSON.stringify(to) ? [] : [tell(path, show(path, from), show(path, to))];
}

function tell(setting: string, from: string | null, to: string | null): GateChange {
  return { kind: 'setting', setting, from, to };
}

/** Lists what is below the keys of a map, or the numbers (from 1) of a list with maps; null of other values. */
function listKeys(value: unknown): Map<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const hasMaps = value.some((item) => typeof item === 'object');
  return hasMaps ? new Map(value.map((item, index) => [`${index + 1}`, item])) : null;
}

/** Shows a value; null where there is none. An address may hold a password. */
function show(path: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (SECRET.test(path)) return HIDDEN;
  if (Array.isArray(value)) return cut(value.map((item) => show(path, item)).join(', '));
  if (typeof value !== 'object' || value === null)
    return cut(String(value).replace(/\/\/[^/@\s]*@/g, `//${HIDDEN}@`));
  const lines = Object.entries(value).map(([key, inner]) => `${key}: ${show(`${path}.${key}`, inner)}`);
  return cut(lines.length > 0 ? `{ ${lines.join(', ')} }` : '{}');
}

const cut = (text: string) => text.slice(0, LONGEST);
