import * as z from 'zod';

const reasoned = z.object({ reason: z.string().optional(), message: z.string().optional() });
const terminated = reasoned.extend({ exitCode: z.number() });
const condition = reasoned.extend({ type: z.string(), status: z.string() });
const container = z.object({
  state: z.object({ terminated: terminated.optional(), waiting: reasoned.optional() }).optional(),
});

const podSchema = z.object({
  kind: z.literal('Pod'),
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

const jobSchema = z.object({
  kind: z.literal('Job'),
  status: z.object({ failedIndexes: z.string().optional() }),
});

const listSchema = z.object({ items: z.array(z.union([podSchema, jobSchema])) });

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
 * Reads what `kubectl get jobs,pods -o json` says of the pods of a Job, by index. Pods that are gone are among them.
 *
 * @param count of the pods
 * @throws Error when it says something else
 */
export function readPods(text: string, count: number): PodState[] {
  const { items } = listSchema.parse(JSON.parse(text));
  const pods = items.filter((item) => item.kind === 'Pod').map(readPod);
  const job = items.find((item) => item.kind === 'Job');
  const failed = readIndexes(job?.status.failedIndexes ?? '');
  return Array.from({ length: count }, (_, index): PodState => {
    const own = pods.filter((pod) => pod.index === index);
    const gone = { index, id: '', name: `pod ${index}`, node: null, exitCode: null };
    return (
      own.find(({ kind }) => kind === 'lost') ??
      own[0] ??
      (failed.has(index)
        ? { ...gone, kind: 'lost', because: 'was removed, or its node went away' }
        : { ...gone, kind: 'waiting', because: 'was not made' })
    );
  });
}

/** Reads `1,3-5`. */
function readIndexes(text: string): Set<number> {
  return new Set(
    text.split(',').flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number);
      return range === '' ? [] : Array.from({ length: last! - first! + 1 }, (_, i) => first! + i);
    }),
  );
}

function readPod({ metadata, spec, status }: z.infer<typeof podSchema>): PodState {
  const index = Number(metadata.annotations?.['batch.kubernetes.io/job-completion-index'] ?? Number.NaN);
  const node = spec.nodeName ?? null;
  const base = { index, id: metadata.name, name: `pod ${index}${node ? ` on ${node}` : ''}`, node };
  const { terminated, waiting } = status.containerStatuses?.[0]?.state ?? {};
  const exitCode = terminated?.exitCode ?? null;
  const be = (kind: PodState['kind'], because = '') => ({ ...base, kind, because, exitCode });
  const told = quoteReason(status);
  if (terminated?.reason === 'OOMKilled') return be('lost', 'ran out of memory');
  if (status.reason === 'Evicted') return be('lost', `was evicted${told}`);
  if (status.phase === 'Succeeded') return be('done');
  // A signal gives 128 and its number.
  if (exitCode !== null && exitCode > 128) return be('lost', `was killed${told}`);
  if (status.phase === 'Failed')
    return be('lost', exitCode === null ? `failed${told}` : `ended with exit code ${exitCode}`);
  if (metadata.deletionTimestamp !== undefined) return be('lost', 'was removed while it sent load');
  if (HOPELESS.test(waiting?.reason ?? '')) return be('lost', `cannot start${quoteReason(waiting!)}`);
  const conditions = status.conditions ?? [];
  if (conditions.some(({ type, status }) => type === 'Ready' && status === 'True')) return be('ready');
  const unscheduled = conditions.find(({ type, status }) => type === 'PodScheduled' && status === 'False');
  return be('waiting', `is not ready${quoteReason(unscheduled ?? waiting ?? {})}`);
}

function quoteReason({ reason, message }: z.infer<typeof reasoned>): string {
  const words = [reason, message].filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, 300);
  return words === '' ? '' : `: ${words}`;
}
