import type { WeightedRequest } from '../config/config.ts';
import { findReferences } from '../config/interpolation.ts';
import type { BodyCheck } from '../config/language/request.ts';
import { seedRandom } from '../statistics/random.ts';

/**
 * Text with values from a data file: `path` is encoded for a URL, `json` for the inside of a JSON string, `value` is a
 * whole JSON value, `raw` is unchanged.
 */
export type Template = string | (string | { column: number; as: 'path' | 'json' | 'value' | 'raw' })[];

/** One of the requests of a scenario, with no references other than to data. */
export type DealtRequest = {
  method: string;
  url: Template;
  headers: Record<string, Template>;
  body: Template | null;
  expectStatus: number[];
  expectBody: BodyCheck[];
  timeoutMs: number;
};

/** Order in which requests are dealt out, repeatedly. */
export type Sequence = {
  /** Index of the request, by position. */
  order: number[];
  /** How often the same request occurred earlier in this sequence, by position. */
  ranks: number[];
  /** How often each request occurs in this sequence. */
  counts: number[];
};

/** What a scenario deals out to one arm in a slot. */
export type Deal = {
  requests: DealtRequest[];
  sequence: Sequence;
  /** File with the rows of data as JSON, beside the script. Null without data. */
  dataFile: string | null;
  /** Position of the slot's first request. */
  first: number;
};

/** The same on every machine and for both arms: the order does not depend on the run. */
const SEED = 1;

/** Shuffles requests, each repeated according to its weight, divided by the common divisor of all weights. */
export function dealRequests(requests: readonly Pick<WeightedRequest, 'weight'>[]): Sequence {
  const weights = requests.map(({ weight }) => weight);
  const divide = (a: number, b: number): number => (b === 0 ? a : divide(b, a % b));
  const common = weights.reduce(divide);
  const counts = weights.map((weight) => weight / common);
  const order = counts.flatMap((count, index) => Array.from({ length: count }, () => index));
  const random = seedRandom(SEED);
  for (let i = order.length - 1; i > 0; i--) {
    const other = random.index(i + 1);
    [order[i], order[other]] = [order[other]!, order[i]!];
  }
  const seen = counts.map(() => 0);
  const ranks = order.map((index) => seen[index]!++);
  return { order, ranks, counts };
}

/**
 * Splits a template at its references to data. `fill` fills in all others.
 *
 * @param columns of the data file
 * @param as encoding of the values. In `json`, a text that is a single reference becomes a `value`
 */
export function splitTemplate(
  template: string,
  columns: readonly string[],
  as: 'path' | 'json' | 'raw',
  fill: (template: string) => string,
): Template {
  const parts: Exclude<Template, string> = [];
  let rest = 0;
  for (const { name, offset, length } of findReferences(template)) {
    const column = name.startsWith('data.') ? columns.indexOf(name.slice('data.'.length)) : -1;
    if (column < 0) continue;
    const end = offset + length;
    const isValue = as === 'json' && isWhole(template, offset, end);
    const own = { column, as: isValue ? ('value' as const) : as };
    parts.push(fill(template.slice(rest, isValue ? offset - 1 : offset)), own);
    rest = isValue ? end + 1 : end;
  }
  return parts.length === 0 ? fill(template) : [...parts, fill(template.slice(rest))];
}

/** Tells whether a reference is a whole string in a JSON document, and not a key. */
function isWhole(json: string, start: number, end: number): boolean {
  return json[start - 1] === '"' && json[start - 2] !== '\\' && json[end] === '"' && json[end + 1] !== ':';
}
