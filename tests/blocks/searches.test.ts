import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runSearches, type Searches } from '../../src/blocks/searches.ts';
import { listMarked } from '../../src/processes/procfs.ts';
import { folder, keeper, useKeeper } from '../keeper.ts';
import { writeSearch } from './failing-k6.ts';
import { prepare } from './measure.ts';

useKeeper();

/** Searches the capacity of both arms, the base first. @param environment of k6 */
async function search(environment: Record<string, string>, swapped: boolean) {
  writeSearch(folder);
  const { plan, options } = prepare({}, { environment, k6: join(folder, 'k6') });
  const found: Searches = new Map();
  const once = plan.searches.map((one) => ({ ...one, blocks: 1 }));
  await runSearches(once, found, { ...options, swapped, drawFirst: () => 'base' });
  // Neither services nor k6, nor what has watched their sockets.
  await expect.poll(() => listMarked([`TAILGATE_RUN=${keeper.mark.TAILGATE_RUN}`])).toEqual([]);
  const results = [...found.values()].flat();
  return {
    failures: results.flatMap(({ failure }) => failure ?? []),
    ratesOfHead: results.flatMap(({ arms }) => arms.get('head')?.trials ?? []).map(({ rate }) => rate),
  };
}

const WAYS = [
  ['throws', 'THROWS', /^k6 exited with code 107/],
  ['sends what nobody counts', 'LOSES', /^3 of its requests were not counted/],
] as const;

describe.each([
  ['side by side', false],
  ['one after the other', true],
] as const)('the search of a capacity by a script, with the arms up %s', (_, swapped) => {
  it.each(WAYS)('is driven on the head as well where the script %s on the base', async (_, way, words) => {
    const { failures, ratesOfHead } = await search({ [way]: 'base' }, swapped);
    const message = expect.stringMatching(words);
    expect(failures).toMatchObject([{ fault: 'script', arm: 'base', label: 'search', message }]);
    expect(ratesOfHead).not.toEqual([]);
  });

  it('goes on at rates of its own with an arm that meets where the other does not', async () => {
    const { ratesOfHead } = await search({ FAILS: 'base' }, swapped);
    expect(ratesOfHead).toEqual([50, 100, 100]);
  });

  it.each(WAYS)('blames the script that %s on both', async (_, way, words) => {
    const { failures } = await search({ [way]: 'base head' }, swapped);
    const message = expect.stringMatching(words);
    expect(failures).toMatchObject([{ fault: 'script', arm: 'head', label: 'search', message }]);
  });
});
