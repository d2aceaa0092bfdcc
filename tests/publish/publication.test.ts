import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import type { Location, PullLocation } from '../../src/forge/location.ts';
import type { Forge } from '../../src/forge/port.ts';
import type { Job, SuiteReport } from '../../src/handover/suite.ts';
import { announce, type WhenToComment } from '../../src/publish/publication.ts';
import { makeFolder } from '../folders.ts';
import { MemoryForge } from '../forge/memory.ts';
import { cases } from '../report/cases.ts';
import { reportOf } from '../report/fixture.ts';
import { fault, lost } from '../report/suite-cases.ts';
import { stubStepSummary } from './step-summary.ts';

const sha = 'a'.repeat(40);
const own = { number: 5, headSha: sha, baseBranch: 'main', author: 'rosa', labels: [], since: null };
const pull: PullLocation = { kind: 'pull', ...own, fromFork: false, standing: 'current' };
const push: Location = { kind: 'commit', sha, base: null };

let forge: MemoryForge;
const folder = makeFolder('tailgate-publication');
let log: string;

beforeEach(() => {
  forge = new MemoryForge();
  writeFileSync(join(folder, 'summary.md'), '');
  stubStepSummary(join(folder, 'summary.md'));
  log = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    log += String(chunk);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const suiteOf = (jobs: Job[], suite = 'default'): SuiteReport => ({ suite, jobs, trust: 'own', link: null });
const passing: Job = { name: '', outcome: { kind: 'report', report: reportOf({ earlier: 0 }), failOn: [] } };

type Wish = { from?: Forge | null; location?: Location; comment?: WhenToComment };

function send(suites: SuiteReport[], { from = forge, location = pull, comment = 'always' }: Wish = {}) {
  const trigger = { kind: 'pull_request', fromFork: false };
  const run = { id: '9', attempt: '1', url: 'https://github.com/octo/shop/actions/runs/9/attempts/1' };
  const context = { trigger, defaultBranch: 'main', run } as GitHubContext;
  return announce({ suites, context, forge: from, location, comment });
}

const summary = () => readFileSync(join(folder, 'summary.md'), 'utf8');
const statuses = () => forge.statuses.map(({ context, state }) => `${context} ${state}`);

describe('a publication', () => {
  it('has a comment and a status for each suite, which are kept up to date, and all of them in the summary', async () => {
    const suites = [suiteOf([passing]), suiteOf([passing], 'web')];
    expect(await send(suites)).toEqual([]);
    expect(await send(suites.slice(1))).toEqual([]);
    const marks = forge.comments.map(({ body }) => body.split('\n')[0]);
    expect(marks).toEqual(['<!-- tailgate:default -->', '<!-- tailgate:web -->']);
    expect(statuses().slice(0, 2)).toEqual(['tailgate/default success', 'tailgate/web success']);
    expect(summary().match(/^### /gm)).toHaveLength(3);
  });

  it('has no comment that is not asked for', async () => {
    const send1 = (wish: Wish) => send([suiteOf([passing])], wish);
    await send1({ comment: 'on-news' });
    await send1({ comment: 'never' });
    await send1({ location: { ...pull, standing: 'moved' } });
    expect([forge.comments, forge.statuses.length]).toEqual([[], 3]);
    expect(log).toContain('another head or base by now');
    await send1({});
    forge.comments[0]!.body = '<!-- tailgate:default -->';
    await send1({ comment: 'on-news' });
    expect(forge.comments[0]!.body).toContain('###');
  });

  it('of more than a comment can hold is one comment all the same', async () => {
    const message = `error: ${'`<b> & _*~ \u{1f6d1} '.repeat(900)}`;
    const faults = Array.from({ length: 100 }, (_, i) => fault(`job ${i}`, 3, `${i} ${message}`));
    await send([suiteOf([passing, ...faults])]);
    const { length } = forge.comments[0]!.body;
    expect(length).toBeGreaterThan(20_000);
    expect(length).toBeLessThanOrEqual(65_536);
  });
  it('of a job that is missing is an error everywhere', async () => {
    await send([suiteOf([lost(1)])]);
    expect(statuses()).toEqual(['tailgate/default error']);
    expect(log).toMatch(/^::error title=Tailgate/m);
  });

  it('has an error for each finding of all its jobs and suites, the gravest first', async () => {
    const report = cases['forty scenarios']!();
    const slower: Job = { name: 'a', outcome: { kind: 'report', report, failOn: [] } };
    const faults = Array.from({ length: 5 }, (_, i) => fault(`job ${i}`, 3, `error: fault ${i}`));
    await send([suiteOf([slower, ...faults]), suiteOf(faults, 'web')]);
    const errors = log.match(/^::error .*$/gm)!;
    // Twenty metrics are slower.
    expect(errors).toHaveLength(20 + 2 * 5);
    expect(errors[0]).toMatch(/^::error title=scenario-20 p99 is 50 %25 slower/);
    // Ten are shown: those of a job do not take all of the room.
    expect(errors.slice(0, 10).filter((error) => error.includes('::fault '))).toHaveLength(5);
  });

  it('on a push is a status alone, of another base one of another name, and on a fork never a success', async () => {
    await send([suiteOf([passing])], { location: push });
    expect(forge.comments).toEqual([]);
    await send([suiteOf([lost(1)])], { location: { ...pull, baseBranch: 'release' } });
    await send([suiteOf([passing], 'web')], { location: { ...pull, fromFork: true } });
    const names = ['tailgate/default (push) success', 'tailgate/default@release error'];
    expect(statuses()).toEqual([...names, 'tailgate/web pending']);
  });

  it('that may not be delivered is told in the log and the summary, and goes on with the rest', async () => {
    const refuse = (status: number) => () =>
      Promise.reject(Object.assign(new Error('not accessible'), { status }));
    forge.writeComment = refuse(403);
    expect(await send([suiteOf([passing])])).toMatchObject([{ parcel: 'comment', kind: 'refused' }]);
    expect(statuses()).toEqual(['tailgate/default success']);
    forge.setStatus = refuse(500);
    expect(await send([suiteOf([passing])])).toMatchObject([{ parcel: 'status', kind: 'failed' }, {}]);
    expect(log).toMatch(/comment could not be written \(403: .*`permissions: pull-requests: write`.*stands/);
    expect(log).toMatch(/status could not be written \(500: not accessible\)\. The verdict stands/);
    const without = { kind: 'refused', reason: 'the input github-token is empty' };
    expect(await send([suiteOf([passing])], { from: null })).toMatchObject([without, without]);
  });

  it('has no place outside of a pull request, a queue and a push, and says why one that it had is gone', async () => {
    const nowhere = (reason: string | null) =>
      send([suiteOf([passing])], { location: { kind: 'nowhere', reason } });
    expect(await nowhere(null)).toEqual([]);
    const failed = { kind: 'failed', reason: 'no open pull request' };
    expect(await nowhere(failed.reason)).toMatchObject([failed, failed]);
    expect([forge.comments, forge.statuses]).toEqual([[], []]);
  });
});
