import { METRIC_KINDS, type Metric, printMetric, rowOf } from '../../metrics/metric.ts';
import { TextError, type TextErrorParts } from '../diagnostics/text-error.ts';
import { joinNames, nearest, propose, quote } from '../diagnostics/words.ts';
import { isCustom, readCustom } from './custom-metric.ts';
import { Tokens } from './lexer.ts';
import { readMetric } from './metric.ts';

/** Kinds of metrics that settings name by a word, such as `tail`. */
export const SETTABLE = METRIC_KINDS.filter((kind) => kind !== 'percentile' && rowOf({ kind }).settable);

const COMMON = ['p50', 'p75', 'p90', 'p95', 'p99', 'p99.9', ...SETTABLE];
const EXPECTED = `expected ${joinNames(['`p50` to `p99.999`', ...SETTABLE.map((kind) => `\`${kind}\``)])}`;

/**
 * Reads the name under which a metric has a setting of its own: `p50` … `p99.999`, `tail`, `errors`,
 * `NAME.p95` of a script.
 *
 * @throws TextError whose span is the whole name
 */
export function parseComparedMetric(name: string): Metric {
  const settable = SETTABLE.find((kind) => kind === name);
  if (settable) return { kind: settable } as Metric;
  const fail = (parts: Omit<TextErrorParts, 'offset' | 'length'>): never => {
    throw new TextError(name, { offset: 0, length: name.length, ...parts });
  };
  if (name === 'slow-share') {
    fail({
      what: '`slow-share` has no setting of its own.',
      expected: EXPECTED,
      hint: 'It guards against rare stalls, with a tolerance of 0.03 percentage points.',
    });
  }
  if (/^(?:all|any|default|others?|\*)$/i.test(name)) {
    fail({
      what: `${quote(name)} is not a metric.`,
      expected: EXPECTED,
      hint: 'A percentage for all of them stands alone, without names: `5%`.',
    });
  }
  const metric = isCustom(name)
    ? readCustom(new Tokens(name, 'name', 'p99'), name, { offset: 0, length: name.length })
    : readName(name, fail);
  if (metric.kind === 'percentile' || metric.kind === 'custom') return metric;
  return fail({ what: `${quote(name)} is not compared with the baseline.`, expected: EXPECTED });
}

function readName(name: string, fail: (parts: Omit<TextErrorParts, 'offset' | 'length'>) => never): Metric {
  const near = nearest(name, COMMON);
  try {
    return readMetric(new Tokens(name, 'name', 'p99'), name, { offset: 0, length: name.length });
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    const { what, replacement } = error.parts;
    const proposal = [replacement, near].find((other) => other !== undefined && isName(other));
    return fail({ what, expected: propose(proposal, EXPECTED) });
  }
}

function isName(name: string): boolean {
  try {
    return printMetric(parseComparedMetric(name)) === name;
  } catch (error) {
    if (error instanceof TextError) return false;
    throw error;
  }
}
