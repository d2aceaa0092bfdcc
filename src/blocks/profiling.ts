import { realpathSync } from 'node:fs';
import { join } from 'node:path';
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
  /** Lays out the load of a round, from 0. */
  layOut(round: number): Program[];
  /** Top folder of each arm's work tree. */
  tops: Record<Arm, string>;
  /** Longest time (s) of all, but for what a service takes to stop. */
  seconds: number;
};

const ARMS = ['base', 'head'] as const;

/**
 * Profiles both arms under load, round after round, on one more start of each. What is measured elsewhere has no
 * profiler. The first round is a warm-up.
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
    let lastMs = 0;
    for (let round = 0; performance.now() + lastMs < until && !arms.head.signal.aborted; round++) {
      const startedAt = performance.now();
      for (const profiler of profilers.values()) profiler.begin();
      const around = { around: arms.head, k6, folder, instances: instances.running, shared, block, seed };
      for (const [index, program] of layOut(round).entries()) {
        const { crash, failure } = await runProgram(program, `profile-${round + 1}-${index + 1}`, around);
        if (crash !== null || failure !== null) return rounds;
      }
      const read = async (arm: Arm) =>
        countSamples(await profilers.get(arm)!.end(), [tops[arm], realpathSync(tops[arm])]);
      const [base, head] = await Promise.all(ARMS.map(read));
      if (round > 0) rounds.push({ base: base!, head: head! });
      lastMs = performance.now() - startedAt;
    }
    return rounds;
  } finally {
    await stopInstances(instances);
    for (const profiler of profilers.values()) profiler.close();
  }
}
