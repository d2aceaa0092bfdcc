import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import type { Forge } from '../../src/forge/port.ts';
import { locate } from '../../src/forge/pull.ts';
import { publishComment } from '../../src/publish/comment.ts';
import { publishStatus } from '../../src/publish/status.ts';
import { forgeOf } from './forge.ts';
import { type Prism, startPrism } from './prism.ts';
import { GitHubServer } from './server.ts';

const headSha = 'a'.repeat(40);
const repository = { owner: 'octo', repo: 'shop' };

let server: GitHubServer;
let prism: Prism;
let forge: Forge;

beforeAll(async () => {
  server = await new GitHubServer().start();
  prism = await startPrism(server.url);
  server.publicUrl = prism.url;
  server.state.pulls.set(5, { headSha, headBranch: 'faster', headRepository: 'mallory/shop' });
  server.state.addToken('app');
  forge = forgeOf(server, { token: 'app' });
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
  const location = await locate(forge, context);
  if (location.kind !== 'pull') throw new Error('The pull request was not found.');
  expect(location.number).toBe(5);
  const own = { kind: 'pull_request', number: 5, headSha, baseBranch: 'main' };
  expect(await locate(forge, { ...context, trigger: own } as unknown as GitHubContext)).toMatchObject({
    standing: 'current',
  });
  const marker = '<!-- m -->';
  const comment = (id: string) =>
    publishComment(forge, { number: 5, marker, body: `${marker}\n${id}`, mayCreate: true });
  expect(await comment('1')).toMatchObject({ action: 'created' });
  expect(await comment('2')).toMatchObject({ action: 'updated' });
  expect(server.state.comments).toHaveLength(1);
  const url = 'https://github.com/octo/shop/actions/runs/2/attempts/1';
  const status = {
    ...repository,
    sha: headSha,
    context: 'tailgate/api',
    headline: 'met',
    exitCode: 0,
    url,
  } as const;
  for (const trust of ['fork', 'own'] as const)
    expect(await publishStatus(forge, { ...status, trust })).toMatchObject({ action: 'created' });
  expect(server.state.statuses.map(({ state }) => state)).toEqual(['pending', 'success']);
  expect(await prism.violations()).toEqual([]);
});
