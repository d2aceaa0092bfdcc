import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, createProject, eventually, type Project, SERVICE } from './project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG });
});
afterEach(() => project.remove());

const place = (name: string) => join(project.folder, name);

describe('tailgate run', () => {
  it.each([
    ['ends before it is ready', 'broken-start', /exit code 7[\s\S]*cannot find the frobnicator/],
    ['never becomes ready', 'unready', /503/],
    ['is not there, where it should already run', 'absent', /ECONNREFUSED/],
  ])('gives no verdict on a service that %s, and records nothing', async (_, mode, reason) => {
    if (mode === 'absent') {
      const running = CONFIG.replace('  start: exec node server.cjs\n', '').replace('${PORT}', '9');
      project.write('tailgate.yml', running);
    }
    const { code, stdout, stderr, running } = await project.run(['run', '--record'], { MODE: mode });
    expect(code, stdout + stderr).toBe(3);
    expect(stdout).toMatch(reason);
    await eventually(() => running.orphans().length === 0, 3);
    expect(running.orphans()).toEqual([]);
    expect(existsSync(place('.tailgate'))).toBe(false);
  });

  it('ends services that ignore SIGTERM and those that left their process group', async () => {
    for (const mode of ['stubborn', 'escaping']) {
      const { code, running } = await project.run(['run', '--budget', '1s'], { MODE: mode });
      expect(code).toBe(0);
      await eventually(() => running.orphans().length === 0, 5);
      expect(running.orphans()).toEqual([]);
    }
  });

  it('waits for its turn when two run at once', async () => {
    const first = project.start(['run', '--budget', '1s'], { REPLAY: '{"seconds":120}' });
    await first.saw(/measuring/);
    const second = project.start(['run', '--budget', '1s']);
    await second.saw(new RegExp(`waiting: another Tailgate measures on this machine \\(pid ${first.pid}\\)`));
    process.kill(first.pid, 'SIGINT');
    expect((await first.ended).code).toBe(130);
    // The second began only when the first had ended.
    await second.saw(/measuring/);
    expect((await second.ended).code).toBe(0);
  });

  it('records runs, shows them, and compares with them once there are five', async () => {
    const args = ['run', '--record', '--budget', '1s', '--base-branch', 'main'];
    const { code, stderr } = await project.run(args);
    expect(code, stderr).toBe(0);
    const store = place('.tailgate/default');
    const [name] = readdirSync(store);
    const record = JSON.parse(readFileSync(join(store, name!), 'utf8'));
    for (const attempt of ['2', '3', '4', '5']) {
      const path = join(store, name!.replace('.json', `${attempt}.json`));
      writeFileSync(path, JSON.stringify({ ...record, attempt }));
    }
    const shown = JSON.parse((await project.run(['history', '--json'])).stdout);
    expect(shown.records).toHaveLength(5);
    expect((await project.run(args)).stdout).toMatch(/Compared with 5 runs of main/);
  });

  it('tells of each discarded slot with its figures, where it is asked to', async () => {
    const args = ['run', '--from', 'history', '--budget', '1s', '--verbose'];
    const { stdout, stderr } = await project.run(args, { REPLAY: '{"lag":200,"again":{"lag":1}}' });
    expect(stdout + stderr).toContain('will be measured again');
    expect(stderr).toMatch(/^◦ discarded: block 1, search.* 200 ms late.*; \d+ of \d+ arrivals in .* s/m);
  });
});

describe('a place for a result that cannot be right', () => {
  beforeEach(() => {
    for (const args of ['init -q', 'add server.cjs'])
      execFileSync('git', args.split(' '), { cwd: project.folder });
  });

  it.each([
    ['a folder', ['--json', '.'], /--json .*: it is a folder/],
    ['the configuration, by any way', ['--html', './x/../tailgate.yml'], /--html .*: this command reads it/],
    ['a file that git tracks', ['--comment', 'server.cjs'], /--comment .*: git tracks it/],
    ['that of another result', ['--json', 'new/one', '--junit', './new/one'], /--json writes it already/],
    ['below a file', ['--json', 'server.cjs/result'], /--json .*ENOTDIR/],
    ['a name that is too long', ['--json', 'x'.repeat(260)], /--json .*ENAMETOOLONG/],
    ['a folder for evidence that is a file', ['--keep', 'server.cjs'], /cannot be made or written/],
  ])('is refused before anything is measured: %s', async (_, options, reason) => {
    const { code, stderr } = await project.run(['run', '--from', 'history', ...options]);
    expect(stderr).toMatch(reason);
    expect(code).toBe(2);
    expect(stderr).not.toMatch(/bug in Tailgate|starting|measuring/);
    expect(readFileSync(place('server.cjs'), 'utf8')).toBe(SERVICE);
    expect(readFileSync(place('tailgate.yml'), 'utf8')).toBe(CONFIG);
    expect(existsSync(place('new'))).toBe(false);
  });
});

describe('what cannot be written in the end', () => {
  it('leaves the verdict shown and other results written, and the run does not pass without a result', async () => {
    execFileSync('mkfifo', [place('pipe')]);
    const args = ['run', '--comment', 'pipe', '--json', 'out/result.json'];
    const { code, stdout, stderr } = await project.run(args);
    expect(stdout).toMatch(/search/);
    expect(JSON.parse(readFileSync(place('out/result.json'), 'utf8'))).toMatchObject({
      schemaVersion: 1,
      verdict: 'first-run',
      blocks: false,
    });
    expect(stderr).toMatch(/a result of it could not be written[\s\S]*pipe: ENXIO/);
    expect(code).toBe(3);
  });

  it('changes no verdict where it is evidence', async () => {
    const start = 'rm -r kept; touch kept; exec node server.cjs';
    project.write('tailgate.yml', CONFIG.replace('exec node server.cjs', start));
    const { code, stdout, stderr } = await project.run(['run', '--budget', '1s', '--keep', 'kept']);
    expect(code, stdout + stderr).toBe(0);
    expect(stderr).toMatch(/not kept: .*\/kept/);
    expect(stderr).not.toMatch(/bug in Tailgate/);
  });
});
