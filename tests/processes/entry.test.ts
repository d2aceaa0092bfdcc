import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../folders.ts';

let folder: string;
beforeAll(async () => {
  folder = makeFolder('tailgate-test');
  await build({
    entryPoints: { entry: resolve('src/processes/entry.ts'), errors: resolve('src/errors.ts') },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    define: { __TAILGATE_VERSION__: '"test"' },
  });
});

const WAIT = `await new Promise((done) => {
  const timer = setTimeout(done, 60_000);
  signal.addEventListener('abort', () => { clearTimeout(timer); done(); });
});
console.log('cleaned up');
throwIfInterrupted(signal);`;

/** Runs `main`, the body of an entry point's function. @param stdout descriptor that takes its output */
async function run(
  main: string,
  { stdout = 'pipe', signal }: { stdout?: number | 'pipe'; signal?: string } = {},
) {
  const path = join(folder, 'main.mjs');
  writeFileSync(
    path,
    `import { runEntry } from './entry.mjs';
     import { describeError, throwIfInterrupted, UserError } from './errors.mjs';
     runEntry(async (signal) => { ${main} }, (error) => process.stderr.write(describeError(error)));`,
  );
  const child = spawn(process.execPath, [path], { stdio: ['ignore', stdout, 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
    if (signal !== undefined && text.includes('ready')) child.kill(signal as NodeJS.Signals);
  });
  child.stderr!.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, ...output };
}

describe('an entry point', () => {
  it.each([
    ['an error that nobody catches', `setTimeout(() => { throw new Error('planted'); }, 10);`],
    ['a rejection that nobody handles', `void Promise.reject(new Error('planted'));`],
    ['null that is thrown', `setTimeout(() => { console.error('planted'); throw null; }, 10);`],
  ])('takes %s for no verdict: it clears up, tells and ends with 3', async (_, plant) => {
    const { code, stdout, stderr } = await run(`${plant} ${WAIT} return 1;`);
    expect(stderr).toMatch(/bug in Tailgate test[\s\S]*planted|planted[\s\S]*bug in Tailgate test/);
    expect(stdout).toBe('cleaned up\n');
    expect(code).toBe(3);
  });

  it.each([
    [
      'after an error that nobody caught',
      `setTimeout(() => { throw new Error('planted'); }); await new Promise((done) => setTimeout(done, 50));`,
      'planted',
    ],
    ['as it waits for nothing', 'await new Promise(() => {});', 'Nothing was left to do'],
  ])('does not let a command pass %s', async (_, main, told) => {
    const { code, stderr } = await run(`${main} return 0;`);
    expect(code).toBe(3);
    expect(stderr).toContain(told);
  });

  it('ends with the exit code of its command', async () => {
    expect(await run('return 1;')).toMatchObject({ code: 1, stderr: '' });
  });

  it('tells what the system refuses without a stack, with the path and advice', async () => {
    const { code, stderr } = await run(
      `await import('node:fs').then((fs) => fs.mkdirSync('/proc/none/at/all'));`,
    );
    expect(code).toBe(3);
    expect(stderr).toMatch(/^error: The system refuses .*ENOENT.*\n {2}at \/proc\/none/);
    expect(stderr).not.toMatch(/bug|main\.mjs/);
  });

  it('ends with 130 on a signal, also where an error follows that nobody catches', async () => {
    const late = `signal.addEventListener('abort', () => { throw new Error('planted'); });`;
    const main = (more: string) => `${more} console.log('ready'); ${WAIT} return 0;`;
    expect(await run(main(''), { signal: 'SIGINT' })).toMatchObject({ code: 130 });
    expect(await run(main(''), { signal: 'SIGHUP' })).toMatchObject({ code: 130 });
    const both = await run(main(late), { signal: 'SIGTERM' });
    expect(both).toMatchObject({ code: 130, stdout: 'ready\ncleaned up\n' });
    expect(both.stderr).toContain('planted');
  });

  it.each([
    ['takes two signals at once for one Ctrl-C, of which npm makes two', 0, 'cleaned up\n'],
    ['ends at once by a second signal that comes later', 1000, ''],
  ])('%s', async (_, apartMs, stdout) => {
    // Of two kinds: the system may make one of two that are the same.
    const main = `process.kill(process.pid, 'SIGINT');
      setTimeout(() => process.kill(process.pid, 'SIGTERM'), ${apartMs});
      await new Promise((done) => setTimeout(done, 2000));
      console.log('cleaned up');
      throwIfInterrupted(signal);`;
    expect(await run(main)).toMatchObject({ code: 130, stdout });
  });

  it('ends with 3 where its output cannot be written, and with its own code where the reader has gone', async () => {
    const device = openFull();
    const { code, stderr } = await run(`console.log('verdict'); return 1;`, { stdout: device });
    closeSync(device);
    expect(code).toBe(3);
    expect(stderr).toMatch(/ENOSPC[\s\S]*at standard output/);
    const gone = await run(
      `process.stdout.emit('error', Object.assign(new Error('gone'), { code: 'EPIPE' })); return 1;`,
    );
    expect(gone).toMatchObject({ code: 1, stderr: '' });
  });
});

/** Opens a device that is always full: one of our own where we may make it. */
function openFull(): number {
  const own = join(folder, 'full');
  if (userInfo().uid === 0) execFileSync('mknod', [own, 'c', '1', '7']);
  return openSync(userInfo().uid === 0 ? own : '/dev/full', 'w');
}
