import type { Pods } from '../../config/load-from.ts';
import { ClusterFault, findKubectl } from './kubectl.ts';

/** A right in the namespace of the pods, and whether whoever asks has it. */
export type Right = { verb: string; resource: string; ok: boolean };

/** All rights that load from pods takes: those of the manifest in docs/scale.md. */
const RIGHTS: readonly { verb: string; resource: string }[] = [
  ...['create', 'get', 'list', 'watch', 'delete'].map((verb) => ({ verb, resource: 'jobs.batch' })),
  { verb: 'create', resource: 'configmaps' },
  ...['get', 'list'].map((verb) => ({ verb, resource: 'pods' })),
  { verb: 'get', resource: 'pods/log' },
  { verb: 'patch', resource: 'pods/proxy' },
  { verb: 'list', resource: 'events' },
];

/**
 * Asks the cluster for each right, one by one.
 *
 * @throws ClusterFault where it cannot be asked, Interrupted
 */
export async function tryRights(
  pods: Pods,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<Right[]> {
  const kubectl = findKubectl(pods, environment, signal);
  const rights: Right[] = [];
  for (const { verb, resource } of RIGHTS) {
    const [name, subresource] = resource.split('/');
    const of = subresource === undefined ? [] : [`--subresource=${subresource}`];
    // It ends with 1 where the answer is no.
    const answer = await kubectl.run(['auth', 'can-i', verb, name!, ...of]).catch((error: Error) => {
      if (error instanceof ClusterFault && /^kubectl: no( - .*)?$/.test(error.message)) return 'no';
      throw error;
    });
    rights.push({ verb, resource, ok: answer.trim() === 'yes' });
  }
  return rights;
}
