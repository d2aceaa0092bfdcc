import type { Scenario } from './config.ts';
import type { Place } from './diagnostics/problem.ts';
import type { UserConfig, UserPods } from './schema/schema.ts';

/** Pods of a Kubernetes cluster that send the load. `cpu` and `memory` as in Kubernetes: `500m`, `1Gi`. */
export type Pods = Omit<UserPods, 'pods' | 'resources'> & { count: number } & UserPods['resources'];

/** Reads which pods send the load, and checks that they can do so together. Undefined if this machine does. */
export function buildPods(root: Place, input: UserConfig, scenarios: readonly Scenario[]): Pods | undefined {
  if (input['load-from'] === undefined) return undefined;
  const { pods: count, resources, ...where } = input['load-from'].kubernetes;
  for (const { name, loads } of scenarios) {
    const isShared = loads.every(
      (load) => load.kind === 'arrival-rate' || (load.kind === 'users' && load.users % count === 0),
    );
    const at = root.below('scenarios', name, 'load');
    if (loads.length === 0 || !isShared)
      at.rejectKey(`It cannot be divided equally among ${count} pods.`, 'expected one such as `1000 req/s`');
  }
  return { count, ...where, ...resources };
}
