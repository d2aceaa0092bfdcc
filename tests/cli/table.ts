import { expect } from 'vitest';
import { lasts, layOutScreen, listScreens } from '../terminal/screen.ts';
import type { CliResult, TerminalSize } from './project.ts';

/** What a pair of one scenario shows in its second block, after the first one has been measured. */
const TABLE =
  /^scenario +p50 +p99\nsearch +base +[\d.]+ [mµ]s +[\d.]+ [mµ]s\n +head +[\d.]+ [mµ]s +[\d.]+ [mµ]s\n▸ block 2 of \d+: .* left$/m;

/** Expects a table while the run measures, never wider than the terminal, and in the end only the report. */
export function expectTable({ stdout }: CliResult, { columns }: TerminalSize): void {
  const screens = listScreens(stdout);
  expect(
    screens.some((screen) => TABLE.test(screen)),
    screens.join('\n---\n'),
  ).toBe(true);
  const drawn = screens.flatMap((screen) => screen.split('\n')).filter((line) => /^▸| p99$/.test(line));
  expect(Math.max(...drawn.map((line) => line.length))).toBeLessThan(columns);
  const end = layOutScreen(stdout).join('\n');
  expect(end).not.toMatch(/^▸|^scenario +p50/m);
  // The headline, after all else.
  expect(end).toMatch(/\n\n\p{Emoji}\uFE0F? \S[^\n]*(\n[^\n]+)*\n$/u);
  expect(lasts(stdout)).toBe(false);
}
