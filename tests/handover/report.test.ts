import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import { writeCommand } from '../../src/handover/report.ts';
import type { CapacityMeasurement } from '../../src/verdict/capacity-measurement.ts';
import type { ServiceFault } from '../../src/verdict/faults.ts';
import type { SloFinding } from '../../src/verdict/findings.ts';
import { makeGoal } from '../fixtures.ts';
import { reportOf } from '../report/fixture.ts';

/** Command of a run of search, lookup and checkout that is as it should be, but for what is given. */
function commandOf(faults: ServiceFault[], capacities: CapacityMeasurement[] = [], slos: SloFinding[] = []) {
  const { verdict, record } = reportOf({ earlier: 0, verdict: { faults, slos } });
  return writeCommand({ verdict, record: { ...record, capacities } });
}

function crashing(label: string): ServiceFault {
  return { kind: 'crashed', service: 'app', label, exit: 'exit code 1', log: '' };
}

describe('the command that repeats a run', () => {
  it('names scenarios that only a fault misses, and a capacity that is missed', () => {
    expect(commandOf([crashing('search')])).toBe('tailgate run --only search');
    const quote = { scenario: 'quote', label: 'quote', digest: 'd', arm: 'head' } as const;
    const goal = makeGoal('p99 < 30ms', 100, 5000);
    const estimate = { value: 400, low: 390, high: 410 };
    const { slo } = parseSlo('capacity > 500 req/s');
    const missed: SloFinding = { label: 'quote', slo, estimate, confidence: 0.95, code: 'missed' };
    expect(commandOf([], [{ ...quote, blocks: [], goal }], [missed])).toBe('tailgate run --only quote');
  });

  it('selects nothing where no scenario is bad', () => {
    const failing = { kind: 'failing', label: 'search', failed: 1, requests: 12_000 } as const;
    expect(commandOf([{ ...failing, examples: [] }])).toBe('tailgate run');
  });
});
