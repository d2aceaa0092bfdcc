import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/handover/report.ts';
import type { SuiteReport } from '../../src/handover/suite.ts';
import { annotate } from '../../src/report/annotations.ts';
import { renderComment, renderSummary } from '../../src/report/comment.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { suiteHeadline } from '../../src/report/words/suite.ts';
import { seed } from '../random.ts';
import { pairedReportOf } from './pair-fixture.ts';

const { KINDS } = (await import(pathToFileURL(resolve('bench/hostile/kinds.mjs')).href)) as {
  KINDS: Record<string, (report: Report, size: number, random: () => number) => void>;
};

function suiteOf(kind: string, size: number, jobs: number): SuiteReport {
  const outcomes = Array.from({ length: jobs }, (_, i) => {
    const report = pairedReportOf({ earlier: 0 });
    KINDS[kind]!(report, size, seed(i + 1).uniform);
    return { kind: 'report' as const, report, failOn: [] };
  });
  return {
    suite: 'default',
    jobs: outcomes.map((outcome, i) => ({ name: `job ${i}`, outcome })),
    attempts: [],
    trust: 'fork',
    link: null,
  };
}

/** Says of a suite all that the publishing step says. */
function tell(suite: SuiteReport): string[] {
  return [
    renderTerminal(suite, { color: false, width: 100 }),
    renderComment(suite),
    renderSummary(suite),
    suiteHeadline(suite),
    ...suite.jobs.flatMap(({ outcome }) =>
      outcome.kind === 'report' ? annotate(outcome.report).map(({ message }) => message) : [],
    ),
  ];
}

/** Processor time (ms): others use the machine as well. */
function measure(suite: SuiteReport): number {
  const start = process.cpuUsage();
  tell(suite);
  return process.cpuUsage(start).user / 1000;
}

/** Time (ms) of what does not grow: the collector, and code that is compiled meanwhile. */
const NOISE = 40;

describe.each(Object.keys(KINDS))('a hostile report: %s', (kind) => {
  it('takes time in proportion to its size', () => {
    const [small, large] = [suiteOf(kind, 200, 1), suiteOf(kind, 800, 1)];
    // Four times as much takes four times as long, and sixteen times where each part looks at all others.
    expect(measure(large)).toBeLessThan(8 * measure(small) + NOISE);
  });

  it('is told in as many characters as there is room for', () => {
    const suite = suiteOf(kind, 1000, 2);
    expect(renderComment(suite).length).toBeLessThanOrEqual(65_000);
    expect(suiteHeadline(suite).length).toBeLessThan(10_000);
  });
});
