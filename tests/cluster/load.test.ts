import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Project } from '../cli/project.ts';
import { accessOf, type Cluster, prepareCluster } from './cluster.ts';

let cluster: Cluster;
let project: Project | undefined;
beforeAll(() => {
  cluster = prepareCluster();
});
afterEach(() => {
  project?.remove();
  project = undefined;
});

const RATE = 200;

type Slice = { seconds: number; ok: number; failed: number; dropped: number };
type Step = { arm: string; instances: { slices: Slice[] }[] };

/** Requests of both arms for each second (s) of their load. */
function readRate(steps: Step[]): number {
  const slices = steps.flatMap(({ instances }) => instances.flatMap((instance) => instance.slices));
  const sum = (pick: (slice: Slice) => number) => slices.reduce((total, slice) => total + pick(slice), 0);
  return sum(({ ok }) => ok) / sum(({ seconds }) => seconds);
}

async function run(to: 'equal' | 'slower', pods: number) {
  project = cluster.compare(to, { pods, rate: RATE });
  const { code, stdout, stderr } = await project.run(['run', '--json'], accessOf(project));
  return { code, told: stdout + stderr, result: stdout.startsWith('{') ? JSON.parse(stdout) : null };
}

describe('load from pods', () => {
  it.each([1, 3])('is as declared from %i, and deployments that are equal pass', async (pods) => {
    const { code, told, result } = await run('equal', pods);
    expect(result, told).not.toBeNull();
    expect(code, JSON.stringify([result.headline, result.invalid])).toBe(0);
    const rate = readRate(result.record.steps);
    expect(Math.abs(rate / RATE - 1), `${rate} req/s`).toBeLessThan(0.01);
    expect(result.record.generators).toMatchObject({ pods });
    expect(cluster.list()).toEqual([]);
  });

  it('finds the deployment whose requests take 20 % longer', async () => {
    const { code, told, result } = await run('slower', 3);
    expect(result, told).not.toBeNull();
    expect(result.verdict, JSON.stringify([result.headline, result.invalid])).toBe('regressed');
    expect(code).toBe(1);
    expect(cluster.list()).toEqual([]);
  });
});
