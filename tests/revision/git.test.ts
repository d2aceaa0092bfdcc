import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { choosePair } from '../../src/revision/pair.ts';
import { commit, environment, local, makeFolder, makeRepository, request } from './fixture.ts';

/** A search path on which git is killed, as by a machine that is short of memory, when it is told `word`. */
function killAt(word: string): NodeJS.ProcessEnv {
  const folder = makeFolder();
  const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  const script = `case " $* " in *" ${word} "*) kill -9 $$ ;; esac`;
  writeFileSync(join(folder, 'git'), `#!/bin/sh\n${script}\nexec ${real} "$@"\n`, { mode: 0o755 });
  return { ...environment, PATH: `${folder}:${environment.PATH}` };
}

it.each(['--version', '--show-toplevel', 'config', 'init', 'for-each-ref', 'write-tree', 'checkout'])(
  'a git that is killed at %s is told, and taken neither for a missing repository nor for a missing base',
  async (word) => {
    const shop = makeRepository();
    commit(shop, { 'server.js': 'two\n' });
    const layOut = async () => {
      const pair = await choosePair(
        await request(shop, local, { environment: killAt(word), asked: 'HEAD~1' }),
      );
      return 'layOut' in pair && pair.layOut(makeFolder());
    };
    await expect(layOut()).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/^git \S+ was ended by SIGKILL, and not by Tailgate\./),
    });
  },
);
