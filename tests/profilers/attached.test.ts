import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachProfilers } from '../../src/profilers/attached.ts';
import type { Sampled } from '../../src/profilers/profiler.ts';
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
  attachProfilers({
    sessions: [session],
    top: folder,
    folder,
    name: 'head',
    environment,
    signal: new AbortController().signal,
  });

async function profile(session: number, seconds = 2, of?: Sampled) {
  const profilers = await attach(session);
  try {
    const texts = (await Promise.all(profilers.map((profiler) => profiler.sample(seconds, of)))).flat();
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

const JAVA = `package shop;
import com.sun.net.httpserver.HttpServer;
import java.util.function.Supplier;

public class App {
  static class Draft {
    double rankResults(int count) {
      return count;
    }
  }

  /** Calls rankResults( again and again. */
  static class Ranker<T> {
    double search() {
      return rankResults(10);
    }

    double rankResults(int count) {
      double sum = 0;
      for (int i = 0; i < count; i++) sum += Math.sqrt(i);
      return sum;
    }
  }

  static double search() {
    Supplier<Double> ranked = () -> new Ranker<String>().rankResults(10_000);
    return ranked.get();
  }

  public static void main(String[] args) {
    System.out.println("ready");
    while (search() > 0);
  }
}
`;

describe.runIf(hasProgram('asprof') && hasProgram('javac'))('Java by async-profiler', () => {
  it('names methods of the revision, those of inner classes too, by the line of their declaration', async () => {
    mkdirSync(join(folder, 'src/shop'), { recursive: true });
    writeFileSync(join(folder, 'src/shop/App.java'), JAVA);
    const { functions } = await profile(
      await start('javac -d out src/shop/App.java && exec java -cp out shop.App'),
    );
    const seen = [...functions.values()].map(({ name, file, line }) => `${name} ${file}:${line}`);
    expect(seen.sort()).toEqual([
      'App.Ranker.rankResults src/shop/App.java:18',
      'App.main src/shop/App.java:30',
      'App.search src/shop/App.java:25',
    ]);
  });

  it('names methods that allocate, by the bytes', async () => {
    mkdirSync(join(folder, 'src/shop'), { recursive: true });
    const allocating = JAVA.replace('class App {', 'class App {\n  static byte[] kept;').replace(
      'sum += Math.sqrt(i);',
      'sum += (kept = new byte[100]).length;',
    );
    writeFileSync(join(folder, 'src/shop/App.java'), allocating);
    const session = await start('javac -d out src/shop/App.java && exec java -cp out shop.App');
    const { total, functions } = await profile(session, 2, 'allocations');
    const ranker = [...functions.values()].find(({ name }) => name === 'App.Ranker.rankResults');
    expect(ranker!.samples / total).toBeGreaterThan(0.9);
    expect(total).toBeGreaterThan(50);
  });
});

const GO = {
  'go.mod': 'module example.com/shop\n\ngo 1.21\n',
  'rank/rank.go': `package rank

type Ranker[T any] struct{ count int }

func New() *Ranker[int] { return &Ranker[int]{100_000} }

//go:noinline
func (r *Ranker[T]) Results() int {
	ranks := []int{}
	for i := 0; i < r.count; i++ {
		ranks = append(ranks, i)
	}
	return len(ranks)
}
`,
  'cmd/server/main.go': `package main

import (
	"fmt"

	"example.com/shop/rank"
)

//go:noinline
func search() int {
	total := 0
	each := func() { total += rank.New().Results() }
	each()
	return total
}

func main() {
	fmt.Println("ready")
	for search() != 1 {
	}
}
`,
};

describe.runIf(hasProgram('perf') && hasProgram('go'))('Go by perf', () => {
  it('names functions and methods of all packages of the module, where they are not inlined', async () => {
    for (const [path, text] of Object.entries(GO)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const { total, functions } = await profile(
      await start('go build -o server ./cmd/server && exec ./server'),
    );
    const seen = [...functions.values()].map(({ name, file, line }) => `${name} ${file}:${line}`);
    // One that calls nothing has no frame, so that its caller is not seen below it.
    expect(seen.filter((call) => !call.startsWith('(garbage')).sort()).toEqual([
      'Ranker.Results rank/rank.go:8',
      'main cmd/server/main.go:17',
      'search cmd/server/main.go:10',
    ]);
    expect(total).toBeGreaterThan(50);
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
