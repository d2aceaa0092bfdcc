import type { Place } from './diagnostics/place.ts';
import { findRange, listLoads } from './scenarios.ts';
import type { UserConfig } from './schema/schema.ts';

/** Pods of a Kubernetes cluster that send the load. `cpu` and `memory` are as Kubernetes writes them: `500m`, `1Gi`. */
export type Pods = {
  count: number;
  namespace?: string | undefined;
  context?: string | undefined;
  image?: string | undefined;
  cpu?: string | undefined;
  memory?: string | undefined;
};

/** Checks that pods can send the load together. */
export function checkLoadFrom(root: Place, input: UserConfig): void {
  const { pods } = input['load-from']?.kubernetes ?? {};
  for (const [name, scenario] of pods === undefined ? [] : Object.entries(input.scenarios)) {
    const place = root.below('scenarios', name, 'load');
    if (findRange(scenario) || listLoads(scenario).some(({ kind }) => kind === 'fixed-work'))
      place.rejectKey(
        'Capacity is searched, and fixed work is done, from this machine only.',
        'expected one such as `1000 req/s`',
      );
    for (const load of listLoads(scenario))
      if (load.kind === 'users' && load.users % pods! !== 0)
        place.reject(
          `${load.users} users are no equal parts for ${pods} pods.`,
          `expected a multiple of ${pods}`,
        );
  }
}

/** Builds the pods that send the load. Undefined where this machine does. */
export function buildPods({ 'load-from': from }: UserConfig): Pods | undefined {
  if (from === undefined) return undefined;
  const { pods: count, namespace, context, image, resources } = from.kubernetes;
  return { count, namespace, context, image, ...resources };
}
