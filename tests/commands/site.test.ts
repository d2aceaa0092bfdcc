import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { site } from '../../src/commands/site.ts';
import { openFolderStore } from '../../src/records/folder.ts';
import { SMALL } from '../config/configs.ts';
import { makeFolder } from '../folders.ts';
import { makeRecord } from '../records/fixture.ts';

afterEach(() => void vi.restoreAllMocks());

it('tailgate site says how many runs it shows', async () => {
  const folder = makeFolder('tailgate-test');
  const config = join(folder, 'tailgate.yml');
  writeFileSync(config, SMALL);
  await openFolderStore(join(folder, '.tailgate', 'default')).append(makeRecord());
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const options = { config: [config], out: join(folder, 'site'), branch: 'main' };
  expect(await site(options, new AbortController().signal)).toBe(0);
  expect(write.mock.lastCall![0]).toContain('index.html shows 1 run.\n');
});
