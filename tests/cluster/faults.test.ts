import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually, type Project } from '../cli/project.ts';
import { accessOf, type Cluster, kubectl, prepareCluster } from './cluster.ts';

let cluster: Cluster;
let project: Project;
beforeAll(() => {
  cluster = prepareCluster();
});
afterEach(() => project.remove());

const listRunning = () =>
  kubectl(
    ...['get', 'pods', '-n', 'load', '--field-selector=status.phase=Running', '-o'],
    'jsonpath={.items[*].metadata.name}',
  )
    .split(' ')
    .filter(Boolean);

/** Begins a run, and waits until all its pods are there. */
async function begin(pods: number) {
  const running = project.start(['run'], accessOf(project));
  await eventually(() => listRunning().length === pods, 120);
  expect(listRunning()).toHaveLength(pods);
  return running;
}

/** Pods that send load when they are removed end within seconds. */
async function expectNothing() {
  await eventually(() => cluster.list().length === 0, 30);
  expect(cluster.list()).toEqual([]);
}

/** What a run says, without the line breaks of its terminal. */
const flat = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
  (stdout + stderr).replace(/\s+/g, ' ');

describe('a run without a verdict', () => {
  it('names the pod that was removed', async () => {
    project = cluster.compare('equal', { pods: 3 });
    const running = await begin(3);
    kubectl('delete', 'pod', '-n', 'load', '--wait=false', listRunning()[1]!);
    const result = await running.ended;
    expect(flat(result)).toMatch(/Pod 1 on \S+ was removed before it had ended/);
    expect(result.code).toBe(3);
    await expectNothing();
  });

  it('names the pod that a quota does not admit, and the quota', async () => {
    kubectl('create', 'quota', 'two', '-n', 'load', '--hard=pods=2');
    try {
      project = cluster.compare('equal', { pods: 3 });
      const result = await project.run(['run'], accessOf(project));
      expect(flat(result)).toMatch(/Pod \d is not there, \d+ s after its Job: .*exceeded quota: two/);
      expect(result.code).toBe(3);
    } finally {
      kubectl('delete', 'quota', 'two', '-n', 'load');
    }
    await expectNothing();
  });
});

describe('an API server that goes away', () => {
  let server: Server;
  let sockets: Socket[];
  afterEach(() => close());
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };

  it('is told within minutes, and what it runs ends by itself', async () => {
    const to = new URL(
      JSON.parse(kubectl('config', 'view', '--minify', '-o', 'json')).clusters[0].cluster.server,
    );
    sockets = [];
    server = createServer((socket) => {
      const beyond = connect(Number(to.port), to.hostname);
      for (const [from, into] of [
        [socket, beyond],
        [beyond, socket],
      ] as const) {
        sockets.push(from);
        from.on('error', () => into.destroy()).pipe(into);
      }
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    project = cluster.compare('equal', { budget: '120s', server: `https://127.0.0.1:${port}` });
    const running = await begin(1);
    close();
    const result = await running.ended;
    expect(flat(result)).toMatch(/The connection to the server \S+ was refused/);
    expect(result.code).toBe(3);
    const job = JSON.parse(kubectl('get', 'jobs', '-n', 'load', '-o', 'json')).items[0];
    expect(job.spec.activeDeadlineSeconds).toBeGreaterThan(0);
    expect(job.spec.ttlSecondsAfterFinished).toBeGreaterThan(0);
    kubectl('delete', 'jobs', '-n', 'load', '--all');
  });
});

describe('a run that ends before its time', () => {
  it.each([
    ['interrupted', 'SIGTERM', 130],
    ['killed', 'SIGKILL', null],
  ] as const)('removes its pods when it is %s', async (_, signal, code) => {
    project = cluster.compare('equal', { pods: 2 });
    const running = await begin(2);
    process.kill(running.pid, signal);
    const result = await running.ended;
    if (code !== null) expect(result.code, flat(result)).toBe(code);
    await expectNothing();
    await eventually(() => running.orphans().length === 0);
    expect(running.orphans()).toEqual([]);
  });
});
