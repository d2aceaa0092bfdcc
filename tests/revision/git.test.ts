import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { choosePair } from '../../src/revision/pair.ts';
import { commit, environment, local, makeFolder, makeRepository, request } from './fixture.ts';

/** A search path on which git is killed, as by a machine that is short of memory, when it is told `word`. */
function killAt(word: string): string {
  const folder = makeFolder();
  const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const script = `case " $* " in *" ${word} "*) kill -9 $$ ;; esac`;
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\nexec ${real} "$@"\n`, { mode: 0o755 });
  return `${folder}:${environment.PATH}`;
}

describe('a git that is killed', () => {
  it.each(['--version', '--show-toplevel', 'config', 'init', 'for-each-ref', 'write-tree'])(
    'at %s is told, and taken neither for a missing repository nor for a missing base',
    async (word) => {
      const shop = makeRepository();
      commit(shop, { 'server.js': 'two\n' });
      const killing = { ...environment, PATH: killAt(word) };
      const pair = request(shop, local, { environment: killing, asked: 'HEAD~1' }).then(choosePair);
      await expect(pair).rejects.toMatchObject({
        exitCode: 3,
        message: expect.stringMatching(/^git \S+ was ended by SIGKILL, and not by Tailgate\./),
      });
    },
  );

  it('while it lays files out leaves no tree', async () => {
    const shop = makeRepository();
    commit(shop, { 'server.js': 'two\n' });
    const killing = { ...environment, PATH: killAt('reset') };
    const pair = await request(shop, local, { environment: killing }).then(choosePair);
    if (pair.kind !== 'different') throw new Error(pair.kind);
    await expect(pair.layOut(makeFolder())).rejects.toMatchObject({ exitCode: 3 });
  });
});
