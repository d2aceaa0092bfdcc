import { describe, expect, it } from 'vitest';
import { pickAlone } from '../../src/measurement/measurement.ts';
import { makeRound } from '../fixtures.ts';

const inTurns = makeRound([1, 2, 3], { alternating: true });
const alone = makeRound([4, 5, 6]);

describe('slices of one arm alone', () => {
  it('are what SLOs and trends are about', () => {
    expect(pickAlone([inTurns, alone])).toEqual([alone]);
  });

  it('are all slices where arms took no turns, or nothing but turns', () => {
    expect(pickAlone([inTurns])).toEqual([inTurns]);
    expect(pickAlone([alone])).toEqual([alone]);
    expect(pickAlone([])).toEqual([]);
  });
});
