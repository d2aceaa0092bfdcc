import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CONFIG, expectNothingLeft, FILES } from './pair.ts';
import { createRepository, type Repository } from './repository.ts';

const BRIEF = `
measure:
  budget: 12s
baseline:
  confidence: 75%
`;

let repository: Repository;
beforeEach(() => {
  repository = createRepository({ ...FILES, 'tailgate.yml': CONFIG + BRIEF });
});
afterEach(() => repository.remove());

/** Makes as many commits; from one on they are slow. @returns their SHAs */
const grow = (count: number, slow: number) =>
  Array.from({ length: count }, (_, i) =>
    repository.commit({ note: `${i}`, delay: i < slow ? '2' : '40' }, `change ${i}`),
  );

describe('tailgate bisect', () => {
  it('finds the slow commit, past one that does not start, and leaves the checkout as it was', async () => {
    const shas = grow(2, 3);
    // One whose configuration cannot be read is started as the checkout says.
    shas.push(repository.commit({ note: '2', 'tailgate.yml': 'scenarios: [' }, 'change 2'));
    shas.push(repository.commit({ note: '3', delay: '40', 'tailgate.yml': CONFIG + BRIEF }, 'change 3'));
    shas.push(repository.commit({ note: '4' }, 'change 4'));
    repository.commit({ 'server.cjs': 'process.exit(7)' }, 'broken');
    repository.git('reset', '--quiet', '--hard', 'HEAD~1');
    repository.write('delay', '7');
    const before = repository.fingerprint();
    const { code, stdout, stderr, running } = await repository.run(['bisect', 'HEAD~5', 'main', '--json']);
    expect(stderr).toContain('5 commits: about 4 runs');
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'commit',
      commits: [{ sha: shas[3], author: 'Ann', subject: 'change 3', merge: false }],
      before: { sha: shas[2] },
      after: { sha: shas[3] },
      skipped: [],
    });
    expect(code).toBe(1);
    expect(repository.fingerprint()).toEqual(before);
    await expectNothingLeft(repository, running);
  });

  it('ends with the commits among which it must be, where some cannot be measured', async () => {
    const good = repository.git('rev-parse', 'HEAD');
    const service = FILES['server.cjs'];
    repository.commit({ 'server.cjs': 'process.exit(7)' }, 'breaks it');
    repository.commit({ 'server.cjs': service, delay: '40' }, 'mends it \u001b[31m::error::and is slow');
    const { code, stdout } = await repository.run(['bisect', good, 'main', 'search']);
    expect(stdout).toMatch(/^The slowdown came with one of 2 commits/);
    expect(stdout).toContain('breaks it (Ann');
    expect(stdout).toMatch(/Skipped [0-9a-f]{10}: .*did not become ready/);
    expect(stdout).toMatch(/Chance that this is wrong: at most/);
    expect(stdout).not.toContain('\u001b');
    expect(code).toBe(1);
  });

  it('says none where nothing is slower, and what it would have seen', async () => {
    grow(3, 9);
    // A tail of few requests scatters, and a busy machine could not tell of a small slowdown.
    repository.write('tailgate.yml', `${CONFIG + BRIEF}  tolerance: 100%\n`);
    const { code, stdout } = await repository.run(['bisect', 'HEAD~3', 'HEAD']);
    expect(stdout).toMatch(
      /^No slowdown beyond its tolerance from [0-9a-f]{10} to [0-9a-f]{10}:\n {2}search p50: .*, not worse by more than/,
    );
    expect(code).toBe(0);
  });

  it('measures nothing where both ends have the same files', async () => {
    repository.commit({ delay: '40' }, 'slow');
    repository.commit({ delay: FILES.delay }, 'mended');
    const none = { TAILGATE_K6: '/nowhere/k6' };
    const { code, stdout, stderr } = await repository.run(['bisect', 'HEAD~2', 'HEAD'], none);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(
      /^No slowdown beyond its tolerance from [0-9a-f]{10} to [0-9a-f]{10}:\n {2}nothing that is measured differs between them\n/,
    );
  });

  it('goes on after Ctrl-C with what was measured', async () => {
    const shas = grow(4, 1);
    const running = repository.start(['bisect', 'HEAD~4', 'HEAD', 'search']);
    await running.saw(/one of 4 commits/);
    process.kill(running.pid, 'SIGINT');
    const interrupted = await running.ended;
    expect(interrupted.code).toBe(130);
    expect(interrupted.stderr).toContain('What was measured is kept: `tailgate bisect` goes on.');
    await expectNothingLeft(repository, running);
    const { code, stdout, stderr } = await repository.run(['bisect', '--json']);
    expect(stderr).toContain('the search goes on after 1 run; `--reset` begins anew');
    expect(JSON.parse(stdout)).toMatchObject({ result: 'commit', commits: [{ sha: shas[1] }] });
    expect(code).toBe(1);
    const { stderr: again, code: none } = await repository.run(['bisect']);
    expect(again).toContain('There is no search to go on with.');
    expect(none).toBe(2);
  });

  it.each([
    ['changed', (path: string) => writeFileSync(path, 'id\n2\n')],
    ['taken away', (path: string) => rmSync(path)],
  ])('ends where a data file is %s meanwhile, and goes on once it is put back', async (_, act) => {
    const items = `
  items:
    request: GET /?item=\${data.id}
    data: items.csv
    slo: p50 < 200ms at 100 req/s
`;
    repository.commit({ 'items.csv': 'id\n1\n', 'tailgate.yml': CONFIG.trimEnd() + items + BRIEF });
    grow(4, 1);
    const running = repository.start(['bisect', 'HEAD~4', 'HEAD', 'search']);
    await running.saw(/one of 4 commits/);
    act(join(repository.folder, 'items.csv'));
    const { code, stderr } = await running.ended;
    expect(stderr).toContain(
      'The configuration, or a script or data file of it, was changed while the search went on.',
    );
    expect(stderr).toContain('What was measured is kept: `tailgate bisect` goes on.');
    expect(code).toBe(2);
    repository.write('items.csv', 'id\n1\n');
    const again = repository.start(['bisect']);
    await again.saw(/the search goes on after 2 runs/);
    process.kill(again.pid, 'SIGINT');
    await again.ended;
    await expectNothingLeft(repository, again);
  });

  it('compares no deployments, which are of no commit', async () => {
    grow(1, 9);
    const deployments = 'base: { url: http://127.0.0.1:1 }\nhead: { url: http://127.0.0.1:2 }\n';
    const scenarios = CONFIG.slice(CONFIG.indexOf('scenarios:'));
    repository.write('tailgate.yml', deployments + scenarios);
    const { code, stderr } = await repository.run(['bisect', 'HEAD~1', 'HEAD']);
    expect(stderr).toContain('Deployments run already, so no commit can be measured in their place.');
    expect(code).toBe(2);
  });

  it('waits for another search of the same clone, and tells of one that was left', async () => {
    grow(4, 1);
    const first = repository.start(['bisect', 'HEAD~4', 'HEAD']);
    await first.saw(/one of 4 commits/);
    const second = repository.start(['bisect', '--budget', '15s']);
    await second.saw(/waiting: another Tailgate/);
    process.kill(first.pid, 'SIGINT');
    expect((await first.ended).code).toBe(130);
    await second.saw(
      /the search that was left had another range, budget, configuration, script or data file/,
    );
    process.kill(second.pid, 'SIGINT');
    await second.ended;
  });

  it('refuses a range that is none', async () => {
    grow(2, 9);
    repository.git('branch', 'side', 'HEAD~1');
    repository.git('switch', '--quiet', 'side');
    const side = repository.commit({ note: 'side' });
    for (const [args, said] of [
      [['main', 'HEAD~1'], 'The good commit comes first'],
      [['main', 'main'], 'Both names are the same commit'],
      [[side, 'main'], 'Start where they parted'],
      [['nowhere', 'main'], 'GOOD names no commit of this clone: "nowhere"'],
      [['main~1', 'main', 'sarch'], 'Did you mean `search`?'],
      [['main~1'], 'Which commit is slow?'],
    ] as const) {
      const { code, stderr } = await repository.run(['bisect', ...args]);
      expect(stderr).toContain(said);
      expect(code).toBe(2);
    }
  });
});
