import type { Arm } from '../measurement/measurement.ts';
import { type RunningInstance, startInstance } from './instance.ts';
import { blameBase, ServiceFailure, type Surroundings } from './surroundings.ts';

/** The arms' instances that are up at the same time in a block. */
export type Instances = {
  running: Map<Arm, RunningInstance>;
  /** Starts so far. Each has its own names: without `cleanup`, the resources of an earlier one still exist. */
  starts: number;
};

/** `part`: of the run, such as a variant; absent if there is only one. */
type Start = {
  arms: { head: Surroundings; base?: Surroundings };
  together: readonly Arm[];
  block: number;
  part?: string | undefined;
};

/** Starts an instance of each arm. After a failure, the others are among the running. @throws ServiceFailure */
export async function startInstances(
  instances: Instances,
  { arms, together, block, part }: Start,
): Promise<void> {
  instances.starts++;
  const again = instances.starts > 1 ? `_${instances.starts}` : '';
  const of = part === undefined ? '' : `${part}_`;
  const start = async (arm: Arm) => {
    try {
      instances.running.set(arm, await startInstance(arms[arm]!, `${arm}_${of}${block + 1}${again}`));
    } catch (error) {
      throw blameBase(error, arms[arm]!, 'not-ready');
    }
  };
  // Both start at the same time, so that whatever else the machine does affects both.
  const starts = await Promise.allSettled(together.map(start));
  for (const instance of instances.running.values()) instance.findDaemons();
  const listFailed = () => starts.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  // If one arm follows the other, the base is started too, to know whose fault it is.
  if (arms.base && !together.includes('base') && listFailed().length > 0)
    starts.push(...(await Promise.allSettled([start('base')])));
  const failures = listFailed();
  // If it is not a failure of a service, such as an unresponsive engine, it affects both.
  const fault = failures.find((one) => !(one instanceof ServiceFailure));
  if (fault !== undefined) throw fault;
  const base = failures.find(({ arm }) => arm === 'base');
  // The base is not blamed if neither starts.
  const failure: ServiceFailure | undefined = failures.find(({ arm }) => arm !== 'base') ?? base;
  if (failure === undefined) return;
  // An arm that was ready earlier in this block is not solely to blame.
  if (starts.length > 1 && instances.starts === 1)
    failure.other = failures.length < starts.length ? 'ready' : base;
  throw failure;
}

/** Stops all that run. An error in stopping one of them is thrown after that. */
export async function stopInstances({ running }: Instances): Promise<void> {
  const all = [...running.values()];
  running.clear();
  const stops = await Promise.allSettled(all.map((instance) => instance.stop()));
  const failed = stops.find((stop) => stop.status === 'rejected');
  if (failed) throw failed.reason;
}
