import type { Scenario } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { quote } from './diagnostics/words.ts';
import { isLoopback } from './hosts.ts';
import { printLoad } from './language/load.ts';
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

/** Names of namespaces, and what may be part of a label (RFC 1123). */
const DNS_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

const AMOUNTS = [
  ['cpu', /^(\d{1,4}(\.\d{1,3})?|\d{1,6}m)$/, 'expected processors, such as `2` or `500m`'],
  ['memory', /^\d{1,6}[MG]i$/, 'expected an amount such as `512Mi` or `2Gi`'],
] as const;

/** Reads `load-from`: the pods that send the load. Undefined where this machine does. */
export function readLoadFrom(
  root: Place,
  input: UserConfig,
  scenarios: readonly Scenario[],
): Pods | undefined {
  const given = input['load-from']?.kubernetes;
  if (given === undefined) return undefined;
  const place = root.below('load-from');
  const own = place.below('kubernetes');
  if ((['base', 'head'] as const).every((arm) => input[arm] === undefined && !root.below(arm).isBroken)) {
    place.add({
      on: 'key',
      what: '`load-from` is for deployments: pods in a cluster do not reach what is started on this machine.',
      expected: 'expected `base` and `head` beside it',
      hint: 'For example:\nbase: { url: http://app-main.staging }\nhead: { url: http://app-pr.staging }',
    });
  }
  for (const arm of ['base', 'head'] as const) {
    if (!isLoopback(input[arm]?.url ?? '')) continue;
    const what = 'Each pod would load itself: this is the address of whoever asks.';
    root.below(arm, 'url').reject(what, 'expected one that the pods reach');
  }
  const { namespace, context, image, resources = {}, pods: count } = given;
  const check = (at: Place, text: string | undefined, pattern: RegExp, expected: string) => {
    if (text !== undefined && !pattern.test(text))
      at.reject(`Kubernetes takes no ${quote(text)} here.`, expected);
  };
  check(own.below('namespace'), namespace, DNS_LABEL, 'expected a name such as `load`');
  for (const [key, pattern, expected] of AMOUNTS)
    check(own.below('resources', key), resources[key], pattern, expected);
  if (count !== undefined) for (const scenario of scenarios) rejectUndivided(root, scenario, count);
  return { count, namespace, context, image, ...resources };
}

/** Rejects load that pods cannot send together. */
function rejectUndivided(root: Place, { name, loads, capacity }: Scenario, pods: number): void {
  const place = root.below('scenarios', name);
  if (capacity !== undefined)
    place
      .below('capacity')
      .rejectKey('Capacity is searched from this machine only, not from pods.', 'expected a `load`');
  for (const load of loads) {
    const at = place.below('load');
    if (load.kind === 'fixed-work')
      at.reject(`Fixed work is done once, and \`load-from\` has ${pods} pods.`, 'expected a rate, or users');
    else if (load.kind === 'users' && load.users % pods !== 0) {
      const right = Math.max(1, Math.round(load.users / pods)) * pods;
      const nearest = printLoad({ ...load, users: right });
      at.reject(`${load.users} users are no equal parts for ${pods} pods.`, `expected \`${nearest}\``);
    }
  }
}
