import { TextError } from '../../config/diagnostics/text-error.ts';
import { isCustom, readCustom } from '../../config/language/custom-metric.ts';
import { Tokens } from '../../config/language/lexer.ts';
import { parseLoad, printLoad } from '../../config/language/load.ts';
import { readMetric } from '../../config/language/metric.ts';
import { METRIC_KINDS, type Metric, rowOf, titleOf } from '../../metrics/metric.ts';

/** Findings that an acceptance is meant for; null means all. */
export type AcceptanceScope = { label: string | null; metric: Metric | null };

/** Trailer by which a commit accepts a change for the worse. */
export const ACCEPT_TRAILER = 'Tailgate-Accept';

/** Words of the longest load: `10000 requests by 2 users`, `1000 req/s for 30s` and the like. */
const LOAD_WORDS = 5;

/** Most UTF-16 units of a trailer's value: a reason is a sentence. */
const LONGEST = 500;

/** Metrics with a longer name in reports: `tail (p90 to p99)`, `requests over 43 ms`. */
const TITLED = METRIC_KINDS.filter((kind) => rowOf({ kind }).title !== undefined).map((kind) => {
  // The threshold does not matter: a scenario has only one.
  const metric = (kind === 'slow-share' ? { kind, ms: 0 } : { kind }) as Metric;
  const title = titleOf(metric, () => '0 ms');
  const pattern = title.replace(/[()]/g, '\\$&').replace('0 ms', '\\d\\S* \\S+');
  return { metric, pattern: new RegExp(`^${pattern}`, 'i'), words: title.split(' ').length };
});

/**
 * Reads `LABEL [METRIC] [REASON]`. The label is a scenario's name, with its load where a sweep has several
 * (`overhead at 5 req/s`) and with values of its variants (`create [cache=off]`), or `all`. The word after it may be a metric. Null without a label, and for words
 * that look like a load or a percentile but are none: if ignored, they would accept more than was meant.
 */
export function parseAcceptance(text: string): { scope: AcceptanceScope; why: string } | null {
  const words = text
    .slice(0, LONGEST)
    .split(/\s+/)
    .filter((word) => word !== '');
  const name = stripMarks(words[0] ?? '');
  if (name === '') return null;
  const load = /^all$/i.test(name) ? null : takeLoad(words.slice(1));
  if (load === 'mistaken') return null;
  const afterLoad = words.slice(1 + (load?.words ?? 0));
  const variant = takeVariant(afterLoad);
  // `all` has no brackets: read without them, it would accept every variant.
  if (variant === 'mistaken' || (variant !== null && /^all$/i.test(name))) return null;
  const rest = afterLoad.slice(variant?.words ?? 0);
  const taken = takeMetric(rest);
  if (taken === 'mistaken') return null;
  const label = /^all$/i.test(name) ? null : name + (load?.text ?? '') + (variant?.text ?? '');
  // Reports say `p50 alone` of what was measured a second time; a metric is accepted wherever it was measured.
  const isAlone = taken !== null && /^alone\b/i.test(stripMarks(rest[taken.words] ?? ''));
  const reason = rest.slice((taken?.words ?? 0) + Number(isAlone)).join(' ');
  return { scope: { label, metric: taken?.metric ?? null }, why: reason.replace(/^[-–—:,;]\s*/, '') };
}

/** Takes values in brackets: `[cache=off storage=memory]`. Those of a mistaken list would accept all variants. */
function takeVariant(words: readonly string[]): { text: string; words: number } | 'mistaken' | null {
  if (!/^[`'"]*\[/.test(words[0] ?? '')) return null;
  const last = words.findIndex((word) => word.includes(']'));
  const [, inside, after] = /^[^[]*\[([^[\]]*)\](.*)$/.exec(words.slice(0, last + 1).join(' ')) ?? [];
  const values = (inside ?? '').split(/[\s,]+/).filter(Boolean);
  const isMeant = values.length > 0 && values.every((value) => /^[^=]+=[^=]+$/.test(value));
  if (!isMeant || stripMarks(after ?? '') !== '') return 'mistaken';
  return { text: ` [${values.join(' ')}]`, words: last + 1 };
}

function takeLoad([first, ...others]: readonly string[]):
  | { text: string; words: number }
  | 'mistaken'
  | null {
  if (first?.toLowerCase() !== 'at') return null;
  for (let words = Math.min(LOAD_WORDS, others.length); words > 0; words--) {
    const load = attempt(() => parseLoad(others.slice(0, words).map(stripMarks).join(' ')));
    if (load) return { text: ` at ${printLoad(load)}`, words: words + 1 };
  }
  return /^\d/.test(others[0] ?? '') ? 'mistaken' : null;
}

/** Takes a metric, also by its name in reports: `tail (p90 to p99)`, `requests over 43 ms`. */
function takeMetric(words: readonly string[]): { metric: Metric; words: number } | 'mistaken' | null {
  const text = words.join(' ');
  const word = stripMarks(words[0] ?? '').toLowerCase();
  for (const { metric, pattern, words: count } of TITLED) {
    if (pattern.test(text)) return { metric, words: count };
    if (word === metric.kind) return { metric, words: 1 };
  }
  if (word === '') return null;
  // Names of metrics of a script have capitals.
  const own = stripMarks(words[0] ?? '');
  if (isCustom(own)) {
    const custom = attempt(() => readCustom(new Tokens(own, 'metric', 'p99'), own, { offset: 0, length: 1 }));
    return custom ? { metric: custom, words: 1 } : null;
  }
  const metric = attempt(() => readMetric(new Tokens(word, 'metric', 'p99'), word, { offset: 0, length: 1 }));
  if (metric) return { metric, words: 1 };
  return /^p\(?\d|^\d+(?:\.\d+)?th$/.test(word) ? 'mistaken' : null;
}

/** Strips the marks around a name, as in `checkout`: or "checkout". */
function stripMarks(word: string): string {
  return word.replace(/^[`'"*]+/, '').replace(/(?<![`'"*.,:;])[`'"*.,:;]+$/, '');
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof TextError) return null;
    throw error;
  }
}
