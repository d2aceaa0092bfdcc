import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, SERVICE } from './project.ts';
import { createRepository, type Repository } from './repository.ts';

/** Puts a file in the place of the folder `$REPLACED`, if there is one, before it serves. */
const START = 'if [ -d "$REPLACED" ]; then rm -r "$REPLACED"; touch "$REPLACED"; fi; exec node server.cjs';

let repository: Repository;
let kept: string;
beforeEach(() => {
  const config = CONFIG.replace('exec node server.cjs', START);
  repository = createRepository({ 'server.cjs': SERVICE, 'tailgate.yml': config });
  kept = join(repository.environment.HOME!, 'kept');
});
afterEach(() => repository.remove());

const run = () => ['run', '--from', 'history', '--budget', '1s', '--keep', kept];

describe('a folder for evidence', () => {
  it('is refused before anything is measured where it cannot be made', async () => {
    writeFileSync(kept, 'a file');
    const { code, stderr } = await repository.run(run());
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(/This folder cannot be made or written: .*\n {2}at .*\/kept\/logs\n/);
    expect(stderr).not.toMatch(/bug in Tailgate|measuring/);
    expect(repository.leftovers()).toEqual([]);
  });

  it('changes no verdict when it cannot be written afterwards, and leaves nothing else behind', async () => {
    const { code, stdout, stderr } = await repository.run(run(), { REPLACED: kept });
    expect(existsSync(kept) && statSync(kept).isFile()).toBe(true);
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/search/);
    expect(stderr).toMatch(/not kept: .*\/kept/);
    expect(stderr).not.toMatch(/bug in Tailgate/);
    expect(repository.leftovers()).toEqual([]);
  });
});
