import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, transformSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addPreload, type NodeProfiler, openNodeProfiler } from '../../src/profilers/node.ts';
import { countSamples } from '../../src/profiles/profile.ts';

/** Computes without end, but for the moments in which it is told something. */
const SERVICE = `
type Word = { text: string; weight: number };

interface Ranked extends Word {
  rank: number;
}

export const rankResults = (words: Word[]): Ranked[] => {
  let rank = 0;
  for (let i = 0; i < 2_000_000; i++) rank += Math.sqrt(i);
  return words.map((word) => ({ ...word, rank }));
};

export function searchAll(): number {
  return rankResults([{ text: 'a', weight: 1 }]).length;
}

const again = (): void => {
  searchAll();
  setTimeout(again, 1);
};
again();
console.log('ready');
`;

let folder: string;
let profiler: NodeProfiler;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tailgate-test-')));
  profiler = await openNodeProfiler(join(folder, 'head.sock'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'server.ts'), SERVICE);
});
afterEach(() => {
  profiler.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Functions that Node saw while it ran a file of the folder, as `name file:line`. */
async function profile(args: string[], { peers = 1, options = '' } = {}): Promise<string[]> {
  const NODE_OPTIONS = addPreload(options, profiler.preload);
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { NODE_OPTIONS },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    // Loaded, and in its loop.
    await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    while (profiler.countPeers() < peers && child.exitCode === null) await sleep(20);
    // A busy machine may leave it no time to answer.
    for (let tries = 0; ; tries++) {
      const { functions } = countSamples(await profiler.sample(0.5), [folder]);
      const own = [...functions.values()].filter(({ file }) => !file.endsWith('.sock.cjs'));
      if (own.length > 0 || tries === 20) return own.map(({ name, file, line }) => `${name} ${file}:${line}`);
    }
  } finally {
    child.kill('SIGKILL');
  }
}

/** Compiles the service into `dist/server.mjs`. @returns the path of its source map */
async function compile(minify: boolean): Promise<string> {
  const outfile = join(folder, 'dist', 'server.mjs');
  const entryPoints = [join(folder, 'src', 'server.ts')];
  await build({ entryPoints, outfile, minify, bundle: true, format: 'esm', sourcemap: true });
  return `${outfile}.map`;
}

const TRUE_PLACES = ['rankResults src/server.ts:8', 'searchAll src/server.ts:14'];
const WHERE_IT_RUNS = expect.stringMatching(/^rankResults dist\/server\.mjs:\d+$/);

describe('a function of compiled code', () => {
  it('is named by its source map, in a bundle and with shortened names', async () => {
    for (const minify of [false, true]) {
      await compile(minify);
      expect(await profile(['dist/server.mjs'])).toEqual(expect.arrayContaining(TRUE_PLACES));
    }
  });

  it('is named by a map within the file, with a root, or with the addresses of webpack', async () => {
    const map = await compile(false);
    const file = map.slice(0, -'.map'.length);
    const source = JSON.parse(readFileSync(map, 'utf8'));
    for (const [change, inline] of [
      [{}, true],
      [{ sourceRoot: '../src', sources: ['server.ts'] }, false],
      [{ sources: ['webpack://shop/./src/server.ts'] }, false],
    ] as const) {
      const text = JSON.stringify({ ...source, ...change });
      const target = inline
        ? `data:application/json;base64,${Buffer.from(text).toString('base64')}`
        : 'server.mjs.map';
      writeFileSync(map, text);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/URL=.*/, `URL=${target}`));
      expect(await profile(['dist/server.mjs'])).toEqual(expect.arrayContaining(TRUE_PLACES));
    }
  });

  it('is named by the map that a loader keeps in memory', async () => {
    const { code } = transformSync(SERVICE, {
      loader: 'ts',
      format: 'cjs',
      sourcemap: 'inline',
      sourcefile: 'server.ts',
    });
    const load = `process.setSourceMapsEnabled(true);
      require.extensions['.ts'] = (module, file) => module._compile(${JSON.stringify(code)}, file);
      require('./src/server.ts');`;
    writeFileSync(join(folder, 'start.cjs'), load);
    expect(await profile(['start.cjs'])).toEqual(expect.arrayContaining(TRUE_PLACES));
  });

  it('has no name where the code is minified and has no map, so that it counts as its caller', async () => {
    await compile(true);
    const file = join(folder, 'dist', 'server.mjs');
    const words = `export const words=${JSON.stringify(Array(500).fill('word'))};`;
    writeFileSync(file, `${words}${readFileSync(file, 'utf8').replace(/^.*sourceMappingURL.*$/m, '')}`);
    const start = `import { searchAll } from './dist/server.mjs';
      function callAgain() { searchAll(); setTimeout(callAgain, 1); }
      callAgain();`;
    writeFileSync(join(folder, 'start.mjs'), start);
    const seen = await profile(['start.mjs']);
    expect(seen).toContain('callAgain start.mjs:2');
    expect(seen.join()).not.toContain('dist/');
  });

  it('stays where it runs if its map is none, or leads nowhere, or out of the repository', async () => {
    const map = await compile(false);
    const source = JSON.parse(readFileSync(map, 'utf8'));
    for (const text of [
      'x',
      '[]',
      '{"version":3,"sources":"x","mappings":7}',
      `{"version":3,"sources":["a"],"mappings":"${'gggggg'.repeat(100_000)}"}`,
      JSON.stringify({ ...source, sources: ['nowhere.ts'] }),
      JSON.stringify({ ...source, sources: ['http://127.0.0.1:1/a.ts'] }),
    ]) {
      writeFileSync(map, text);
      expect(await profile(['dist/server.mjs'])).toContainEqual(WHERE_IT_RUNS);
    }
    writeFileSync(map, JSON.stringify({ ...source, sources: ['/etc/passwd'] }));
    expect((await profile(['dist/server.mjs'])).join()).not.toContain('passwd');
  });
});

describe('the preload', () => {
  it('reaches worker threads, and works with frozen intrinsics and other options', async () => {
    await compile(false);
    writeFileSync(join(folder, 'own.cjs'), 'globalThis.isOwn = true;');
    writeFileSync(
      join(folder, 'start.cjs'),
      `if (!globalThis.isOwn) process.exit(1);
      new (require('node:worker_threads').Worker)('./dist/server.mjs');`,
    );
    const options = '--require ./own.cjs --no-warnings';
    const seen = await profile(['--frozen-intrinsics', 'start.cjs'], { peers: 2, options });
    expect(seen).toEqual(expect.arrayContaining(TRUE_PLACES));
  });
});
