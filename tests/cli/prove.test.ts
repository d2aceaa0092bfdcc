import { afterEach, describe, expect, test } from 'vitest';
import { BRIEF, CONFIG, everything, expectNothingLeft, FILES } from './pair.ts';
import { createRepository, type Repository } from './repository.ts';

let repository: Repository;
afterEach(() => (repository as Repository | undefined)?.remove());

describe('tailgate prove', () => {
  test('measures identical code that is not committed, behind relays, and leaves nothing', async () => {
    repository = createRepository({
      ...FILES,
      'tailgate.yml': CONFIG + BRIEF.replace('soak: 2s', 'soak: 0s'),
    });
    repository.write('delay', '1');
    const before = repository.fingerprint();
    const result = await repository.run(['prove', '--runs', '2', '--slowdown', '200%', '--json']);
    expect(result.stderr, everything(result)).toMatch(
      // Which arm comes first is drawn.
      /run 1 of 6, about .* left: starting service, relay of (?:base and head|head and base)/,
    );
    const proof = JSON.parse(result.stdout);
    expect(proof).toMatchObject({
      schemaVersion: 1,
      suite: 'default',
      slowdownPercent: 200,
      confidence: 0.95,
    });
    expect(proof.runs.length).toBeGreaterThan(0);
    expect(proof.runs[0].kind).toBe('unchanged');
    expect(result.code).toBe(proof.outcome === 'proved' ? 0 : proof.outcome === 'unmeasured' ? 3 : 1);
    await expectNothingLeft(repository, result.running);
    expect(repository.fingerprint()).toEqual(before);
  });

  test('ends at Ctrl-C, with nothing left', async () => {
    repository = createRepository(FILES);
    const running = repository.start(['prove', '--runs', '2']);
    await running.saw(/measuring search/);
    process.kill(running.pid, 'SIGINT');
    const result = await running.ended;
    expect(result.code, everything(result)).toBe(130);
    expect(result.stderr).toContain('Interrupted by SIGINT');
    await expectNothingLeft(repository, running);
  });

  test.each([
    [['--runs', '1'], /"1" is no number of runs: expected a whole one from 2 to 100/],
    [['--runs', 'six'], /"six" is no number of runs/],
    [['--slowdown', '20'], /expected `%`|`20%`/],
  ])('refuses %s before anything starts', async (options, message) => {
    repository = createRepository(FILES);
    const result = await repository.run(['prove', ...options]);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(message);
  });
});
