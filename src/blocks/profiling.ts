import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arm } from '../measurement/measurement.ts';
import type { Program } from '../plan/slot.ts';
import { countSamples } from '../profiles/profile.ts';
import type { ProfiledRound } from '../profiles/rise.ts';
import { type Instances, startInstances, stopInstances } from '../services/instances.ts';
import { openProfiler, type Profiler } from '../services/profiler.ts';
import type { Surroundings } from '../services/surroundings.ts';
import type { BlockOptions } from './block.ts';
import { runProgram } from './program.ts';

type ProfilingOptions = Omit<BlockOptions, 'planned' | 'arms'> & {
  arms: Record<Arm, Surroundings>;
  /** Number of the block, from 0, after all that were measured. */
  block: number;
  /** Lays out load on both arms in turns that takes so long (s). */
  layOut(seconds: number): Program;
  /** Top folder of each arm's work tree. */
  tops: Record<Arm, string>;
  /** Longest time (s) of all, but for what a service takes to stop. */
  seconds: number;
};

const ARMS = ['base', 'head'] as const;

/** Length (s) of a round, rounds in which both arms become warm, and time that k6 takes to start and to end. */
const ROUND_SECONDS = 4;
const WARM_UP_ROUNDS = 2;
const ENDS_SECONDS = 4;

/**
 * Profiles both arms under load, round after round, on one more start of each. What is measured elsewhere has no
 * profiler.
 *
 * @throws ServiceFailure
 */
export async function profileArms(options: ProfilingOptions): Promise<ProfiledRound[]> {
  const { arms, folder, layOut, shared, k6, seed, block, tops, seconds, variant } = options;
  const until = performance.now() + 1000 * seconds;
  const profilers = new Map<Arm, Profiler>();
  const instances: Instances = { running: new Map(), starts: 0 };
  const rounds: ProfiledRound[] = [];
  try {
    for (const arm of ARMS) profilers.set(arm, await openProfiler(join(folder, `${arm}.sock`)));
    const surround = (arm: Arm) => ({ ...arms[arm], preload: profilers.get(arm)!.preload });
    const own = { head: surround('head'), base: surround('base') };
    await startInstances(instances, { arms: own, together: ARMS, block, ...(variant && { variant }) });
    // Without Node, or with options of its own in the command, there is nothing to profile.
    if ([...profilers.values()].some((profiler) => profiler.countPeers() === 0)) return rounds;
    const around = { around: arms.head, k6, folder, instances: instances.running, shared, block, seed };
    const begin = () => {
      for (const profiler of profilers.values()) profiler.begin();
    };
    const readArm = async (arm: Arm) =>
      countSamples(await profilers.get(arm)!.end(), [tops[arm], realpathSync(tops[arm])]);
    begin();
    let isOver = false;
    const left = (until - performance.now()) / 1000 - ENDS_SECONDS;
    const running = runProgram(layOut(left), 'profile', around).finally(() => {
      isOver = true;
    });
    for (let count = 0; ; count++) {
      await Promise.race([sleep(1000 * ROUND_SECONDS), running]);
      if (isOver) break;
      const [base, head] = await Promise.all(ARMS.map(readArm));
      begin();
      // Before that the code is being compiled.
      if (count >= WARM_UP_ROUNDS) rounds.push({ base: base!, head: head! });
    }
    const { crash, failure } = await running;
    return crash === null && failure === null ? rounds : [];
  } finally {
    await stopInstances(instances);
    for (const profiler of profilers.values()) profiler.close();
  }
}
