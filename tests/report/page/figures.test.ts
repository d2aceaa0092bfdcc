import { expect, it } from 'vitest';
import { COUNTS } from '../../../src/report/page/figures.ts';
import { roundOf } from '../fixture.ts';

const show = (title: string, counts: { ok: number; failed: number; dropped: number; resent?: number }) =>
  COUNTS.find((figure) => figure.title === title)!.show([{ ...roundOf(2, 8, 0, 0, 0), ...counts }]);

it('OK and KO add up to the requests, whatever k6 sent again', () => {
  const counts = { ok: 900, failed: 60, dropped: 40, resent: 25 };
  expect(['requests', 'OK', 'KO'].map((title) => show(title, counts))).toEqual([
    '1,000',
    '900',
    '100 (10 %)',
  ]);
  expect(show('KO', { ok: 975, failed: 0, dropped: 0, resent: 25 })).toBe('0');
});

it('is not 100 % of the requests that are KO while one of them is OK', () => {
  expect(show('KO', { ok: 1, failed: 999, dropped: 0 })).toBe('999 (99.9 %)');
});
