import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { history } from '../../src/commands/history.ts';
import { makeRecord } from '../records/stores/fixture.ts';
import { makeProject, open } from '../records/stores/git-fixture.ts';

const signal = new AbortController().signal;
let printed = '';

beforeEach(() => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function makeHistory() {
  const project = makeProject();
  const config = join(project.clone, 'tailgate.yml');
  writeFileSync(
    config,
    [
      'service:',
      '  start: node server.js',
      '  url: http://127.0.0.1:${PORT}',
      'scenarios:',
      '  search:',
      '    request: GET /',
      '    slo: p99 < 30ms at 100 req/s',
      '',
    ].join('\n'),
  );
  for (let day = 1; day <= 4; day++) {
    const times = { commitTime: `2026-01-0${day}T00:00:00Z`, recordedAt: `2026-01-0${day}T00:10:00Z` };
    await open(project).append(makeRecord({ attempt: String(day), ...times }));
  }
  return { project, config };
}

describe('tailgate history', () => {
  it('shows and prunes what is in the repository', async () => {
    const { config } = await makeHistory();
    const show = async (options: { newest?: string } = {}) => {
      printed = '';
      expect(await history({ config, store: 'git', json: true, ...options }, signal)).toBe(0);
      return JSON.parse(printed).records.map(({ attempt }: { attempt: string }) => attempt);
    };
    expect(await show()).toEqual(['1', '2', '3', '4']);
    expect(await show({ newest: '2' })).toEqual(['3', '4']);
    printed = '';
    expect(await history({ config, store: 'git', prune: '1' }, signal)).toBe(0);
    expect(printed).toBe('3 records of default removed\n');
    expect(await show()).toEqual(['4']);
    // A folder beside the configuration is another place.
    printed = '';
    await history({ config, prune: '1', json: true }, signal);
    expect(JSON.parse(printed)).toEqual({ schemaVersion: 1, suite: 'default', removed: 0 });
  });

  it('shows the newest of one branch, whatever others have, and prunes no branch alone', async () => {
    const { project, config } = await makeHistory();
    await open(project).append(makeRecord({ attempt: 'other', branch: 'feature' }));
    expect(await history({ config, store: 'git', json: true, branch: 'main', newest: '2' }, signal)).toBe(0);
    expect(JSON.parse(printed).records.map(({ attempt }: { attempt: string }) => attempt)).toEqual([
      '3',
      '4',
    ]);
    await expect(
      history({ config, store: 'git', branch: 'feature', prune: '0' }, signal),
    ).rejects.toMatchObject({ exitCode: 2 });
    expect((await open(project).list()).records).toHaveLength(5);
  });

  it('takes no count that is none, and removes nothing then', async () => {
    const { project, config } = await makeHistory();
    for (const prune of ['-1', 'all', '1.5', '']) {
      await expect(history({ config, store: 'git', prune }, signal)).rejects.toMatchObject({ exitCode: 2 });
    }
    expect((await open(project).list()).records).toHaveLength(4);
  });
});
