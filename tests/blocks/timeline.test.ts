import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { followProgram } from '../../src/blocks/timeline.ts';
import type { Arm } from '../../src/measurement/measurement.ts';
import { layOutBlock } from '../../src/plan/layout.ts';
import { planRun } from '../../src/plan/planning.ts';
import { watchContainers } from '../../src/services/containers/watch.ts';
import type { RunningInstance } from '../../src/services/instance.ts';
import { makeConfig } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';

const plan = planRun(makeConfig(), { budgetSeconds: 60, paired: true });
const warmUpSeconds = new Map([['search', 1]]);
const order = { index: 1, first: 'head', headOnly: new Set<string>(), warmUpSeconds } as const;
const program = layOutBlock(plan, order)[0]!.programs[0]!;
const alone = program.slots.find(({ round, turns }) => round !== null && turns === null)!;

/** Follows slots as if their program had begun so many seconds ago; tells what was done to whom. */
async function follow(secondsAgo: number, slots = program.slots) {
  const told: string[] = [];
  const watch = (arm: Arm) => ({
    halt: () => void told.push(`halt ${arm}`),
    resume: () => void told.push(`resume ${arm}`),
  });
  const instances = new Map((['head', 'base'] as const).map((arm) => [arm, watch(arm)]));
  const began = Promise.resolve(Date.now() - secondsAgo * 1000);
  const timeline = followProgram({ ...program, slots }, { instances, began, sample: () => {} });
  await sleep(100);
  return { told, timeline };
}

it('halts the other arm while one is measured alone, and lets it go on whatever ends the program', async () => {
  const { told, timeline } = await follow(alone.startSeconds + 0.2);
  expect(told).toEqual(['halt base']);
  timeline.end();
  expect(told).toEqual(['halt base', 'resume base']);
});

it('keeps them halted from one stretch alone to the next one of the same arm', async () => {
  const next = { ...alone, key: 'next', startSeconds: alone.startSeconds + alone.seconds };
  const { told, timeline } = await follow(next.startSeconds + 0.1, [alone, next]);
  timeline.end();
  expect(told).toEqual(['halt base', 'halt base', 'resume base']);
});

it('halts nobody in turns and in warm-ups', async () => {
  const { told, timeline } = await follow(alone.startSeconds - 0.5);
  timeline.end();
  expect(told).toEqual([]);
});

it('tells when containers stand still, of which `docker pause` takes as long as it likes', async () => {
  const folder = makeFolder('tailgate-test');
  const paused = join(folder, 'paused');
  const id = 'a'.repeat(64);
  const script = `#!/bin/sh
case $1 in
  ps) echo ${id} ;;
  inspect) echo ${id} ${process.pid} ;;
  pause) while [ ! -e ${paused} ]; do sleep 0.05; done ;;
esac
`;
  writeFileSync(join(folder, 'docker'), script, { mode: 0o755 });
  const environment = { PATH: `${folder}:${process.env.PATH}` };
  const contained = { start: '', clear: '', filter: 'label=x' };
  const containers = (await watchContainers(contained, 1, environment))!;
  const instances = new Map<Arm, Pick<RunningInstance, 'halt' | 'resume' | 'settled'>>([
    ['head', { halt() {}, resume() {} }],
    ['base', containers],
  ]);
  const began = Promise.resolve(Date.now() - (alone.startSeconds + alone.settleSeconds) * 1000);
  const timeline = followProgram(program, { instances, began, sample: () => {} });
  await sleep(500);
  expect(timeline.still!.has(alone.key)).toBe(false);
  const before = Date.now();
  writeFileSync(paused, '');
  await expect.poll(() => timeline.still!.get(alone.key), { timeout: 10_000 }).toBeGreaterThanOrEqual(before);
  timeline.end();
  await containers.settled();
});

it('does nothing after its end, even if the program begins late', async () => {
  let samples = 0;
  const began = sleep(50).then(() => Date.now() - 60_000);
  followProgram(program, { instances: new Map(), began, sample: () => samples++ }).end();
  await sleep(100);
  expect(samples).toBe(0);
});
