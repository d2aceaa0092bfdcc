import type { Arm } from '../measurement/measurement.ts';
import { type RunningInstance, startInstance } from './instance.ts';
import { ServiceFailure, type Surroundings } from './surroundings.ts';

/** The arms' instances that are up at the same time in a block. */
export type Instances = {
  running: Map<Arm, RunningInstance>;
  /** Starts so far. Each has names of its own: without `cleanup` the things made by an earlier one are still there. */
  starts: number;
};

/** `variant`: its number from 1; absent without variants. */
type Start = {
  arms: { head: Surroundings; base?: Surroundings };
  together: readonly Arm[];
  block: number;
  variant?: number;
};

/** Starts an instance of each arm. After a failure the others are among the running. @throws ServiceFailure */
export async function startInstances(
  instances: Instances,
  { arms, together, block, variant }: Start,
): Promise<void> {
  instances.starts++;
  const again = instances.starts > 1 ? `_${instances.starts}` : '';
  const of = variant === undefined ? '' : `v${variant}_`;
  const start = async (arm: Arm) => {
    const instance = await startInstance(arms[arm]!, `${arm}_${of}${block + 1}${again}`);
    instances.running.set(arm, instance);
  };
  // Both start at the same time, so that whatever else the machine does meets both.
  const starts = await Promise.allSettled(together.map(start));
  const listFailed = () => starts.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  // Where one arm follows the other, the base is started too, to know whose fault it is.
  if (arms.base && !together.includes('base') && listFailed().length > 0)
    starts.push(...(await Promise.allSettled([start('base')])));
  const failures = listFailed();
  const base = failures.find(({ arm }) => arm === 'base');
  // The base is not blamed where neither starts.
  const failure = failures.find(({ arm }) => arm !== 'base') ?? base;
  if (failure instanceof ServiceFailure && starts.length > 1)
    failure.other = failures.length < starts.length ? 'ready' : base;
  if (failure !== undefined) throw failure;
}

/** Stops all that run. An error in stopping one of them is thrown after that. */
export async function stopInstances({ running }: Instances): Promise<void> {
  const all = [...running.values()];
  running.clear();
  const stops = await Promise.allSettled(all.map((instance) => instance.stop()));
  const failed = stops.find((stop) => stop.status === 'rejected');
  if (failed) throw failed.reason;
}
