import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import { connect, type Octokit } from '../../src/forge/octokit.ts';
import { listOtherBases, locate } from '../../src/forge/pull.ts';
import { publishComment } from '../../src/publish/comment.ts';
import { publishStatus, withdrawStatuses } from '../../src/publish/status.ts';
import { type Prism, startPrism } from './prism.ts';
import { GitHubServer } from './server.ts';

const headSha = 'a'.repeat(40);
const repository = { owner: 'octo', repo: 'shop' };

let server: GitHubServer;
let prism: Prism;
let octokit: Octokit;

beforeAll(async () => {
  server = await new GitHubServer().start();
  prism = await startPrism(server.url);
  server.publicUrl = prism.url;
  server.state.pulls.set(5, { headSha, headBranch: 'faster', headRepository: 'mallory/shop' });
  server.state.addToken('app');
  octokit = connect({ apiUrl: prism.url, token: 'app', userAgent: 'tailgate/test', note() {}, secondMs: 2 });
});

afterAll(async () => {
  await prism?.stop();
  await server?.stop();
});

it('all that a publisher asks of GitHub is as its published description has it', async () => {
  const trigger = {
    kind: 'workflow_run',
    event: 'pull_request',
    headSha,
    headBranch: 'faster',
    headOwner: 'mallory',
    headRepository: 'mallory/shop',
    fromFork: true,
    since: '2026-11-21T09:00:00Z',
  };
  const context = { ...repository, trigger } as unknown as GitHubContext;
  const location = await locate(octokit, context);
  if (location.kind !== 'pull') throw new Error('The pull request was not found.');
  expect(location.number).toBe(5);
  server.state.pulls.set(6, { headSha, baseBranch: 'release' });
  expect(await listOtherBases(octokit, context, location, () => {})).toEqual(['release']);
  const own = { kind: 'pull_request', number: 5, headSha, baseBranch: 'main' };
  expect(await locate(octokit, { ...context, trigger: own } as unknown as GitHubContext)).toMatchObject({
    standing: 'current',
  });
  const comment = (id: string) =>
    publishComment(octokit, {
      ...repository,
      number: 5,
      headSha,
      run: { id, attempt: 1 },
      marker: '<!-- m -->',
      mayCreate: true,
      said: { code: 'met', headline: id },
      render: (_attempts, state) => `<!-- m -->\n${state}\n${id}`,
    });
  expect(await comment('1')).toMatchObject({ action: 'created' });
  server.state.addComment(5, server.state.tokens.get('app')!, '<!-- m -->');
  expect(await comment('2')).toMatchObject({ action: 'updated' });
  expect(server.state.comments).toHaveLength(1);
  const status = { ...repository, sha: headSha, suite: 'api', headline: 'met', run: { id: '2', attempt: 1 } };
  const url = 'https://github.com/octo/shop/actions/runs/2/attempts/1';
  for (const trust of ['fork', 'own'] as const) {
    expect(
      await publishStatus(octokit, { ...status, trust, base: 'main', otherBases: [], exitCode: 0, url }),
    ).toMatchObject({
      action: 'created',
    });
  }
  expect(
    await withdrawStatuses(octokit, { ...repository, sha: headSha, base: 'release', trust: 'own', url }),
  ).toEqual(['tailgate/api']);
  expect(server.state.statuses.map(({ state }) => state)).toEqual(['pending', 'success', 'pending']);
  expect(await prism.violations()).toEqual([]);
});
