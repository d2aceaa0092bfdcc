import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { history } from '../../src/commands/history.ts';
import { SMALL } from '../config/configs.ts';
import { makeRecord } from '../records/fixture.ts';
import { makeProject, open } from '../records/git-fixture.ts';

const { signal } = new AbortController();
afterEach(() => void vi.restoreAllMocks());

it('tailgate history shows the newest records, of one branch or of all', async () => {
  const project = makeProject();
  const config = join(project.clone, 'tailgate.yml');
  writeFileSync(config, SMALL);
  const records = [1, 2, 3, 4].map((day) =>
    makeRecord({ attempt: `${day}`, commitTime: `2026-01-0${day}T00:00:00Z` }),
  );
  await open(project).append(...records, makeRecord({ attempt: 'other', branch: 'feature' }));
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const show = async (options: { branch?: string; store?: string }) => {
    expect(await history({ config, store: 'git', json: true, ...options }, signal)).toBe(0);
    const { records: shown } = JSON.parse(String(write.mock.lastCall![0]));
    return shown.map(({ attempt }: { attempt: string }) => attempt);
  };
  expect(await show({ branch: 'main' })).toEqual(['1', '2', '3', '4']);
  // A folder beside the configuration is another place.
  expect(await show({ store: join(project.clone, '.tailgate') })).toEqual([]);
});
