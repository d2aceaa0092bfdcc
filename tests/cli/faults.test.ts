import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONFIG, createProject, eventually, type Project, SERVICE } from './project.ts';

let project: Project;
/** Folders of this test alone, so that whatever stays is a run's. */
let places: { TMPDIR: string };
beforeEach(() => {
  project = createProject({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG });
  places = { TMPDIR: join(project.folder, 'tmp') };
  mkdirSync(places.TMPDIR, { mode: 0o700 });
});
afterEach(() => project.remove());

/** Lists what runs have left. */
const listLeft = () => readdirSync(places.TMPDIR).filter((name) => name.startsWith('tailgate-'));

it('an error that nobody catches in the middle of a run leaves no process, no folder and no verdict', async () => {
  // In Tailgate's own process, before anything else.
  const code = `setTimeout(() => Promise.reject(new Error('planted')), 2500);`;
  const own = `if (process.argv[1]?.endsWith('cli.mjs')) { ${code} }`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(own)}`;
  const running = project.start(['run'], { ...places, REPLAY: '{"seconds":60}', NODE_OPTIONS });
  const ended = await running.ended;
  expect(ended.code, ended.stderr).toBe(3);
  expect(ended.stderr).toMatch(/planted/);
  expect(ended.stdout).toBe('');
  await eventually(() => running.orphans().length === 0, 3);
  expect(running.orphans()).toEqual([]);
  expect(listLeft()).toEqual([]);
});

it('a machine without a shell is told, and nothing is left', async () => {
  const path = join(project.folder, 'bin');
  mkdirSync(path);
  const which = (tool: string) =>
    execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim();
  for (const tool of [process.execPath, ...['git', 'cp'].map(which)])
    symlinkSync(tool, join(path, basename(tool)));
  const { code, stderr } = await project.run(['run'], { ...places, PATH: path });
  expect(code, stderr).toBe(3);
  expect(stderr).toContain('spawn sh ENOENT');
  expect(listLeft()).toEqual([]);
});

it('a service that removes its own work tree is told as that, not as a bug, and nothing is left', async () => {
  const remove = `setTimeout(() => require('node:fs').rmSync(process.cwd(), { recursive: true }), 0);\n`;
  project.write('server.cjs', remove + SERVICE);
  const commit = '-c user.name=t -c user.email=t@t commit -qm x';
  for (const line of ['init -q', 'add server.cjs tailgate.yml', commit])
    execFileSync('git', line.split(' '), { cwd: project.folder });
  project.write('new.txt', '');
  const { code, stderr } = await project.run(['run', '--base', 'HEAD', '--budget', '20s'], places);
  expect(stderr).toMatch(/The system refuses what Tailgate needs: .*ENOENT/);
  expect(stderr).not.toMatch(/bug in Tailgate/);
  expect(code).toBe(3);
  expect(listLeft()).toEqual([]);
});

it.each(['cli', 'action'])(
  'an installation whose parts cannot be loaded is told in a line, and is no verdict: %s',
  (name) => {
    const entry = join(project.folder, `${name}.mjs`);
    copyFileSync(`dist/${name}.mjs`, entry);
    const { status, stderr } = spawnSync(process.execPath, [entry, 'run'], { encoding: 'utf8' });
    expect(status).toBe(3);
    expect(stderr).toMatch(/^error: Tailgate cannot be loaded, which says nothing about your change: .*\n$/);
  },
);
