import * as z from 'zod';

const reasoned = z.object({ reason: z.string().optional(), message: z.string().optional() });
const state = z.object({
  terminated: reasoned.extend({ exitCode: z.number() }).optional(),
  waiting: reasoned.optional(),
});

const podSchema = z.object({
  metadata: z.object({
    name: z.string(),
    annotations: z.record(z.string(), z.string()).optional(),
    deletionTimestamp: z.string().optional(),
  }),
  spec: z.object({ nodeName: z.string().optional() }),
  status: reasoned.extend({
    phase: z.string().optional(),
    conditions: z.array(reasoned.extend({ type: z.string(), status: z.string() })).optional(),
    containerStatuses: z.array(z.object({ state: state.optional() })).optional(),
  }),
});

const listSchema = z.object({ items: z.array(podSchema) });

/** One pod of a Job, as Kubernetes sees it. */
export type PodState = {
  index: number;
  /** Name in Kubernetes, empty where it is not there; and the one for people: `pod 3 on node-2`. */
  id: string;
  name: string;
  node: string | null;
  kind: 'waiting' | 'ready' | 'done' | 'lost';
  /** Why it waits, or how it was lost. */
  because: string;
  /** Exit code of k6; null where it has not ended by itself. */
  exitCode: number | null;
};

/**
 * Reads what `kubectl get pods -o json` says of the pods of a Job, by index. Those that are not there are among them.
 *
 * @param count of the pods
 * @throws Error when it says something else
 */
export function readPods(text: string, count: number): PodState[] {
  const pods = listSchema.parse(JSON.parse(text)).items.map(readPod);
  const missing = { id: '', node: null, exitCode: null, kind: 'waiting', because: 'is not there' } as const;
  return Array.from({ length: count }, (_, index): PodState => {
    const own = pods.filter((pod) => pod.index === index);
    const lost = own.find(({ kind }) => kind === 'lost');
    return lost ?? own[0] ?? { ...missing, index, name: `pod ${index}` };
  });
}

function readPod({ metadata, spec, status }: z.infer<typeof podSchema>): PodState {
  const index = Number(metadata.annotations?.['batch.kubernetes.io/job-completion-index'] ?? Number.NaN);
  const node = spec.nodeName ?? null;
  const { terminated, waiting } = status.containerStatuses?.[0]?.state ?? {};
  const exitCode = terminated?.exitCode ?? null;
  const make = (kind: PodState['kind'], because: string, why: z.infer<typeof reasoned> = {}): PodState => {
    const reason = [because, why.reason, why.message].filter(Boolean).join(': ');
    const name = `pod ${index}${node ? ` on ${node}` : ''}`;
    const words = reason.replace(/\s+/g, ' ').slice(0, 300);
    return { index, id: metadata.name, name, node, exitCode, kind, because: words };
  };
  const is = (type: string, value: string) =>
    status.conditions?.find((one) => one.type === type && one.status === value);
  const end = (status.reason ? status : is('DisruptionTarget', 'True')) ?? terminated;
  if (status.phase === 'Succeeded') return make('done', '');
  if (status.phase === 'Failed' || (exitCode ?? 0) > 0)
    return make('lost', `ended${exitCode === null ? '' : ` with exit code ${exitCode}`}`, end);
  if (metadata.deletionTimestamp !== undefined) return make('lost', 'was removed', end);
  // `ImagePullBackOff`, `CreateContainerConfigError`: it does not start however long one waits.
  if (/Err|BackOff|Invalid/.test(waiting?.reason ?? '')) return make('lost', 'cannot start', waiting);
  if (is('Ready', 'True')) return make('ready', 'still runs');
  return make('waiting', 'is not ready', is('PodScheduled', 'False') ?? waiting);
}
