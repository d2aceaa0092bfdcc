import { describe, expect, it } from 'vitest';
import { readPods } from '../../../src/k6/pods/state.ts';

type Parts = { index?: number; status?: object; metadata?: object; node?: string | null };

/** A pod as `kubectl get -o json` of Kubernetes 1.34 tells of it, without what nobody reads. */
function makePod({ index = 0, status = {}, metadata = {}, node = 'node-2' }: Parts = {}) {
  return {
    metadata: {
      name: `job-${index}-abcde`,
      annotations: { 'batch.kubernetes.io/job-completion-index': `${index}` },
      ...metadata,
    },
    spec: { ...(node && { nodeName: node }) },
    status: { phase: 'Running', ...status },
  };
}

const read = (items: object[], count = 1) => readPods(JSON.stringify({ kind: 'List', items }), count);
const ended = (terminated: object) => ({ containerStatuses: [{ state: { terminated } }] });
const tell = (parts: Parts) => {
  const [{ name, kind, because }] = read([makePod(parts)]) as [ReturnType<typeof readPods>[number]];
  return `${kind}: ${name} ${because}`.trim();
};

describe('the pods of a Job', () => {
  it('are waited for until they are ready, and until they are done', () => {
    const ready = { conditions: [{ type: 'Ready', status: 'True' }] };
    expect(tell({ status: ready })).toBe('ready: pod 0 on node-2 still runs');
    expect(tell({ status: { phase: 'Succeeded', ...ended({ exitCode: 0, reason: 'Completed' }) } })).toBe(
      'done: pod 0 on node-2',
    );
    expect(tell({ status: { phase: 'Pending' }, node: null })).toBe('waiting: pod 0 is not ready');
    const full = {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message: '0/1 nodes are available: 1 Insufficient cpu.',
    };
    expect(tell({ status: { phase: 'Pending', conditions: [full] }, node: null })).toBe(
      'waiting: pod 0 is not ready: Unschedulable: 0/1 nodes are available: 1 Insufficient cpu.',
    );
    expect(read([makePod({ index: 1 })], 3).map(({ id, because }) => `${id} ${because}`.trim())).toEqual([
      'is not there',
      'job-1-abcde is not ready',
      'is not there',
    ]);
  });

  it('are lost in many ways, each of which has its words', () => {
    const lost = [
      tell({ status: { phase: 'Failed', ...ended({ exitCode: 137, reason: 'OOMKilled' }) } }),
      tell({ status: { phase: 'Failed', reason: 'Evicted', message: 'The node was low on memory.' } }),
      tell({ status: { phase: 'Failed', ...ended({ exitCode: 137, reason: 'Error' }) } }),
      tell({ status: { phase: 'Failed', ...ended({ exitCode: 107, reason: 'Error' }) } }),
      tell({ metadata: { deletionTimestamp: '2026-11-26T16:00:00Z' } }),
      tell({
        metadata: { deletionTimestamp: '2026-11-26T16:00:00Z' },
        status: {
          phase: 'Failed',
          ...ended({ exitCode: 105, reason: 'Error' }),
          conditions: [
            {
              type: 'DisruptionTarget',
              status: 'True',
              reason: 'EvictionByEvictionAPI',
              message: 'Eviction API: evicting',
            },
          ],
        },
      }),
      tell({
        status: {
          phase: 'Pending',
          containerStatuses: [{ state: { waiting: { reason: 'ErrImagePull', message: 'not found' } } }],
        },
      }),
      tell({ status: { phase: 'Failed', reason: 'DeadlineExceeded', message: 'Job was active too long' } }),
    ];
    expect(lost).toMatchInlineSnapshot(`
      [
        "lost: pod 0 on node-2 ran out of memory",
        "lost: pod 0 on node-2 was evicted: Evicted: The node was low on memory.",
        "lost: pod 0 on node-2 was killed",
        "lost: pod 0 on node-2 ended with exit code 107",
        "lost: pod 0 on node-2 was removed before it had ended",
        "lost: pod 0 on node-2 was removed before it had ended: EvictionByEvictionAPI: Eviction API: evicting",
        "lost: pod 0 on node-2 cannot start: ErrImagePull: not found",
        "lost: pod 0 on node-2 failed: DeadlineExceeded: Job was active too long",
      ]
    `);
  });

  it('have the exit code of k6, by which a script is refused', () => {
    const refused = makePod({ status: { phase: 'Failed', ...ended({ exitCode: 107 }) } });
    expect(read([refused])[0]!.exitCode).toBe(107);
  });
});
