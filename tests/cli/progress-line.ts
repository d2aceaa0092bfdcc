import { expect } from 'vitest';
import { lasts, layOutScreen, listScreens } from '../terminal/screen.ts';
import type { CliResult, TerminalSize } from './project.ts';

/** Expects the progress line while the run measures, never wider than the terminal, and in the end only the report. */
export function expectProgress({ stdout }: CliResult, { columns }: TerminalSize): void {
  const drawn = listScreens(stdout).flatMap((screen) => screen.split('\n').filter((line) => /^▸/.test(line)));
  expect(drawn.join('\n')).toMatch(/^▸ block 2 of \d+: .* left$/m);
  expect(Math.max(...drawn.map((line) => line.length))).toBeLessThan(columns);
  const end = layOutScreen(stdout).join('\n');
  expect(end).not.toMatch(/^▸/m);
  // The headline, after all else.
  expect(end).toMatch(/\n\n\p{Emoji}\uFE0F? \S[^\n]*(\n[^\n]+)*\n$/u);
  expect(lasts(stdout)).toBe(false);
}
