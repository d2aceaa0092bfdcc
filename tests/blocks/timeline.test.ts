import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { followProgram } from '../../src/blocks/timeline.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { makeConfig, makeScenario } from '../fixtures.ts';

const plan = planRun(makeConfig(), { budgetSeconds: 60, paired: true });
const order = {
  index: 1,
  first: 'head',
  headOnly: new Set<string>(),
  warmUpSeconds: new Map([['search', 1]]),
} as const;
const program = layOutBlock(plan, order)[0]!.programs[0]!;
const alone = program.slots.find(({ round, turns }) => round !== null && turns === null)!;

/** Follows the program as if it had begun so many seconds ago; tells what was done to whom. */
async function follow(secondsAgo: number) {
  const told: string[] = [];
  const watch = (arm: Arm) => ({
    halt: () => void told.push(`halt ${arm}`),
    resume: () => void told.push(`resume ${arm}`),
  });
  const instances = new Map<Arm, ReturnType<typeof watch>>([
    ['head', watch('head')],
    ['base', watch('base')],
  ]);
  const began = Promise.resolve(Date.now() - secondsAgo * 1000);
  const timeline = followProgram(program, { instances, began, sample: () => {} });
  await sleep(100);
  return { told, timeline };
}

it('halts the other arm while one is measured alone, and lets it go on whatever ends the program', async () => {
  const { told, timeline } = await follow(alone.startSeconds + 0.2);
  expect(told).toEqual(['halt base']);
  timeline.end();
  expect(told).toEqual(['halt base', 'resume base']);
});

it('halts nobody in turns and in warm-ups', async () => {
  const { told, timeline } = await follow(alone.startSeconds - 0.5);
  timeline.end();
  expect(told).toEqual([]);
});

it('does nothing after its end, even if the program begins late', async () => {
  const told: string[] = [];
  const instance = { halt: () => void told.push('halt'), resume: () => void told.push('resume') };
  const began = sleep(50).then(() => Date.now() - 60_000);
  const instances = new Map<Arm, typeof instance>([
    ['head', instance],
    ['base', instance],
  ]);
  followProgram(program, { instances, began, sample: () => {} }).end();
  await sleep(100);
  expect(told).toEqual([]);
});

it('samples what processes use when fixed work begins, whose end nobody knows', async () => {
  const load = { kind: 'fixed-work', requests: 100, users: 2 } as const;
  const work = planRun(makeConfig({ scenarios: [makeScenario({ load })] }), { paired: true });
  const [first] = layOutBlock(work, order)[0]!.programs;
  const { startSeconds } = first!.slots.find(({ round }) => round !== null)!;
  const count = async (secondsAgo: number) => {
    let samples = 0;
    const timeline = followProgram(first!, {
      instances: new Map(),
      began: Promise.resolve(Date.now() - secondsAgo * 1000),
      sample: () => samples++,
    });
    await sleep(100);
    timeline.end();
    return samples;
  };
  expect(await count(startSeconds)).toBe(1);
  expect(await count(startSeconds - 60)).toBe(0);
});
