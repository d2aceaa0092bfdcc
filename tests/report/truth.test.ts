/** Every figure that a reader sees agrees with the finding that it comes from, and with every other one beside it. */
import { describe, expect, test } from 'vitest';
import { asSuite } from '../../src/handover/suite.ts';
import { renderComment } from '../../src/report/comment.ts';
import { tell } from '../../src/report/document.ts';
import { formatValue } from '../../src/report/format/numbers.ts';
import { type ColumnKey, type Passage, type Table, TONES } from '../../src/report/format/passages.ts';
import { plain } from '../../src/report/format/phrase.ts';
import { renderJson } from '../../src/report/json.ts';
import { isFailed, type Row } from '../../src/report/rows/rows.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { rowTitle } from '../../src/report/words/terms.ts';
import { isWithoutBase } from '../../src/verdict/acceptance.ts';
import { cases } from './cases.ts';
import { countOpenWords, unfolded } from './rendered.ts';
import { suiteCases } from './suite-cases.ts';

const UNITS: Record<string, number> = { µs: 1e-3, ms: 1, s: 1000, '%': 0.01, MB: 1, GB: 1000, 'req/s': 1 };

/** Reads `61.2 ms`, `0.107 %`, `∞`; half of the last digit is what rounding may have taken. */
function read(text: string): { value: number; slack: number } | null {
  const found = /^(?:(∞)|([\d,]*\d(?:\.\d+)?) ?(\S+)?)$/.exec(text);
  if (!found) return null;
  if (found[1]) return { value: Number.POSITIVE_INFINITY, slack: 0 };
  const digits = found[2]!.replaceAll(',', '');
  const unit = UNITS[found[3] ?? ''] ?? 1;
  return { value: Number(digits) * unit, slack: 0.51 * 10 ** -(digits.split('.')[1]?.length ?? 0) * unit };
}

const number = (text: string) => Number(text.replace('−', '-').replace('+', '').replaceAll(',', ''));

/** Tells what of a change in words is not so for both values. */
function disagreement(base: string, head: string, change: string): string | null {
  const [from, to] = [read(base), read(head)];
  if (!from || !to || !Number.isFinite(from.value) || !Number.isFinite(to.value)) return null;
  const isShare = head.endsWith('%');
  const [least, most] = isShare
    ? [to.value - to.slack - from.value - from.slack, to.value + to.slack - from.value + from.slack]
    : [
        (to.value - to.slack) / (from.value + from.slack) - 1,
        (to.value + to.slack) / Math.max(1e-9, from.value - from.slack) - 1,
      ];
  const half = isShare ? 0.006 : 0.51;
  const within = (low: number, high: number) =>
    least * 100 <= high + half && most * 100 >= low - half ? null : `${base} → ${head} beside ${change}`;
  const times = /^×([\d.]+)/.exec(change);
  if (times) return within(95 * Number(times[1]) - 100, 105 * Number(times[1]) - 100);
  const range = /([+−]?[\d,.]+) … ([+−]?[\d,.]+)( %| points|,|\)|$)/.exec(change);
  const outside = range && within(number(range[1]!), number(range[2]!));
  const one = /^([+−]?[\d,.]+) (?:%|points?)(?=$|,| \()/.exec(change);
  return outside ?? (one && within(number(one[1]!), number(one[1]!)));
}

/** Lists the tables, those of folds included, but for that of variants. */
function tablesOf(blocks: readonly Passage[]): Table[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'fold') return tablesOf(block.blocks);
    return block.kind === 'table' && block.columns.some(({ key }) => key !== 'head' && key !== 'name')
      ? [block]
      : [];
  });
}

type Line = Partial<Record<ColumnKey, string>> & { name: string };

function linesOf({ columns, rows }: Table): Line[] {
  return rows.map(({ cells }) => {
    const entries = columns.map(({ key }, i) => [key, plain(cells[i]!)]);
    const line = Object.fromEntries(entries) as Line;
    return { ...line, name: line.name.replace(/, SLO .*/, '') };
  });
}

describe.each(Object.keys(cases))('%s', (name) => {
  const report = cases[name]!();
  const { verdict } = report;
  const document = tell(report);
  const title = plain(document.headline);
  const tables = tablesOf(document.blocks).map(linesOf);
  const rows = new Map<string, Row>(document.rows.map(({ row }) => [rowTitle(row), row]));

  test('each line of a table has the values of its finding, and their ratio', () => {
    for (const line of tables.flat()) {
      const row = rows.get(line.name);
      expect(row, line.name).toBeDefined();
      expect(read(line.head!)).toEqual(read(formatValue(row!.metric, row!.head)));
      if (line.base !== undefined && row!.base !== null)
        expect(line.base).toBe(formatValue(row!.metric, row!.base));
      const isJudged = row!.slo !== null && row!.change?.kind !== 'paired';
      expect(row!.head).toBe(isJudged ? row!.slo!.estimate.value : row!.change!.head);
      if (line.base !== undefined) expect(disagreement(line.base, line.head!, line.change!)).toBeNull();
    }
  });

  test('the metric of the headline is in the open table, with the same values', () => {
    const of = [...rows.keys()].find((each) => title.includes(`${each} `));
    const [, from, to] = /(\d[\d,.]* \S+|∞) → (\d[\d,.]* [^\s,;]+|∞)/.exec(title) ?? [];
    if (of === undefined || to === undefined) return;
    const line = tables[0]!.find((each) => each.name === of);
    expect([line?.base, line?.head]).toEqual([from, to]);
    const [, size, way] = / is (\d+) % (slower|faster)/.exec(title) ?? [];
    if (size) expect(line!.change).toContain(`${way === 'slower' ? '+' : '−'}${size} %`);
  });

  test('as many findings as the headline counts are told, and SLOs as they were judged', () => {
    const more = Number(/, and (\d+) more/.exec(title)?.[1] ?? 0);
    if (more > 0 && ['regressed', 'missed'].includes(verdict.code))
      expect(document.news.filter(({ row }) => isFailed(row) && !row.accepted)).toHaveLength(more + 1);
    const count = (code: string) => verdict.slos.filter((slo) => slo.code === code).length;
    for (const [, some, all, what] of title.matchAll(/(\d+) of (\d+) SLOs (met|missed)/g))
      expect([Number(some), Number(all)]).toEqual([count(what!), verdict.slos.length]);
    expect(title).not.toMatch(/\d of 1 SLO/);
  });

  test('whether it blocks is said once, and as it is, and the tone agrees', () => {
    const text = unfolded(renderComment({ ...asSuite(report), labelReader: 'publish' }));
    const blocks = /Blocks the merge/.test(text);
    expect(text.match(/Blocks the merge|Does not block/g)?.length ?? 0).toBeLessThan(2);
    expect(blocks).toBe(verdict.blocks);
    expect(text.includes('Intended? Add the label')).toBe(
      isWithoutBase(verdict) || (blocks && verdict.invalid.length === 0 && verdict.faults.length === 0),
    );
    expect(document.tone === 'bad' || document.tone === 'unmeasured').toBe(verdict.blocks);
    expect(document.alerts.some(({ level }) => level === 'error')).toBe(verdict.blocks);
  });

  test('what an undisturbed reader would have noticed is what the findings could see', () => {
    const text = JSON.stringify(document.blocks);
    const [, least, most] = /would have noticed a slowdown of (?:(\d+) to )?(\d+) %/.exec(text) ?? [];
    if (most === undefined) return;
    const seen = verdict.changes.flatMap((change) =>
      change.kind === 'paired' && change.metric.kind === 'percentile' && change.detectable !== null
        ? [Math.round(change.detectable * 100)]
        : [],
    );
    expect([Number(least ?? most), Number(most)]).toEqual([Math.min(...seen), Math.max(...seen)]);
  });

  test('all skins have the same headline, none says what is not there, and ten seconds are enough for the open', () => {
    const line = `${TONES[document.tone].icon} ${title}`;
    const comment = renderComment({ ...asSuite(report), labelReader: 'publish' });
    const terminal = renderTerminal(asSuite(report), { color: false, width: 1000 });
    expect(terminal.split('\n').at(-1)).toBe(line);
    expect(JSON.parse(renderJson(report)).headline).toBe(title);
    const told = document.alerts.map(({ title: first, message }) => `${first} ${message}`);
    // What a log says is not ours.
    for (const text of [comment, terminal, ...told])
      expect(text.replaceAll('properties of undefined', '')).not.toMatch(
        /NaN|undefined|\[object|null|\b(?:log|table|row) (?:below|above)/,
      );
    expect(countOpenWords(comment)).toBeLessThanOrEqual(110);
  });

  test('the JSON has the findings themselves', () => {
    const json = JSON.parse(renderJson(report));
    const own = (value: number | null) => (value === Number.POSITIVE_INFINITY ? 'Infinity' : value);
    verdict.changes.forEach((change, i) => {
      const told = json.changes[i];
      expect([told.label, told.head]).toEqual([change.label, own(change.head)]);
      expect(told.base).toBe(own('base' in change ? change.base : null));
      const size = told.changePercent?.value;
      const isRatio = change.kind === 'paired' && typeof size === 'number';
      if (isRatio && told.head > 0) expect(told.head / told.base - 1).toBeCloseTo(size / 100, 6);
    });
    const slos = json.slos.map(({ value, outcome }: { value: unknown; outcome: string }) => [value, outcome]);
    expect(slos).toEqual(verdict.slos.map(({ estimate, code }) => [own(estimate.value), code]));
  });
});

describe.each(Object.keys(suiteCases))('suite: %s', (name) => {
  const suite = suiteCases[name]!();
  const comment = renderComment(suite);

  test('says whether it blocks once in the open, and once for each job at most; jobs are counted as they are', () => {
    const count = (text: string) => text.match(/does not block|blocks the merge/gi)?.length ?? 0;
    expect(count(unfolded(comment))).toBeLessThanOrEqual(1);
    expect(count(comment)).toBeLessThanOrEqual(suite.jobs.length);
    const [, some, all] = /(\d+) of (\d+) jobs/.exec(comment.split('\n')[1]!) ?? [];
    if (all) expect(Number(all)).toBe(suite.jobs.length);
    if (some) expect(Number(some)).toBeLessThanOrEqual(suite.jobs.length);
    expect(countOpenWords(comment)).toBeLessThanOrEqual(110);
  });
});
