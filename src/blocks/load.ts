import { drawProgram, writeDriver } from '../k6/driver.ts';
import { PODS_PATIENCE_SECONDS, PODS_TRIES, startPods } from '../k6/pods/pods.ts';
import { type K6Run, startK6 } from '../k6/run.ts';
import type { Arm } from '../measurement/measurement.ts';
import { shareProgram } from '../plan/pods.ts';
import { FIXED_WORK_LIMIT_SECONDS } from '../plan/shape.ts';
import type { Program } from '../plan/slot.ts';
import type { RunningInstance } from '../services/instance.ts';
import type { Surroundings } from '../services/surroundings.ts';
import { dealOut } from './requests.ts';

/** What a program is run with. */
export type ProgramOptions = {
  /** Surroundings of the head, whose load and scripts are used. */
  around: Surroundings;
  k6: string;
  /** Folder for scripts and summaries. */
  folder: string;
  instances: ReadonlyMap<Arm, RunningInstance>;
  /** Services that serve both arms. */
  shared: Pick<RunningInstance, 'sessions' | 'contained' | 'helpers' | 'hidden' | 'crash' | 'crashed'>;
  /** Index of the block. */
  block?: number;
  /** Seed of the run, for drawing arrivals. */
  seed: number;
};

/** Time beyond the plan for k6's own start and end. */
const PATIENCE_SECONDS = 30;
/** Time for a script's `setup` and `teardown`. k6 ends each of them after 60 s. */
const SCRIPT_PATIENCE_SECONDS = 120;

/**
 * Writes the script of a program, and starts k6 on it: on this machine, or in pods.
 *
 * @param arm whose target and variables a script has
 * @returns k6, its arrivals, and the time (s) after which it counts as hanging
 */
export async function startLoad(
  program: Program,
  name: string,
  arm: Arm,
  { around, k6: binary, folder, instances, seed, block = 0 }: ProgramOptions,
) {
  const { config, keeper } = around;
  const { work, env = {} } = program.slots[0]!.step;
  const { targetUrl, fill } = instances.get(arm)!;
  const ofVariant = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
  const confined = config.allow.length === 0;
  const pods = config.pods;
  const sent = pods === undefined ? program : shareProgram(program, pods.count);
  const arrivals = drawProgram(sent, seed, block, pods?.count);
  const script = writeDriver({
    program: sent,
    arrivals,
    confined,
    // The base's own file may allow k6 to connect to other machines even if the head's does not.
    insecure: confined && [...instances.values()].some(({ insecure }) => insecure),
    dealOf: (slot) => {
      const whole = program.slots[sent.slots.indexOf(slot)]!;
      return dealOut(whole, block, instances.get(slot.arm)!, { config, folder });
    },
    ...(pods && { pods: pods.count }),
  });
  const environment = { ...around.environment, ...ofVariant };
  const common = {
    ...{ binary, folder, name, script, targetUrl, environment, keeper, cwd: config.directory },
    ...(work.kind === 'script' && { userScript: work.path }),
  };
  const { seconds, slots } = program;
  const isFixed = slots.some(({ step }) => step.load.kind === 'fixed-work');
  const spareSeconds = work.kind === 'script' ? SCRIPT_PATIENCE_SECONDS : 0;
  const own = (isFixed ? FIXED_WORK_LIMIT_SECONDS : 0) + (pods ? PODS_PATIENCE_SECONDS : 0);
  const limitSeconds = (pods ? PODS_TRIES : 1) * (seconds + PATIENCE_SECONDS + spareSeconds + own);
  if (pods === undefined) return { run: await startK6(common), arrivals, limitSeconds };
  const { grace } = around;
  const run: K6Run = startPods({ ...common, pods, grace, seconds: seconds + spareSeconds });
  return { run, arrivals, limitSeconds };
}
