import { expect, test } from 'vitest';
import type { Block } from '../../src/blocks/block.ts';
import type { Alteration } from '../../src/gate/judgement.ts';
import { judgeLook } from '../../src/gate/looks.ts';
import { planRun } from '../../src/plan/planning.ts';
import { slow } from '../../src/prove/proof/plant.ts';
import { seedRandom } from '../../src/statistics/random.ts';
import { makeConfig, makeRound } from '../fixtures.ts';
import { makeBlock, makeCase } from './blocks.ts';

const config = makeConfig({ baseline: { ...makeConfig().baseline, kind: 'paired' } });
const plan = planRun(config, { budgetSeconds: 60, paired: true });

/** Blocks as the plan has them, whose starts differ by some percent; the head's answers take so many times as long. */
function drawBlocks(seed: number, factor = 1): Block[] {
  const random = seedRandom(seed);
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  return Array.from({ length: plan.blocks }, (_, index) => {
    const levels = { base: 5 * Math.exp(0.03 * normal()), head: 5 * Math.exp(0.03 * normal()) * factor };
    return makeBlock(plan, index, ({ arm, slices, startSeconds }) =>
      Array.from({ length: slices }, (_, i) => {
        const sample = Array.from({ length: 50 }, () => levels[arm] * Math.exp(0.3 * normal()));
        return makeRound(sample, { startedAt: 1e6 * index + 1000 * startSeconds + i });
      }),
    );
  });
}

const planted =
  (share: number): Alteration =>
  (blocks) =>
    blocks.map((block) => ({
      ...block,
      kept: block.kept.map((one) =>
        one.slot.arm === 'head' ? { ...one, slices: one.slices.map((slice) => slow(slice, share)) } : one,
      ),
    }));

/** Goes from look to look, as a run does. */
function follow(all: readonly Block[], alterations?: readonly Alteration[]) {
  const given = makeCase(config, plan, { alterations });
  const looks = plan.looks.map((look) => judgeLook(given, all.slice(0, look)));
  const end = looks.find((judgements) => judgements.every(({ undecided }) => !undecided)) ?? looks.at(-1)!;
  return end.map(({ verdict }) => ({ code: verdict.code, end: verdict.pair!.blocks }));
}

test('each head is judged as a run of its own would have been, at the look where that would have ended', () => {
  const ends = new Set<string>();
  const codes: string[] = [];
  for (let seed = 1; seed <= 12; seed++) {
    const [unchanged, slower, slightly] = follow(drawBlocks(seed), [planted(0.2), planted(0.08)]);
    expect([unchanged]).toEqual(follow(drawBlocks(seed)));
    expect([slower]).toEqual(follow(drawBlocks(seed, 1.2)));
    expect([slightly]).toEqual(follow(drawBlocks(seed, 1.08)));
    ends.add(`${unchanged!.end} ${slower!.end} ${slightly!.end}`);
    codes.push(`${unchanged!.code} ${slower!.code}`);
  }
  // They end at different looks, and say different things.
  expect(ends.size).toBeGreaterThan(1);
  expect(codes.filter((each) => each.endsWith(' regressed')).length).toBeGreaterThan(9);
  expect(codes.filter((each) => each.startsWith('regressed'))).toEqual([]);
});
