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
    expect(flat(result)).toMatch(/pod 1 on \S+ (was removed|ended)/i);
    expect(result.code).toBe(3);
    await expectNothing();
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
