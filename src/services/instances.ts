import type { Arm } from '../measurement/measurement.ts';
import { type RunningInstance, startInstance } from './instance.ts';
import type { Surroundings } from './surroundings.ts';

/** The arms' instances that are up at the same time in a block. */
export type Instances = {
  running: Map<Arm, RunningInstance>;
  /** Each start has names of its own: what the one before has made may still be there, if only for want of `cleanup`. */
  starts: number;
};

type Start = { arms: { head: Surroundings; base?: Surroundings }; together: readonly Arm[]; block: number };

/** Starts an instance of each arm; on failure those that did start are among the running. @throws ServiceFailure */
export async function startInstances(instances: Instances, { arms, together, block }: Start): Promise<void> {
  instances.starts++;
  const again = instances.starts > 1 ? `_${instances.starts}` : '';
  // At the same time: whatever else the machine does then meets both.
  const starts = await Promise.allSettled(
    together.map(async (arm) => {
      instances.running.set(arm, await startInstance(arms[arm]!, `${arm}_${block + 1}${again}`));
    }),
  );
  const failures = starts.flatMap((start) => (start.status === 'rejected' ? [start.reason] : []));
  // Where neither starts, it is nothing that the base did.
  if (failures.length > 0) throw failures.find(({ arm }) => arm !== 'base') ?? failures[0];
}

/** Stops all that run, and throws only then what one of them could not be stopped for. */
export async function stopInstances({ running }: Instances): Promise<void> {
  const all = [...running.values()];
  running.clear();
  const stops = await Promise.allSettled(all.map((instance) => instance.stop()));
  const failed = stops.find((stop) => stop.status === 'rejected');
  if (failed) throw failed.reason;
}
