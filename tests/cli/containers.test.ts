import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { listProcesses, type ProcessStat } from '../../src/processes/procfs.ts';
import { removeStrays } from '../../src/services/containers/commands.ts';
import { hasCompose } from './docker.ts';
import { eventually } from './project.ts';
import { BY_COMPOSE, IMAGE, useDocker } from './shop.ts';

const { engine, createShop, environment } = useDocker();

/** Reads where containers are published. */
const published = () => engine().client('ps', '--format', '{{.Ports}}').split('\n').filter(Boolean);

describe.each([
  ['an image', IMAGE],
  ['compose with fixed names and ports', BY_COMPOSE],
])('a service behind %s', (name, config) => {
  beforeEach((context) => {
    if (name !== 'an image' && !hasCompose()) context.skip('there is no compose here');
  });

  it('runs beside its base and beside another run, at loopback only, and an interruption leaves nothing', async () => {
    const shops = [1, 2].map(() => createShop(config, { capacity: '7\n' }));
    const runs = shops.map((shop) => shop.start(['run', '--base', 'HEAD~1'], environment()));
    await Promise.all(runs.map((run) => run.saw(/block 1 of \d+: measuring/)));
    expect(published()).toHaveLength(4);
    for (const place of published()) expect(place).toMatch(/^127\.0\.0\.1:\d+->8080\/tcp$/);
    expect(engine().things().join()).not.toContain('acme');
    for (const run of runs) process.kill(run.pid, 'SIGINT');
    const results = await Promise.all(runs.map((run) => run.ended));
    for (const { code, stderr } of results) expect(code, stderr).toBe(130);
    for (const run of runs) expect(run.orphans()).toEqual([]);
    // A slow machine does not remove all the rest within the time that an interruption leaves.
    await eventually(() => engine().things().length === 0, 60);
    expect(engine().things()).toEqual([]);
    for (const shop of shops) expect(shop.leftovers()).toEqual([]);
  });

  it.each([
    ['by its keeper, paused or not', false],
    ['with its keeper by the next run', true],
  ])('that was killed is cleared up %s', async (_, withKeeper) => {
    const shop = createShop(config, { capacity: '7\n' });
    const run = shop.start(['run', '--base', 'HEAD~1'], environment());
    await run.saw(/block 1 of \d+: measuring/);
    const [paused] = engine().client('ps', '-q').split('\n');
    engine().client('pause', paused!);
    const isKeeper = ({ parent, pid }: ProcessStat) =>
      parent === run.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('Program of the keeper');
    const keeper = listProcesses()!.find(isKeeper)!.pid;
    if (withKeeper) process.kill(keeper, 'SIGKILL');
    process.kill(run.pid, 'SIGKILL');
    await run.ended;
    if (withKeeper) {
      expect(engine().things()).not.toEqual([]);
      const env = { ...process.env, ...environment() };
      execFileSync('sh', ['-c', removeStrays()], { env, stdio: 'pipe' });
    }
    const list = () => [...engine().things(), ...run.orphans(), ...(withKeeper ? [] : shop.leftovers())];
    await eventually(() => list().length === 0, 60);
    expect(list()).toEqual([]);
  });
});
