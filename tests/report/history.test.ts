import { expect, test } from 'vitest';
import { renderHistory } from '../../src/report/history.ts';
import { bookstore, commitOf, recordOf } from './fixture.ts';
import { hostile } from './hostile.ts';

const plainly = { color: false, width: 110 };
const runs = Array.from({ length: 12 }, (_, i) => {
  const scale = (_: string, metric: string) => (metric === 'p99' && i === 11 ? 1.5 : 1 + i / 500);
  return recordOf(bookstore, `main ${i}`, scale, i, false);
});

test('each scenario has a row for p50 and p99: last value, range, trend and number of runs', () => {
  const lines = renderHistory(runs, plainly).split('\n');
  expect(lines[0]).toEqual(expect.stringMatching(/^scenario +last +least … most +trend +runs$/));
  const names = lines.slice(1, 7).map((line) => line.split(/ {2,}/).slice(0, 2).join(' '));
  expect(names.join()).toBe('search p50,search p99,lookup p50,lookup p99,checkout p50,checkout p99');
  expect(lines[6]).toMatch(/^checkout {2}p99 +92.3 ms +61.4 … 92.3 ms {2}▆▆▆▆▆▆▆▆▆▆▆█ {4}12$/);
});

test('the newest run is last, by time of commit and whatever their order', () => {
  const shuffled = [...runs.slice(5), ...runs.slice(0, 5)].reverse();
  const text = renderHistory(shuffled, plainly);
  expect(text).toBe(renderHistory(runs, plainly));
  const commit = commitOf('main 11').slice(0, 7);
  expect(text.split('\n').at(-1)).toBe(
    `12 runs; the newest: ${commit}, main, 2026-01-12 09:30 UTC, AMD EPYC 7763 × 2, k6 2.2.0`,
  );
});

test('values of another load or request are left out of the row, and changes that are not committed are named', () => {
  const changed = structuredClone(runs);
  for (const run of changed.slice(0, 4)) run.steps[0]!.digest = 'another request';
  changed[11]!.dirty = true;
  const lines = renderHistory(changed, plainly).split('\n');
  expect(lines[1]).toMatch(/ 8$/);
  expect(lines[3]).toMatch(/ 12$/);
  expect(lines.at(-1)).toContain(' with uncommitted changes, main, ');
});

test('a run without commit, without answers and with hostile names is shown without harm', () => {
  for (const text of hostile) {
    const run = recordOf([{ label: text, p50: 2, p99: 7, failed: 1 }], 'main', () => 1, 1, true);
    Object.assign(run, { commit: null, branch: text, commitTime: null, recordedAt: 'no time' });
    run.environment.cpuModel = text;
    const shown = renderHistory([run], plainly);
    expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(shown).toContain('∞');
  }
});
