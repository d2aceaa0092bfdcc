import { describe, expect, it } from 'vitest';
import { pickAlternating, pickSustained } from '../../src/measurement/measurement.ts';
import { makeRound } from '../fixtures.ts';

const inTurns = makeRound([1, 2, 3], { alternating: true });
const alone = makeRound([4, 5, 6]);

describe('slices in which base and head took turns', () => {
  it('are what is compared, and not what SLOs and trends are about', () => {
    expect(pickAlternating([inTurns, alone])).toEqual([inTurns]);
    expect(pickSustained([inTurns, alone])).toEqual([alone]);
  });

  it('stand for all where there are no others, and others for them', () => {
    expect(pickSustained([inTurns])).toEqual([inTurns]);
    expect(pickAlternating([alone])).toEqual([alone]);
    expect(pickSustained([])).toEqual([]);
  });
});
