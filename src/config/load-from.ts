import type { Place } from './diagnostics/place.ts';
import { quote } from './diagnostics/words.ts';
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

/** Forms of what Kubernetes takes. Names of namespaces: RFC 1123. */
const FORMS = [
  [['namespace'], /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'expected a name such as `load`'],
  [['resources', 'cpu'], /^(\d{1,4}(\.\d{1,3})?|\d{1,6}m)$/, 'expected processors, such as `2` or `500m`'],
  [['resources', 'memory'], /^\d{1,6}[MG]i$/, 'expected an amount such as `512Mi` or `2Gi`'],
] as const;

/** Checks `load-from`: what Kubernetes takes, and load that pods can send together. */
export function checkLoadFrom(root: Place, input: UserConfig): void {
  const given = input['load-from']?.kubernetes;
  if (given === undefined) return;
  const values = [given.namespace, given.resources?.cpu, given.resources?.memory];
  for (const [index, [path, form, expected]] of FORMS.entries()) {
    const value = values[index];
    if (value !== undefined && !form.test(value))
      root
        .below('load-from', 'kubernetes', ...path)
        .reject(`Kubernetes takes no ${quote(value)} here.`, expected);
  }
  const { pods } = given;
  for (const [name, scenario] of Object.entries(input.scenarios)) {
    const place = root.below('scenarios', name);
    if (findRange(scenario))
      place
        .below('load')
        .rejectKey('Capacity is searched from this machine only.', 'expected one such as `1000 req/s`');
    for (const load of listLoads(scenario)) {
      if (load.kind === 'fixed-work')
        place
          .below('load')
          .reject('Fixed work is done once, and pods each send their own.', 'expected a rate, or users');
      else if (load.kind === 'users' && load.users % pods !== 0)
        place
          .below('load')
          .reject(
            `${load.users} users are no equal parts for ${pods} pods.`,
            `expected a multiple of ${pods}, such as \`${pods * Math.max(1, Math.round(load.users / pods))} users\``,
          );
    }
  }
}

/** Builds the pods that send the load. Undefined where this machine does. */
export function buildPods({ 'load-from': from }: UserConfig): Pods | undefined {
  if (from === undefined) return undefined;
  const { pods: count, namespace, context, image, resources } = from.kubernetes;
  return { count, namespace, context, image, ...resources };
}
