import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findCacheFolder, removeFolder } from '../../src/processes/folder.ts';
import { CANNOT_PLANT, makeGround, plantFile, plantFolder, STRANGER } from '../security/planted.ts';

let ground: ReturnType<typeof makeGround>;
beforeEach(() => {
  ground = makeGround();
});
afterEach(() => ground.remove());

it.skipIf(CANNOT_PLANT)(
  'a folder with a part that another user owns loses all else, and that is told',
  () => {
    const path = join(ground.path, 'run');
    plantFolder(path);
    plantFolder(join(path, 'a'), 0o755, 0);
    plantFile(join(path, 'a/file'), '', { owner: 0 });
    plantFolder(join(path, 'closed'), 0o500);
    plantFile(join(path, 'closed/file'), '');
    process.seteuid!(STRANGER);
    try {
      const code = expect.stringMatching(/^(EPERM|EACCES)$/);
      expect(() => removeFolder(path)).toThrow(expect.objectContaining({ code }));
    } finally {
      process.seteuid!(0);
    }
    expect(readdirSync(path, { recursive: true })).toEqual(['a', 'a/file']);
  },
);

it('the caches of a user are never below the working directory, which may be under test', () => {
  const own = { XDG_CACHE_HOME: 'cache', HOME: '/home/ann' };
  expect(findCacheFolder(own, '.cache')).toBe('/home/ann/.cache/tailgate');
});
