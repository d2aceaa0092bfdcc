import { expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import { explainDeliveryFault } from '../../src/forge/fault.ts';
import {
  type Delivery,
  describeDelivery,
  isUndelivered,
  mentionDelivery,
} from '../../src/publish/delivery.ts';

const contextOf = (fromFork: boolean) => ({ trigger: { kind: 'pull_request', fromFork } }) as GitHubContext;
const tell = (delivery: Delivery, fromFork = false) =>
  describeDelivery(delivery, contextOf(fromFork), 'comment');

/** What becomes of a comment when the API answers this. */
const answer = (status: number, message: string, headers: object = {}) =>
  explainDeliveryFault(
    Object.assign(new Error(message), { status, response: { data: { message }, headers } }),
  );

it('what arrives, or is not to, is not told; what another head or base has made needless is, and is no fault', () => {
  for (const delivery of [
    { kind: 'not-asked' },
    { kind: 'delivered', url: '', action: 'created' },
  ] satisfies Delivery[])
    expect([tell(delivery), mentionDelivery(delivery, 'comment')]).toEqual([null, null]);
  const moved = { kind: 'superseded' } as const;
  expect(tell(moved)).toContain('another head or base by now');
  expect([isUndelivered(moved), mentionDelivery(moved, 'status')]).toEqual([false, null]);
});

it('what a token may not write is refused, with the permission that it needs', () => {
  const delivery = answer(403, 'Resource not accessible by integration');
  expect(delivery).toEqual({ kind: 'refused', reason: '403: Resource not accessible by integration' });
  expect(tell(delivery)).toBe(
    'The pull request could not be commented (403: Resource not accessible by integration). Give the job `permissions: pull-requests: write`. The verdict stands.',
  );
  expect(describeDelivery(delivery, contextOf(false), 'status')).toContain('`permissions: statuses: write`');
  expect(tell(delivery, true)).toContain('from forks');
  for (const status of [401, 404]) expect(answer(status, 'no')).toMatchObject({ kind: 'refused' });
});

it.each([
  [502, 'Server Error', {}],
  [422, `::x::\n${'x'.repeat(500)}`, {}],
  [403, 'API rate limit exceeded', {}],
  [403, 'Forbidden', { 'x-ratelimit-remaining': '0' }],
  [403, 'Forbidden', { 'retry-after': '60' }],
  [429, 'Too many', {}],
] as const)('what is kept back by %i %s %j is a failure, told in one line', (status, message, headers) => {
  const delivery = answer(status, message, headers);
  expect(delivery).toMatchObject({ kind: 'failed', reason: expect.stringContaining(`${status}: `) });
  expect(tell(delivery)).toMatch(/^.{1,300} The verdict stands\.$/);
  expect(tell(delivery)).not.toContain('permissions');
  // The summary has no text that a server wrote.
  const mention = 'The pull request could not be commented: the log says why. The verdict stands.';
  expect(mentionDelivery(delivery, 'comment')).toBe(mention);
});
