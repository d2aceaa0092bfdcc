import { describe, expect, test } from 'vitest';
import { type SitePage, writePages } from '../../../src/report/site/pages.ts';
import { hostile } from '../hostile.ts';
import { type Scene, sceneOf } from './scene.ts';

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
    expect(tracks[0]!.breaks).toEqual([30]);
    // A triangle for each step in each of two pictures; a dotted line in each for the machine.
    for (const { html } of [overview!, scenario!]) {
      expect(count(html, /class="dot-1 step"[^>]*>(?:<path.*?<\/path>){2}/g)).toBe(2);
      expect(count(html, /class="break"/g)).toBe(2);
    }
    expect(scenario!.html).toMatch(/<li>▲ <strong>\+\d+ %<\/strong> p99, /);
  });

  test('link commits: in a table for the keyboard, and from each point of the larger page', () => {
    const href = 'href="https:\\/\\/forge\\.example\\/acme\\/shop\\/commit\\/[0-9a-f]{40}"';
    expect(count(scenario!.html, new RegExp(`<a rel="noreferrer" ${href}`, 'g'))).toBe(60 + 4);
    expect(count(scenario!.html, new RegExp(`<a [^>]*${href}[^>]*><circle`, 'g'))).toBe(2 * 60);
    expect(overview!.html).not.toMatch(/<circle[^>]*>[^<]*<\/a>/);
  });

  test('say that nothing was found in a steady history', () => {
    const [steady] = draw({ runs: 40, steps: [] });
    expect(steady!.html).toContain('No change point was found.');
    expect(steady!.html).not.toContain('▲');
    expect(steady!.html).not.toContain('step"');
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

const [plain] = writePages(sceneOf({ runs: 12, steps: [6], moved: 8 }));

test.each(hostile)('%j stays text on every page', (text) => {
  const content = sceneOf({ runs: 12, steps: [6], moved: 8, text });
  const pages = writePages(content).map(({ html }) => html);
  for (const html of pages) {
    expect(html).not.toMatch(/<(?:script|img|iframe|object|link|details open|h1>passed)/i);
    expect(count(html, /<!--/g)).toBe(0);
    expect(html).not.toMatch(/<a [^>]*href="(?!https:\/\/forge\.example|\.\.\/|scenarios\/|index)/);
  }
  expect(count(pages[0]!, /<a /g)).toBe(count(plain!.html, /<a /g));
});
