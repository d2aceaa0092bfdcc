import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BRIEF } from './pair.ts';
import { CONFIG, createProject, type Project, SERVICE } from './project.ts';

let project: Project;
const servers: Server[] = [];
beforeEach(() => {
  project = createProject({
    'server.cjs': SERVICE,
    'tailgate.yml': CONFIG.replace(/measure:[\s\S]*/, BRIEF.replace('soak: 2s', 'soak: 1s')),
  });
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  project.remove();
});

/** A deployment whose answers take `delay` (ms) longer, as the replayed k6 reads it; @returns its URL */
async function deploy(delay: number): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('server-timing', `delay;dur=${delay}`);
    response.end('ok');
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('a run with two deployments', () => {
  it('blocks the slower one, and says what it cannot know of them', async () => {
    const [base, head] = [await deploy(0), await deploy(5)];
    const urls = ['--base-url', base, '--head-url', head];
    const { code, stdout, stderr } = await project.run(['run', ...urls, '--record']);
    expect(code, stdout + stderr).toBe(1);
    expect(stdout).toMatch(/search p50 .*slower/);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /Compared with base in \d+ rounds of each\. Both got the same requests/,
    );
    expect(stdout).not.toMatch(/fresh|cpu|memory {2}/);
    const { records } = JSON.parse((await project.run(['history', '--json'])).stdout);
    expect(records.at(-1)).toMatchObject({
      commit: null,
      branch: null,
      steps: [{ arm: 'head' }, { arm: 'base' }],
    });
  });
});
