import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fitSummary, SUMMARY_LIMIT, writeSummary } from '../../src/publish/summary.ts';
import { stubStepSummary } from './step-summary.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the job summary', () => {
  it('is left whole below the limit', () => {
    expect(fitSummary('### ✅ met\n', true)).toBe('### ✅ met\n');
  });

  it('is cut after a whole line, by bytes, and says so', () => {
    const line = `${'é'.repeat(500)}\n`;
    const cut = fitSummary(line.repeat(2000), true);
    expect(Buffer.byteLength(cut)).toBeLessThan(SUMMARY_LIMIT);
    expect(Buffer.byteLength(cut)).toBeGreaterThan(SUMMARY_LIMIT - 2000);
    const [kept, note] = cut.split('\n\n');
    expect(kept!.split('\n').every((text) => text === 'é'.repeat(500))).toBe(true);
    expect(note).toContain('Cut here');
    expect(note).toContain('The output `report`');
  });

  it('of several suites fits into the one that the step has', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tailgate-summary-'));
    const path = join(folder, 'summary');
    writeFileSync(path, 'of an earlier command of this step\n');
    stubStepSummary(path);
    for (let suite = 0; suite < 5; suite++) {
      expect(await writeSummary(`${'x'.repeat(999)}\n`.repeat(300), false)).toBeNull();
    }
    const written = readFileSync(path);
    rmSync(folder, { recursive: true });
    expect(written.length).toBeLessThanOrEqual(SUMMARY_LIMIT);
    expect(written.length).toBeGreaterThan(SUMMARY_LIMIT - 2000);
    expect(written.toString().trimEnd()).toMatch(/at most 1 MiB\.\*$/);
  });

  it('names no output that is empty, as with several results', () => {
    const cut = fitSummary('x\n'.repeat(SUMMARY_LIMIT), false);
    expect(cut).toMatch(/at most 1 MiB\.\*\n$/);
  });
});
