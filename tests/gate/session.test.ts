import { afterEach, expect, it, vi } from 'vitest';
import { withSession } from '../../src/gate/session.ts';
import { takeLock } from '../../src/processes/lock.ts';
import { silent } from '../../src/progress.ts';
import { makeConfig } from '../fixtures.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['true', 'UserError'],
  ['false', 'Interrupted'],
])('with CI=%s another run is waited for until: %s', async (CI, name) => {
  const TAILGATE_LOCK = `tailgate-test-session-${process.pid}-${CI}`;
  const held = await takeLock(silent, new AbortController().signal, `\0${TAILGATE_LOCK}`);
  // Each look at the clock is 41 minutes after the one before.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 41 * 60_000));
  const asked = { progress: silent, signal: AbortSignal.timeout(500), environment: { CI, TAILGATE_LOCK } };
  await expect(withSession(makeConfig(), asked, async () => {})).rejects.toMatchObject({ name });
  held.close();
});
