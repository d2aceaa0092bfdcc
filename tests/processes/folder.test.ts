import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeFolder, removeStale } from '../../src/processes/folder.ts';
import { CANNOT_PLANT, makeGround, plantFile, plantFolder, STRANGER } from '../security/planted.ts';

let ground: ReturnType<typeof makeGround>;
beforeEach(() => {
  ground = makeGround();
});
afterEach(() => {
  vi.restoreAllMocks();
  ground.remove();
});

/** Acts as a user who is not root. */
function actAsStranger(act: () => void): void {
  vi.spyOn(process, 'getuid').mockReturnValue(STRANGER);
  process.seteuid!(STRANGER);
  try {
    act();
  } finally {
    process.seteuid!(0);
  }
}

/** Makes a folder of that user with a part that root owns, and one that is closed. */
function plantMixed(name: string): string {
  const path = join(ground.path, name);
  plantFolder(path);
  plantFolder(join(path, 'a'), 0o755, 0);
  plantFile(join(path, 'a/file'), '', { owner: 0 });
  plantFolder(join(path, 'closed'), 0o500);
  plantFile(join(path, 'closed/file'), '');
  return path;
}

describe.skipIf(CANNOT_PLANT)('a folder with a part that another user owns', () => {
  it('loses all else, and the refusal is told', () => {
    const path = plantMixed('run');
    const code = expect.stringMatching(/^(EPERM|EACCES)$/);
    expect(() => actAsStranger(() => removeFolder(path))).toThrow(expect.objectContaining({ code }));
    expect(readdirSync(path, { recursive: true })).toEqual(['a', 'a/file']);
  });

  it('keeps no other stale one from being removed', () => {
    const long = new Date(Date.now() - 48 * 3_600_000);
    plantFolder(join(ground.path, 'stale-2'));
    for (const path of [plantMixed('stale-1'), join(ground.path, 'stale-2')]) utimesSync(path, long, long);
    actAsStranger(() => removeStale(ground.path, 'stale-'));
    expect(readdirSync(ground.path)).toEqual(['stale-1']);
  });
});
