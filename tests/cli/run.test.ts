import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, createProject, eventually, type Project, type RunningCli, SERVICE } from './project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG });
});
afterEach(() => project.remove());

const place = (name: string) => join(project.folder, name);

async function expectNoOrphan(running: RunningCli) {
  await eventually(() => running.orphans().length === 0, 5);
  expect(running.orphans()).toEqual([]);
}

describe('tailgate run', () => {
  it.each([
    ['ends before it is ready', 'broken-start', 3, /exit code 7[\s\S]*cannot find the frobnicator/],
    ['is not there, where it should already run', 'absent', 3, /ECONNREFUSED/],
    ['crashes under load', 'crashing', 1, /exit code 3[\s\S]*out of cheese/],
  ])(
    'tells of a service that %s, and records nothing without a verdict',
    async (_, mode, exitCode, reason) => {
      if (mode === 'absent') {
        const running = CONFIG.replace('  start: exec node server.cjs\n', '').replace('${PORT}', '9');
        project.write('tailgate.yml', running);
      }
      const { code, stdout, stderr, running } = await project.run(['run', '--record'], { MODE: mode });
      expect(code, stdout + stderr).toBe(exitCode);
      expect(stdout).toMatch(reason);
      await expectNoOrphan(running);
      if (exitCode === 3) expect(existsSync(place('.tailgate'))).toBe(false);
    },
  );

  it('records runs, shows them, and compares with five; what ignores SIGTERM or leaves its group ends', async () => {
    // Five runs that are one know no scatter.
    project.write('tailgate.yml', `${CONFIG}baseline: { tolerance: 200% }\n`);
    const args = ['run', '--record', '--budget', '1s', '--base-branch', 'main'];
    const first = await project.run(args, { MODE: 'escaping' });
    expect(first.code, first.stderr).toBe(0);
    await expectNoOrphan(first.running);
    const store = place('.tailgate/default');
    const [name] = readdirSync(store);
    const record = JSON.parse(readFileSync(join(store, name!), 'utf8'));
    for (const attempt of ['2', '3', '4', '5']) {
      const path = join(store, name!.replace('.json', `${attempt}.json`));
      writeFileSync(path, JSON.stringify({ ...record, attempt }));
    }
    const shown = JSON.parse((await project.run(['history', '--json'])).stdout);
    expect(shown.records).toHaveLength(5);
    const { code, stdout, stderr, running } = await project.run(args, { MODE: 'stubborn' });
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/Compared with 5 runs on main/);
    await expectNoOrphan(running);
  });

  it('does not pass without a result that it cannot write, but shows the verdict', async () => {
    const start = 'rm -rf kept; touch kept; exec node server.cjs';
    project.write('tailgate.yml', CONFIG.replace('exec node server.cjs', start));
    const results = ['--comment', '/dev/full', '--json', 'result.json', '--keep', 'kept'];
    const { code, stdout, stderr } = await project.run(['run', '--budget', '1s', ...results]);
    expect(stdout).toMatch(/search/);
    expect(stderr).toMatch(/ENOSPC[\s\S]*\/dev\/full/);
    expect(readFileSync(place('result.json'), 'utf8')).toContain('"verdict"');
    // Evidence changes nothing.
    expect(stderr).toMatch(/not kept: .*\/kept/);
    expect(code).toBe(3);
  });

  it.each([
    ['--html', '.'],
    ['--html', './tailgate.yml'],
    ['--comment', 'out.md', '--html', './out.md'],
  ])(
    'refuses a place for a result that is none, or has something else, before it measures: %j',
    async (...places) => {
      const { code, stderr } = await project.run(['run', ...places]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('--html cannot write')]);
    },
  );
});
