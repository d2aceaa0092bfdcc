import { describe, expect, it } from 'vitest';
import { decide, type Grounds } from '../../src/verdict/codes.ts';
import type { ChangeFinding, SloFinding } from '../../src/verdict/findings.ts';

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

  it('is the one that blocks, where the gravest does not', () => {
    expect(decideOn(open, ['inconclusive'])).toEqual({ code: 'inconclusive', blocks: true });
    expect(decideOn(open, ['at-limit'])).toEqual({ code: 'at-limit', blocks: true });
    expect(decideOn(open, ['inconclusive', 'at-limit'])).toEqual({ code: 'at-limit', blocks: true });
    expect(decideOn(open, [])).toEqual({ code: 'at-limit', blocks: false });
  });

  it('stays that of what always blocks, and of a run that could not be measured', () => {
    const missed: Found = { slos: ['missed', 'at-limit'], changes: ['inconclusive'] };
    expect(decideOn(missed, ['inconclusive'])).toEqual({ code: 'missed', blocks: true });
    const crash = { kind: 'crashed', service: 'app', label: 'search', exit: 'exit code 1', log: '' } as const;
    expect(decideOn(open, ['inconclusive'], { faults: [crash] })).toEqual({ code: 'missed', blocks: true });
    const invalid = [{ kind: 'harness' as const, message: 'k6 was gone', log: '' }];
    expect(decideOn(open, ['inconclusive'], { invalid })).toEqual({ code: 'invalid', blocks: true });
  });
});
