import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { BRIEF, CONFIG, everything, expectNothingLeft, FILES } from './pair.ts';
import { skipWhereOccupied } from './project.ts';
import { createRepository, type Repository } from './repository.ts';

let repository: Repository;
afterEach(() => (repository as Repository | undefined)?.remove());

describe('a run in a repository', () => {
  it('blocks a change that is slower than its parent, dirty tree and all, and leaves the checkout as it was', async (context) => {
    await skipWhereOccupied(context);
    repository = createRepository(FILES, { k6: 'real' });
    // Pauses grow with the limit of an SLO, so limits are low. Examples and the demo have a soak.
    const brief = BRIEF.replace('soak: 2s', 'soak: 0s');
    const declared = CONFIG.replace('200ms', '80ms') + brief;
    const base = repository.commit({ 'tailgate.yml': declared, '.gitignore': 'ignored\n' });
    repository.write('ignored', 'mine');
    repository.write('delay', '25');
    repository.write('routes', '/new');
    const scenario = '  fresh:\n    request: GET /new\n    slo: p50 < 100ms at 100 req/s\n';
    const config = CONFIG.replace('200ms', '100ms') + scenario + brief;
    repository.write('tailgate.yml', config);
    const before = repository.fingerprint();
    const out = mkdtempSync(join(tmpdir(), 'tailgate-test-out-'));
    try {
      const paths = ['--comment', join(out, 'comment.md'), '--json', join(out, 'result.json')];
      const result = await repository.run(['run', ...paths]);
      expect(result.code, everything(result)).toBe(1);
      const comment = readFileSync(join(out, 'comment.md'), 'utf8');
      expect(comment).toMatch(/search.*slower/);
      expect(comment).toContain(base.slice(0, 7));
      // Base answers 404 there: nothing to compare with, and no fault of either.
      expect(result.stdout).toMatch(/fresh/);
      expect(comment).toMatch(/fresh[^\n]*new/);
      expect(comment).toMatch(/loosens search p50: 80ms → 100ms/);
      const json = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
      expect(json).toMatchObject({ verdict: 'regressed', blocks: true });
      await expectNothingLeft(repository, result.running);
    } finally {
      rmSync(out, { recursive: true });
    }
    expect(repository.fingerprint()).toEqual(before);
  });
});
