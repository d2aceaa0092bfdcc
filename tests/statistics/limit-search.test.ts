import { describe, expect, it } from 'vitest';
import {
  chooseTrial,
  estimateLimit,
  learnLimit,
  MOST_TRIALS,
  type SearchStart,
} from '../../src/statistics/limit-search.ts';
import { type Draw, seed } from '../random.ts';

type Trial = (rate: number, seconds: number) => boolean;
type Found = { value: number; low: number; high: number; trials: number };

const RANGE = { from: 100, to: 5000 };

/** A response curve: the value of a trial scatters by so much (log units), and some trials go wrong by themselves. */
function noisy(draw: Draw, limit: number, scatter: number, wrong: number): Trial {
  return (rate) =>
    draw.uniform() < wrong ? draw.uniform() < 0.5 : Math.log(rate / limit) < scatter * draw.normal();
}

/** A token bucket: its queue grows by what is too much, and is over 30 ms when that has been so for long enough. */
function bucket(_: Draw, limit: number): Trial {
  return (rate, seconds) => 0.99 * seconds * (rate / limit - 1) < 0.03;
}

/** A queue with one server and random arrivals and services, of which p99 is 30 ms at `limit` in the long run. */
function queue(draw: Draw, limit: number): Trial {
  const service = limit + Math.log(100) / 0.03;
  const exponential = (rate: number) => -Math.log(1 - draw.uniform()) / rate;
  return (rate, seconds) => {
    let [wait, late] = [0, 0];
    const [settle, count] = [Math.round(0.4 * rate), Math.round(seconds * rate)];
    for (let i = 0; i < settle + count; i++) {
      const sojourn = wait + exponential(service);
      if (i >= settle && sojourn > 0.03) late++;
      wait = Math.max(0, sojourn - exponential(rate));
    }
    return late < 0.01 * count;
  };
}

function search(trial: Trial, start: SearchStart = { rate: RANGE.from, factor: 2 }): Found {
  const outcomes: { rate: number; met: boolean }[] = [];
  for (;;) {
    const next = chooseTrial({ ...RANGE, outcomes, start });
    if (next === null) return { ...estimateLimit(outcomes, RANGE)!, trials: outcomes.length };
    expect(outcomes.length).toBeLessThan(MOST_TRIALS);
    outcomes.push({ rate: next.rate, met: trial(next.rate, next.coarse ? 1.5 : 3) });
  }
}

/** Shares of searches within 5 % of the limit and whose interval covers it, and the mean number of trials. */
function study(count: number, make: (_: Draw, limit: number) => Trial, { least = 200, near = false } = {}) {
  const draw = seed(11);
  const found = Array.from({ length: count }, () => {
    const limit = least * (4000 / least) ** draw.uniform();
    const start = near ? { rate: limit * (0.95 + 0.1 * draw.uniform()), factor: 1.12 } : undefined;
    return { limit, ...search(make(draw, limit), start) };
  });
  const share = (is: (one: (typeof found)[number]) => boolean) => found.filter(is).length / count;
  return {
    near: share(({ value, limit }) => Math.abs(value / limit - 1) <= 0.05),
    covered: share(({ low, high, limit }) => low <= limit && limit <= high),
    trials: found.reduce((sum, { trials }) => sum + trials, 0) / count,
  };
}

describe('the search for a limit', () => {
  it('finds the rate of a token bucket within 5 % in 95 of 100 searches, in fewer trials where it begins near', () => {
    const [far, near] = [study(40, bucket), study(25, bucket, { near: true })];
    for (const one of [far, near]) expect(Math.min(one.near, one.covered)).toBeGreaterThanOrEqual(0.95);
    expect(far.trials).toBeLessThan(18);
    expect(near.trials).toBeLessThan(far.trials - 3);
  });

  it('finds it where trials scatter, some go wrong by themselves, or latency rises smoothly into a knee', () => {
    const studies = [
      study(40, (draw, limit) => noisy(draw, limit, 0.01, 0.05)),
      study(40, (draw, limit) => noisy(draw, limit, 0.03, 0)),
      study(25, queue, { least: 2000 }),
    ];
    expect(Math.min(...studies.map(({ near }) => near))).toBeGreaterThanOrEqual(0.95);
  });

  it('says so when the limit is beyond an end of the range, after that end was tried twice', () => {
    expect(search(() => true)).toMatchObject({ kind: 'above', low: 5000, high: Number.POSITIVE_INFINITY });
    expect(search(() => false)).toMatchObject({ kind: 'below', low: 0, high: 100, trials: 2 });
  });

  it('ends after some trials even where they contradict each other', () => {
    const draw = seed(3);
    expect(search(() => draw.uniform() < 0.5).trials).toBeLessThanOrEqual(MOST_TRIALS);
  });

  it('knows nothing of a search that was cut short before a trial of either kind', () => {
    expect(estimateLimit([{ rate: 100, met: true }], RANGE)).toBeNull();
    expect(estimateLimit([], RANGE)).toBeNull();
  });

  it('outvotes one trial by many', () => {
    const met = [400, 420, 440, 460, 480].map((rate) => ({ rate, met: true }));
    const quantile = learnLimit([...met, { rate: 300, met: false }, { rate: 500, met: false }], RANGE);
    expect(quantile(0.5)).toBeGreaterThan(460);
  });
});
