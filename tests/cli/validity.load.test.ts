import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, createProject, eventually, type Project, SERVICE, skipWhereOccupied } from './project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ 'server.cjs': SERVICE, 'tailgate.yml': CONFIG }, 'real');
});
afterEach(() => project.remove());

/** Real causes, and for each the verdict that says whose fault it is. */
describe('a run that did not go as planned', () => {
  it('says that k6 was starved when it has too little processor for its own work', async (context) => {
    await skipWhereOccupied(context);
    const { path } = JSON.parse((await project.run(['doctor', '--json'])).stdout).k6;
    project.write('k6-on-one-core', `#!/bin/sh\nexec taskset -c 0 ${path} "$@"\n`);
    chmodSync(join(project.folder, 'k6-on-one-core'), 0o755);
    // About 10 ms of computing in k6 for each of 300 iterations a second: three cores' worth.
    project.write(
      'busy.js',
      `import http from 'k6/http';
       export default () => {
         const until = Date.now() + 10;
         while (Date.now() < until);
         http.get(__ENV.TARGET_URL + '/search');
       };`,
    );
    const script = CONFIG.replace(/request:\n.*\n.*timeout: 1s\n/, 'script: busy.js\n').replace(
      '100 req/s',
      '300 req/s',
    );
    project.write('tailgate.yml', script);
    const result = await project.run(['run', '--budget', '1s'], {
      TAILGATE_K6: join(project.folder, 'k6-on-one-core'),
    });
    const { code, stdout, stderr } = result;
    expect(code, stdout + stderr).toBe(3);
    expect(stdout).toMatch(/k6/);
    expect(stdout).toMatch(/says nothing about your change/);
  });

  it('blames the service when it cannot keep up while k6 has processor to spare', async (context) => {
    await skipWhereOccupied(context);
    const result = await project.run(['run', '--record'], { MODE: 'overloaded' });
    const { code, stdout, stderr, running } = result;
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toMatch(/search/);
    expect(stdout).toMatch(/[\d.]+ of 100 req\/s\s+taken[\s\S]*so\s+k6\s+had\s+room/);
    await eventually(() => running.orphans().length === 0, 3);
    expect(running.orphans()).toEqual([]);
  });
});
