import { describe, expect, test } from 'vitest';
import { decide, exitCodeOf, findGravest, type Grounds, VERDICT_CODES } from '../../src/verdict/codes.ts';
import type { ChangeFinding, SloFinding } from '../../src/verdict/findings.ts';

describe('a verdict', () => {
  test.each([
    ['regressed', true, 1],
    ['missed', true, 1],
    ['invalid', true, 3],
    ['inconclusive', true, 1],
    ['inconclusive', false, 0],
    ['accepted', false, 0],
  ] as const)('%s with blocks: %s ends with %i', (code, blocks, expected) => {
    expect(exitCodeOf({ code, blocks })).toBe(expected);
  });

  test('is named by the gravest finding, in whatever order they come', () => {
    expect(findGravest(['met', 'first-run', 'unchanged'])).toBe('unchanged');
    expect(findGravest(['inconclusive', 'missed', 'at-limit'])).toBe('missed');
    expect(findGravest(VERDICT_CODES.toReversed())).toBe('regressed');
    expect(findGravest([])).toBe('skipped');
  });
});

type Found = { slos?: SloFinding['code'][]; changes?: ChangeFinding['code'][] };

function decideOn({ slos = [], changes = [] }: Found, failOn: Grounds['failOn'], parts?: Partial<Grounds>) {
  return decide({
    slos: slos.map((code) => ({ code }) as SloFinding),
    changes: changes.map((code) => ({ code }) as ChangeFinding),
    faults: [],
    invalid: [],
    failOn,
    ...parts,
  });
}

describe('the verdict where `fail-on` names less grave findings', () => {
  const open: Found = { slos: ['met', 'at-limit'], changes: ['inconclusive', 'unchanged'] };

  test('is the one that blocks, where the gravest does not', () => {
    expect(decideOn(open, ['inconclusive'])).toEqual({ code: 'inconclusive', blocks: true });
    expect(decideOn(open, ['at-limit'])).toEqual({ code: 'at-limit', blocks: true });
    expect(decideOn(open, ['inconclusive', 'at-limit'])).toEqual({ code: 'at-limit', blocks: true });
    expect(decideOn(open, [])).toEqual({ code: 'at-limit', blocks: false });
  });

  test('stays that of what always blocks, and of a run that could not be measured', () => {
    const missed: Found = { slos: ['missed', 'at-limit'], changes: ['inconclusive'] };
    expect(decideOn(missed, ['inconclusive'])).toEqual({ code: 'missed', blocks: true });
    const crash = { kind: 'crashed', service: 'app', label: 'search', exit: 'exit code 1', log: '' } as const;
    expect(decideOn(open, ['inconclusive'], { faults: [crash] })).toEqual({ code: 'missed', blocks: true });
    const invalid = [{ kind: 'harness' as const, message: 'k6 was gone', log: '' }];
    expect(decideOn(open, ['inconclusive'], { invalid })).toEqual({ code: 'invalid', blocks: true });
  });
});
