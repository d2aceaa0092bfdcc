import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GitHubServer } from '../github/server.ts';
import { CONFIG, FILES } from './pair.ts';
import { createRepository, type Repository } from './repository.ts';

const BRIEF = `
measure:
  budget: 12s
baseline:
  confidence: 60%
drift:
  against: latest-release-tag
  tolerance: 50%
`;

let repository: Repository;
beforeEach(() => {
  repository = createRepository({ ...FILES, 'tailgate.yml': CONFIG + BRIEF });
  repository.git('tag', 'v1.4.0');
});
afterEach(() => repository.remove());

/** As a step of a scheduled workflow, beside a server of GitHub's. */
function workflow(server: GitHubServer) {
  // Outside, so that the mended commit has the files of the release.
  const event = join(repository.environment.HOME!, 'event.json');
  writeFileSync(event, JSON.stringify({ repository: { default_branch: 'main' } }));
  return {
    GITHUB_EVENT_NAME: 'schedule',
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: 'octo/shop',
    GITHUB_API_URL: server.url,
    GITHUB_RUN_ID: '7',
    GITHUB_TOKEN: 'secret-token-of-the-job',
  };
}

describe('tailgate drift', () => {
  it('keeps one issue open from the run that finds a slowdown to the one that finds none', async () => {
    const server = await new GitHubServer().start();
    try {
      server.state.addToken('secret-token-of-the-job');
      const environment = workflow(server);
      const { all } = server.state.issues;
      repository.commit({ delay: '20' }, 'slow');
      repository.git('tag', 'v1.5.0-rc.1');
      const slow = await repository.run(['drift', '--issue'], environment);
      expect(slow.stderr).toContain('issue opened: https://github.com/octo/shop/issues/101');
      expect(slow.stdout).toMatch(/search p50 .* since v1\.4\.0, surely beyond the tolerance\.$/m);
      expect(slow.code).toBe(1);
      expect(all).toMatchObject([{ state: 'open', title: expect.stringContaining('since v1.4.0') }]);
      repository.commit({ 'server.cjs': 'process.exit(7)' }, 'broken');
      expect((await repository.run(['drift', '--issue'], environment)).code).toBe(3);
      expect(all).toMatchObject([{ state: 'open' }]);
      const before = all[0]!.body;
      repository.commit({ 'server.cjs': FILES['server.cjs'], delay: '2' }, 'mended');
      const fine = await repository.run(['drift', '--issue', '--json'], environment);
      expect(JSON.parse(fine.stdout)).toMatchObject({ result: 'within', from: { name: 'v1.4.0' } });
      expect(fine.stderr).toContain('issue closed: ');
      expect(fine.code).toBe(0);
      expect(all).toMatchObject([{ state: 'closed' }]);
      expect(all[0]!.body).not.toBe(before);
      expect(slow.stdout + slow.stderr + all[0]!.body).not.toContain('secret-token');
    } finally {
      await server.stop();
    }
  });

  it('measures nothing where both commits have the same files', async () => {
    repository.commit({ delay: '20' }, 'slow');
    repository.commit({ delay: FILES.delay }, 'mended');
    // A k6 that cannot be had shows that nobody looks for it.
    const { code, stdout, stderr } = await repository.run(['drift'], { TAILGATE_K6: '/nowhere/k6' });
    expect(code, stderr).toBe(0);
    expect(stdout).toBe('Nothing that is compared has changed since v1.4.0.\n');
  });

  it('says that the issue could not be written, after what it has measured', async () => {
    const server = await new GitHubServer().start();
    try {
      server.state.addToken('secret-token-of-the-job', { mayWrite: false });
      repository.commit({ delay: '20' }, 'slow');
      const { code, stdout, stderr } = await repository.run(['drift', '--issue'], workflow(server));
      expect(stdout).toContain('surely beyond the tolerance');
      expect(stderr).toContain('The issue could not be written: 403');
      expect(code).toBe(3);
    } finally {
      await server.stop();
    }
  });

  it.each([
    [['--against', 'v9'], '`against` names no commit of this clone: "v9"'],
    [['--against', '90d'], 'has no commit from before'],
    [['--against', '30'], 'names no commit'],
    [['--against', 'newer'], '`against` names a commit that is newer than what is checked out: "newer"'],
    [['--tolerance', '10'], 'The percentage has no unit.'],
    [['--issue'], 'is not a step of a workflow'],
  ])('refuses %j', async (args, said) => {
    repository.git('branch', 'newer', repository.commit({ note: 'new' }));
    repository.git('reset', '--quiet', '--hard', 'HEAD~1');
    const { code, stderr } = await repository.run(['drift', ...args]);
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });
});
