import { describe, expect, it } from 'vitest';
import type { Metric } from '../../src/metrics/metric.ts';
import { acceptFindings, type Claim } from '../../src/verdict/acceptance.ts';
import type { ChangeFinding, PairedFinding, SloCode, SloFinding } from '../../src/verdict/findings.ts';
import type { Verdict } from '../../src/verdict/verdict.ts';
import { p, reportOf, slo } from '../report/fixture.ts';

function change(label: string, metric: Metric, code: PairedFinding['code']): PairedFinding {
  const found = { base: 50, head: 60, change: { value: 0.2, low: 0.15, high: 0.25 } };
  const how = { detectable: 0.1, blocks: 14, spread: 0.02, confidence: 0.98, tolerance: 0.1 };
  return { kind: 'paired', label, metric, where: 'turns', code, ...found, ...how };
}

function objective(label: string, metric: Metric, code: SloCode): SloFinding {
  const estimate = { value: 60, low: 58, high: 62 };
  return { label, slo: slo(metric, '<', 50), estimate, confidence: 0.95, code };
}

function verdictOf(changes: ChangeFinding[], slos: SloFinding[] = [], parts: Partial<Verdict> = {}): Verdict {
  return { ...reportOf().verdict, code: 'regressed', blocks: true, changes, slos, ...parts };
}

function label(standing: Claim['standing'] = 'valid'): Claim[] {
  return [{ by: 'tom', at: '2026-03-01T12:00:00Z', standing }];
}

const slower = change('checkout', p(99), 'regressed');
const accept = (verdict: Verdict, claims: Claim[], failOn: ('inconclusive' | 'at-limit')[] = []) =>
  acceptFindings(verdict, claims, failOn);

describe('an accepted regression', () => {
  it('no longer blocks, and is told with who and what', () => {
    const verdict = verdictOf([slower, change('checkout', p(50), 'unchanged')]);
    expect(accept(verdict, label())).toMatchObject({
      code: 'accepted',
      blocks: false,
      changes: verdict.changes,
      acceptances: [{ by: 'tom', covers: [{ label: 'checkout', metric: p(99) }] }],
      refusals: [],
    });
  });

  it('may be a missed SLO of the same metric as well, named once', () => {
    const verdict = verdictOf([slower], [objective('checkout', p(99), 'missed')]);
    const judged = accept(verdict, label());
    expect(judged).toMatchObject({ code: 'accepted', blocks: false });
    expect(judged.acceptances[0]!.covers).toEqual([{ label: 'checkout', metric: p(99) }]);
  });

  it('may be what only fail-on makes block', () => {
    const undecided = verdictOf([change('checkout', p(99), 'inconclusive')], [], { code: 'inconclusive' });
    expect(accept(undecided, label(), ['inconclusive'])).toMatchObject({ code: 'accepted', blocks: false });
  });
});

describe('what cannot be accepted', () => {
  it('is a crash', () => {
    const crash = { kind: 'crashed', service: 'app', label: 'checkout', exit: '1', log: '' } as const;
    const both = accept(verdictOf([slower], [], { faults: [crash] }), label());
    expect(both).toMatchObject({ code: 'missed', blocks: true, acceptances: [{ by: 'tom' }], refusals: [] });
    const alone = accept(verdictOf([], [], { code: 'missed', faults: [crash] }), label());
    expect(alone).toMatchObject({ blocks: true, acceptances: [] });
  });

  it('is what could not be measured', () => {
    const verdict = verdictOf([slower], [], {
      code: 'invalid',
      invalid: [{ kind: 'harness', message: 'x', log: '' }],
    });
    expect(accept(verdict, label())).toMatchObject({ code: 'invalid', blocks: true, acceptances: [] });
  });

  it('is, where there is no base, a head that does not clearly pass on its own', () => {
    const fault = { kind: 'base-failed', fault: 'crashed', commit: 'a', service: 'app' } as const;
    const invalid = [{ ...fault, message: '', log: '' }];
    const effort = { discardedRounds: 0, instances: 1, loadSeconds: 9 };
    const codeOf = (code: SloCode) =>
      accept(verdictOf([], [objective('checkout', p(99), code)], { invalid, effort }), label()).code;
    expect((['met', 'at-limit', 'missed'] as const).map(codeOf)).toEqual(['accepted', 'invalid', 'invalid']);
  });
});

describe('a refused acceptance', () => {
  it.each(['may-not', 'too-early', 'unreadable'] as const)('blocks as before and says why: %s', (reason) => {
    expect(accept(verdictOf([slower]), label(reason))).toMatchObject({
      code: 'regressed',
      blocks: true,
      acceptances: [],
      refusals: [{ by: 'tom', reason }],
    });
  });

  it('is not told when it would have changed nothing', () => {
    const passing = verdictOf([change('checkout', p(99), 'unchanged')], [], {
      code: 'unchanged',
      blocks: false,
    });
    expect(accept(passing, label('too-early')).refusals).toEqual([]);
    expect(accept(passing, label())).toMatchObject({ code: 'unchanged', acceptances: [], refusals: [] });
    expect(accept(verdictOf([slower]), [...label(), ...label('may-not')])).toMatchObject({
      code: 'accepted',
      refusals: [],
    });
  });
});
