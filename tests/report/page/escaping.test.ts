import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/records/record.ts';
import { composeContent } from '../../../src/report/page/content.ts';
import { writePage } from '../../../src/report/page/page.ts';
import { makeGoal } from '../../fixtures.ts';
import { recordOf, type ScenarioSpec } from '../fixture.ts';
import { hostile } from '../hostile.ts';
import {
  namesOf,
  references,
  reordering,
  runningTexts,
  tableWidths,
  tagsOf,
  textOf,
  toHtml,
} from '../rendered.ts';

const SPECS: ScenarioSpec[] = [
  { label: 'search', p50: 2, p99: 7 },
  { label: 'lookup at 5 req/s', p50: 1, p99: 2 },
  { label: 'lookup at 9 req/s', p50: 1, p99: 3 },
];

const GOAL = makeGoal('p99 < 30ms', 100, 5000);

/** A page whose record has a hostile text wherever a foreign hand may write one. */
function contentOf(text: string) {
  const plain = recordOf(SPECS, 'main', () => 1, 1, false);
  const base = { ...plain.steps[0]!, arm: 'base' as const };
  const record: RunRecord = {
    ...plain,
    environment: { cpuModel: text, os: text, k6: text, node: text, cores: 2 },
    commit: text,
    branch: text,
    tailgate: text,
    recordedAt: text,
    job: text,
    capacities: [{ scenario: text, label: text, digest: text, goal: GOAL, arm: 'head', blocks: [] }],
    pair: { baseCommit: text, baseTree: text, headTree: text, seed: 1 },
    steps: [...plain.steps.map((step) => ({ ...step, variant: { [text]: text } })), base],
  };
  const steps = plain.steps.map(({ scenario, label, load }) => ({
    scenario,
    label,
    load,
    work: { kind: 'script' as const, path: `/x/${text}`, exec: text },
    slos: [],
  }));
  const searches = [
    { scenario: text, label: text, variant: { [text]: text }, work: steps[0]!.work, goal: GOAL, slos: [] },
  ];
  const digests = new Map([
    [text, text],
    ...record.steps.map(({ label, digest }) => [label, digest] as const),
  ]);
  return composeContent({ steps, searches }, digests, { record, buckets: [1, 5], earlier: [record, record] })
    .content;
}

const pageOf = (text: string) =>
  writePage(contentOf(text), [{ scenario: 'search', path: 'p/latency-search.svg', alt: text }], 2);

const ELEMENTS = /^(h2|p|table|thead|tbody|tr|th|td|code|img|span|br)$/;
describe('a page with texts from foreign hands', () => {
  it.each(hostile)('is harmless as Markdown: %j', (text) => {
    const html = toHtml(pageOf(text));
    expect(html).not.toContain('<!--');
    expect(namesOf(html).filter((name) => !ELEMENTS.test(name))).toEqual([]);
    const tags = tagsOf(html).map((tag) => tag.replace(/ alt="[^"]*"/, ''));
    expect(
      tags.filter(
        (tag) =>
          / \w+=/.test(tag) && !/^<(?:img src="p\/latency-search\.svg" \/|t[dh] align="right")>$/.test(tag),
      ),
    ).toEqual([]);
    expect(runningTexts(html).filter((one) => references.test(one))).toEqual([]);
    expect(textOf(html)).not.toMatch(reordering);
    for (const table of tableWidths(html)) expect(new Set(table).size).toBe(1);
  });
});
