import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read.ts';
import { chooseArms } from '../../src/gate/choice.ts';
import type { GateRequest } from '../../src/gate/request.ts';
import type { Session } from '../../src/gate/session.ts';
import { silent } from '../../src/progress.ts';
import { findCheckout } from '../../src/revision/checkout.ts';
import { commit, environment, makeFolder, makeRepository, write } from '../revision/fixture.ts';

const SERVICE = 'service:\n  start: node server.js\n  url: http://127.0.0.1:${PORT}\n';
const SCENARIOS = 'scenarios:\n  s:\n    request: GET /\n    slo: p99 < 30ms at 100 req/s\n';
const LOCAL = { kind: 'local', baseBranch: 'main' } as const;
const DEPLOYMENTS = 'base: {url: http://127.0.0.1:1}\nhead: {url: http://127.0.0.1:2}\n';

/**
 * Two commits on main.
 *
 * @param place of the workspace, given the repository
 * @param isNamed whether the newer commit is asked for, whatever is checked out
 * @param results files of the repository that the result is written to
 * @returns what is chosen, and the notes about it
 */
async function choose(
  base: GateRequest['base'],
  service = SERVICE,
  place = (_: string) => makeFolder(),
  isNamed = false,
  results: string[] = [],
) {
  const directory = makeRepository({ 'tailgate.yml': service + SCENARIOS });
  const head = commit(directory, { 'server.js': 'two\n' });
  const { signal } = new AbortController();
  const notes: string[] = [];
  const request = {
    environment,
    progress: { ...silent, note: (text: string) => void notes.push(text) },
    signal,
    subject: { commit: head },
    ...(isNamed && { head }),
    base,
    store: { kind: 'git', url: null },
    results: results.map((name) => join(directory, name)),
  } as Partial<GateRequest> as GateRequest;
  const session = {
    workspace: { path: place(directory) },
    keeper: { mark: {} },
  } as Partial<Session> as Session;
  const config = readConfig(join(directory, 'tailgate.yml'), directory);
  const choice = await chooseArms(
    config,
    await findCheckout(directory, environment, signal),
    session,
    request,
  );
  return { choice, notes, head };
}

describe('an event that says nothing of a base', () => {
  const comment = { ...LOCAL, event: 'issue_comment', commented: 7 };

  it('has what is compared told', async () => {
    const { notes, head, choice } = await choose({ asked: null, trigger: { ...LOCAL, event: 'schedule' } });
    expect(choice.kind).toBe('pair');
    expect(notes).toEqual([
      expect.stringMatching(
        new RegExp(
          `^schedule: what is checked out, ${head.slice(0, 7)}, is compared with [0-9a-f]{7}, its parent$`,
        ),
      ),
    ]);
    expect((await choose({ asked: null, trigger: LOCAL })).notes).toEqual([]);
  });

  it('is refused where it is a comment on a pull request, whose code is not there', async () => {
    await expect(choose({ asked: null, trigger: comment })).rejects.toMatchObject({
      exitCode: 2,
      message: 'issue_comment checks out main, not pull request 7, and names no base to compare it with.',
      hint: expect.stringContaining('set the input `base`, such as `origin/main`'),
    });
    const history = `baseline: {from: history}\n${SERVICE}`;
    await expect(choose({ asked: null, trigger: comment }, history)).rejects.toMatchObject({ exitCode: 2 });
  });

  it('is taken where a base is named, or deployments are compared', async () => {
    const { notes } = await choose({ asked: 'HEAD~1', trigger: comment });
    expect(notes.join()).toMatch(/^issue_comment: .* the base that was asked for$/);
    expect((await choose({ asked: null, trigger: comment }, DEPLOYMENTS)).choice.kind).toBe('alone');
  });
});

it('two commits that are both named and have the same files are not measured', async () => {
  const { choice, head } = await choose({ asked: 'HEAD', trigger: LOCAL }, SERVICE, undefined, true);
  expect(choice).toEqual({ kind: 'nothing', base: head });
  const different = await choose({ asked: 'HEAD~1', trigger: LOCAL }, SERVICE, undefined, true);
  expect(different.choice.kind).toBe('pair');
});

it('a workspace within the repository is no change of it', async () => {
  const base = { asked: 'HEAD', trigger: LOCAL };
  const { choice } = await choose(base, SERVICE, (repository) => join(repository, 'tmp/tailgate-run-1'));
  expect(choice).toMatchObject({ kind: 'alone', comparison: { reason: { kind: 'identical' } } });
});

it('what an earlier run has written is no change: its results, and records where another store is chosen now', async () => {
  const base = { asked: 'HEAD', trigger: LOCAL };
  const choice = async (files: Record<string, string>) => {
    const place = (repository: string) => {
      write(repository, files);
      return makeFolder();
    };
    return (await choose(base, SERVICE, place, false, ['report.html', 'out/result.json'])).choice;
  };
  const identical = { kind: 'alone', comparison: { reason: { kind: 'identical' } } };
  const written = { 'report.html': '<html>', 'out/result.json': '{}' };
  expect(await choice(written)).toMatchObject(identical);
  expect(await choice({ ...written, '.tailgate/default/record.json': '{}' })).toMatchObject(identical);
  expect(await choice({ ...written, 'out/other.json': '{}' })).toMatchObject({ kind: 'pair' });
});
