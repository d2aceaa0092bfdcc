import { execFile } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REPLAYED_K6 } from '../fixtures.ts';
import { BRIEF, CONFIG, FILES } from './pair.ts';
import { createRepository, type Repository } from './repository.ts';

/** Beside the delays of these tests, what recorded latencies scatter by is nothing. */
const WIDE = ['--tolerance', '100%'];
const BROKEN = { 'server.cjs': 'process.exit(7)' };

let repository: Repository;
beforeEach(() => {
  // Tailgate came later than these commits, or its file has changed since.
  repository = createRepository({ ...FILES, 'tailgate.yml': 'scenarios: {}\n' });
});
afterEach(() => repository.remove());

/** The fewest blocks that can show a commit to be as fast as another. `BRIEF` has one less. */
const ENOUGH = '\nmeasure: { budget: 12s, soak: 0s }\nbaseline: { confidence: 75% }\n';

/** The file that measures all of them, which git does not track. */
const keepCopy = (brief = ENOUGH) => repository.write('tailgate.bisect.yml', CONFIG + brief);

/** Runs git as people do, with the command after it. */
function bisect(...args: string[]): Promise<{ code: number | null; output: string }> {
  const { folder, environment } = repository;
  const own = { TAILGATE_K6: REPLAYED_K6, TAILGATE_LOCK: basename(folder), NO_COLOR: '1', CI: '' };
  const env = { ...process.env, ...environment, ...own };
  return new Promise((done) => {
    const child = execFile('git', ['bisect', ...args], { cwd: folder, env }, (_, stdout, stderr) =>
      done({ code: child.exitCode, output: stdout + stderr }),
    );
  });
}

describe('git bisect run with tailgate run --base GOOD --bisect', () => {
  it('finds the slow commit of six, past one that does not start', async () => {
    const good = repository.git('rev-parse', 'HEAD');
    const service = FILES['server.cjs'];
    const shas = [0, 1, 2, 3, 4, 5].map((i) =>
      repository.commit(
        { note: `${i}`, delay: i < 4 ? '2' : '40', ...(i === 2 ? BROKEN : { 'server.cjs': service }) },
        `change ${i}`,
      ),
    );
    keepCopy();
    await bisect('start', 'HEAD', good);
    const cli = [process.execPath, resolve('dist/cli.mjs')];
    const options = ['--config', 'tailgate.bisect.yml', '--base', good, '--bisect', ...WIDE];
    const { code, output } = await bisect('run', ...cli, 'run', ...options);
    expect(output).toContain(`${shas[4]} is the first bad commit`);
    expect(code).toBe(0);
    expect(repository.git('bisect', 'log')).toContain(`git bisect skip ${shas[2]}`);
  });
});

describe('tailgate run --bisect', () => {
  it('ends with 125 where nothing is decided', async () => {
    repository.commit({ note: '1' });
    // So rare that the requests of a run do not tell it.
    repository.write('tailgate.bisect.yml', CONFIG.replace('slo: p50', 'slo: p99.9') + BRIEF);
    const args = ['run', '--config', 'tailgate.bisect.yml', '--base', 'HEAD~1', ...WIDE, '--bisect'];
    const { code, stdout } = await repository.run(args);
    expect(stdout).toMatch(/p99\.9.* too few requests, not compared/);
    expect(code).toBe(125);
  });

  it.each([
    [['--base', 'nowhere'], '--base does not name a revision: "nowhere"'],
    [[], '`--bisect` needs `--base`'],
  ])('ends with 255 after a mistake that every commit has: %j', async (args, said) => {
    keepCopy();
    const call = ['run', '--config', 'tailgate.bisect.yml', '--bisect', ...args];
    const { code, stderr } = await repository.run(call);
    expect(stderr).toContain(said);
    expect(code).toBe(255);
  });
});
