import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, createProject, eventually, type Project, SERVICE } from './project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG });
});
afterEach(() => project.remove());

describe('tailgate run', () => {
  it.each([
    ['answers 500', 'failing', 1, /500[\s\S]*Log of service[\s\S]*environment/],
    ['never answers', 'hanging', 1, /search/],
    ['ends before it is ready', 'broken-start', 3, /exit code 7[\s\S]*cannot find the frobnicator/],
    ['never becomes ready', 'unready', 3, /503/],
  ])('blocks when the service %s', async (_, mode, exitCode, reason) => {
    const { code, stdout, stderr, running } = await project.run(['run', '--record'], { MODE: mode });
    expect(code, stdout + stderr).toBe(exitCode);
    expect(stdout).toMatch(reason);
    await eventually(() => running.orphans().length === 0, 3);
    expect(running.orphans()).toEqual([]);
    if (exitCode === 3) expect(existsSync(join(project.folder, '.tailgate'))).toBe(false);
  });

  it('judges a healthy service, leaves the machine as it was, and writes comment, JSON and evidence', async () => {
    const args = ['run', '--comment', 'comment.md', '--json', 'result.json', '--keep', 'kept'];
    const result = await project.run(args);
    const { code, stdout, stderr, running } = result;
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/search/);
    await eventually(() => running.orphans().length === 0, 3);
    expect(running.orphans()).toEqual([]);
    const read = (name: string) => readFileSync(join(project.folder, name), 'utf8');
    expect(read('comment.md')).toMatch(/First run/);
    expect(JSON.parse(read('result.json'))).toMatchObject({ verdict: 'first-run', blocks: false });
    const kept = readdirSync(join(project.folder, 'kept', 'k6'));
    expect(kept.filter((name) => /^block-.*\.js$/.test(name))).toHaveLength(1);
    expect(existsSync(join(project.folder, '.tailgate'))).toBe(false);
  });

  it('says that a redirect is measured, unless one is expected', async () => {
    const { code, stdout, stderr } = await project.run(['run', '--json', 'result.json'], {
      MODE: 'redirecting',
    });
    expect(code, stderr).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '/search answers 302 to /login: the redirect is what is measured; ask for /login, or write expect: {status: 302}.',
    );
    const { redirects } = JSON.parse(readFileSync(join(project.folder, 'result.json'), 'utf8'));
    expect(redirects).toMatchObject([{ label: expect.stringMatching(/^search/), share: 1 }]);
    project.write(
      'tailgate.yml',
      CONFIG.replace('path: /search', 'path: /search\n      expect: {status: 302}'),
    );
    const expected = await project.run(['run'], { MODE: 'redirecting' });
    expect(expected.code, expected.stderr).toBe(0);
    expect(expected.stdout).not.toContain('redirect is');
    // Details are told with --verbose alone.
    expect(expected.stderr).not.toContain('◦');
  });

  it('says that nothing listens where the service should already run', async () => {
    project.write(
      'tailgate.yml',
      CONFIG.replace('  start: exec node server.cjs\n', '').replace('${PORT}', '9'),
    );
    const { code, stdout } = await project.run(['run']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/ECONNREFUSED/);
  });

  it('ends services that ignore SIGTERM and those that left their process group', async () => {
    for (const mode of ['stubborn', 'escaping']) {
      const { code, running } = await project.run(['run', '--budget', '1s'], { MODE: mode });
      expect(code).toBe(0);
      await eventually(() => running.orphans().length === 0, 5);
      expect(running.orphans()).toEqual([]);
    }
  });

  it('keeps tokens and inputs from the service', async () => {
    const secret = 'ghs_planted0123456789';
    const environment = { GITHUB_TOKEN: secret, 'INPUT_GITHUB-TOKEN': secret, ACTIONS_RUNTIME_TOKEN: secret };
    await project.run(['run', '--budget', '1s', '--keep', 'kept'], environment);
    const logs = readdirSync(join(project.folder, 'kept', 'logs'));
    const text = logs
      .map((name) => readFileSync(join(project.folder, 'kept', 'logs', name), 'utf8'))
      .join('');
    expect(text).toMatch(/environment \{.*TAILGATE_INSTANCE/);
    expect(text).not.toContain(secret);
    expect(text).not.toMatch(/INPUT_|ACTIONS_/);
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
    const store = join(project.folder, '.tailgate/default');
    const [name] = readdirSync(store);
    const record = JSON.parse(readFileSync(join(store, name!), 'utf8'));
    for (const attempt of ['2', '3', '4', '5'])
      writeFileSync(
        join(store, name!.replace('.json', `${attempt}.json`)),
        JSON.stringify({ ...record, attempt }),
      );
    const shown = JSON.parse((await project.run(['history', '--json'])).stdout);
    expect(shown.records).toHaveLength(5);
    expect((await project.run(['history'])).stdout).toMatch(/search/);
    expect((await project.run(args)).stdout).toMatch(/Compared with 5 earlier runs of main/);
  });
});
