import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFIG, createProject, SERVICE } from '../cli/project.ts';
import { makeFolder } from '../folders.ts';
import { measure } from './scene.ts';

it('a service that cannot keep up is to blame, while k6 has processor to spare', async () => {
  const block = 'const until = performance.now() + 30; while (performance.now() < until);';
  const slow = SERVICE.replace("response.end('ok');", `${block} response.end('ok');`);
  const files = { 'server.cjs': slow, 'tailgate.yml': CONFIG.replace(/ *timeout: 1s\n/, '') };
  const scene = await measure(() => createProject(files, 'real'));
  expect(scene.code, scene.said).toBe(1);
  expect(scene.stdout.replace(/\s+/g, ' ')).toMatch(
    /[\d.]+ of 100 req\/s sent, the rest count as failed; CPU used: k6/,
  );
});

/** About 10 ms of computing in k6 for each of 300 iterations a second: three cores' worth. */
const BUSY = `import http from 'k6/http';
export default () => {
  const until = Date.now() + 10;
  while (Date.now() < until);
  http.get(__ENV.TARGET_URL + '/search');
};`;

it('a k6 that has too little processor for its own work says nothing about the change', async () => {
  const starved = join(makeFolder('tailgate-measured'), 'k6-on-one-core');
  writeFileSync(starved, `#!/bin/sh\nexec taskset -c 0 ${process.env.TAILGATE_K6} "$@"\n`);
  chmodSync(starved, 0o755);
  const config = CONFIG.replace(/request:\n.*\n.*timeout: 1s\n/, 'script: busy.js\n').replace(
    '100 req',
    '300 req',
  );
  const files = { 'server.cjs': SERVICE, 'tailgate.yml': config, 'busy.js': BUSY };
  const environment = { TAILGATE_K6: starved };
  const make = () => createProject(files, 'real');
  const scene = await measure(make, ['--budget', '1s'], environment, ({ code }) => code === 3);
  expect(scene.code, scene.said).toBe(3);
  expect(scene.stdout).toMatch(/k6[\s\S]*says nothing about your change/);
});
