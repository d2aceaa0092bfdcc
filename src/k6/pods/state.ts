import * as z from 'zod';

const reasoned = z.object({ reason: z.string().optional(), message: z.string().optional() });
const terminated = reasoned.extend({ exitCode: z.number() });
const condition = reasoned.extend({ type: z.string(), status: z.string() });
const container = z.object({
  state: z.object({ terminated: terminated.optional(), waiting: reasoned.optional() }).optional(),
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
    conditions: z.array(condition).optional(),
    containerStatuses: z.array(container).optional(),
  }),
});

const listSchema = z.object({ items: z.array(podSchema) });

/** One pod of a Job, as Kubernetes sees it. */
export type PodState = {
  index: number;
  /** Name in Kubernetes, and the one for people: `pod 3 on node-2`. */
  id: string;
  name: string;
  node: string | null;
  kind: 'waiting' | 'ready' | 'done' | 'lost';
  /** Why it waits, or how it was lost. */
  because: string;
  /** Exit code of k6; null where it has not ended by itself. */
  exitCode: number | null;
};

/** Reasons for which a container does not start however long one waits. */
const HOPELESS =
  /^(ErrImagePull|ImagePullBackOff|ErrImageNeverPull|InvalidImageName|CreateContainerError|CreateContainerConfigError|RunContainerError|StartError)$/;

/**
 * Reads what `kubectl get pods -o json` says of the pods of a Job, by index. Those that are not there are among them.
 *
 * @param count of the pods
 * @throws Error when it says something else
 */
export function readPods(text: string, count: number): PodState[] {
  const pods = listSchema.parse(JSON.parse(text)).items.map(readPod);
  return Array.from({ length: count }, (_, index): PodState => {
    const own = pods.filter((pod) => pod.index === index);
    return (
      own.find(({ kind }) => kind === 'lost') ??
      own[0] ?? { ...MISSING, index, name: `pod ${index}`, kind: 'waiting', because: 'is not there' }
    );
  });
}

const MISSING = { id: '', node: null, exitCode: null };

function readPod({ metadata, spec, status }: z.infer<typeof podSchema>): PodState {
  const index = Number(metadata.annotations?.['batch.kubernetes.io/job-completion-index'] ?? Number.NaN);
  const node = spec.nodeName ?? null;
  const base = { index, id: metadata.name, name: `pod ${index}${node ? ` on ${node}` : ''}`, node };
  const { terminated, waiting } = status.containerStatuses?.[0]?.state ?? {};
  const exitCode = terminated?.exitCode ?? null;
  const be = (kind: PodState['kind'], because = '') => ({ ...base, kind, because, exitCode });
  const conditions = status.conditions ?? [];
  const disruption = conditions.find(({ type, status }) => type === 'DisruptionTarget' && status === 'True');
  const told = quoteReason(status.reason === undefined ? (disruption ?? {}) : status);
  if (terminated?.reason === 'OOMKilled') return be('lost', 'ran out of memory');
  if (status.reason === 'Evicted') return be('lost', `was evicted${told}`);
  if (status.phase === 'Succeeded') return be('done');
  if (metadata.deletionTimestamp !== undefined) return be('lost', `was removed before it had ended${told}`);
  // A signal gives 128 and its number.
  if (exitCode !== null && exitCode > 128) return be('lost', `was killed${told}`);
  if (status.phase === 'Failed')
    return be('lost', exitCode === null ? `failed${told}` : `ended with exit code ${exitCode}${told}`);
  if (HOPELESS.test(waiting?.reason ?? '')) return be('lost', `cannot start${quoteReason(waiting!)}`);
  if (conditions.some(({ type, status }) => type === 'Ready' && status === 'True'))
    return be('ready', 'still runs');
  const unscheduled = conditions.find(({ type, status }) => type === 'PodScheduled' && status === 'False');
  return be('waiting', `is not ready${quoteReason(unscheduled ?? waiting ?? {})}`);
}

function quoteReason({ reason, message }: z.infer<typeof reasoned>): string {
  const words = [reason, message].filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, 300);
  return words === '' ? '' : `: ${words}`;
}
