import { describe, expect, it } from 'vitest';
import { parseSlo } from '../../src/config/language/slo.ts';
import type { Slice } from '../../src/measurement/measurement.ts';
import { judge } from '../../src/verdict/judge.ts';
import { makeRound } from '../fixtures.ts';
import { seed } from '../random.ts';
import { keep, makeInput, makeMeasured } from './kept.ts';

/** Stretches of 200 requests: latencies that vary from request to request, and a little from one to the next. */
function stretches(factor: number, offset: number, start: number, failed = 0): Slice[][] {
  const draw = seed(start);
  return Array.from({ length: 14 }, () => {
    const level = 20 * Math.exp(0.05 * draw.normal());
    const sample = Array.from({ length: 200 }, () => level * Math.exp(0.2 * draw.normal()));
    const slowed = sample.map((ms) => factor * ms + offset);
    return [makeRound(slowed, { failed })];
  });
}

const raw = stretches(1, 0, 1);

type Parts = { own?: Slice[][]; other?: Slice[][] | null; otherSlos?: string[] };

function judgeSlos(slos: string[], { own = stretches(1, 0, 2), other = raw, otherSlos = [] }: Parts) {
  const step = (label: string, texts: string[], slices: Slice[][]) =>
    makeMeasured({
      label,
      slos: texts.map((text) => parseSlo(text).slo),
      blocks: slices.map((head) => keep({ head })),
    });
  const api = { ...step('api', slos, own), limits: new Map([['raw', 'raw']]) };
  return judge(makeInput([api, ...(other ? [step('raw', otherSlos, other)] : [])]));
}

const codes = (slos: string[], parts: Parts = {}) =>
  judgeSlos(slos, parts).verdict.slos.map(({ code }) => code);

describe('an SLO with a limit relative to another scenario', () => {
  it('is met, missed or at its limit by the interval of the distance', () => {
    const limits = ['p95 < raw.p95 + 5ms', 'p95 < raw.p95 - 5ms', 'p95 < raw.p95'];
    expect(codes(limits)).toEqual(['met', 'missed', 'at-limit']);
    const half = { own: stretches(0.4, 0, 3) };
    const factors = ['p50 < 0.5 x raw.p50', 'p50 < 0.3 x raw.p50', 'avg < 0.5 x raw.avg'];
    expect(codes(factors, half)).toEqual(['met', 'missed', 'met']);
    const { slos } = judgeSlos(limits, {}).verdict;
    const { relative, estimate } = slos[0]!;
    expect(relative!.limit).toBeCloseTo(relative!.estimate.value + 5, 9);
    expect(relative!.difference.value).toBeCloseTo(estimate.value - relative!.limit, 9);
  });

  it('of another metric, or of a share, is judged as well', () => {
    const limits = ['p50 < raw.p99', 'p99 < raw.p50', 'errors <= raw.errors'];
    expect(codes(limits)).toEqual(['met', 'missed', 'at-limit']);
  });

  it('on errors leaves the implied one where it is', () => {
    const [own, other] = [stretches(1, 0, 4, 20), stretches(1, 0, 5, 20)];
    const failing = { own, other, otherSlos: ['errors < 50%'] };
    expect(codes(['errors < 2 x raw.errors'], failing)).toEqual(['met', 'missed', 'met']);
  });

  it('is decided by the slices of one stretch, as of fixed work that is done once', () => {
    const once = (factor: number, start: number) => [stretches(factor, 0, start).flat()];
    const parts = { own: once(0.4, 3), other: once(1, 4) };
    expect(codes(['p50 < 0.5 x raw.p50', 'p50 < 0.3 x raw.p50'], parts)).toEqual(['met', 'missed']);
  });

  it('would measure longer at its limit', () => {
    expect(judgeSlos(['p95 < raw.p95'], {}).undecided).toBe(true);
  });

  it('is never met by a scenario that fails or was not measured', () => {
    const failing = stretches(1, 0, 4, 20);
    const lenient = { other: failing, otherSlos: ['errors < 50%'] };
    expect(judgeSlos(['p95 < raw.p95 + 5ms'], lenient).verdict).toMatchObject({
      code: 'invalid',
      slos: [{ label: 'raw', code: 'met' }],
      invalid: [{ kind: 'limit-unknown', label: 'api', metric: 'p95', other: 'raw' }],
    });
    expect(judgeSlos(['p95 < raw.p95'], { other: null }).verdict).toMatchObject({
      code: 'invalid',
      invalid: [{ kind: 'limit-unknown' }],
    });
    // That the other one fails is the news, and blocks.
    expect(judgeSlos(['p95 < raw.p95 + 5ms'], { other: failing }).verdict).toMatchObject({
      code: 'missed',
      invalid: [],
    });
    expect(judgeSlos(['memory < 1.2 x raw.memory'], { other: failing }).verdict.invalid).toEqual([]);
    // A scenario that fails itself misses its limit.
    expect(codes(['p95 < raw.p95 + 5ms'], { own: failing })).toEqual(['missed', 'missed']);
  });
});
