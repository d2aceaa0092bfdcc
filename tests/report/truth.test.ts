/** Every figure that a reader sees agrees with the finding that it comes from, and with every other one beside it. */
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { asSuite, type SuiteReport } from '../../src/handover/suite.ts';
import { annotate } from '../../src/report/annotations.ts';
import { renderComment } from '../../src/report/comment.ts';
import { formatValue } from '../../src/report/format/numbers.ts';
import { renderJson } from '../../src/report/json.ts';
import { type Row, rowsOf } from '../../src/report/rows/rows.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { rowTitle } from '../../src/report/words/terms.ts';
import { cases } from './cases.ts';
import { suiteCases } from './suite-cases.ts';

const UNITS: Record<string, number> = { µs: 1e-3, ms: 1, s: 1000, '%': 0.01, MB: 1, GB: 1000, 'req/s': 1 };
/** Icons of rows that the headlines with these icons count. */
const COUNTED: Record<string, string> = { '❌': '❌', '⚪': '⚪', '☑️': '⚠️' };

/** Replaces every fold by a line with its summary, folds within folds as well. */
function unfolded(markdown: string): string {
  let text = markdown;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(
      /<details>\s*<summary>((?:(?!<details>)[\s\S])*?)<\/summary>(?:(?!<details>)[\s\S])*?<\/details>/,
      'FOLD $1',
    );
  }
  return text
    .replaceAll('\u00a0', ' ')
    .replaceAll('&#8203;', '')
    .replace(/<!--.*?-->\n/g, '');
}

/** Reads `61.2 ms`, `0.107 %`, `∞`; half of the last digit is what rounding may have taken. */
function read(text: string): { value: number; slack: number } | null {
  const found = /^[<≥]?\s*\*{0,2}(?:(∞)|([\d,]*\d(?:\.\d+)?) ?(\S+)?)\*{0,2}$/.exec(text.trim());
  if (!found) return null;
  if (found[1]) return { value: Number.POSITIVE_INFINITY, slack: 0 };
  const number = found[2]!.replaceAll(',', '');
  const unit = UNITS[found[3]?.replaceAll('*', '') ?? ''] ?? 1;
  return { value: Number(number) * unit, slack: 0.51 * 10 ** -(number.split('.')[1]?.length ?? 0) * unit };
}

type Line = { name: string; base: string | null; head: string; icon: string; status: string };

/** Reads the tables that are open, each with the scenario of its header. */
function tablesOf(text: string): Line[] {
  const lines: Line[] = [];
  let columns: string[] = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) {
      columns = [];
    } else if (columns.length === 0) {
      columns = cellsOf(line);
    } else if (!/^\|[ |:-]+\|$/.test(line)) {
      const cells = cellsOf(line);
      const [icon = '', ...status] = cells.at(-1)!.split(' ');
      // Both values may share a unit, which then stands behind the second one.
      const values = cells[1]!.replaceAll('**', '').split(' → ');
      const head = values.at(-1)!;
      const unit = / \S+$/.exec(head)?.[0] ?? '';
      const [base] = values.length === 2 ? values : [];
      const scenario = /^`(.*)`$/.exec(columns[0]!)?.[1];
      const metric = /\((p[\d.]+)\)/.exec(cells[0]!)?.[1] ?? cells[0]!.replace(/, SLO .*/, '').toLowerCase();
      lines.push({
        name: scenario === undefined ? cells[0]!.replace(/, SLO .*/, '') : `${scenario} ${metric}`,
        base: base === undefined || /[∞ ]/.test(base) ? (base ?? null) : base + unit,
        head,
        icon,
        status: status.join(' '),
      });
    }
  }
  return lines;
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

const number = (text: string) => Number(text.replace('−', '-').replace('+', '').replaceAll(',', ''));

/** Tells what of a change in words is not so for both values. */
function disagreement(base: string | null, head: string, change: string): string | null {
  const [from, to] = [read(base ?? ''), read(head)];
  if (!from || !to || !Number.isFinite(from.value) || !Number.isFinite(to.value)) return null;
  const isShare = head.endsWith('%');
  const [least, most] = isShare
    ? [to.value - to.slack - from.value - from.slack, to.value + to.slack - from.value + from.slack]
    : [
        (to.value - to.slack) / (from.value + from.slack) - 1,
        (to.value + to.slack) / Math.max(1e-9, from.value - from.slack) - 1,
      ];
  const within = (low: number, high: number) =>
    least * 100 <= high && most * 100 >= low ? null : `${base} → ${head} beside ${change}`;
  const times = /^×([\d.]+)/.exec(change);
  if (times) return within(100 * (Number(times[1]) * 0.95 - 1), 100 * (Number(times[1]) * 1.05 - 1));
  const range = /([+−]?[\d,.]+) (?:to|…) ([+−]?[\d,.]+)( %| points|,|\)|$)/.exec(change);
  if (range) {
    const half = isShare ? 0.006 : 0.51;
    const ends = [number(range[1]!) - half, number(range[2]!) + half] as const;
    const outside = within(...ends);
    if (outside) return outside;
  }
  const one = /^([+−]?[\d,.]+) (?:%|points?)(?=$|,| \()/.exec(change);
  if (!one) return null;
  const half = isShare ? 0.006 : 0.51;
  return within(number(one[1]!) - half, number(one[1]!) + half);
}

/** Finds the row of a line of a table. */
function rowOf(line: Line, rows: readonly Row[]): Row | undefined {
  return rows.find((row) => rowTitle(row).toLowerCase() === line.name.toLowerCase());
}

function textsOf(report: Report): { open: string; headline: string; lines: Line[]; rows: Row[] } {
  const open = unfolded(renderComment(asSuite(report)));
  const headline = open.split('\n')[0]!.replace('### ', '').replaceAll('`', '');
  return { open, headline, lines: tablesOf(open), rows: rowsOf(report) };
}

describe.each(Object.keys(cases))('%s', (name) => {
  const report = cases[name]!();
  const { open, headline, lines, rows } = textsOf(report);
  const { verdict } = report;

  test('each row of the open table has the values of its finding, and their ratio', () => {
    for (const line of lines) {
      const row = rowOf(line, rows);
      expect(row, line.name).toBeDefined();
      expect(read(line.head)).toEqual(read(formatValue(row!.metric, row!.head)));
      expect(line.base).toBe(row!.base === null ? null : formatValue(row!.metric, row!.base));
      if (row!.change)
        expect(row!.head).toBe(
          row!.slo && ['history', 'uncompared'].includes(row!.change.kind)
            ? row!.slo.estimate.value
            : row!.change.head,
        );
      expect(disagreement(line.base, line.head, line.status)).toBeNull();
    }
  });

  test('the metric of the headline is in the table, with the same values', () => {
    const of = rows.find((row) => headline.includes(` ${rowTitle(row)} `));
    if (!of || (lines.length === 0 && verdict.code === 'unchanged')) return;
    const line = lines.find((each) => rowOf(each, rows) === of);
    expect(line, headline).toBeDefined();
    const [, from, to] = /: (\S+ ?\S*) → (\S+ ?[^\s,;]*)/.exec(headline) ?? [];
    if (to) expect([line!.base, line!.head]).toEqual([from, to]);
    const [, before, now] = /(?:rose|fell) from (.*?) to (\S+ ?[^\s,;]*)/.exec(headline) ?? [];
    if (now) expect([line!.base, line!.head]).toEqual([before, now]);
    const [, missed] =
      /(?:misses its|miss their|missed its|missed their) SLO(?: on .* already)?: (.*?), limit/.exec(
        headline,
      ) ?? [];
    if (missed && !missed.includes('over all') && !missed.includes('alone')) expect(line!.head).toBe(missed);
    const size = /is (\d+) % (slower|faster)/.exec(headline);
    if (size) expect(line!.status).toMatch(`${size[2] === 'slower' ? '+' : '−'}${size[1]} %`);
  });

  test('as many findings as the headline counts are in the table and in the fold below it', () => {
    const more = Number(/, and (\d+) more/.exec(headline)?.[1] ?? 0);
    const icon = COUNTED[headline.split(' ')[0]!];
    if (more === 0 || icon === undefined) return;
    const folded = Number(
      /FOLD \d+ more rows?: (\d+) (?:metrics? )?(?:worse|undecided)/.exec(open)?.[1] ?? 0,
    );
    expect(lines.filter((line) => line.icon === icon).length + folded).toBe(more + 1);
  });

  test('SLOs are counted as they were judged, and not counted where there is one', () => {
    expect(`${open}${renderTerminal(asSuite(report), { color: false, width: 100 })}`).not.toMatch(
      /\d of 1 SLO/,
    );
    const count = (code: string) => verdict.slos.filter((slo) => slo.code === code).length;
    for (const [, some, all, what] of headline.matchAll(/(\d+) of (\d+) SLOs (met|missed)/g)) {
      expect([Number(some), Number(all)]).toEqual([count(what!), verdict.slos.length]);
    }
    const missed = new Set(
      lines.filter(({ status }) => /SLO (?:already )?missed/.test(status)).map((line) => line.name),
    );
    if (lines.length > 0 && count('missed') < 6) expect(missed.size).toBe(count('missed'));
  });

  test('what an undisturbed reader would have noticed is what the findings could see', () => {
    const [, least, most] = /would have noticed a slowdown of (?:(\d+) to )?(\d+) %/.exec(open) ?? [];
    if (most === undefined) return;
    const seen = verdict.changes.flatMap((change) =>
      change.kind === 'paired' && change.metric.kind === 'percentile' && change.detectable !== null
        ? [Math.round(change.detectable * 100)]
        : [],
    );
    expect([Number(least ?? most), Number(most)]).toEqual([Math.min(...seen), Math.max(...seen)]);
  });

  test('whether it blocks is said once, and as it is', () => {
    expect(/Blocks the merge/.test(open)).toBe(verdict.blocks && verdict.code !== 'invalid');
    expect(open.includes('Meant? Label')).toBe(
      /Blocks the merge/.test(open) && !verdict.faults.some(({ kind }) => kind === 'crashed'),
    );
    if (/Does not block/.test(open)) expect(verdict.blocks).toBe(false);
  });

  test('what was measured is said as it is: nothing, or some starts', () => {
    const footer = open.trimEnd().split('\n').at(-1)!;
    expect(footer).not.toMatch(/\b0 |instance/);
    expect(/nothing (?:was )?measured|nothing measured/.test(footer)).toBe(verdict.effort.loadSeconds === 0);
    if (/nothing was measured/.test(headline)) expect(footer).not.toMatch(/of load/);
  });

  test('no sentence points at something that is not there, and errors are several', () => {
    const told = annotate(report).map(({ title, message }) => `${title} ${message}`);
    for (const text of [open, renderTerminal(asSuite(report), { color: false, width: 100 }), ...told]) {
      expect(text).not.toMatch(/\b(?:log|table|row) (?:below|above)/i);
      expect(text).not.toMatch(/errors (?:is |misses|missed its)/);
    }
  });

  test('the terminal has the same values, and ratios that agree with them', () => {
    const text = stripVTControlCharacters(renderTerminal(asSuite(report), { color: false, width: 200 }));
    expect(text.split('\n').at(-1)).toBe(`${headline.replaceAll('`', '')}`);
    for (const line of text.split('\n')) {
      const [, base, head, change] =
        /\s{2,}([\d.,]+ (?:µs|ms|s|%))\s{2,}([\d.,]+ (?:µs|ms|s|%))\s{2,}(\S.*?)(?:\s{2,}|$)/.exec(line) ??
        [];
      if (change) expect(disagreement(base!, head!, change)).toBeNull();
    }
    for (const line of lines) if (line.icon !== '✅' && line.base !== null) expect(text).toContain(line.head);
  });

  test('annotations have the values of the table', () => {
    for (const { title, message } of annotate(report)) {
      const line = lines.find((each) => title.startsWith(`${each.name} `) && !/over all|alone/.test(title));
      const [, from, to] = /^(\S+ ?\S*) (?:before|on [^,]+), (\S+ ?\S*) in this run/.exec(message) ?? [];
      if (line && to) expect([from, to]).toEqual([line.base, line.head]);
      const [, low, high] = / lies between (\S+ ?\S*) and (\S+ ?\S*) \(/.exec(message) ?? [];
      const value = line && read(line.head);
      if (low && value) {
        expect(read(low)!.value - read(low)!.slack, message).toBeLessThanOrEqual(value.value);
        expect(read(high!)!.value + read(high!)!.slack, message).toBeGreaterThanOrEqual(value.value);
      }
    }
  });

  test('the JSON has the findings themselves, and the same headline', () => {
    const json = JSON.parse(renderJson(report));
    expect(json.headline).toBe(headline.replace(/^\S+ /, ''));
    const own = (value: unknown) =>
      JSON.parse(
        JSON.stringify(value, (_, each) =>
          typeof each === 'number' && !Number.isFinite(each)
            ? Number.isNaN(each)
              ? null
              : String(each)
            : each,
        ),
      );
    verdict.changes.forEach((change, i) => {
      const told = json.changes[i];
      expect([told.label, told.head, told.base]).toEqual([
        change.label,
        own(change.head),
        own('base' in change ? change.base : null),
      ]);
      const size = told.changePercent?.value;
      // Where only the values over all requests are known, the change is still that of a typical block.
      if (
        name !== 'pooled values' &&
        change.kind === 'paired' &&
        typeof size === 'number' &&
        typeof told.head === 'number' &&
        told.head > 0
      )
        expect(told.head / told.base - 1).toBeCloseTo(size / 100, 6);
    });
    verdict.slos.forEach((slo, i) => {
      expect([json.slos[i].value, json.slos[i].outcome]).toEqual([own(slo.estimate.value), slo.code]);
    });
  });
});

describe.each(Object.keys(suiteCases))('suite: %s', (name) => {
  const suite: SuiteReport = suiteCases[name]!();
  const open = unfolded(renderComment(suite));

  test('whether it blocks is said once in the open, and once for each job at most', () => {
    const count = (text: string) => text.match(/does not block|blocks the merge/gi)?.length ?? 0;
    const terminal = renderTerminal(suite, { color: false, width: 100 });
    expect(count(open)).toBeLessThanOrEqual(1);
    expect(count(renderComment(suite))).toBeLessThanOrEqual(suite.jobs.length);
    expect(count(terminal)).toBeLessThanOrEqual(suite.reportOnly ? 1 : suite.jobs.length);
  });

  test('jobs are counted as they are, and values stand beside their own ratio', () => {
    const [, some, all] = /(\d+) of (\d+) jobs/.exec(open.split('\n')[0]!) ?? [];
    if (all) expect(Number(all)).toBe(suite.jobs.length);
    if (some) expect(Number(some)).toBeLessThanOrEqual(suite.jobs.length);
    for (const { base, head, status } of tablesOf(open)) expect(disagreement(base, head, status)).toBeNull();
  });
});
