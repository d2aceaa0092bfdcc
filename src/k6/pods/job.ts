import { printCpu, printMemory } from '../../config/language/quantity.ts';
import type { Pods } from '../../config/load-from.ts';

/** What a Job is made of. `seconds`: time after which Kubernetes ends it, whatever has become of Tailgate. */
export type JobRequest = {
  name: string;
  /** What finds it again: the run, the machine, the program. */
  labels: Record<string, string>;
  pods: Pods;
  /** Image that has k6, unless the configuration names one. */
  image: string;
  seconds: number;
};

/** Port of k6's control interface (https://grafana.com/docs/k6/latest/reference/k6-rest-api/). */
export const CONTROL_PORT = 6565;
/** Label of the pods and the Job of a program. */
export const PROGRAM_LABEL = 'tailgate/program';
/** Where the pods find the archive, and its name in the ConfigMap. */
const FOLDER = '/tailgate';
export const ARCHIVE = 'load.tar';

/** Time (s) for which a finished Job stays, if nobody removes it. */
const KEPT_SECONDS = 300;
/** Time (s) that k6 has to end before it is killed. */
const GRACE_SECONDS = 5;
/** User of `grafana/k6`. Any image may run as it, since nothing is written. */
const USER = 12345;
/** Share of a pod's memory that k6's heap may take before Go's runtime collects garbage more often again. */
const HEAP_SHARE = 0.7;

/**
 * Describes an Indexed Job whose pods each run the whole script: https://kubernetes.io/docs/concepts/workloads/controllers/job/
 * A pod that fails is not replaced, and keeps no other from ending: so its index and its log are still there. The pods
 * have no credentials of the cluster.
 */
export function describeJob({ name, labels, pods, image, seconds }: JobRequest): object {
  const { count, cpu, memory } = pods;
  const limits = {
    ...(cpu !== undefined && { cpu: printCpu(cpu) }),
    ...(memory !== undefined && { memory: printMemory(memory) }),
  };
  // A single pod has nobody to wait for, and opens no port.
  const isControlled = count > 1;
  const control = isControlled ? ['--paused', '--address', `0.0.0.0:${CONTROL_PORT}`] : ['--address', ''];
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels },
    spec: {
      completions: count,
      parallelism: count,
      completionMode: 'Indexed',
      backoffLimitPerIndex: 0,
      maxFailedIndexes: count,
      podReplacementPolicy: 'Failed',
      activeDeadlineSeconds: Math.ceil(seconds),
      ttlSecondsAfterFinished: KEPT_SECONDS,
      template: {
        metadata: { labels },
        spec: {
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: GRACE_SECONDS,
          securityContext: {
            runAsNonRoot: true,
            runAsUser: USER,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [
            {
              name: 'k6',
              image: pods.image ?? image,
              command: ['k6', 'run', '--quiet', '--no-color', '--no-usage-report', ...control],
              args: [`${FOLDER}/${ARCHIVE}`],
              env: [
                { name: 'TAILGATE_SUMMARY', value: 'stdout' },
                { name: 'K6_AUTO_EXTENSION_RESOLUTION', value: 'false' },
                { name: 'GOGC', value: '800' },
                ...(memory === undefined
                  ? []
                  : [{ name: 'GOMEMLIMIT', value: `${Math.floor(memory * HEAP_SHARE)}MiB` }]),
              ],
              ...(cpu !== undefined || memory !== undefined
                ? { resources: { requests: limits, limits } }
                : {}),
              ...(isControlled && {
                ports: [{ containerPort: CONTROL_PORT }],
                readinessProbe: { httpGet: { path: '/v1/status', port: CONTROL_PORT }, periodSeconds: 1 },
              }),
              securityContext: {
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'] },
              },
              volumeMounts: [{ name: 'load', mountPath: FOLDER, readOnly: true }],
            },
          ],
          volumes: [{ name: 'load', configMap: { name } }],
        },
      },
    },
  };
}

/**
 * Describes what holds the archive for the pods of a Job. It belongs to the Job, so it goes with it.
 *
 * @param uid of the Job
 * @param archive of k6, at most as large as `LARGEST_ARCHIVE`
 */
export function describeConfigMap(
  { name, labels }: Pick<JobRequest, 'name' | 'labels'>,
  uid: string,
  archive: Buffer,
): object {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels, ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid }] },
    immutable: true,
    binaryData: { [ARCHIVE]: archive.toString('base64') },
  };
}

/** Most bytes of a ConfigMap (https://kubernetes.io/docs/concepts/configuration/configmap/), but for the names in it. */
export const LARGEST_ARCHIVE = 1024 * 1024 - 1024;
