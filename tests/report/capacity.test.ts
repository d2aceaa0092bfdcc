import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { Report } from '../../src/handover/report.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { renderComment } from '../../src/report/comment.ts';
import { rowsOf } from '../../src/report/rows/rows.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { isMissedAlready } from '../../src/report/words/rows.ts';
import {
  compareCapacity,
  compareCapacityWithHistory,
  judgeCapacity,
  type SearchedCapacity,
} from '../../src/verdict/capacity.ts';
import type { CapacityEstimate, CapacityMeasurement } from '../../src/verdict/capacity-measurement.ts';
import { makeGoal } from '../fixtures.ts';
import { overall, reportOf } from './fixture.ts';
import { pairedReportOf } from './pair-fixture.ts';

const GOAL = makeGoal('p99 < 30ms', 100, 5000);

type Found = CapacityEstimate | null;

const found = (value: number): Found => ({
  kind: 'found',
  value,
  low: 0.97 * value,
  high: 1.03 * value,
});
const generator = (rate: number): Found => ({ kind: 'generator', value: rate, low: rate, high: Infinity });
const above: Found = { kind: 'above', value: 5000, low: 5000, high: Infinity };
const below: Found = { kind: 'below', value: 100, low: 0, high: 100 };

function measured(arm: 'head' | 'base', estimate: Found): CapacityMeasurement {
  const blocks = [0, 1, 2, 3].map((block) => ({ block, estimate, trials: [] }));
  return { scenario: 'quote', label: 'quote', digest: 'd', goal: GOAL, arm, blocks };
}

/** A report of a run that searched one capacity. `base` undefined: the head alone, without earlier runs. */
function searchedReport(head: Found, base?: Found, slo?: string): Report {
  const searched: SearchedCapacity = {
    label: 'quote',
    goal: GOAL,
    slos: slo ? [parseSlo(slo).slo] : [],
    head: measured('head', head),
    base: base === undefined ? null : measured('base', base),
    history: { runs: [], incompatible: { records: 0, differs: [] } },
    sensitivity: { tolerance: 0.05, confidence: 0.99 },
  };
  const report = base === undefined ? reportOf({ earlier: 0 }) : pairedReportOf();
  const { slos, invalid } = judgeCapacity(searched);
  const change =
    base === undefined
      ? compareCapacityWithHistory(searched, 0.01)
      : compareCapacity({ ...searched, base: searched.base! }, 0.01, 1);
  const capacities = [searched.head, ...(searched.base ? [searched.base] : [])];
  const verdict = { ...report.verdict, slos, changes: [change], invalid, code: overall(slos, [change]) };
  return { ...report, verdict, record: { ...report.record, steps: [], capacities } };
}

/** Comment and terminal, on one line each. */
const texts = (report: Report) =>
  [renderComment(asSuite(report)), renderTerminal(asSuite(report), { color: false, width: 200 })].map(
    (text) => text.replaceAll(/\s+/g, ' ').replaceAll('&#39;', "'").replaceAll('&#60;', '<'),
  );

describe('a capacity in comment and terminal', () => {
  it('has what it keeps in its row', () => {
    for (const text of texts(searchedReport(found(400), found(400), 'capacity > 500 req/s')))
      expect(text).toContain('quote capacity (p99 < 30 ms)');
  });

  it.each([
    [above, 'at least 5,000 req/s. A range that ends higher shows it.', '≥ 5,000 req/s'],
    [below, 'below 100 req/s. A range that starts lower shows it.', '< 100 req/s'],
    [generator(1800), 'at least 1,800 req/s: k6 was the bottleneck.', '≥ 1,800 req/s'],
    [generator(0), 'not known: k6 was the bottleneck.', '–'],
    [null, 'not known: the search ended first.', '–'],
  ])('is told in words where the head alone was searched and it was not found: %j', (head, words, value) => {
    for (const text of texts(searchedReport(head))) {
      expect(text).toContain(`The capacity is ${words}`);
      expect(text).not.toMatch(/– req\/s|NaN|at least 0/);
    }
    expect(texts(searchedReport(head))[0]).toMatch(
      new RegExp(`\\| quote capacity \\(p99 < 30 ms\\) \\| [^|]*\\| ${value} \\|`),
    );
  });

  it.each([
    [above, found(400), 'fell', '≥ 5,000 req/s', '400 req/s'],
    [below, found(400), 'rose', '< 100 req/s', '400 req/s'],
    [found(400), generator(1800), 'rose', '400 req/s', '≥ 1,800 req/s'],
    [generator(1800), below, 'fell', '≥ 1,800 req/s', '< 100 req/s'],
  ])('is a bound where it was not found, of the base as well: %j, %j', (base, head, verb, before, now) => {
    const [comment, terminal] = texts(searchedReport(head, base));
    expect(comment).toContain(`quote capacity (p99 < 30 ms) ${verb}: ${before} → ${now}`);
    expect(terminal).toContain(` ${before} ${now} `);
  });

  it('was missed before only where it is known for the base, and not where k6 had no more', () => {
    const isAlready = (base: Found) =>
      rowsOf(searchedReport(found(400), base, 'capacity > 500 req/s')).map(isMissedAlready);
    expect(isAlready(found(450))).toEqual([true]);
    expect(isAlready(generator(450))).toEqual([false]);
  });

  it('names the rate that k6 reached where the SLO asks for more', () => {
    for (const text of texts(searchedReport(generator(1800), undefined, 'capacity > 2500 req/s')))
      expect(text).toContain('at least 1,800 req/s; k6 was the bottleneck');
  });
});
