import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { type ServiceTrial, tryOnce } from '../../src/init/trial.ts';
import { chooseTrialCode, describeTrial } from '../../src/init/trial-words.ts';
import { silent } from '../../src/progress.ts';
import { WORKSPACE_PREFIX } from '../../src/services/workspace.ts';
import { makeFiles, makeRepository } from './repository.ts';

const SERVER = `const { createServer } = require('node:http');
const { writeFileSync } = require('node:fs');
createServer((request, response) => {
  if (request.url === '/away') return response.writeHead(302, { location: '/login' }).end();
  if (request.url !== '/items') return response.writeHead(404).end('none');
  response.end('x'.repeat(2000));
}).listen(process.env.PORT, '127.0.0.1', () => writeFileSync(process.env.MARK, String(process.pid)));
`;

/** Tries a small service once, under a lock of its own. */
async function tryService(
  files: Record<string, string>,
  { path = '/items', start = 'node server.js', build = 'true', signal = new AbortController().signal } = {},
): Promise<{ trial: ServiceTrial; mark: string; folder: string }> {
  const mark = join(makeFiles({}), 'pid');
  const folder = makeRepository({
    'server.js': SERVER,
    'tailgate.yml': [
      'service:',
      `  build: ${JSON.stringify(build)}`,
      `  start: ${JSON.stringify(start)}`,
      `  env: {MARK: ${JSON.stringify(mark)}}`,
      '  url: http://127.0.0.1:${PORT}',
      '  ready: {tcp: true, timeout: 5s}',
      'scenarios:',
      `  items: {request: GET ${path}, slo: p99 < 250ms at 60 req/s}`,
    ].join('\n'),
    ...files,
  });
  const environment = { ...process.env, TAILGATE_LOCK: join(makeFiles({}), 'lock') };
  const options = { progress: silent, signal, environment };
  return { trial: await tryOnce(readConfig('tailgate.yml', folder), options), mark, folder };
}

/** Tells whether a process still runs. One that has ended stays in the table until its parent has looked. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a trial', () => {
  test('builds and starts the service in a fresh tree, asks once, and stops it', async () => {
    const { trial, mark, folder } = await tryService({}, { build: 'echo made > made.txt' });
    expect(trial).toMatchObject({ kind: 'answered', request: 'GET /items', status: 200, bytes: 2000 });
    expect(describeTrial(trial)).toMatch(
      /^GET \/items answered 200 with 2\.0 kB in \d+ ms\. The service was ready/,
    );
    expect(chooseTrialCode(trial)).toBe(0);
    expect(isAlive(Number(readFileSync(mark, 'utf8')))).toBe(false);
    expect(existsSync(join(folder, 'made.txt'))).toBe(false);
  });

  test('names where a redirect leads, and what a status means', async () => {
    const { trial } = await tryService({}, { path: '/away' });
    expect(describeTrial(trial)).toMatch(
      /answered 302 [\s\S]*It redirects to \/login\. Redirects are not followed/,
    );
    const none = (await tryService({}, { path: '/none' })).trial;
    expect(describeTrial(none)).toMatch(/answered 404 [\s\S]*Is a prefix missing/);
    expect(chooseTrialCode(none)).toBe(3);
  });

  test.each([
    [
      { build: 'node -e "require(\'missing\')"' },
      /`build` ended with exit code 1[\s\S]*MODULE_NOT_FOUND[\s\S]*Does `build` install/,
    ],
    [
      { build: 'echo "ERROR: Could not build wheels for a, which is required to install it"; exit 1' },
      /A package could not be built/,
    ],
    [{ start: 'node gone.js' }, /before it was ready[\s\S]*A package or a built file is missing/],
    [
      { start: 'echo listening on http://localhost:8123; sleep 20' },
      /not ready after 5 s[\s\S]*names port 8123[\s\S]*url: http:\/\/127\.0\.0\.1:8123/,
    ],
  ])('that fails shows the last lines and what to change: %j', async (options, words) => {
    const { trial } = await tryService({}, options);
    expect(describeTrial(trial)).toMatch(words);
    expect(chooseTrialCode(trial)).toBe(3);
  });

  test('that is interrupted leaves neither a process nor a folder', async () => {
    const before = listWorkspaces();
    const controller = new AbortController();
    const pid = join(makeFiles({}), 'builder');
    const running = tryService({}, { build: `echo $$ > ${pid}; sleep 30`, signal: controller.signal });
    const refused = expect(running).rejects.toMatchObject({ exitCode: 130 });
    while (!existsSync(pid)) await sleep(20);
    while (readFileSync(pid, 'utf8') === '') await sleep(20);
    controller.abort('SIGINT');
    await refused;
    const builder = Number(readFileSync(pid, 'utf8'));
    expect(builder).toBeGreaterThan(0);
    await expect.poll(() => isAlive(builder), { timeout: 5000 }).toBe(false);
    expect(listWorkspaces().filter((name) => !before.includes(name) && holdsHead(name))).toEqual([]);
  });
});

function listWorkspaces(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(WORKSPACE_PREFIX));
}

/** Other tests have folders of the same name. Only this one's tree holds its build. */
function holdsHead(name: string): boolean {
  const file = join(tmpdir(), name, 'head/tailgate.yml');
  return existsSync(file) && readFileSync(file, 'utf8').includes('sleep 30');
}
