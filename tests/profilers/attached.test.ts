import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachProfilers } from '../../src/profilers/attached.ts';
import { countSamples } from '../../src/profiles/profile.ts';
import { hasProgram } from '../fixtures.ts';

let folder: string;
let children: ChildProcess[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tailgate-test-')));
  children = [];
});
afterEach(() => {
  for (const { pid } of children) process.kill(-pid!, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a command in a session of its own, and waits for its first output. */
async function start(command: string): Promise<number> {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child.pid!;
}

const attach = (session: number, environment = process.env) =>
  attachProfilers({ sessions: [session], folder, name: 'head', environment });

async function profile(session: number, seconds = 2) {
  const profilers = await attach(session);
  try {
    const texts = (await Promise.all(profilers.map((profiler) => profiler.sample(seconds)))).flat();
    return countSamples(texts, [folder]);
  } finally {
    for (const profiler of profilers) profiler.close();
  }
}

const PYTHON = `import os, threading, time

class Shop:
    def rank_results(self):
        return sum(i * i for i in range(100_000))

    def search(self):
        return self.rank_results()

def serve():
    while True:
        Shop().search()

def wait_long():
    time.sleep(1000)

os.fork()
threading.Thread(target=wait_long).start()
threading.Thread(target=serve).start()
print("ready", flush=True)
`;

describe.runIf(hasProgram('py-spy'))('Python by py-spy', () => {
  it('names functions of all threads and workers that compute, by the line where they begin', async () => {
    writeFileSync(join(folder, 'server.py'), PYTHON);
    const { total, functions } = await profile(await start('python3 server.py; true'));
    const seen = [...functions.values()].map(({ name, file, line }) => `${name} ${file}:${line}`);
    expect(seen).toEqual(expect.arrayContaining(['Shop.search server.py:7', 'serve server.py:10']));
    expect(seen.join()).toContain('Shop.rank_results server.py:4');
    expect(seen.join()).not.toMatch(/wait_long|genexpr/);
    expect(total).toBeGreaterThan(50);
    expect(readdirSync(folder)).toEqual(['server.py']);
  });

  it('says why it cannot look into a process, and ends at once when it is closed', async () => {
    writeFileSync(join(folder, 'server.py'), PYTHON);
    const [profiler] = await attach(await start('exec python3 server.py'));
    const long = profiler!.sample(60);
    setTimeout(() => profiler!.close(), 500);
    const startedAt = performance.now();
    await expect(long).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    const [late] = await attach(children[0]!.pid!);
    process.kill(-children[0]!.pid!, 'SIGKILL');
    await new Promise((resolve) => children[0]!.once('exit', resolve));
    children = [];
    await expect(late!.sample(1)).rejects.toThrow(/^py-spy says: ./);
  });
});

describe('a process', () => {
  it('has no profiler where none is on PATH, or where none knows what runs in it', async () => {
    const session = await start('echo ready; exec sleep 100');
    expect(await attach(session)).toEqual([]);
    if (hasProgram('python3'))
      expect(
        await attach(await start('exec python3 -c "print(1, flush=True); import time; time.sleep(100)"'), {
          PATH: '/nowhere',
        }),
      ).toEqual([]);
  });
});
