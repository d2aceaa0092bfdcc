import { parse } from 'yaml';
import type { Pods } from '../../config/load-from.ts';
import template from './job.yml?text';

/** What a Job is made of. `seconds`: after this time Kubernetes ends it, whatever happened to Tailgate. */
export type JobRequest = {
  name: string;
  /** Identifies it: the run, the program. */
  labels: Record<string, string>;
  /** An image that contains k6. */
  pods: Pods;
  seconds: number;
};

/** Label of the pods and the Job of a program. */
export const PROGRAM_LABEL = 'tailgate/program';
/** Share of a pod's memory that k6's heap may use before Go's runtime collects garbage more often. */
const HEAP_SHARE = 0.7;

/** Describes the Job of a program. */
export function describeJob({ name, labels, pods, seconds }: JobRequest): object {
  const { count, cpu, memory, image } = pods;
  const job = parse(template);
  const { template: pod } = job.spec;
  const [container] = pod.spec.containers;
  job.metadata = { name, labels };
  pod.metadata = { labels };
  const number = { completions: count, parallelism: count, maxFailedIndexes: count };
  Object.assign(job.spec, number, { activeDeadlineSeconds: Math.ceil(seconds) });
  pod.spec.volumes = [{ name: 'load', configMap: { name } }];
  const limits = { cpu, memory };
  Object.assign(container, { image, resources: { requests: limits, limits } });
  if (memory) {
    const heap = Number.parseInt(memory, 10) * (memory.endsWith('Gi') ? 1024 : 1) * HEAP_SHARE;
    container.env.push({ name: 'GOMEMLIMIT', value: `${Math.floor(heap)}MiB` });
  }
  return job;
}

/**
 * Describes what holds the archive for the pods of a Job. It belongs to the Job, so it is removed with it.
 *
 * @param uid of the Job
 * @param archive of k6. Kubernetes refuses more than 1 MiB
 */
export function describeConfigMap({ name, labels }: JobRequest, uid: string, archive: Buffer): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels, ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid }] },
    immutable: true,
    binaryData: { 'load.tar': archive.toString('base64') },
  };
}
