/** Hostile text does nothing in any skin, whatever its kind, size and place; and takes time in proportion to its size. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import { asSuite, type SuiteReport } from '../../src/handover/suite.ts';
import { commentMarker, renderComment, renderSummary } from '../../src/report/comment.ts';
import { tell } from '../../src/report/document.ts';
import { renderJson } from '../../src/report/json.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { suiteHeadline } from '../../src/report/words/suite.ts';
import { seed } from '../random.ts';
import { expectHarmless } from './harmless.ts';
import { hostile, hostilePass, hostileReport, hostileSuite, hostileSuites } from './hostile.ts';
import { pairedReportOf } from './pair-fixture.ts';
import { job, suiteOf } from './suite-cases.ts';

const { KINDS } = (await import(pathToFileURL(resolve('tests/report/hostile-kinds.mjs')).href)) as {
  KINDS: Record<string, (report: Report, size: number, random: () => number) => void>;
};

/** What no line of plain text may hold: what controls a terminal, hides, or reorders. */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}]/u;

/** Writes a suite in every skin, and proves each harmless. */
function expectAllHarmless(suite: SuiteReport): void {
  const comment = renderComment(suite);
  const marker = comment.split('\n', 1)[0]!;
  expect(marker).toMatch(/^<!-- tailgate:[\w.~!*'()%-]* -->$/);
  expectHarmless(comment, [marker]);
  expect(suiteHeadline(suite)).not.toMatch(FORBIDDEN);
  expect(renderTerminal(suite, { color: false, width: 110 }).replace(/[\n\t]/g, '')).not.toMatch(FORBIDDEN);
  for (const { outcome } of suite.jobs) {
    if (outcome.kind !== 'report') continue;
    expect(XMLValidator.validate(renderJunit(outcome.report))).toBe(true);
    expect(JSON.parse(renderJson(outcome.report)).suite).toBe(outcome.report.suite);
    for (const { title, message } of tell(outcome.report).alerts) {
      expect(`${title}${message}`).not.toMatch(FORBIDDEN);
      expect(title).not.toBe('');
    }
  }
}

describe('hostile texts', () => {
  it.each(hostile)('%j does nothing wherever it stands, in any skin', (text) =>
    expectAllHarmless(asSuite(hostileReport(text))),
  );

  it('do nothing beside each other, in any kind of job', () => hostileSuites.forEach(expectAllHarmless));

  it('do nothing in any mixture of texts and jobs', () => {
    const part = fc.oneof(
      fc.constantFrom(...hostile.filter(({ length }) => length < 200)),
      fc.string({ unit: 'binary' }),
    );
    const text = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
    const suite = fc
      .record({
        all: text.map((each) => hostileSuite(each)),
        chosen: fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }),
        names: fc.array(text, { minLength: 7, maxLength: 7 }),
        trust: fc.constantFrom('own' as const, 'fork' as const),
      })
      .map(({ all, chosen, names, trust }): SuiteReport => {
        const jobs = chosen.map((i) => ({ name: names[i]!, outcome: all.jobs[i]!.outcome }));
        return { ...all, jobs, trust };
      });
    fc.assert(fc.property(suite, expectAllHarmless), { numRuns: 12 });
  }, 120_000);

  it('leave the summary within 1 MiB', () => {
    for (const text of ['$@#'.repeat(3400), 'שלום '.repeat(2000)])
      expect(Buffer.byteLength(renderSummary(hostileSuite(text)))).toBeLessThan(2 ** 20);
    const jobs = Array.from({ length: 40 }, (_, i) =>
      job(`${i}`, i % 2 ? hostileReport('漢'.repeat(999)) : hostilePass('漢')),
    );
    expect(Buffer.byteLength(renderSummary(suiteOf(jobs)))).toBeLessThan(2 ** 20);
  }, 60_000);

  it('make no two suites share a marker', () => {
    const ends = ['a', 'b'].map((end) => commentMarker(`${'s'.repeat(100)} (${'n'.repeat(199)}${end})`));
    expect(new Set(ends).size).toBe(2);
  });
});

/** A suite of two jobs of a kind, so that parts may be compared with those of the other. */
function suiteOfKind(kind: string, size: number): SuiteReport {
  const jobs = [1, 2].map((i) => {
    const report = structuredClone(BASIS);
    KINDS[kind]!(report, size, seed(i).uniform);
    return job(`job ${i}`, report);
  });
  return suiteOf(jobs, { trust: 'fork', link: null });
}
const BASIS = pairedReportOf({ earlier: 0 });

/** Writes all skins. Gives the CPU time (ms), as others use the machine as well. */
function measure(suite: SuiteReport): number {
  const start = process.cpuUsage();
  renderTerminal(suite, { color: false, width: 100 });
  expect(renderComment(suite).length).toBeLessThanOrEqual(65_000);
  renderSummary(suite);
  expect(suiteHeadline(suite).length).toBeLessThan(10_000);
  for (const { outcome } of suite.jobs) if (outcome.kind === 'report') tell(outcome.report).alerts;
  return process.cpuUsage(start).user / 1000;
}

/** Time (ms) of what does not grow: the collector, and code that is compiled meanwhile. */
const NOISE = 40;

it.each(Object.keys(KINDS))(
  'a hostile report takes time in proportion to its size, and has room: %s',
  (kind) => {
    const [small, large] = [200, 800].map((size) => measure(suiteOfKind(kind, size)));
    // Four times as much takes four times as long, and sixteen times where each part looks at all others.
    expect(large).toBeLessThan(8 * small! + NOISE);
  },
);
