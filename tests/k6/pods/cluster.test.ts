import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeConfigMap, describeJob, type JobRequest } from '../../../src/k6/pods/job.ts';
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
          args: ['--address', '', '/tailgate/load.tar'],
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
  /** Columns of `POD_FORMAT`, from the phase on. */
  const read = (...columns: string[]) =>
    readPods(['job-0-abcde', '0', 'node-2', ...columns].join('\t'), 1)[0]!;

  it.each<[string, string[]]>([
    ['running: still runs', ['Running', '', '', '', '', '', '', '', '']],
    ['done:', ['Succeeded', '', '0']],
    [
      'waiting: does not run: Insufficient cpu.',
      ['Pending', '', '', '', '', '', '', '', 'Insufficient cpu.'],
    ],
    ['lost: has failed: OOMKilled', ['Failed', '', '137', '', '', 'OOMKilled']],
    ['lost: has failed: Evicted: low on memory', ['Failed', '', '', '', '', '', 'Evicted', 'low on memory']],
    ['lost: was removed', ['Running', '2026-11-26T16:00:00Z', '']],
    ['lost: cannot start: ErrImagePull: not found', ['Pending', '', '', 'ErrImagePull', 'not found']],
    ['waiting: does not run: ContainerCreating', ['Pending', '', '', 'ContainerCreating']],
  ])('are told: %s', (told, columns) => {
    const { name, kind, because } = read(...columns);
    expect(name).toBe('pod 0 on node-2');
    expect(`${kind}: ${because}`.trim()).toBe(told);
  });

  it('are told by index, missing ones too, with the exit code of k6, by which a script is refused', () => {
    const pods = readPods(['job-1-abcde', '1', 'node-2', 'Failed', '', '107'].join('\t'), 3);
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
    const hidden = { GITHUB_TOKEN: 'hush', ACTIONS_RUNTIME_TOKEN: 'hush' };
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
    [
      `echo 'Error from server (Forbidden): jobs.batch is forbidden' >&2; exit 1`,
      'Error from server (Forbidden): jobs.batch is forbidden',
    ],
    [`echo 'W1126 warning' >&2; echo 'The connection was refused' >&2; exit 1`, 'The connection was refused'],
    ['exit 3', 'ended'],
  ])('says in one line what the cluster refuses: %s', async (script, words) => {
    await expect(findKubectl({}, place(script), signal).run(['x'])).rejects.toThrow(`kubectl: ${words}`);
  });
});

describe('a program', () => {
  /** Behaves like `kubectl` on a Job with two pods, which have ended once they were seen to run. */
  const CLUSTER = `#!/usr/bin/env node
const fs = require('node:fs');
const [context, namespace, verb, path] = process.argv.slice(2);
process.chdir(__dirname);
fs.appendFileSync('asked', context + ' ' + verb + ' ' + (verb === 'delete' ? process.argv.slice(5).join(' ') : '') + '\\n');
const phase = fs.existsSync('begun') ? 'Succeeded' : 'Running';
const podOf = (index) => ['pod-' + index, index, 'node-2', phase].join('\\t');
if (verb === 'create') console.log('u');
if (verb === 'get' && fs.existsSync('forbidden')) {
  console.error('Error from server (Forbidden): pods is forbidden');
  process.exit(1);
}
if (verb === 'get') console.log(podOf('0') + '\\n' + podOf('1'));
if (verb === 'get') fs.writeFileSync('begun', '');
if (verb === 'logs')
  for (const name of ['pod-0', 'pod-1'])
    console.log('[pod/' + name + '/k6] ' + fs.readFileSync(fs.existsSync(name) ? name : 'summary', 'utf8'));
if (verb === 'delete') for (const file of ['begun', 'pod-1']) fs.rmSync(file, { force: true });
`;

  function begin() {
    writeFileSync(join(folder, 'kubectl'), CLUSTER, { mode: 0o755 });
    const k6 = join(folder, 'k6');
    writeFileSync(k6, '#!/bin/sh\n[ $1 != archive ] || touch program.tar\n', { mode: 0o755 });
    return startPods({
      ...{ binary: k6, folder, name: 'program', script: '', cwd: folder, targetUrl: 'http://shop.test' },
      ...{ keeper, grace: (wanted) => wanted, seconds: 1 },
      environment: { PATH: `${folder}:${process.env.PATH}` },
      pods: { count: 2, context: "it's", namespace: 'load' },
    }).finished;
  }

  it('ends at once where the cluster refuses to tell of its pods', async () => {
    writeFileSync(join(folder, 'forbidden'), '');
    expect(await begin()).toMatchObject({
      kind: 'failed',
      message: 'kubectl: Error from server (Forbidden): pods is forbidden',
    });
  });

  it('is packed, begun in all pods, read from their logs and removed', async () => {
    const summary = writeSummary('s0', [{ started: 5, latency: trendOf([1, 2, 3, 4, 5]) }]);
    writeFileSync(join(folder, 'summary'), JSON.stringify(summary));
    const result = await begin();
    expect(result).toMatchObject({ kind: 'measured' });
    if (result.kind === 'measured')
      expect(result.summary.metrics['tailgate_started{tailgate:s0.0}']).toMatchObject({ sum: 10 });
    const job = `job/tailgate-${keeper.mark.TAILGATE_RUN.slice(0, 8)}-10-program`;
    const asked = readFileSync(join(folder, 'asked'), 'utf8').trim().split(/ *\n/);
    expect(asked.at(-1)).toBe(
      `--context=it's delete ${job} --ignore-not-found --cascade=foreground --timeout=10s`,
    );
    expect(new Set(asked.slice(0, -1).map((line) => line.split(' ')[1]))).toEqual(
      new Set(['create', 'get', 'logs']),
    );
    expect(keeper.listOwed()).toEqual([]);
  });

  it('is begun again with a longer lead where its pods did not begin together, and so is what follows', async () => {
    const write = (name: string, value: number) => {
      const own = { 'tailgate_start_time{tailgate:s0}': { type: 'gauge', value } } as const;
      writeFileSync(join(folder, name), JSON.stringify(writeSummary('s0', [{ started: 5 }], own)));
    };
    write('summary', 1000);
    write('pod-1', 3000);
    for (const _ of [1, 2]) expect(await begin()).toMatchObject({ kind: 'measured' });
    const deleted = readFileSync(join(folder, 'asked'), 'utf8').match(/-\d+-program(?= )/g);
    expect(deleted).toEqual(['-10-program', '-60-program', '-60-program']);
  });
});
