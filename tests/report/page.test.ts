/** The text of a page: its intervals, its counts, and what foreign hands may have written into the record. */
import { expect, it } from 'vitest';
import type { RunRecord } from '../../src/records/record.ts';
import { composeContent } from '../../src/report/page/content.ts';
import { COUNTS, writePage } from '../../src/report/page/page.ts';
import { listStarts } from '../../src/report/rows/series.ts';
import { rangeWords } from '../../src/report/words/terms.ts';
import { judgeSlo } from '../../src/verdict/slo.ts';
import { makeGoal } from '../fixtures.ts';
import { p, recordOf, roundOf, type ScenarioSpec, slo } from './fixture.ts';
import { expectPlain } from './harmless.ts';
import { hostile } from './hostile.ts';
import { tagsOf, toHtml } from './rendered.ts';

const workOf = (text: string) => ({ kind: 'script' as const, path: `/x/${text}`, exec: text });

it('OK and KO add up to the requests, and KO is not 100 % while one is OK', () => {
  const show = (counts: { ok: number; failed: number; dropped: number }) =>
    ['requests', 'OK', 'KO'].map((title) =>
      COUNTS.find(([name]) => name === title)![1]([{ ...roundOf(2, 8, 0, 0, 0), ...counts }]),
    );
  expect(show({ ok: 900, failed: 60, dropped: 40 })).toEqual(['1,000', '900', '100 (10 %)']);
  expect(show({ ok: 1, failed: 999, dropped: 0 })[2]).toBe('999 (99.9 %)');
});

it('a rate that was not kept is shown beside the planned one', () => {
  const show = (ok: number) =>
    COUNTS.find(([name]) => name === 'rate')![1]([{ ...roundOf(2, 8, 0, 0, 0), ok }]);
  expect([show(2990), show(900)]).toEqual(['997 req/s', '300 of 1,000 req/s']);
});

it('an SLO has the interval that the gate gives it: slices of one start are no independent ones', () => {
  const record = recordOf([{ label: 'search', p50: 2, p99: 8 }], 'main', () => 1, 1, false);
  const [step] = record.steps;
  // Eight starts differ by up to 20 %, and the two slices of each do not.
  step!.instances = [0.9, 0.94, 0.97, 1, 1.02, 1.05, 1.08, 1.1].map((factor) => ({
    slices: [0, 1].map(() => roundOf(2 * factor, 8 * factor, 0, 0, 0)),
  }));
  const limit = slo(p(99), '<', 30);
  const { label, scenario, load, digest } = step!;
  const { content } = composeContent(
    { steps: [{ scenario, label, load, work: workOf('search.js'), slos: [limit] }], searches: [] },
    new Map([[label, digest]]),
    { record, buckets: [], earlier: [] },
  );
  const { low, high } = judgeSlo(label, limit, listStarts(step!), 0.95).estimate;
  expect(writePage(content, [], 'p', 2)).toContain(`(${rangeWords(p(99), low, high)}) |`);
});

const SPECS: ScenarioSpec[] = [
  { label: 'search', p50: 2, p99: 7 },
  { label: 'lookup at 5 req/s', p50: 1, p99: 2 },
  { label: 'lookup at 9 req/s', p50: 1, p99: 3 },
];

/** A page whose record has a hostile text wherever a foreign hand may write one. */
function contentOf(text: string) {
  const plain = recordOf(SPECS, 'main', () => 1, 1, false);
  const goal = makeGoal('p99 < 30ms', 100, 5000);
  const record: RunRecord = {
    ...plain,
    environment: { cpuModel: text, os: text, k6: text, node: text, cores: 2 },
    ...{ commit: text, branch: text, tailgate: text, recordedAt: text, job: text },
    capacities: [{ scenario: text, label: text, digest: text, goal, arm: 'head', blocks: [] }],
    pair: { baseCommit: text },
    steps: [...plain.steps, { ...plain.steps[0]!, arm: 'base' as const }],
  };
  const steps = plain.steps.map(({ scenario, label, load }) => ({
    ...{ scenario, label, load, work: workOf(text), slos: [] },
  }));
  const searches = [{ scenario: text, label: text, work: workOf(text), goal, slos: [] }];
  const digests = new Map([
    [text, text],
    ...record.steps.map(({ label, digest }) => [label, digest] as const),
  ]);
  return composeContent({ steps, searches }, digests, { record, buckets: [1, 5], earlier: [record] }).content;
}

const ELEMENTS = /^(h2|p|table|thead|tbody|tr|th|td|code|img|span|br)$/;
it.each(hostile)('%j is harmless in a page', (text) => {
  const picture = { scenario: 'search', name: 'latency-search.svg', alt: text };
  const html = toHtml(writePage(contentOf(text), [picture], 'p', 2));
  expect(html).not.toContain('<!--');
  expectPlain(html, ELEMENTS);
  const tags = tagsOf(html).map((tag) => tag.replace(/ alt="[^"]*"/, ''));
  const intended = /^<(?:img src="p\/latency-search\.svg" \/|t[dh] align="right")>$/;
  expect(tags.filter((tag) => / \w+=/.test(tag) && !intended.test(tag))).toEqual([]);
});
