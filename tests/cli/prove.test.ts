import { afterEach, describe, expect, test } from 'vitest';
import { BRIEF, CONFIG, everything, expectNothingLeft, FILES } from './pair.ts';
import { createRepository, type Repository } from './repository.ts';

let repository: Repository;
afterEach(() => (repository as Repository | undefined)?.remove());

describe('tailgate prove', () => {
  test('measures identical code that is not committed, judges it three times, and leaves nothing', async () => {
    repository = createRepository({
      ...FILES,
      'tailgate.yml': CONFIG + BRIEF.replace('soak: 2s', 'soak: 0s'),
    });
    repository.write('delay', '1');
    const before = repository.fingerprint();
    const result = await repository.run(['prove', '--runs', '2', '--slowdown', '200%', '--json']);
    expect(result.stderr, everything(result)).toMatch(/run 1 of 2/);
    const proof = JSON.parse(result.stdout);
    expect(proof).toMatchObject({ schemaVersion: 1, suite: 'default', slowdown: 2, confidence: 0.95 });
    expect(proof.runs.length).toBeGreaterThan(0);
    // Three times as slow is noticed where unchanged code is not, in the same measurement.
    const measured = proof.runs.filter(
      (run: { unchanged: { blocks: boolean | null } }) => run.unchanged.blocks !== null,
    );
    for (const run of measured) expect(run.slower).toMatchObject({ verdict: 'regressed', blocks: true });
    expect(result.code).toBe(proof.outcome === 'proved' ? 0 : proof.outcome === 'unmeasured' ? 3 : 1);
    await expectNothingLeft(repository, result.running);
    expect(repository.fingerprint()).toEqual(before);
  });
});
