import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hasProgram } from '../fixtures.ts';
import { CONFIG, everything, expectNothingLeft, FILES } from './pair.ts';
import { skipWhereOccupied } from './project.ts';
import { createRepository, type Repository } from './repository.ts';
import { expectTable } from './table.ts';

let repository: Repository;
afterEach(() => (repository as Repository | undefined)?.remove());

/** The fewest blocks, as base and head are an order of magnitude apart. Examples and the demo have a soak. */
const BRIEF = `
measure:
  budget: 8s
  soak: 0s
baseline:
  confidence: 60%
  tolerance: 50%
explain: off
`;

describe('a run in a repository', () => {
  it('blocks a change that is slower than its parent, dirty tree and all, shows in a terminal what k6 has measured so far, and leaves the checkout as it was', async (context) => {
    await skipWhereOccupied(context);
    const config = CONFIG.replace('200ms', '80ms') + BRIEF;
    repository = createRepository({ ...FILES, 'tailgate.yml': config }, { k6: 'real' });
    const base = repository.commit({ '.gitignore': 'ignored\n' });
    repository.write('ignored', 'mine');
    repository.write('delay', '25');
    const before = repository.fingerprint();
    const out = mkdtempSync(join(tmpdir(), 'tailgate-test-out-'));
    const size = hasProgram('script') ? { columns: 100, rows: 24 } : undefined;
    try {
      const paths = ['--comment', join(out, 'comment.md'), '--json', join(out, 'result.json')];
      const running = repository.start(['run', ...paths], {}, size);
      const result = await running.ended;
      expect(result.code, everything(result)).toBe(1);
      if (size) expectTable(result, size);
      const comment = readFileSync(join(out, 'comment.md'), 'utf8');
      expect(comment).toMatch(/search.*slower/);
      expect(comment).toContain(base.slice(0, 7));
      const json = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
      expect(json).toMatchObject({ verdict: 'regressed', blocks: true });
      await expectNothingLeft(repository, running);
    } finally {
      rmSync(out, { recursive: true });
    }
    expect(repository.fingerprint()).toEqual(before);
  });
});
