import { describe, expect, it, type TestContext } from 'vitest';
import { connect } from '../../src/forge/octokit.ts';
import { publishComment } from '../../src/publish/comment.ts';
import { GitHubServer } from '../github/server.ts';

const marker = '<!-- tailgate:api -->';
const headSha = 'a'.repeat(40);
const PUBLISHERS = 8;

/** Races have a server each, and wait side by side: clients pause for a second between writes. */
async function startServer(onFinished: TestContext['onTestFinished']): Promise<GitHubServer> {
  const server = await new GitHubServer().start();
  onFinished(() => server.stop());
  server.state.pulls.set(5, { headSha });
  server.state.addToken('bot-token');
  server.latencyMs = 120;
  return server;
}

/** Each publisher has an address of its own: the client spaces the writes to one address, as in one process. */
function publish(server: GitHubServer, publisher: number, run: { id: string; attempt: number }) {
  const octokit = connect({
    apiUrl: `${server.url}/api/v${publisher}`,
    token: 'bot-token',
    userAgent: 'tailgate/test',
    note() {},
    secondMs: 20,
  });
  return publishComment(octokit, {
    owner: 'octo',
    repo: 'shop',
    number: 5,
    headSha,
    run,
    marker,
    said: { code: 'met', headline: `run ${run.id}.${run.attempt} by ${publisher}` },
    render: (_attempts, state) => `${marker}\n${state}\nrun ${run.id}.${run.attempt} by ${publisher}`,
  });
}

function lastLines(server: GitHubServer): (string | undefined)[] {
  return server.state.comments.map(({ body }) => body.split('\n').at(-1));
}

describe('eight publishers of the same suite at once', () => {
  it.concurrent.for([1, 2, 3])(
    'end with one comment, that of the newest run (race %i)',
    async (race, { onTestFinished }) => {
      const server = await startServer(onTestFinished);
      const first =
        race === 2 ? null : server.state.addComment(5, server.state.tokens.get('bot-token')!, marker);
      // The newest starts first, last, and in between.
      const order = Array.from({ length: PUBLISHERS }, (_, i) => ((i * 3 + race * 2) % PUBLISHERS) + 5);
      const deliveries = await Promise.all(
        order.map((id, publisher) => publish(server, publisher + 1, { id: String(id), attempt: 1 })),
      );
      const newest = order.indexOf(PUBLISHERS + 4);
      expect(lastLines(server)).toEqual([`run ${PUBLISHERS + 4}.1 by ${newest + 1}`]);
      expect(deliveries[newest]).toMatchObject({ kind: 'delivered' });
      if (first) expect(server.state.comments[0]!.id).toBe(first.id);
    },
  );

  it.concurrent('end with one comment when they are of one and the same attempt', async ({
    onTestFinished,
  }) => {
    const server = await startServer(onTestFinished);
    const run = { id: '7', attempt: 2 };
    await Promise.all(Array.from({ length: PUBLISHERS }, (_, i) => publish(server, i + 1, run)));
    expect(lastLines(server)).toEqual([expect.stringMatching(/^run 7\.2 by [1-8]$/)]);
  });
});
