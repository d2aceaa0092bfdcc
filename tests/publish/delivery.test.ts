import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import { publishComment } from '../../src/publish/comment.ts';
import {
  type Delivery,
  deliver,
  describeDelivery,
  isUndelivered,
  type Parcel,
} from '../../src/publish/delivery.ts';
import { publishStatus } from '../../src/publish/status.ts';
import { forgeOf } from '../github/forge.ts';
import { GitHubServer } from '../github/server.ts';

let server: GitHubServer;
beforeEach(async () => {
  server = await new GitHubServer().start();
  server.state.pulls.set(5, { headSha: 'a'.repeat(40) });
  server.state.addToken('good');
  server.state.addToken('read-only', { mayWrite: false });
});
afterEach(() => server.stop());

const own = { trigger: { kind: 'pull_request', fromFork: false }, actor: 'rosa' } as unknown as GitHubContext;
const tell = (delivery: Delivery, parcel: Parcel = 'comment', context = own, isPublic = false) =>
  describeDelivery(delivery, context, parcel, isPublic)!;

function send(parcel: Parcel, token: string, number = 5): Promise<Delivery> {
  const forge = forgeOf(server, { token });
  const url = 'https://github.com/octo/shop/actions/runs/1/attempts/1';
  const status = { sha: 'a'.repeat(40), context: 'tailgate/api', headline: 'met', exitCode: 0, url } as const;
  const comment = { number, marker: '<!-- m -->', body: '<!-- m -->\nhello', mayCreate: true };
  return deliver(() =>
    parcel === 'comment' ? publishComment(forge, comment) : publishStatus(forge, { ...status, trust: 'own' }),
  );
}

describe.each(['comment', 'status'] as const)('a %s', (parcel) => {
  it('that arrives is not told', async () => {
    const delivery = await send(parcel, 'good');
    expect(delivery).toMatchObject({ kind: 'delivered', action: 'created' });
    expect([describeDelivery(delivery, own, parcel), isUndelivered(delivery)]).toEqual([null, false]);
  });

  it('that a token may not write is refused, with the permission that it needs', async () => {
    const delivery = await send(parcel, 'read-only');
    expect(delivery).toMatchObject({ kind: 'refused', status: 403 });
    const permission = parcel === 'comment' ? 'pull-requests' : 'statuses';
    expect(tell(delivery, parcel)).toMatch(/\(403: Resource not accessible by integration/);
    expect(tell(delivery, parcel)).toContain(`Give the job \`permissions: ${permission}: write\`.`);
    const fork = { ...own, trigger: { kind: 'pull_request', fromFork: true } } as unknown as GitHubContext;
    expect(tell(delivery, parcel, fork)).toContain('from forks');
    const bot = { ...own, actor: 'dependabot[bot]' };
    expect(tell(delivery, parcel, bot)).toMatch(/Dependabot .* only read, unless the job has `permissions: /);
  });

  it.each([
    ['a server fault', { kind: 'status', status: 502, method: 'POST', times: 9 }, 502],
    [
      'an invalid request',
      { kind: 'status', status: 422, method: 'POST', message: `::x::\n${'x'.repeat(500)}` },
      422,
    ],
    ['a rate limit', { kind: 'rate-limit', seconds: 3600, times: 9 }, 403],
    ['a secondary limit', { kind: 'secondary-limit', seconds: 3600, times: 9 }, 429],
  ] as const)('that is kept back by %s is a failure, told in one line', async (_, fault, status) => {
    server.fail(fault);
    const delivery = await send(parcel, 'good');
    expect(delivery).toMatchObject({ kind: 'failed', status });
    expect(isUndelivered(delivery)).toBe(true);
    const line = tell(delivery, parcel);
    expect(line).toMatch(/^.{1,300} The verdict stands\.$/);
    expect(line).not.toContain('permissions');
    // The summary has no text that a server wrote.
    expect(tell(delivery, parcel, own, true)).toMatch(
      /could not be \w+ \(the API answered \d+\)\. The verdict stands\.$/,
    );
  });
});

it('a pull request that the token cannot see, and a token that is unknown, are refused', async () => {
  expect(await send('comment', 'good', 6)).toMatchObject({ kind: 'refused', status: 404 });
  expect(await send('comment', 'unknown')).toMatchObject({ kind: 'refused', status: 401 });
  const without = { kind: 'refused', status: null, reason: 'the input github-token is empty' } as const;
  expect(tell(without)).toContain('github-token is empty');
  expect(tell(without, 'comment', own, true)).not.toMatch(/null|empty/);
});

it('what another head, base or run has made needless is told, and is no fault', () => {
  for (const by of ['head', 'base', 'run'] as const) {
    const moved = { kind: 'superseded', by } as const;
    expect(tell(moved)).toContain(`another ${by} by now`);
    expect(isUndelivered(moved)).toBe(false);
  }
});

it('what has no pull request says why in the log, and not in the summary', () => {
  const delivery = { kind: 'unplaced', reason: 'no open pull request' } as const;
  expect(tell(delivery)).toContain('no open pull request');
  expect(tell(delivery, 'comment', own, true)).not.toContain('no open');
});
