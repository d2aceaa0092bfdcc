import { beforeAll, describe, expect, it } from 'vitest';
import { environment, git } from '../../revision/fixture.ts';
import { buildRecorder, listLeftovers, listRef, makeProject, open, REF, record } from './git-fixture.ts';

const RECORDERS = 20;

let recorder: string;
beforeAll(async () => {
  recorder = await buildRecorder();
});

describe('recorders at once', () => {
  it('all land, each a process of its own', async () => {
    const project = makeProject();
    const env = { ...environment, RUNNER_TEMP: project.scratch };
    const ended = await Promise.all(
      Array.from({ length: RECORDERS }, (_, index) => record(recorder, project.clone, String(index), env)),
    );
    expect(ended.filter(({ code }) => code !== 0)).toEqual([]);
    const names = listRef(project.server).map((name) => name.split('-').at(-1));
    expect(names.sort()).toEqual(Array.from({ length: RECORDERS }, (_, index) => `${index}.json`).sort());
    expect((await open(project).list()).records).toHaveLength(RECORDERS);
    expect(git(project.server, 'rev-list', '--count', REF)).toBe('1');
    expect(listLeftovers(project.scratch)).toEqual([]);
  });
});
