import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { fitSummary, SUMMARY_LIMIT, writeSummary } from '../../src/publish/summary.ts';
import { makeFolder } from '../folders.ts';
import { stubStepSummary } from './step-summary.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('a job summary is left whole below the limit, and else cut after a whole line, by bytes, with a word', () => {
  expect(fitSummary('### ✅ met\n')).toBe('### ✅ met\n');
  const line = 'é'.repeat(500);
  const cut = fitSummary(`${line}\n`.repeat(2000));
  expect(Buffer.byteLength(cut)).toBeLessThan(SUMMARY_LIMIT);
  expect(Buffer.byteLength(cut)).toBeGreaterThan(SUMMARY_LIMIT - 2000);
  const [kept, note] = cut.split('\n\n');
  expect(new Set(kept!.split('\n'))).toEqual(new Set([line]));
  expect(note).toContain('Cut here');
});

it('the summaries of several suites fit into the one that the step has', async () => {
  const path = join(makeFolder('tailgate-summary'), 'summary');
  writeFileSync(path, 'of an earlier command of this step\n');
  stubStepSummary(path);
  for (let suite = 0; suite < 5; suite++)
    expect(await writeSummary(`${'x'.repeat(999)}\n`.repeat(300))).toBeNull();
  const written = readFileSync(path);
  expect(written.length).toBeLessThanOrEqual(SUMMARY_LIMIT);
  expect(written.length).toBeGreaterThan(SUMMARY_LIMIT - 2000);
  expect(written.toString().trimEnd()).toMatch(/name all of it\.\*$/);
});
