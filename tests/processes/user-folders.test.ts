import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeStateFolder, openStateFolder } from '../../src/processes/user-folders.ts';
import { makeFolder } from '../folders.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
});

describe('the folder of states', () => {
  it.each([
    [
      'the job on a runner',
      { RUNNER_TEMP: 'temp', XDG_STATE_HOME: '/x' },
      `temp/tailgate-runs-${process.getuid!()}`,
    ],
    ['the user, as XDG_STATE_HOME says', { RUNNER_TEMP: '', XDG_STATE_HOME: 'state' }, 'state/tailgate'],
    ['the user, in the home', { HOME: 'home' }, 'home/.local/state/tailgate'],
  ])('is that of %s, and for its user alone', (_, named, expected) => {
    const environment = Object.fromEntries(
      Object.entries(named).map(([name, value]) => [name, value && join(folder, value)]),
    );
    expect(openStateFolder(environment)).toBeNull();
    const made = makeStateFolder(environment);
    expect(made).toBe(join(folder, expected));
    expect(statSync(made).mode & 0o777).toBe(0o700);
    expect(openStateFolder(environment)).toBe(made);
  });

  it('ignores a relative XDG_STATE_HOME', () => {
    expect(makeStateFolder({ XDG_STATE_HOME: 'state', HOME: folder })).toBe(
      join(folder, '.local/state/tailgate'),
    );
  });

  it('is refused, with what to do, where the home cannot be written', () => {
    // A file where a folder should be refuses root, too.
    writeFileSync(join(folder, 'home'), '');
    expect(() => makeStateFolder({ HOME: join(folder, 'home') })).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message: expect.stringContaining('cannot be made or written'),
        hint: expect.stringContaining('XDG_STATE_HOME'),
      }),
    );
  });

  it('is refused, with what to do, where there is no home', () => {
    expect(() => makeStateFolder({ HOME: 'relative' })).toThrow(
      expect.objectContaining({ exitCode: 2, hint: expect.stringContaining('XDG_STATE_HOME') }),
    );
  });

  it('is found in a folder that others may read', () => {
    mkdirSync(join(folder, 'state'), { mode: 0o755 });
    expect(makeStateFolder({ XDG_STATE_HOME: join(folder, 'state') })).toBe(join(folder, 'state/tailgate'));
  });
});
