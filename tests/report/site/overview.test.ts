import { describe, expect, test } from 'vitest';
import { writeSitePage } from '../../../src/report/site/overview.ts';
import { hostile } from '../hostile.ts';
import { type Scene, sceneOf } from './scene.ts';

const draw = (scene: Scene): string => writeSitePage(sceneOf(scene));
const count = (html: string, part: RegExp) => html.match(part)?.length ?? 0;

describe('the page of a site', () => {
  test('marks the planted steps of p99 and p50, with links to their commits, and the change of machine', () => {
    const scene = { runs: 60, steps: [20, 45], moved: 30 };
    const { tracks } = sceneOf(scene);
    expect(tracks[0]!.panels.map(({ steps }) => steps.map(({ x }) => x))).toEqual([
      [20, 45],
      [20, 45],
    ]);
    expect(tracks[0]!.breaks).toEqual([30]);
    const html = draw(scene);
    // A triangle for each step in each of two pictures; a dotted line in each for the machine.
    expect(count(html, /class="dot-1 step"[^>]*>(?:<path.*?<\/path>){2}/g)).toBe(2);
    expect(count(html, /class="break"/g)).toBe(2);
    expect(html).toMatch(/<li>▲ <strong>\+\d+ %<\/strong> p99, /);
    const link = /<a rel="noreferrer" href="https:\/\/forge\.example\/acme\/shop\/commit\/[0-9a-f]{40}"/g;
    expect(count(html, link)).toBe(4);
  });

  test('says that nothing was found in a steady history', () => {
    const steady = draw({ runs: 40, steps: [] });
    expect(steady).toContain('No change points found.');
    expect(steady).not.toMatch(/▲|step"/);
  });

  test('of one run, or of a long history on alternating machines, has no hole', () => {
    for (const scene of [
      { runs: 1, steps: [] },
      { runs: 2, steps: [], moved: 1 },
      { runs: 400, steps: [100] },
    ])
      expect(draw(scene)).not.toMatch(/NaN|undefined|\[object/);
  });
});

const plain = draw({ runs: 12, steps: [6], moved: 8 });

test.each(hostile)('%j stays text', (text) => {
  const html = draw({ runs: 12, steps: [6], moved: 8, text });
  expect(html).not.toMatch(/<(?:script|img|iframe|object|link|details open|h1>passed)/i);
  expect(count(html, /<!--/g)).toBe(0);
  expect(html).not.toMatch(/<a [^>]*href="(?!https:\/\/forge\.example)/);
  expect(count(html, /<a /g)).toBe(count(plain, /<a /g));
});
