import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { composeContent } from '../../src/report/page/content.ts';
import { drawPictures } from '../../src/report/page/pictures.ts';
import { makeWork } from '../fixtures.ts';
import { p, recordOf, type ScenarioSpec, slo } from '../report/fixture.ts';
import { openBrowser } from './page.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** A sweep of so many loads, whose labels are as long as those of variants. */
const sweep = (count: number): ScenarioSpec[] =>
  Array.from({ length: count }, (_, i) => ({
    label: `transfer at ${(i + 1) * 1000} req/s`,
    p50: 2 + i,
    p99: 20 + 9 * i,
    failed: i === 1 ? 0.02 : 0,
    load: { kind: 'arrival-rate', rate: (i + 1) * 1000 },
  }));

function draw(specs: ScenarioSpec[]) {
  const records = Array.from({ length: 9 }, (_, day) => recordOf(specs, `main ${day}`, () => 1, day, true));
  const head = records.at(-1)!;
  const bases = head.steps.map((step) => ({ ...step, arm: 'base' as const }));
  const record = { ...head, steps: [...head.steps, ...bases] };
  const steps = head.steps.map(({ scenario, label, load }) => ({
    ...{ scenario, label, load, slos: [slo(p(99), '<', 30)] },
    work: makeWork(),
  }));
  const digests = new Map(head.steps.map(({ label, digest }) => [label, digest]));
  const earlier = records.slice(0, -1);
  return drawPictures(
    composeContent({ steps, searches: [] }, digests, { record, buckets: [], earlier }).content,
  );
}

/** Texts that lie over another one or reach beyond the paper, and the colours of paper and ink. */
const look = `(() => {
  const svg = document.querySelector('svg');
  const paper = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')].filter((text) => text.textContent.trim() !== '');
  const boxes = texts.map((text) => ({ name: text.textContent, box: text.getBoundingClientRect() }));
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  return {
    over: boxes.flatMap((one, i) => boxes.slice(i + 1)
      .filter((other) => !apart(one.box, other.box)).map((other) => one.name + ' / ' + other.name)),
    beyond: boxes.filter(({ box }) => box.left < paper.left || box.right > paper.right
      || box.top < paper.top || box.bottom > paper.bottom).map(({ name }) => name),
    ink: [...new Set(texts.map((text) => getComputedStyle(text).fill))],
    paper: getComputedStyle(svg.querySelector('.paper')).fill,
  };
})()`;

type Look = { over: string[]; beyond: string[]; ink: string[]; paper: string };

const luminance = (colour: string) => {
  const [r, g, b] = colour.match(/\d+/g)!.map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};

describe.each(['light', 'dark'] as const)('pictures of the page, %s', (colorScheme) => {
  test.each([1, 2, 6, 24])('of %i steps have texts that are apart and readable', async (count) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 800, height: 900 } });
    const page = await context.newPage();
    for (const { name, svg } of draw(count === 1 ? [{ label: 'search', p50: 2, p99: 20 }] : sweep(count))) {
      await page.setContent(`<body style="margin:0">${svg}</body>`);
      const { over, beyond, ink, paper } = (await page.evaluate(look)) as Look;
      expect(over, name).toEqual([]);
      expect(beyond, name).toEqual([]);
      for (const colour of ink) {
        const [dark, bright] = [luminance(colour), luminance(paper)].sort((a, b) => a - b);
        expect((bright! + 0.05) / (dark! + 0.05), `${name} ${colour}`).toBeGreaterThan(4.5);
      }
    }
    await context.close();
  });
});
