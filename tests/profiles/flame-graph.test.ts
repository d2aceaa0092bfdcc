import { describe, expect, it } from 'vitest';
import { type FlameBar, flameGraphSchema, layOutFlameGraph } from '../../src/profiles/flame-graph.ts';
import { countSamples } from '../../src/profiles/profile.ts';

/** Samples by stack, in which a call is `name:line`; all are of one file. */
type Stacks = Record<string, number>;

const count = (stacks: Stacks) => {
  const lines = Object.entries(stacks).map(([stack, samples]) => {
    const calls = stack.split('>').map((call) => call.replace(/^(.*):(\d+)$/, '$1 (/head/a.mjs:$2)'));
    return `${calls.join(';')} ${samples}`;
  });
  return countSamples([lines.join('\n')], ['/head']);
};

/** Rounds that hardly differ. */
const roundsOf = (base: Stacks, head: Stacks) =>
  [0, 1, 2, 3].map((i) => ({
    base: count({ ...base, '(elsewhere)': 100 + i }),
    head: count({ ...head, '(elsewhere)': 100 + i }),
  }));

const COST = { base: 2, head: 4 };
const show = ({ depth, name, line, base, head, change }: FlameBar) =>
  `${' '.repeat(depth)}${name}:${line} ${base.toFixed(1)} → ${head.toFixed(1)} ${change ?? 'same'}`;

describe('a flame graph of both arms', () => {
  it('has each call below its caller, the largest of the head first, in the unit of the cost', () => {
    const base = { 'main:1>search:5>rank:9': 50, 'main:1>render:20': 250 };
    const head = { 'main:1>search:7>rank:12': 550, 'main:1>search:7': 100, 'main:1>render:22': 250 };
    expect(layOutFlameGraph(roundsOf(base, head), COST).map(show)).toEqual([
      '(all):0 2.0 → 4.0 grown',
      ' main:1 1.5 → 3.6 grown',
      '  search:7 0.2 → 2.6 grown',
      '   rank:12 0.2 → 2.2 grown',
      '  render:22 1.2 → 1.0 shrunk',
      ' (elsewhere):0 0.5 → 0.4 shrunk',
    ]);
  });

  it('says of nothing that it has changed where its rounds do not agree', () => {
    const rounds = [300, 20, 280, 40].map((samples, i) => ({
      base: count({ 'search:5': 100, '(elsewhere)': 100 + i }),
      head: count({ 'search:5': samples, '(elsewhere)': 100 + i }),
    }));
    const bars = layOutFlameGraph(rounds, { base: 2, head: 2.1 });
    expect(bars.filter(({ name }) => name !== '(all)').map(({ change }) => change)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('has a bar for each of several functions of one name in one file', () => {
    const base = { 'main:1>total:5': 100, 'main:1>total:9': 100 };
    const head = { 'main:1>total:6': 100, 'main:1>total:10': 500 };
    expect(layOutFlameGraph(roundsOf(base, head), COST).map(show)).toEqual(
      expect.arrayContaining([
        '  total:10 0.7 → 2.9 grown',
        expect.stringMatching(/^ {2}total:6 0\.7 → 0\.6/),
      ]),
    );
  });

  it('keeps what only one of the arms calls', () => {
    const bars = layOutFlameGraph(roundsOf({ 'old:1': 100 }, { 'fresh:2': 300 }), COST);
    expect(bars.map(show)).toEqual(
      expect.arrayContaining([' fresh:2 0.0 → 3.0 grown', ' old:1 1.0 → 0.0 shrunk']),
    );
  });

  it('is none where the samples do not show the rise, as in threads that have no profiler', () => {
    expect(layOutFlameGraph(roundsOf({ 'a:1': 100 }, { 'a:1': 110 }), COST)).toEqual([]);
    expect(layOutFlameGraph(roundsOf({ 'a:1': 100 }, { 'a:1': 300 }), COST)).not.toEqual([]);
  });

  it('is none without rounds or samples enough', () => {
    const rounds = roundsOf({ 'a:1': 100 }, { 'a:1': 100 });
    expect(layOutFlameGraph(rounds.slice(0, 2), COST)).toEqual([]);
    expect(
      layOutFlameGraph([...rounds.slice(0, 2), { ...rounds[2]!, head: count({ 'a:1': 9 }) }], COST),
    ).toEqual([]);
  });

  it('has few bars, not deep, whatever the stacks are, and joins small calls without losing their size', () => {
    const wide: Stacks = {};
    for (let i = 0; i < 3000; i++) wide[`main:1>${'f>'.replace('f', `f${i % 500}:2`).repeat(40)}g${i}:3`] = 5;
    const bars = layOutFlameGraph(roundsOf({ 'main:1': 100 }, wide), COST);
    expect(flameGraphSchema.parse({ label: 'search', of: 'time', bars }).bars).toEqual(bars);
    expect(Math.max(...bars.map(({ depth }) => depth))).toBeLessThanOrEqual(24);
    const below = bars.filter(({ depth }) => depth === 2).reduce((sum, { head }) => sum + head, 0);
    expect(below).toBeCloseTo(bars.find(({ name }) => name === 'main')!.head, 2);
    expect(bars.some(({ name }) => /^\(\d+ small calls\)$/.test(name))).toBe(true);
  });

  it('is refused without a whole, too deep, or with figures that are none', () => {
    const bar = { depth: 0, name: 'a', file: 'a.mjs', line: 1, base: 1, head: 2 };
    const isTaken = (...bars: object[]) =>
      flameGraphSchema.safeParse({ label: 'search', of: 'time', bars }).success;
    expect(isTaken(bar)).toBe(true);
    expect(isTaken()).toBe(false);
    for (const change of [{ head: 0 }, { depth: 1e9 }, { head: 'Infinity' }, { base: -1 }])
      expect(isTaken({ ...bar, ...change })).toBe(false);
    expect(isTaken(...Array.from({ length: 1000 }, () => bar))).toBe(false);
  });
});
