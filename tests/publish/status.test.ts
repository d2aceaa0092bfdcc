import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../src/forge/octokit.ts';
import { publishStatus, type StatusTarget } from '../../src/publish/status.ts';
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
        description: '✅ Nothing slower',
        target_url: 'https://github.com/octo/shop/actions/runs/9/attempts/1',
      },
    ]);
  });

  it('says of a long headline what became of the gate', async () => {
    const headline = `✅ ${'x'.repeat(200)}; 4 of 4 SLOs met; 1 gate loosened, 2 gate settings altered`;
    await publish({ headline });
    const description = String(server.state.statuses[0]!.description);
    expect(description).toMatch(/^✅ x+…; 1 gate loosened, 2 gate settings altered$/);
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
    expect(descriptions[1]).toMatch(/not verified\)$/);
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

describe('the commit status of a run of our own', () => {
  it("does not give way to that of a fork's newer run, but to one of our own before it", async () => {
    await publish({ run: { id: '8', attempt: 1 }, exitCode: 1 });
    await publish({ trust: 'fork', run: { id: '10', attempt: 1 } });
    await publish({ trust: 'fork', run: { id: '11', attempt: 1 }, exitCode: 1 });
    expect(await publish({ run: { id: '7', attempt: 1 } })).toEqual({ kind: 'superseded', by: 'run' });
    expect(await publish()).toMatchObject({ action: 'created' });
    expect(states()).toEqual(['failure', 'pending', 'failure', 'success']);
  });

  it('gives way to a newer one that many other statuses came after', async () => {
    await publish({ run: { id: '10', attempt: 1 }, exitCode: 1 });
    for (let i = 0; i < 150; i++) {
      server.state.statuses.push({ ...server.state.statuses[0]!, id: 1000 + i, context: `ci/${i}` });
    }
    expect(await publish()).toEqual({ kind: 'superseded', by: 'run' });
  });
});

describe("the result of a fork's own run", () => {
  it('is never a success: what passes is pending, and says so', async () => {
    await publish({ trust: 'fork' });
    expect(states()).toEqual(['pending']);
    expect(server.state.statuses[0]!.description).toContain('not verified');
  });

  it('replaces a failure with no more than pending', async () => {
    await publish({ trust: 'fork', exitCode: 1 });
    await publish({ trust: 'fork', run: { id: '10', attempt: 1 } });
    expect(states()).toEqual(['failure', 'pending']);
  });

  it.each([0, 1, 3] as const)('of exit code %i leaves a success of our own as it is', async (exitCode) => {
    await publish();
    await publish({ trust: 'fork', exitCode, run: { id: '10', attempt: 1 } });
    expect(states()).toEqual(['success']);
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
