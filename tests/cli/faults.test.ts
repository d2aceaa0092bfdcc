import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONFIG, createProject, eventually, type Project, SERVICE } from './project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG });
});
afterEach(() => project.remove());

it('an error that nobody catches in the middle of a run leaves no process, no folder and no verdict', async () => {
  const TMPDIR = join(project.folder, 'tmp');
  mkdirSync(TMPDIR, { mode: 0o700 });
  // In Tailgate's own process, before anything else.
  const code = `setTimeout(() => Promise.reject(new Error('planted')), 2500);`;
  const own = `if (process.argv[1]?.endsWith('cli.mjs')) { ${code} }`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(own)}`;
  const running = project.start(['run'], { TMPDIR, REPLAY: '{"seconds":60}', NODE_OPTIONS });
  const ended = await running.ended;
  expect(ended.code, ended.stderr).toBe(3);
  expect(ended.stderr).toMatch(/planted/);
  expect(ended.stdout).toBe('');
  await eventually(() => running.orphans().length === 0, 3);
  expect(running.orphans()).toEqual([]);
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('tailgate-'))).toEqual([]);
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
