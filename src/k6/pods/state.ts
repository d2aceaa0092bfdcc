/** One pod of a Job, as Kubernetes sees it. */
export type PodState = {
  /** Name in Kubernetes, empty if it is not there; and the one for people: `pod 3 on node-2`. */
  id: string;
  name: string;
  kind: 'waiting' | 'running' | 'done' | 'lost';
  /** Why it waits, or how it was lost. */
  because: string;
  /** Exit code of k6; null if it has not ended by itself. */
  exitCode: number | null;
};

const STATE = '.status.containerStatuses[0].state';
const COLUMNS = [
  ...[
    '.metadata.name',
    '.metadata.annotations.batch\\.kubernetes\\.io/job-completion-index',
    '.spec.nodeName',
  ],
  ...['.status.phase', '.metadata.deletionTimestamp', `${STATE}.terminated.exitCode`],
  ...[`${STATE}.waiting.reason`, `${STATE}.waiting.message`, `${STATE}.terminated.reason`],
  ...['.status.reason', '.status.message', '.status.conditions[?(@.status=="False")].message'],
];

/** Format requested from `kubectl get pods -o`: a line of columns for each pod. */
export const POD_FORMAT = `jsonpath={range .items[*]}${COLUMNS.map((one) => `{${one}}`).join('{"\\t"}')}{"\\n"}{end}`;

/**
 * Parses what `kubectl` says about the pods of a Job, by index. Missing pods are included.
 *
 * @param text in `POD_FORMAT`
 * @param count of the pods
 */
export function readPods(text: string, count: number): PodState[] {
  const rows = text.split('\n').map((line) => line.split('\t'));
  return Array.from({ length: count }, (_, index): PodState => {
    const own = rows.filter((row) => row[1] === `${index}`).map(readPod);
    const missing = { id: '', name: `pod ${index}`, exitCode: null, because: 'is not there' };
    return own.find(({ kind }) => kind === 'lost') ?? own[0] ?? { ...missing, kind: 'waiting' };
  });
}

function readPod([id = '', index, node = '', phase, removed, code, waits = '', ...why]: string[]): PodState {
  const own = { id, name: `pod ${index}${node && ` on ${node}`}`, exitCode: code ? Number(code) : null };
  const make = (kind: PodState['kind'], what: string): PodState => {
    const because = [what, waits, ...why].filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, 300);
    return { ...own, kind, because };
  };
  if (phase === 'Succeeded') return make('done', '');
  if (phase === 'Failed' || Number(code) > 0) return make('lost', 'has failed');
  if (removed) return make('lost', 'was removed');
  // `ImagePullBackOff`, `CreateContainerConfigError`: it will not start, however long one waits.
  if (/Err|BackOff|Invalid/.test(waits)) return make('lost', 'cannot start');
  return phase === 'Running' && !waits ? make('running', 'still runs') : make('waiting', 'does not run');
}
