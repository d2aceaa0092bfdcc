import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Arm } from '../measurement/measurement.ts';
import type { Program } from '../plan/slot.ts';
import { attachProfilers } from '../profilers/attached.ts';
import { type NodeProfiler, openNodeProfiler } from '../profilers/node.ts';
import type { Profiler, Sampled } from '../profilers/profiler.ts';
import { countSamples } from '../profiles/profile.ts';
import type { ProfiledRound } from '../profiles/rise.ts';
import { type Instances, startInstances, stopInstances } from '../services/instances.ts';
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
  /** Chooses what the next round samples, by those before it. Allocations are left out where no profiler sees them. */
  choose(rounds: readonly SampledRound[]): Sampled;
  /** Longest time (s) until all is stopped, `STOP_SECONDS` later. */
  seconds: number;
};

/** Round, and what its samples are of. */
export type SampledRound = ProfiledRound & { of: Sampled };

const ARMS = ['base', 'head'] as const;

/** Length (s) of a round, rounds in which both arms become warm, and time that k6 takes to start and to end. */
const ROUND_SECONDS = 3;
const WARM_UP_ROUNDS = 2;
const ENDS_SECONDS = 4;
/** Time (s) in which services stop after that, and least time (s) that each of their commands has for it. */
const STOP_SECONDS = 4;
const LEAST_STOP_SECONDS = 1;

const LATE = 'services and profilers took so long to start that no time is left for it';

/**
 * Profiles both arms under load, round after round, on one more start of each. What is measured elsewhere has no
 * profiler. Empty where there is no profiler for what runs in one of the arms. Whatever hangs, a start, a profiler, k6
 * or a stop, is ended when its time is over.
 *
 * @throws ServiceFailure
 * @throws Error where a profiler may not look into the processes, or no time is left for it
 */
export async function profileArms(options: ProfilingOptions): Promise<SampledRound[]> {
  const { arms, folder, layOut, choose, shared, k6, seed, block, tops, seconds, part } = options;
  const until = performance.now() + 1000 * seconds;
  const limit = AbortSignal.timeout(1000 * seconds);
  const late = once(limit, 'abort').then(() => {
    throw new Error(LATE);
  });
  late.catch(() => {});
  const nodes = new Map<Arm, NodeProfiler>();
  const profilers = new Map<Arm, Profiler[]>();
  const instances: Instances = { running: new Map(), starts: 0 };
  const rounds: SampledRound[] = [];
  const sampleArm = async (arm: Arm, length: number, of: Sampled) => {
    const own = profilers.get(arm)!.filter((each) => of === 'time' || each.seesAllocations);
    return (await Promise.all(own.map((profiler) => profiler.sample(length, of)))).flat();
  };
  try {
    for (const arm of ARMS) nodes.set(arm, await openNodeProfiler(join(folder, `${arm}.sock`)));
    const surround = (arm: Arm): Surroundings => ({
      ...arms[arm],
      preload: nodes.get(arm)!.preload,
      signal: AbortSignal.any([arms[arm].signal, limit]),
      grace(wanted) {
        const left = until + 1000 * STOP_SECONDS - performance.now();
        return Math.min(arms[arm].grace(wanted), Math.max(1000 * LEAST_STOP_SECONDS, left));
      },
    });
    const own = { head: surround('head'), base: surround('base') };
    await startInstances(instances, { arms: own, together: ARMS, block, part });
    if (limit.aborted) await late;
    for (const arm of ARMS) {
      const { sessions } = instances.running.get(arm)!;
      const { environment } = arms[arm];
      const [top, name] = [tops[arm], arm];
      const attaching = attachProfilers({ sessions, top, folder, name, environment, signal: limit });
      const attached = await Promise.race([attaching, late]);
      // Node may run with options of its own in the command, and so without the preload.
      const node = nodes.get(arm)!;
      profilers.set(arm, node.countPeers() > 0 ? [node, ...attached] : attached);
    }
    const found = [...profilers.values()];
    const seesAllocations = found.every((own) => own.some((each) => each.seesAllocations));
    const chooseSeen = () => (seesAllocations ? choose(rounds) : 'time');
    const first = choose(rounds);
    if (found.some((own) => own.length === 0) || first !== chooseSeen()) return rounds;
    // Whoever may not look into a process learns that at once.
    await Promise.race([Promise.all(ARMS.map((arm) => sampleArm(arm, 1, first))), late]);
    const around = { around: own.head, k6, folder, instances: instances.running, shared, block, seed };
    const readRound = async (): Promise<SampledRound> => {
      const of = chooseSeen();
      const read = async (arm: Arm) =>
        countSamples(await sampleArm(arm, ROUND_SECONDS, of), [tops[arm], realpathSync(tops[arm])]);
      const [base, head] = await Promise.all(ARMS.map(read));
      return { of, base: base!, head: head! };
    };
    const left = (until - performance.now()) / 1000 - ENDS_SECONDS;
    if (left < ROUND_SECONDS) throw new Error(LATE);
    const running = runProgram(layOut(left), 'profile', around);
    const isOver = running.then(() => null);
    for (let count = 0; ; count++) {
      // What fails later, for instance since a worker has ended, ends the profile.
      const round = await Promise.race([readRound().catch(() => null), isOver]);
      if (round === null) break;
      // Before that the code is being compiled.
      if (count >= WARM_UP_ROUNDS) rounds.push(round);
    }
    const { crash, failure } = await running;
    return crash === null && failure === null ? rounds : [];
  } finally {
    for (const profiler of [...profilers.values()].flat()) profiler.close();
    await stopInstances(instances);
    for (const node of nodes.values()) node.close();
  }
}
