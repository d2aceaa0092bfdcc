import { describe, expect, test } from 'vitest';
import { writePages } from '../../../src/report/site/pages.ts';
import type { SitePage } from '../../../src/report/site/parts.ts';
import { writeReportPage, writeRunPage } from '../../../src/report/site/run.ts';
import { listMetrics } from '../../../src/report/site/runs.ts';
import { hostile } from '../hostile.ts';
import { pairedReportOf } from '../pair-fixture.ts';
import { declaredOf, type Scene, sceneOf } from './scene.ts';

const draw = (scene: Scene): SitePage[] => writePages(sceneOf(scene));
const count = (html: string, part: RegExp) => html.match(part)?.length ?? 0;

describe('the pages of a site', () => {
  const [overview, scenario] = draw({ runs: 60, steps: [20, 45], moved: 30 });

  test('are an overview and one for each scenario', () => {
    expect([overview!.path, scenario!.path]).toEqual(['index.html', 'scenarios/default/search.html']);
    expect(overview!.html).toContain('href="scenarios/default/search.html#t-search-"');
  });

  test('mark the planted steps of p99 and p50, with their commits, and the change of machine', () => {
    const { tracks } = sceneOf({ runs: 60, steps: [20, 45], moved: 30 });
    expect(tracks[0]!.panels.map(({ steps }) => steps.map(({ x }) => x))).toEqual([
      [20, 45],
      [20, 45],
    ]);
    expect(tracks[0]!.breaks).toMatchObject([{ x: 30, what: ['machine'] }]);
    // A triangle for each step in each of two pictures; a dashed line in each for the machine.
    expect(count(overview!.html, /class="dot-1 step"[^>]*>(?:<path.*?<\/path>){2}/g)).toBe(2);
    expect(count(overview!.html, /class="break"/g)).toBe(2);
  });

  test('link commits and the pull requests that messages name', () => {
    expect(scenario!.html).toMatch(/href="https:\/\/forge\.example\/acme\/shop\/commit\/[0-9a-f]{40}"/);
    expect(scenario!.html).toContain('href="https://forge.example/acme/shop/issues/45"');
  });

  test('say that nothing was found in a steady history', () => {
    const [steady] = draw({ runs: 40, steps: [] });
    expect(steady!.html).toContain('No change point in 40 runs.');
    expect(steady!.html).not.toContain('▲');
  });

  test('of one run, or of a long history on alternating machines, have no hole', () => {
    for (const scene of [
      { runs: 1, steps: [] },
      { runs: 2, steps: [], moved: 1 },
      { runs: 400, steps: [100] },
    ])
      for (const { html } of draw(scene)) expect(html).not.toMatch(/NaN|undefined|\[object/);
  });
});

const REPORT = pairedReportOf({ link: null, scenarios: [{ label: 'search', p50: 2, p99: 8 }] });

const [plain] = writePages(sceneOf({ runs: 12, steps: [6], moved: 8 }));

test.each(hostile)('%j stays text on every page', (text) => {
  const content = sceneOf({ runs: 12, steps: [6], moved: 8, text });
  const declared = [{ step: declaredOf(`search${text}`), metrics: listMetrics(declaredOf()) }];
  const pages = [
    ...writePages(content).map(({ html }) => html),
    writeRunPage(content.runs[3]!, declared, content.repository),
    writeReportPage(content.runs[3]!, REPORT, [declaredOf(`search${text}`)], content.repository),
  ];
  for (const html of pages) {
    expect(html).not.toMatch(/<(?:script|img|iframe|object|link|details open|h1>passed)/i);
    expect(count(html, /<!--/g)).toBe(0);
    expect(html).not.toMatch(/<a [^>]*href="(?!https:\/\/forge\.example|\.\.\/|scenarios\/|runs\/|index)/);
  }
  expect(count(pages[0]!, /<a /g)).toBe(count(plain!.html, /<a /g));
});
