import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONTROL_PORT, describeConfigMap, describeJob, type JobRequest } from '../../../src/k6/pods/job.ts';
import { findKubectl } from '../../../src/k6/pods/kubectl.ts';
import { startPods } from '../../../src/k6/pods/pods.ts';
import { readPods } from '../../../src/k6/pods/state.ts';
import { folder, keeper, useKeeper } from '../../keeper.ts';
import { trendOf, writeSummary } from '../summaries.ts';

useKeeper();
const { signal } = new AbortController();

describe('the Job of a program', () => {
  const request: JobRequest = {
    name: 'tailgate-1a2b3c4d-block-1-1-1',
    labels: { 'tailgate/run': '1a2b3c4d' },
    pods: { count: 8, namespace: 'load', cpu: '500m', memory: '512Mi', image: 'grafana/k6:2.2.0' },
    seconds: 100.2,
  };

  it('has all its pods at once, none of which is replaced or has rights, and owns what holds their script', () => {
    const job = describeJob(request) as { metadata: object; spec: { template: { spec: object } } };
    expect(job.metadata).toEqual({ name: request.name, labels: request.labels });
    expect(job.spec).toMatchObject({
      ...{ completionMode: 'Indexed', completions: 8, parallelism: 8, maxFailedIndexes: 8 },
      ...{ backoffLimitPerIndex: 0, podReplacementPolicy: 'Failed', activeDeadlineSeconds: 101 },
    });
    expect(job.spec.template.spec).toMatchObject({
      ...{ restartPolicy: 'Never', automountServiceAccountToken: false },
      securityContext: { runAsNonRoot: true },
      volumes: [{ name: 'load', configMap: { name: request.name } }],
      containers: [
        {
          image: 'grafana/k6:2.2.0',
          args: ['--paused', '--address', `0.0.0.0:${CONTROL_PORT}`, '/tailgate/load.tar'],
          readinessProbe: { httpGet: { port: CONTROL_PORT } },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { limits: { cpu: '500m', memory: '512Mi' } },
          env: expect.arrayContaining([{ name: 'GOMEMLIMIT', value: '358MiB' }]),
        },
      ],
    });
    // With segments each pod would load one arm.
    expect(JSON.stringify(job)).not.toContain('segment');
    const owner = { apiVersion: 'batch/v1', kind: 'Job', name: request.name, uid: 'u-1' };
    expect(describeConfigMap(request, 'u-1', Buffer.from('tar'))).toMatchObject({
      metadata: { ownerReferences: [owner] },
      binaryData: { 'load.tar': 'dGFy' },
    });
  });
});

describe('the pods of a Job', () => {
  /** What `kubectl get pods -o json` of Kubernetes 1.34 tells of one, as far as anybody reads it. */
  const makePod = (status: object, metadata = {}, index = 0) => ({
    metadata: {
      name: `job-${index}-abcde`,
      annotations: { 'batch.kubernetes.io/job-completion-index': `${index}` },
      ...metadata,
    },
    spec: { nodeName: 'node-2' },
    status: { phase: 'Running', ...status },
  });
  const read = (items: object[], count = 1) => readPods(JSON.stringify({ kind: 'List', items }), count);
  const ended = (terminated: object) => ({ phase: 'Failed', containerStatuses: [{ state: { terminated } }] });
  const waits = (waiting: object) => ({ phase: 'Pending', containerStatuses: [{ state: { waiting } }] });
  const removed = { deletionTimestamp: '2026-11-26T16:00:00Z' };
  const full = {
    type: 'PodScheduled',
    status: 'False',
    reason: 'Unschedulable',
    message: '1 Insufficient cpu.',
  };
  const evicted = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' };

  it.each<[string, object, object?]>([
    ['ready: still runs', { conditions: [{ type: 'Ready', status: 'True' }] }],
    ['done:', { phase: 'Succeeded' }],
    ['waiting: is not ready: Unschedulable: 1 Insufficient cpu.', { phase: 'Pending', conditions: [full] }],
    ['lost: ended with exit code 137: OOMKilled', ended({ exitCode: 137, reason: 'OOMKilled' })],
    ['lost: ended: Evicted: low on memory', { phase: 'Failed', reason: 'Evicted', message: 'low on memory' }],
    ['lost: was removed', {}, removed],
    [
      'lost: ended with exit code 105: EvictionByEvictionAPI',
      { ...ended({ exitCode: 105 }), conditions: [evicted] },
      removed,
    ],
    ['lost: cannot start: ErrImagePull: not found', waits({ reason: 'ErrImagePull', message: 'not found' })],
    ['waiting: is not ready: ContainerCreating', waits({ reason: 'ContainerCreating' })],
  ])('are told: %s', (told, status, metadata) => {
    const [{ name, kind, because }] = read([makePod(status, metadata)]) as [
      ReturnType<typeof readPods>[number],
    ];
    expect(name).toBe('pod 0 on node-2');
    expect(`${kind}: ${because}`.trim()).toBe(told);
  });

  it('are told by index, missing ones too, with the exit code of k6, by which a script is refused', () => {
    const pods = read([makePod(ended({ exitCode: 107 }), {}, 1)], 3);
    expect(pods.map(({ id, kind, exitCode }) => [id, kind, exitCode])).toEqual([
      ['', 'waiting', null],
      ['job-1-abcde', 'lost', 107],
      ['', 'waiting', null],
    ]);
  });
});

describe('kubectl', () => {
  /** A program named `kubectl`, which only says what it is given. */
  function place(script: string): NodeJS.ProcessEnv {
    const path = join(folder, 'kubectl');
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return { PATH: `${folder}:/usr/bin:/bin`, HOME: folder };
  }

  it('sees what it needs to sign in, and no token of the job', async () => {
    const needed = {
      KUBECONFIG: '/k',
      KUBERNETES_SERVICE_HOST: '10.0.0.1',
      AWS_PROFILE: 'p',
      https_proxy: 'http://p',
    };
    const tokens = ['GITHUB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'NPM_TOKEN', 'DATABASE_PASSWORD'];
    const hidden = Object.fromEntries(tokens.map((name) => [name, 'hush']));
    const seen = await findKubectl({}, { ...place('env'), ...needed, ...hidden }, signal).run(['x']);
    expect(seen).not.toContain('hush');
    expect(seen.split('\n')).toEqual(
      expect.arrayContaining(Object.entries(needed).map(([name, value]) => `${name}=${value}`)),
    );
  });

  it('gets documents without a file, and writes logs into one however long they are', async () => {
    const environment = place('case $1 in create) cat;; *) head -c 70000000 /dev/zero;; esac');
    const kubectl = findKubectl({}, environment, signal);
    expect(await kubectl.run(['create'], { input: '{"kind":"Job"}' })).toBe('{"kind":"Job"}');
    const into = join(folder, 'log');
    expect(await kubectl.run(['logs'], { into })).toBe('');
    expect(statSync(into).size).toBe(70_000_000);
  });

  it.each([
    [`echo 'Error from server (Forbidden): jobs.batch is forbidden' >&2; exit 1`, 'jobs.batch is forbidden'],
    [`echo 'W1126 warning' >&2; echo 'The connection was refused' >&2; exit 1`, 'The connection was refused'],
    ['exit 3', 'it says nothing'],
  ])('says in one line what the cluster refuses: %s', async (script, words) => {
    await expect(findKubectl({}, place(script), signal).run(['x'])).rejects.toThrow(`kubectl: ${words}`);
  });
});

describe('a program', () => {
  /** Behaves like `kubectl` on a Job with two pods, which have ended once k6 was told to begin. */
  const CLUSTER = `#!/usr/bin/env node
const fs = require('node:fs');
const [context, namespace, verb, path] = process.argv.slice(2);
process.chdir(__dirname);
fs.appendFileSync('asked', context + ' ' + verb + ' ' + (verb === 'delete' ? process.argv.slice(5).join(' ') : '') + '\\n');
const status = fs.existsSync('begun')
  ? { phase: 'Succeeded' }
  : { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] };
const podOf = (index) => ({
  metadata: { name: 'pod-' + index, annotations: { 'batch.kubernetes.io/job-completion-index': index } },
  spec: { nodeName: 'node-2' },
  status,
});
if (verb === 'create') console.log('{"uid":"u","namespace":"load"}');
if (verb === 'get' && fs.existsSync('forbidden')) {
  console.error('Error from server (Forbidden): pods is forbidden');
  process.exit(1);
}
if (verb === 'get') console.log(JSON.stringify({ items: [podOf('0'), podOf('1')] }));
if (verb === 'logs')
  for (const name of ['pod-0', 'pod-1']) console.log('[pod/' + name + '/k6] ' + fs.readFileSync('summary', 'utf8'));
let asked = 0;
const answer = (request, response) =>
  request.on('data', (text) => {
    if (String(text).includes('"paused":false')) fs.writeFileSync('begun', '');
    response.end(JSON.stringify({ data: { attributes: { status: asked++ < 3 ? 1 : 3 } } }));
  });
if (verb === 'proxy') require('node:http').createServer(answer).listen(path.split('=')[1]);
`;

  function begin() {
    writeFileSync(join(folder, 'kubectl'), CLUSTER, { mode: 0o755 });
    const k6 = join(folder, 'k6');
    writeFileSync(k6, '#!/bin/sh\n[ $1 != archive ] || touch program.tar\n', { mode: 0o755 });
    return startPods({
      ...{ binary: k6, folder, name: 'program', script: '', cwd: folder, targetUrl: 'http://shop.test' },
      ...{ keeper, grace: (wanted) => wanted, seconds: 1, periodMs: 2000 },
      environment: { PATH: `${folder}:${process.env.PATH}` },
      pods: { count: 2, context: "it's", namespace: 'load' },
    }).finished;
  }

  it('ends at once where the cluster refuses to tell of its pods', async () => {
    writeFileSync(join(folder, 'forbidden'), '');
    expect(await begin()).toMatchObject({ kind: 'failed', message: 'kubectl: pods is forbidden' });
  });

  it('is packed, begun in all pods, read from their logs and removed', async () => {
    const summary = writeSummary('s0', [{ started: 5, latency: trendOf([1, 2, 3, 4, 5]) }]);
    writeFileSync(join(folder, 'summary'), JSON.stringify(summary));
    const result = await begin();
    expect(result).toMatchObject({ kind: 'measured', nodes: ['node-2'] });
    if (result.kind === 'measured')
      expect(result.summary.metrics['tailgate_started{tailgate:s0.0}']).toMatchObject({ sum: 10 });
    const job = `job/tailgate-${keeper.mark.TAILGATE_RUN.slice(0, 8)}-program`;
    const asked = readFileSync(join(folder, 'asked'), 'utf8').trim().split(/ *\n/);
    expect(asked.at(-1)).toBe(
      `--context=it's delete ${job} --ignore-not-found --cascade=foreground --timeout=10s`,
    );
    expect(new Set(asked.slice(0, -1).map((line) => line.split(' ')[1]))).toEqual(
      new Set(['create', 'get', 'proxy', 'logs']),
    );
    expect(keeper.listOwed()).toEqual([]);
  });
});
