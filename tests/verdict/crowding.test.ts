import { expect, it } from 'vitest';
import { blameCrowding, judgeCrowding } from '../../src/verdict/crowding.ts';

it('stretches that were thrown away on a quiet machine take `unchanged` away', () => {
  expect(judgeCrowding({ head: 2, base: 0, together: 0 })).toMatchObject({ kind: 'crowded', head: 2 });
  expect(judgeCrowding({ head: 1, base: 0, together: 2 })).toMatchObject({ kind: 'crowded', together: 2 });
});

it('one of them, or as many on the base, takes nothing away', () => {
  expect(judgeCrowding({ head: 1, base: 0, together: 0 })).toBeNull();
  expect(judgeCrowding({ head: 4, base: 2, together: 0 })).toBeNull();
});

it('the service is to blame where they come back time and again on the head alone', () => {
  expect(blameCrowding('search', { head: 5, base: 0, together: 3 })).toEqual({
    kind: 'fills-machine',
    label: 'search',
    head: 5,
    base: 0,
    together: 3,
  });
  expect(blameCrowding('search', { head: 6, base: 0, together: 0 })).toBeNull();
  expect(blameCrowding('search', { head: 0, base: 0, together: 20 })).toBeNull();
  expect(blameCrowding('search', { head: 9, base: 1, together: 0 })).toBeNull();
});
