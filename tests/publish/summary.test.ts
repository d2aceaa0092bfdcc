import { describe, expect, it } from 'vitest';
import { fitSummary, SUMMARY_LIMIT } from '../../src/publish/summary.ts';

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

  it('names no output that is empty, as with several results', () => {
    const cut = fitSummary('x\n'.repeat(SUMMARY_LIMIT), false);
    expect(cut).toMatch(/at most 1 MiB\.\*\n$/);
  });
});
