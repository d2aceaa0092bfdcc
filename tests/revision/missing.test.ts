import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guessMissing } from '../../src/revision/missing.ts';
import { environment, local, makeFolder, makeRepository, takePair, write } from './fixture.ts';

const ignored = 'node_modules/\n.venv/\nvendor/\ntarget/\ndist/\n.env\n';

/** A checkout with everything that its commits lack, and the tree of its base. */
async function layOut(prefix = '') {
  const shop = makeRepository({
    '.gitignore': ignored,
    [join(prefix, 'server.js')]: "require('left-pad');\n",
  });
  write(shop, { [join(prefix, 'new.js')]: 'new\n' });
  const here = join(shop, prefix);
  write(here, {
    'node_modules/left-pad/index.js': '\n',
    'node_modules/.bin/vite': '\n',
    '.venv/bin/uvicorn': '\n',
    'vendor/autoload.php': '\n',
    'target/shop.jar': '\n',
    'dist/server.js': '\n',
    '.env': 'A=1\n',
    'packages/api/dist/index.js': '\n',
  });
  const trees = await (await takePair(here, local)).layOut(makeFolder());
  const guess = (log: string, directory = trees.base.directory) =>
    guessMissing(log, here, directory, environment, new AbortController().signal);
  return { here, arm: trees.base.directory, guess };
}

describe('what a revision seems to lack', () => {
  it.each([
    ['Error: Unable to access jarfile target/shop.jar', 'target'],
    ["Error: Cannot find module '/tmp/x/base/dist/server.js'", 'dist'],
    ["Error: Cannot find module '/tmp/x/base/packages/api/dist/index.js'", 'packages/api/dist'],
    ['sh: 1: vite: not found', 'node_modules'],
    ['bash: line 1: uvicorn: command not found', '.venv'],
    ["ModuleNotFoundError: No module named 'fastapi'", '.venv'],
    ["Failed opening required 'vendor/autoload.php'", 'vendor'],
    ['open .env: no such file or directory', '.env'],
    ['listen EADDRINUSE: address already in use 127.0.0.1:3000', null],
    ['the distance to the target is far', null],
    ["ENOENT: no such file or directory, stat 'vendor'", 'vendor'],
    ['', null],
  ])('is guessed from %j: %s', async (log, missing) => {
    const { guess } = await layOut();
    expect(await guess(log)).toBe(missing);
  });

  it('is guessed from what Node.js really says, in a folder below the top too', async () => {
    const { arm, guess } = await layOut('services/api');
    const { stderr } = spawnSync(process.execPath, ['server.js'], { cwd: arm, encoding: 'utf8' });
    expect(stderr).toContain('MODULE_NOT_FOUND');
    expect(await guess(stderr)).toBe('node_modules');
  });

  it('is nothing that the arm has, and nothing that is new and not ignored', async () => {
    const { arm, guess } = await layOut();
    expect(await guess("Cannot find module './new.js'")).toBe('node_modules');
    write(arm, { 'node_modules/x/index.js': '\n' });
    expect(await guess("Cannot find module './new.js'")).toBe(null);
  });
});
