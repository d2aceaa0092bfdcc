import { afterEach, describe, expect, it } from 'vitest';
import { everything, expectNothingLeft, FILES } from '../cli/pair.ts';
import { skipWhereOccupied } from '../cli/project.ts';
import { createRepository, type Repository } from '../cli/repository.ts';

let repository: Repository;
afterEach(() => (repository as Repository | undefined)?.remove());

describe('a gate that is tried with real load', () => {
  it('notices what is planted, far beyond its tolerance, and lets identical code pass', async (context) => {
    await skipWhereOccupied(context);
    repository = createRepository(FILES, { k6: 'real' });
    const result = await repository.run(['prove', '--runs', '2', '--slowdown', '300%', '--json']);
    const proof = JSON.parse(result.stdout);
    const tried = (kind: string) => proof.runs.filter((run: { kind: string }) => run.kind === kind);
    expect(
      tried('unchanged').map(({ blocks }: { blocks: boolean }) => blocks),
      everything(result),
    ).not.toContain(true);
    const slower = tried('slower');
    expect(slower.length).toBeGreaterThan(0);
    for (const { blocks, latencies } of slower) {
      expect(blocks).toBe(true);
      const [p50] = latencies.filter(({ metric }: { metric: string }) => metric === 'p50');
      expect(p50.changePercent).toBeGreaterThan(100);
    }
    await expectNothingLeft(repository, result.running);
  });
});
