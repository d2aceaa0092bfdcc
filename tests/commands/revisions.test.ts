import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { describeRuns, needCheckout } from '../../src/commands/revisions.ts';
import { silent } from '../../src/progress.ts';
import { makeRepository } from '../revision/fixture.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

it('runs of commits have the token and the release of k6 that the action was given', async () => {
  const serverUrl = 'https://git.example.com';
  const variables = { CI: 'true', GITHUB_TOKEN: '', GH_TOKEN: '', GITHUB_SERVER_URL: serverUrl };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const configPath = join(makeRepository(), 'tailgate.yml');
  const { signal } = new AbortController();
  const checkout = await needCheckout(configPath, signal);
  const asked = { progress: silent, k6Version: '1.8.1', token: 'given' };
  const describeRun = await describeRuns(configPath, checkout, asked, signal);
  const request = await describeRun({ base: 'HEAD', head: checkout.head!, only: [] });
  expect(request).toMatchObject({
    k6Version: '1.8.1',
    base: { credentials: { token: 'given', serverUrl } },
  });
});
