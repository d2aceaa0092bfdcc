import { expect, it } from 'vitest';
import { pickAlone } from '../../src/measurement/measurement.ts';
import { makeRound } from '../fixtures.ts';

it('picks the slices of one arm alone, or all where there are none', () => {
  const [inTurns, alone] = [makeRound([1, 2, 3], { alternating: true }), makeRound([4, 5, 6])];
  expect(pickAlone([inTurns, alone])).toEqual([alone]);
  for (const all of [[inTurns], [alone], []]) expect(pickAlone(all)).toEqual(all);
});
