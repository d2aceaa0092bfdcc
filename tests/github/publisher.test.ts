import { afterAll, beforeAll, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import { locate } from '../../src/forge/location.ts';
import type { Forge } from '../../src/forge/port.ts';
import { forgeOf } from './forge.ts';
import { type Prism, startPrism } from './prism.ts';
import { GitHubServer } from './server.ts';

const sha = 'a'.repeat(40);
const marker = '<!-- m -->';

let server: GitHubServer;
let prism: Prism;
let forge: Forge;

beforeAll(async () => {
  server = await new GitHubServer().start();
  prism = await startPrism(server.url);
  server.publicUrl = prism.url;
  server.state.pulls.set(5, { headSha: sha, headBranch: 'faster', headRepository: 'mallory/shop' });
  server.state.addToken('app');
  forge = forgeOf(server, { token: 'app' });
});

afterAll(async () => {
  await prism?.stop();
  await server?.stop();
});

it('all that is asked of GitHub, and all that the local one answers, is as its published description has it', async () => {
  const head = { headSha: sha, headBranch: 'faster', headOwner: 'mallory', headRepository: 'mallory/shop' };
  const trigger = { kind: 'workflow_run', event: 'pull_request', ...head, fromFork: true, since: null };
  const context = { owner: 'octo', repo: 'shop', trigger } as unknown as GitHubContext;
  expect(await locate(forge, context, () => {})).toMatchObject({ kind: 'pull', number: 5 });
  expect(await forge.getPull(5)).toMatchObject({ head: { sha, repository: 'mallory/shop' } });
  await forge.writeComment(5, `${marker}\none`, null);
  const id = await forge.findComment(5, marker);
  await forge.writeComment(5, `${marker}\ntwo`, id);
  expect(server.state.comments).toMatchObject([{ id, body: `${marker}\ntwo` }]);
  const status = {
    context: 'tailgate/api',
    state: 'failure',
    description: 'slower',
    url: 'https://x',
  } as const;
  await forge.setStatus(sha, status);
  expect(await forge.listStatuses(sha)).toMatchObject([{ context: 'tailgate/api', description: 'slower' }]);
  const { consent } = server.state;
  consent.roles.set('rosa', 'triage').set('kim', 'maintain');
  consent.reviews.set(5, [{ by: 'kim', state: 'APPROVED', sha }]);
  consent.merged.set(sha, [5]);
  server.state.label(5, 'rosa', '2026-03-01T12:05:00Z');
  expect(await forge.getPull(5)).toMatchObject({ labels: ['tailgate:accept'] });
  expect(await forge.listEvents(5)).toMatchObject([{ event: 'labeled', by: 'rosa' }]);
  expect(await forge.listReviews(5)).toEqual([{ by: 'kim', isApproval: true, sha }]);
  expect(await forge.findMerged(sha)).toMatchObject({ number: 5 });
  expect([await forge.rightsOf('rosa'), await forge.rightsOf('kim')]).toEqual(['triage', 'maintain']);
  await expect(forge.rightsOf('some[bot]')).rejects.toMatchObject({ status: 404 });
  expect(await prism.violations()).toEqual([]);
  // And it would have been caught otherwise.
  await fetch(`${prism.url}/nowhere`);
  expect(await prism.violations()).toHaveLength(1);
});
