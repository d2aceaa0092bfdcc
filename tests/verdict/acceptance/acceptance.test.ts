import { describe, expect, it } from 'vitest';
import type { Metric } from '../../../src/metrics/metric.ts';
import { acceptFindings, acceptJobs, type Claim } from '../../../src/verdict/acceptance/acceptance.ts';
import { listTrailerClaims } from '../../../src/verdict/acceptance/claims.ts';
import type { ChangeFinding, PairedFinding, SloCode, SloFinding } from '../../../src/verdict/findings.ts';
import type { Verdict } from '../../../src/verdict/verdict.ts';
import { p, reportOf, slo } from '../../report/fixture.ts';

const TAIL: Metric = { kind: 'tail' };
const ERRORS: Metric = { kind: 'errors' };

function change(
  label: string,
  metric: Metric,
  code: PairedFinding['code'],
  value = 0.2,
  head = 60,
): PairedFinding {
  return {
    kind: 'paired',
    label,
    metric,
    where: 'turns',
    code,
    base: 50,
    head,
    change: { value, low: value - 0.05, high: value + 0.05 },
    pooled: value,
    detectable: 0.1,
    blocks: 14,
    spread: 0.02,
    pValue: 0.001,
    confidence: 0.98,
    tolerance: 0.1,
  };
}

function objective(label: string, metric: Metric, code: SloCode): SloFinding {
  return {
    label,
    slo: slo(metric, '<', 50),
    estimate: { value: 60, low: 58, high: 62 },
    confidence: 0.95,
    code,
  };
}

function verdictOf(changes: ChangeFinding[], slos: SloFinding[] = [], parts: Partial<Verdict> = {}): Verdict {
  return { ...reportOf().verdict, code: 'regressed', blocks: true, changes, slos, ...parts };
}

function trailer(value: string, standing: Claim['standing'] = 'valid'): Claim[] {
  const voucher = { by: 'kim', at: '2026-03-01T12:00:00Z', standing };
  return listTrailerClaims([{ message: `Title\n\nTailgate-Accept: ${value}`, voucher }]);
}

function label(standing: Claim['standing'] = 'valid'): Claim[] {
  const scope = { label: null, metric: null };
  return [
    {
      by: 'tom',
      at: '2026-03-01T12:00:00Z',
      via: 'label',
      text: 'tailgate:accept',
      scope,
      why: '',
      standing,
    },
  ];
}

const slower = change('checkout', p(99), 'regressed');
const accept = (verdict: Verdict, claims: Claim[], failOn: ('inconclusive' | 'at-limit')[] = []) =>
  acceptFindings(verdict, claims, failOn);

describe('an accepted regression', () => {
  it('no longer blocks, and is told with who, why and what', () => {
    const verdict = verdictOf([slower, change('checkout', p(50), 'unchanged')]);
    expect(accept(verdict, trailer('checkout p99 for the audit log'))).toMatchObject({
      code: 'accepted',
      blocks: false,
      changes: verdict.changes,
      acceptances: [
        {
          by: 'kim',
          via: 'trailer',
          why: 'for the audit log',
          covers: [{ label: 'checkout', metric: p(99) }],
        },
      ],
      refusals: [],
    });
  });

  it('may be a missed SLO of the same metric as well, named once', () => {
    const verdict = verdictOf([slower], [objective('checkout', p(99), 'missed')]);
    const judged = accept(verdict, trailer('checkout p99'));
    expect(judged).toMatchObject({ code: 'accepted', blocks: false });
    expect(judged.acceptances[0]!.covers).toEqual([{ label: 'checkout', metric: p(99) }]);
  });

  it.each([
    ['p50', change('checkout', p(50), 'regressed')],
    ['errors', change('checkout', ERRORS, 'regressed')],
    ['another percentile', change('checkout', p(95), 'regressed')],
    ['another scenario', change('search', p(99), 'regressed')],
    ['a scenario whose name starts the same', change('checkout-2', p(99), 'regressed')],
  ])('does not hide %s', (_, other) => {
    const judged = accept(verdictOf([slower, other]), trailer('checkout p99'));
    expect(judged).toMatchObject({ code: 'regressed', blocks: true });
    expect(judged.acceptances[0]!.covers).toEqual([{ label: 'checkout', metric: p(99) }]);
  });

  it('takes the tail with it while that only repeats it', () => {
    const echo = change('checkout', TAIL, 'regressed', 0.15);
    expect(accept(verdictOf([slower, echo]), trailer('checkout p99'))).toMatchObject({ code: 'accepted' });
    const worse = change('checkout', TAIL, 'regressed', 0.6);
    expect(accept(verdictOf([slower, worse]), trailer('checkout p99'))).toMatchObject({ blocks: true });
    const median = change('checkout', p(50), 'regressed');
    expect(accept(verdictOf([median, echo]), trailer('checkout p50'))).toMatchObject({ blocks: true });
    // A missed SLO says nothing of a change.
    const missed = verdictOf([echo], [objective('checkout', p(99), 'missed')]);
    expect(accept(missed, trailer('checkout p99'))).toMatchObject({ code: 'regressed', blocks: true });
  });

  it('takes slow requests with it only where the percentile itself has become as slow', () => {
    const stalls = (ms: number) => change('checkout', { kind: 'slow-share', ms }, 'regressed', 0.004);
    expect(accept(verdictOf([slower, stalls(55)]), trailer('checkout p99'))).toMatchObject({ blocks: false });
    expect(accept(verdictOf([slower, stalls(120)]), trailer('checkout p99'))).toMatchObject({ blocks: true });
    expect(accept(verdictOf([slower, stalls(120)]), trailer('checkout'))).toMatchObject({ blocks: false });
    expect(accept(verdictOf([stalls(120)]), trailer('checkout slow-share'))).toMatchObject({ blocks: false });
  });

  it('may be of one load of a sweep, or of all', () => {
    const both = verdictOf([5, 60].map((rate) => change(`overhead at ${rate} req/s`, p(99), 'regressed')));
    expect(accept(both, trailer('overhead p99'))).toMatchObject({ code: 'accepted' });
    const one = accept(both, trailer('overhead at 5 req/s p99'));
    expect(one).toMatchObject({ code: 'regressed', blocks: true });
    expect(one.acceptances[0]!.covers).toEqual([{ label: 'overhead at 5 req/s', metric: p(99) }]);
  });

  it('may be of some variants, or of all', () => {
    const labels = [
      'create [cache=on store=a]',
      'create [cache=off store=a]',
      'create at 5 req/s [cache=off store=b]',
    ];
    const all = verdictOf(labels.map((label) => change(label, p(99), 'regressed')));
    const covered = (text: string) => accept(all, trailer(text)).acceptances.flatMap(({ covers }) => covers);
    expect(accept(all, trailer('create p99'))).toMatchObject({ code: 'accepted' });
    expect(covered('create [cache=off] p99').map(({ label }) => label)).toEqual(labels.slice(1));
    expect(covered('create [store=a cache=off]').map(({ label }) => label)).toEqual([labels[1]]);
    expect(accept(all, trailer('create [cache=none]'))).toMatchObject({ blocks: true, acceptances: [] });
  });

  it('may be everything, unless a scenario has that name', () => {
    expect(accept(verdictOf([slower]), trailer('all'))).toMatchObject({ code: 'accepted' });
    const named = verdictOf([slower, change('all', p(50), 'regressed')]);
    expect(accept(named, trailer('all'))).toMatchObject({ code: 'regressed', blocks: true });
    expect(accept(named, label())).toMatchObject({ code: 'accepted', acceptances: [{ by: 'tom', why: '' }] });
  });

  it('may be what only fail-on makes block', () => {
    const undecided = verdictOf([change('checkout', p(99), 'inconclusive')], [], { code: 'inconclusive' });
    expect(accept(undecided, label(), ['inconclusive'])).toMatchObject({ code: 'accepted', blocks: false });
    const rest = verdictOf([slower, change('search', p(99), 'inconclusive')]);
    const judged = accept(rest, trailer('checkout'), ['inconclusive']);
    expect(judged).toMatchObject({ code: 'inconclusive', blocks: true });
  });

  it('may be a threshold of a k6 script, by its scenario', () => {
    const verdict = verdictOf([], [], {
      code: 'missed',
      faults: [{ kind: 'threshold', label: 'browse', thresholds: ['x'] }],
    });
    expect(accept(verdict, trailer('browse p99'))).toMatchObject({ code: 'missed', blocks: true });
    expect(accept(verdict, trailer('browse'))).toMatchObject({
      code: 'accepted',
      acceptances: [{ covers: [{ label: 'browse', metric: null }] }],
    });
  });
});

describe('what cannot be accepted', () => {
  it('is a crash', () => {
    const crash = { kind: 'crashed', service: 'app', label: 'checkout', exit: '1', log: '' } as const;
    const both = accept(verdictOf([slower], [], { faults: [crash] }), label());
    expect(both).toMatchObject({ code: 'missed', blocks: true, acceptances: [{ by: 'tom' }], refusals: [] });
    const alone = accept(verdictOf([], [], { code: 'missed', faults: [crash] }), label());
    expect(alone).toMatchObject({ blocks: true, acceptances: [], refusals: [{ reason: 'matches-nothing' }] });
  });

  it('is what could not be measured', () => {
    const verdict = verdictOf([slower], [], {
      code: 'invalid',
      invalid: [{ kind: 'harness', message: 'x', log: '' }],
    });
    for (const claims of [label(), trailer('all')])
      expect(accept(verdict, claims)).toMatchObject({
        code: 'invalid',
        blocks: true,
        acceptances: [],
        refusals: [{ reason: 'matches-nothing' }],
      });
  });
});

describe('a refused acceptance', () => {
  it.each(['no-rights', 'own-trailer', 'too-early', 'unknown-time', 'unknown-rights'] as const)(
    'blocks as before and says why: %s',
    (reason) => {
      for (const claims of [label(reason), trailer('checkout p99', reason)])
        expect(accept(verdictOf([slower]), claims)).toMatchObject({
          code: 'regressed',
          blocks: true,
          acceptances: [],
          refusals: [{ reason, text: claims[0]!.text }],
        });
    },
  );

  it('is a warning when a trailer names nothing that blocks, or cannot be read', () => {
    const passing = verdictOf([change('checkout', p(99), 'unchanged')], [], {
      code: 'unchanged',
      blocks: false,
    });
    for (const text of ['checkout p99', 'chekout p99', 'checkout p999']) {
      expect(accept(passing, trailer(text))).toMatchObject({
        code: 'unchanged',
        blocks: false,
        refusals: [{ reason: 'matches-nothing', text: `Tailgate-Accept: ${text}` }],
      });
    }
    expect(accept(verdictOf([slower]), trailer('checkout p999'))).toMatchObject({
      code: 'regressed',
      blocks: true,
    });
  });

  it('is not told when it would have changed nothing', () => {
    const passing = verdictOf([change('checkout', p(99), 'unchanged')], [], {
      code: 'unchanged',
      blocks: false,
    });
    expect(accept(passing, label('too-early')).refusals).toEqual([]);
    expect(accept(passing, label())).toMatchObject({ code: 'unchanged', acceptances: [], refusals: [] });
    const both = accept(verdictOf([slower]), [...label(), ...trailer('checkout p99', 'own-trailer')]);
    expect(both).toMatchObject({ code: 'accepted', refusals: [] });
  });

  it('is told once of a suite when a trailer is about none of its jobs', () => {
    const jobs = [slower, change('search', p(99), 'regressed')].map((finding) => ({
      verdict: verdictOf([finding]),
      failOn: [],
    }));
    const claims = [...trailer('checkout p99'), ...trailer('serch p99')];
    const [first, second] = acceptJobs(jobs, claims);
    expect(first).toMatchObject({ code: 'accepted', refusals: [{ text: 'Tailgate-Accept: serch p99' }] });
    expect(second).toMatchObject({ code: 'regressed', refusals: [{ text: 'Tailgate-Accept: serch p99' }] });
  });
});

describe('the claims in commits', () => {
  it('are each text once, with the best of its vouchers, and not without end', () => {
    const voucher = { by: 'rosa', at: '', standing: 'own-trailer' as const };
    const message = 'T\n\nTailgate-Accept: checkout p99';
    const better = { by: 'kim', at: '', standing: 'valid' as const };
    expect(
      listTrailerClaims([
        { message, voucher },
        { message, voucher: better },
        { message, voucher },
      ]),
    ).toMatchObject([{ by: 'kim', standing: 'valid' }]);
    const many = Array.from({ length: 1000 }, (_, i) => `Tailgate-Accept: s${i}`).join('\n');
    expect(listTrailerClaims([{ message: `T\n\n${many}`, voucher }])).toHaveLength(50);
  });
});
