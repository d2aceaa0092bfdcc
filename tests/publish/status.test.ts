import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../src/forge/octokit.ts';
import { publishStatus, type StatusTarget, withdrawStatuses } from '../../src/publish/status.ts';
import { GitHubServer } from '../github/server.ts';

const sha = 'a'.repeat(40);

let server: GitHubServer;
let notes: string[];

beforeEach(async () => {
  server = await new GitHubServer().start();
  server.state.addToken('good');
  notes = [];
});

afterEach(() => server.stop());

function publish(more: Partial<StatusTarget> = {}) {
  const octokit = connect({
    apiUrl: server.url,
    token: 'good',
    userAgent: 'tailgate/test',
    note: (note) => notes.push(note),
    secondMs: 2,
  });
  const run = more.run ?? { id: '9', attempt: 1 };
  return publishStatus(octokit, {
    owner: 'octo',
    repo: 'shop',
    sha,
    suite: 'api',
    trust: 'own',
    base: 'main',
    otherBases: [],
    exitCode: 0,
    headline: '✅ Nothing slower',
    run,
    url: `https://github.com/octo/shop/actions/runs/${run.id}/attempts/${run.attempt}`,
    ...more,
  });
}

function states(): string[] {
  return server.state.statuses.map(({ state }) => state);
}

describe('the commit status of a suite', () => {
  it.each([
    [0, 'success'],
    [1, 'failure'],
    [2, 'error'],
    [3, 'error'],
    [130, 'error'],
  ] as const)('of exit code %i is %s', async (exitCode, state) => {
    expect(await publish({ exitCode })).toMatchObject({ kind: 'delivered', action: 'created' });
    expect(server.state.statuses).toMatchObject([
      {
        sha,
        state,
        context: 'tailgate/api',
        description: '✅ Nothing slower [main]',
        target_url: `https://github.com/octo/shop/actions/runs/9/attempts/1#base=main&own=${state}&trust=own`,
      },
    ]);
  });

  it('says of a long headline what became of the gate', async () => {
    const headline = `✅ ${'x'.repeat(200)}; 4 of 4 SLOs met; 1 gate loosened, 2 gate settings altered`;
    await publish({ headline });
    const description = String(server.state.statuses[0]!.description);
    expect(description).toMatch(/^✅ x+…; 1 gate loosened, 2 gate settings altered \[main\]$/);
    expect(description).toHaveLength(140);
  });

  it('has one line of at most 140 characters', async () => {
    await publish({ headline: `slower\n${'x'.repeat(500)}` });
    await publish({ headline: `slower\n${'x'.repeat(500)}`, trust: 'fork', suite: 'web' });
    const descriptions = server.state.statuses.map(({ description }) => String(description));
    for (const description of descriptions) {
      expect(description).toMatch(/^slower x+…/);
      expect(description).toHaveLength(140);
    }
    expect(descriptions[1]).toMatch(/approve this commit, then re-run this\) \[main\]$/);
  });

  it('is not set again when it says the same', async () => {
    await publish();
    expect(await publish()).toMatchObject({ kind: 'delivered', action: 'unchanged' });
    expect(states()).toEqual(['success']);
  });

  it('of a newer run or attempt stays', async () => {
    await publish({ run: { id: '10', attempt: 2 }, exitCode: 1 });
    expect(await publish({ run: { id: '9', attempt: 5 } })).toEqual({ kind: 'superseded', by: 'run' });
    expect(await publish({ run: { id: '10', attempt: 1 } })).toEqual({ kind: 'superseded', by: 'run' });
    expect(await publish({ run: { id: '10', attempt: 3 } })).toMatchObject({ action: 'created' });
    expect(states()).toEqual(['failure', 'success']);
  });

  it('is not held up by a link to elsewhere', async () => {
    await publish({ url: 'https://github.com/mallory/shop/actions/runs/999/attempts/1', exitCode: 1 });
    expect(await publish()).toMatchObject({ action: 'created' });
  });
});

describe('before a result is known', () => {
  const start = (more: Partial<StatusTarget> = {}) =>
    publish({ exitCode: null, headline: 'Publishing', run: { id: '10', attempt: 1 }, ...more });

  it('a success becomes pending, of whatever base, and a failure stays', async () => {
    for (const base of ['main', 'release', null]) {
      await publish();
      await start({ base });
      expect(server.state.statuses.at(-1)).toMatchObject({
        state: 'pending',
        description: `Publishing${base === null ? '' : ` [${base}]`}`,
      });
      await publish({ exitCode: 1, run: { id: '10', attempt: 1 }, base });
      expect(await start({ base })).toMatchObject({ action: 'unchanged' });
      server.state.statuses.length = 0;
    }
  });

  it("nothing is said where there is none, and a newer run's success stays, and ours for a fork", async () => {
    await start();
    expect(states()).toEqual([]);
    await publish({ run: { id: '11', attempt: 1 } });
    await start();
    await start({ trust: 'fork', run: { id: '12', attempt: 1 } });
    expect(states()).toEqual(['success']);
  });
});

describe('the commit status of a run of our own', () => {
  it('is weighed against those of our own alone for another base, though a fork failed for that', async () => {
    await publish({ trust: 'fork', base: 'release', exitCode: 1 });
    await publish({ otherBases: ['release'] });
    expect(states()).toEqual(['failure', 'pending']);
    await publish({ base: 'release', otherBases: ['main'] });
    await publish({ otherBases: ['release'], run: { id: '9', attempt: 2 } });
    expect(states().at(-1)).toBe('success');
  });

  it("does not give way to that of a fork's newer run, but to one of our own before it", async () => {
    await publish({ trust: 'fork', run: { id: '10', attempt: 1 } });
    await publish({ trust: 'fork', run: { id: '11', attempt: 1 }, exitCode: 1 });
    await publish({ run: { id: '8', attempt: 1 }, exitCode: 1 });
    expect(await publish({ run: { id: '7', attempt: 1 } })).toEqual({ kind: 'superseded', by: 'run' });
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(states()).toEqual(['pending', 'failure', 'failure', 'success']);
  });

  it('gives way to a newer one that many other statuses came after', async () => {
    await publish({ run: { id: '10', attempt: 1 }, exitCode: 1 });
    for (let i = 0; i < 150; i++) {
      server.state.statuses.push({ ...server.state.statuses[0]!, id: 1000 + i, context: `ci/${i}` });
    }
    expect(await publish()).toEqual({ kind: 'superseded', by: 'run' });
  });
});

describe('a verdict that belongs to two commits', () => {
  const newest = () => server.state.statuses.at(-1)!;

  it('does not speak for another pull request with the same head, which is waited for', async () => {
    await publish({ otherBases: ['release'] });
    expect(newest()).toMatchObject({
      state: 'pending',
      description: expect.stringMatching(/^Waits for release/),
    });
    await publish({ base: 'release', otherBases: ['main'], run: { id: '10', attempt: 1 } });
    expect(newest()).toMatchObject({ state: 'success', description: expect.stringContaining('[release]') });
  });

  it.each([
    [1, 'failure'],
    [3, 'error'],
  ] as const)(
    'shows the gravest of both, in whatever order they come (exit code %i)',
    async (exitCode, state) => {
      await publish({ exitCode, otherBases: ['release'] });
      await publish({ base: 'release', otherBases: ['main'], run: { id: '10', attempt: 1 } });
      expect(newest()).toMatchObject({ state, description: expect.stringMatching(/^Failed for main/) });
      await publish({ base: 'release', otherBases: ['main'], run: { id: '11', attempt: 1 }, exitCode });
      expect(newest()).toMatchObject({ state, description: '✅ Nothing slower [release]' });
      await publish({ run: { id: '12', attempt: 1 }, otherBases: ['release'] });
      expect(newest()).toMatchObject({ state, description: expect.stringMatching(/^Failed for release/) });
    },
  );

  it('forgets the other one once that is closed', async () => {
    await publish({ exitCode: 1, otherBases: ['release'] });
    await publish({ base: 'release', run: { id: '10', attempt: 1 } });
    expect(newest()).toMatchObject({ state: 'success' });
  });

  it('gives way to a newer run for its own base alone', async () => {
    await publish({ run: { id: '10', attempt: 1 }, base: 'release', otherBases: ['main'] });
    expect(await publish({ otherBases: ['release'] })).toMatchObject({ action: 'created', state: 'success' });
  });

  it('is taken back at once when the base is another one, and measured anew then', async () => {
    await publish();
    await publish({ suite: 'web', base: 'release', exitCode: 1 });
    server.state.statuses.push({ ...server.state.statuses[0]!, id: 99, context: 'ci/tests' });
    const octokit = connect({ apiUrl: server.url, token: 'good', userAgent: 't', note() {}, secondMs: 2 });
    const url = 'https://github.com/octo/shop/actions/runs/11/attempts/1';
    const take = (base: string | null) =>
      withdrawStatuses(octokit, { owner: 'octo', repo: 'shop', sha, base, trust: 'own', url });
    expect(await take('release')).toEqual(['tailgate/api']);
    expect(newest()).toMatchObject({
      state: 'pending',
      description: 'Measured for main; not yet for release',
    });
    expect(await take('release')).toEqual([]);
    expect(await publish({ base: 'release', run: { id: '10', attempt: 1 } })).toMatchObject({
      kind: 'superseded',
    });
    await publish({ base: 'release', run: { id: '11', attempt: 1 } });
    expect(newest()).toMatchObject({ state: 'success' });
    // Which of several pull requests it is cannot be told, so none keeps its status.
    expect(await take(null)).toEqual(['tailgate/api', 'tailgate/web']);
  });
});

describe("the result of a fork's own run", () => {
  const approved = { trust: 'fork', approvedBy: 'kim' } as const;

  it('is no success by itself: what passes is pending, and says what to do', async () => {
    await publish({ trust: 'fork' });
    expect(states()).toEqual(['pending']);
    expect(server.state.statuses[0]!.description).toContain('approve this commit');
  });

  it('is what it says once somebody has approved, and who that is', async () => {
    await publish({ trust: 'fork' });
    await publish({ ...approved, run: { id: '9', attempt: 2 } });
    expect(states()).toEqual(['pending', 'success']);
    expect(server.state.statuses[1]!.description).toBe(
      '✅ Nothing slower (from a fork, approved by kim) [main]',
    );
    await publish({ ...approved, exitCode: 1, run: { id: '9', attempt: 3 } });
    expect(states().at(-1)).toBe('failure');
  });

  it('is pending again when the approval is gone', async () => {
    await publish(approved);
    await publish({ trust: 'fork', run: { id: '9', attempt: 2 } });
    expect(states()).toEqual(['success', 'pending']);
  });

  it('is taken back for another base, though it was approved', async () => {
    await publish(approved);
    await publish({ trust: 'fork', base: 'release', otherBases: ['main'], run: { id: '10', attempt: 1 } });
    expect(states()).toEqual(['success', 'pending']);
  });

  it('replaces a failure with no more than pending', async () => {
    await publish({ trust: 'fork', exitCode: 1 });
    await publish({ trust: 'fork', run: { id: '10', attempt: 1 } });
    expect(states()).toEqual(['failure', 'pending']);
  });

  it.each([0, 1, 3] as const)('leaves what a run of our own has found: exit code %i', async (exitCode) => {
    await publish({ exitCode });
    for (const other of [0, 1, 3] as const) {
      await publish({ trust: 'fork', exitCode: other, run: { id: '10', attempt: 1 } });
      await publish({ ...approved, exitCode: other, run: { id: '10', attempt: 2 } });
    }
    expect(states()).toHaveLength(1);
  });
});

describe('a server in trouble', () => {
  it.each([500, 502])('is asked again after %i', async (status) => {
    server.fail({ kind: 'status', status, times: 2 });
    server.fail({ kind: 'status', status, method: 'POST' });
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(states()).toEqual(['success']);
    expect(notes).toHaveLength(3);
  });

  it.each(['lost-answer', 'late-502'] as const)(
    'may have the status twice after a %s, which says the same',
    async (kind) => {
      server.fail({ kind, method: 'POST' });
      expect(await publish()).toMatchObject({ action: 'created' });
      expect(new Set(states())).toEqual(new Set(['success']));
    },
  );

  it('is waited for when it is slow or limits the rate', async () => {
    server.fail({ kind: 'rate-limit', seconds: 4, method: 'GET' });
    server.fail({ kind: 'secondary-limit', seconds: 4, method: 'POST' });
    server.fail({ kind: 'slow', ms: 200, times: 2 });
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(notes).toHaveLength(2);
  });

  it('passes on a refusal at once', async () => {
    server.state.addToken('good', { mayWrite: false });
    await expect(publish()).rejects.toMatchObject({ status: 403 });
    expect(server.requests('POST', /./)).toHaveLength(1);
  });
});
