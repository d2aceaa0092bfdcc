import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/slo.ts';
import type { Round } from '../../src/measurement/measurement.ts';
import { isUndecided, type JudgeInput, judge } from '../../src/verdict/judge.ts';
import { makeRound } from '../fixtures.ts';

/** Six rounds of 500 requests, uniform between 1 and 10 ms. */
const steady: Round[] = Array.from({ length: 6 }, () =>
  makeRound(Array.from({ length: 500 }, (_, i) => 1 + (9 * i) / 499)),
);
const noHistory = { runs: [], incompatible: { records: 0, differs: [] } };

function judgeSlos(slos: string[], rounds = steady, parts: Partial<JudgeInput> = {}) {
  return judge({
    steps: [{ label: 'search', slos: slos.map((text) => parseSlo(text).slo), rounds, history: noHistory }],
    faults: [],
    invalid: [],
    looks: 1,
    tolerance: null,
    failOn: [],
    rounds: { used: 6, discarded: 0, instances: 1, loadSeconds: 6 },
    ...parts,
  });
}

describe('a verdict', () => {
  it('meets, misses or cannot tell an SLO by where its interval lies', () => {
    const codes = (slo: string) => judgeSlos([slo]).slos.map(({ code }) => code);
    expect(codes('p99 < 30ms')).toEqual(['met']);
    expect(codes('p99 < 5ms')).toEqual(['missed']);
    expect(codes('p99 < 9.9ms')).toEqual(['at-limit']);
    expect(codes('avg < 8ms')).toEqual(['met']);
    expect(codes('max < 9ms')).toEqual(['missed']);
    expect(codes('rate > 400 req/s')).toEqual(['met']);
    expect(codes('rate >= 600 req/s')).toEqual(['missed']);
    expect(codes('errors < 1%')).toEqual(['met']);
  });

  it('passes at the limit unless that is asked to fail, and would measure longer', () => {
    const verdict = judgeSlos(['p99 < 9.9ms']);
    expect(verdict).toMatchObject({ code: 'at-limit', blocks: false });
    expect(isUndecided(verdict)).toBe(true);
    expect(judgeSlos(['p99 < 9.9ms'], steady, { failOn: ['at-limit'] }).blocks).toBe(true);
  });

  it('never passes a service that fails fast, whatever its SLOs are silent about', () => {
    const failing = steady.map((round) => ({ ...round, failed: 50 }));
    expect(judgeSlos(['p50 < 30ms'], failing)).toMatchObject({ code: 'missed', blocks: true });
    expect(judgeSlos([], failing)).toMatchObject({ code: 'missed', blocks: true });
    expect(judgeSlos(['errors < 20%', 'p50 < 30ms'], failing)).toMatchObject({ blocks: false });
  });

  it('never passes one that answered nothing at all', () => {
    const dead = steady.map((round) => makeRound([], { failed: round.ok }));
    expect(judgeSlos(['avg < 30ms'], dead).slos[0]).toMatchObject({ code: 'missed' });
    expect(judgeSlos(['p99 < 30ms'], dead)).toMatchObject({ code: 'missed', blocks: true });
  });

  it('says invalid before anything else, and blocks', () => {
    const invalid = [{ kind: 'harness', message: 'k6 was ended by SIGKILL', log: '' } as const];
    expect(judgeSlos(['p99 < 30ms'], steady, { invalid })).toMatchObject({ code: 'invalid', blocks: true });
    expect(judgeSlos([], [], { invalid })).toMatchObject({ code: 'invalid', blocks: true });
  });

  it('is a first run without a baseline, and missed when the service crashed although every answer was fast', () => {
    expect(judgeSlos(['p99 < 30ms'])).toMatchObject({ code: 'first-run', blocks: false });
    const faults = [
      { kind: 'crashed', service: 'app', label: 'search', exit: 'exit code 1', log: '' } as const,
    ];
    expect(judgeSlos(['p99 < 30ms'], steady, { faults })).toMatchObject({ code: 'missed', blocks: true });
  });

  it('widens SLO intervals for every look that is planned', () => {
    const width = (looks: number) => {
      const { low, high } = judgeSlos(['p90 < 30ms'], steady, { looks }).slos[0]!.estimate;
      return high - low;
    };
    expect(width(4)).toBeGreaterThan(width(1));
  });
});
