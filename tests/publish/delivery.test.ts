import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import { publishComment } from '../../src/publish/comment.ts';
import {
  type Delivery,
  deliver,
  describeDelivery,
  isUndelivered,
  mentionDelivery,
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

const own = { trigger: { kind: 'pull_request', fromFork: false } } as unknown as GitHubContext;

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
  const tell = (delivery: Delivery, context = own) => describeDelivery(delivery, context, parcel)!;

  it('that arrives is not told', async () => {
    const delivery = await send(parcel, 'good');
    expect(delivery).toMatchObject({ kind: 'delivered', action: 'created' });
    expect([tell(delivery), mentionDelivery(delivery, parcel), isUndelivered(delivery)]).toEqual([
      null,
      null,
      false,
    ]);
  });

  it('that a token may not write is refused, with the permission that it needs', async () => {
    const delivery = await send(parcel, 'read-only');
    const permission = parcel === 'comment' ? 'pull-requests' : 'statuses';
    expect(delivery).toMatchObject({ kind: 'refused' });
    expect(tell(delivery)).toMatch(/\(403: Resource not accessible by integration/);
    expect(tell(delivery)).toContain(`Give the job \`permissions: ${permission}: write\`.`);
    const fork = { ...own, trigger: { kind: 'pull_request', fromFork: true } } as unknown as GitHubContext;
    expect(tell(delivery, fork)).toContain('from forks');
  });

  it.each([
    { kind: 'status', status: 502, method: 'POST', times: 9 },
    { kind: 'status', status: 422, method: 'POST', message: `::x::\n${'x'.repeat(500)}` },
    { kind: 'rate-limit', seconds: 3600, times: 9 },
    { kind: 'secondary-limit', seconds: 3600, times: 9 },
  ] as const)('that is kept back by $kind $status is a failure, told in one line', async (fault) => {
    server.fail(fault);
    const delivery = await send(parcel, 'good');
    expect(delivery).toMatchObject({ kind: 'failed' });
    expect(tell(delivery)).toMatch(/^.{1,300} The verdict stands\.$/);
    expect(tell(delivery)).not.toContain('permissions');
    // The summary has no text that a server wrote.
    expect(mentionDelivery(delivery, parcel)).toMatch(/could not be \w+: the log says why\. The verdict/);
  });
});

it('a pull request that the token cannot see, and a token that is unknown, are refused', async () => {
  expect(await send('comment', 'good', 6)).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^404/),
  });
  expect(await send('comment', 'unknown')).toMatchObject({ kind: 'refused' });
});

it('what another head or base has made needless is told, and is no fault', () => {
  const moved = { kind: 'superseded' } as const;
  expect(describeDelivery(moved, own, 'comment')).toContain('another head or base by now');
  expect(isUndelivered(moved)).toBe(false);
});
