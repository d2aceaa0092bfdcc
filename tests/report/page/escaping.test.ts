import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { parseCapacity } from '../../../src/config/language/capacity.ts';
import type { RunRecord } from '../../../src/records/record.ts';
import { drawSvg, showName } from '../../../src/report/charts/drawing.ts';
import { drawLatency, readLine } from '../../../src/report/charts/latency.ts';
import { plotMultiples } from '../../../src/report/charts/multiples.ts';
import { composeContent } from '../../../src/report/page/content.ts';
import { toMarkdownPage } from '../../../src/report/page/markdown.ts';
import { writePage } from '../../../src/report/page/page.ts';
import { escapeRestructured, toRestructured } from '../../../src/report/page/restructured.ts';
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

const GOAL = parseCapacity('p99 < 30ms between 100 and 5000 req/s');

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
  const digests = {
    steps: new Map(record.steps.map(({ label, digest }) => [label, digest])),
    searches: new Map([[text, text]]),
  };
  return composeContent({ steps, searches }, digests, { record, buckets: [1, 5], earlier: [record, record] })
    .content;
}

const blocksOf = (text: string) =>
  writePage(contentOf(text), [{ scenario: 'search', path: 'p/latency-search.svg', alt: text }]);

const ELEMENTS = /^(h2|p|table|thead|tbody|tr|th|td|code|img|span|br)$/;
const LINES =
  /^(?:\.\. (?:rubric:: .+|list-table::|image:: p\/latency-search\.svg)| {3}:(?:header-rows: 1|alt: .*)| {3}[* ] - .+|(?:Measured by|Under a load|KO are|A capacity is|The time to connect|p50 \/ p99) ?.*|)$/;

describe('a page with texts from foreign hands', () => {
  it.each(hostile)('is harmless as Markdown: %j', (text) => {
    const html = toHtml(toMarkdownPage(blocksOf(text), 2));
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

  it.each(hostile)('keeps its lines as reStructuredText: %j', (text) => {
    const lines = toRestructured(blocksOf(text)).split('\n');
    expect(lines.filter((line) => !LINES.test(line))).toEqual([]);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(3000);
  });

  it('has well-formed pictures that hold no element but those of drawings', () => {
    const { steps } = recordOf(SPECS, 'main', () => 1, 1, false);
    const known = ['svg', 'title', 'style', 'rect', 'text', 'tspan', 'line', 'path', 'circle', 'g'];
    for (let from = 0; from < hostile.length; from += 6) {
      const names = hostile.slice(from, from + 6).map(showName);
      const lines = names.map((name) => readLine(name, steps[0]!));
      const multiples = lines.map((line) => ({ title: line.name, lines: [line], slo: undefined }));
      const many = drawSvg(names[1] ?? '', names, plotMultiples(multiples));
      for (const svg of [drawLatency(names[0]!, lines, []), many]) {
        expect(XMLValidator.validate(svg)).toBe(true);
        const elements = new Set([...svg.matchAll(/<([A-Za-z]+)/g)].map((match) => match[1]!));
        expect([...elements].filter((name) => !known.includes(name))).toEqual([]);
        expect(svg.length).toBeLessThan(60_000);
      }
    }
  });
});

describe('escapeRestructured', () => {
  it.each([
    ['*a* `b` |c| d_ <e> [f]_ g\\h', '\\*a\\* \\`b\\` \\|c\\| d\\_ \\<e\\> \\[f\\]\\_ g\\\\h'],
    ['- item', '\\- item'],
    ['1. item', '1\\. item'],
    ['(a) item', '\\(a) item'],
    ['.. note:: x', '\\.. note\\:\\: x'],
    ['7.3 ms', '7.3 ms'],
  ])('takes the meaning from every sign: %s', (text, escaped) => {
    expect(escapeRestructured(text)).toBe(escaped);
  });
});
