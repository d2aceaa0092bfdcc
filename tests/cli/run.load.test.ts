import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, createProject, eventually, type Project, SERVICE, skipWhereOccupied } from './project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG }, 'real');
});
afterEach(() => project.remove());

describe('tailgate run', () => {
  it('repeats fixed work as a whole until it takes a second, and knows what it cost', async (context) => {
    await skipWhereOccupied(context);
    project.write('tailgate.yml', CONFIG.replace(/slo: .*/, 'load: 100 requests by 2 users'));
    const { code, stdout, stderr } = await project.run(['run', '--json', 'result.json']);
    expect(code, stdout + stderr).toBe(0);
    expect(stderr).toMatch(/100 requests took only [\d.]+ ms/);
    const { record, effort } = JSON.parse(readFileSync(join(project.folder, 'result.json'), 'utf8'));
    const [{ slices }] = record.steps[0].instances;
    const sum = (key: string) => slices.reduce((total: number, slice: never) => total + slice[key], 0);
    expect(sum('ok')).toBeGreaterThan(100);
    expect(sum('ok') % 100).toBe(0);
    // A record has four digits of each slice.
    expect(sum('seconds')).toBeGreaterThan(0.999);
    expect(effort.loadSeconds).toBeCloseTo(sum('seconds'), 1);
    if (process.platform === 'linux') expect(sum('cpu')).toBeGreaterThan(0);
  });

  it('blocks when the service crashes under load', async () => {
    const { code, stdout, stderr, running } = await project.run(['run', '--record'], { MODE: 'crashing' });
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toMatch(/exit code 3[\s\S]*out of cheese/);
    await eventually(() => running.orphans().length === 0, 3);
    expect(running.orphans()).toEqual([]);
  });
});
