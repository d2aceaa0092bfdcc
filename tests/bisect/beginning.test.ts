import { describe, expect, it } from 'vitest';
import { readBeginning } from '../../src/bisect/beginning.ts';
import { readOutcome } from '../../src/bisect/outcome.ts';
import { parseCapacity } from '../../src/config/language/capacity.ts';
import type { ServiceFault } from '../../src/verdict/faults.ts';
import type { ChangeFinding, PairedFinding } from '../../src/verdict/findings.ts';
import { pairedChanges } from '../report/pair-cases.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

const report = pairedReportOf();
const [seen] = pairedChanges(report);
const NOISY = { code: 'inconclusive', reason: { kind: 'noisy' } } as const;

/** A p50 of one scenario whose blocks scatter so that its interval reaches as far as `reach`. */
function find(value: number, reach: number, more: Partial<PairedFinding>): PairedFinding {
  const change = { value, low: value - reach, high: value + reach };
  const spread = (reach / 1.75) * Math.sqrt(16);
  return {
    ...seen!,
    label: 'search',
    metric: { kind: 'percentile', percent: 50 },
    where: 'turns',
    tolerance: 0.05,
    change,
    spread,
    blocks: 16,
    ...more,
  };
}

const reportWith = (changes: ChangeFinding[]) => ({ ...report, verdict: { ...report.verdict, changes } });
const read = (...runs: ChangeFinding[][]) => readBeginning(runs.map(reportWith));

describe('the metric that a search follows', () => {
  it('is that of one place: in turns it is another than with each arm alone', () => {
    const inTurns = find(0.001, 0.01, { code: 'unchanged' });
    const alone = (value: number) => find(value, 0.01, { code: 'regressed', where: 'alone' });
    const beginning = read([inTurns, alone(0.3)]);
    if (beginning.kind !== 'slower') throw new Error(beginning.kind);
    expect(beginning.followed).toMatchObject({ label: 'search', where: 'alone' });
    const outcome = readOutcome(reportWith([inTurns, alone(0.2)]).verdict, beginning.followed);
    expect(outcome).toMatchObject({ kind: 'measured', estimate: { value: Math.log1p(0.2) } });
  });

  it('is the same in turns as in all load, which a run reads where requests are few', () => {
    const beginning = read([find(0.3, 0.01, { code: 'regressed', where: 'all' })]);
    if (beginning.kind !== 'slower') throw new Error(beginning.kind);
    const alone = find(0.1, 0.01, { code: 'unchanged', where: 'alone' });
    const inTurns = find(0.2, 0.01, { code: 'regressed' });
    const outcome = readOutcome(reportWith([alone, inTurns]).verdict, beginning.followed);
    expect(outcome).toMatchObject({ kind: 'measured', estimate: { value: Math.log1p(0.2) } });
    expect(readOutcome(reportWith([alone]).verdict, beginning.followed)).toMatchObject({ kind: 'failed' });
  });

  it('is searched again by its scenario and variant alone where it is a capacity', () => {
    const capacity = find(-0.3, 0.01, {
      label: 'search [cache=off]',
      metric: { kind: 'capacity' },
      where: 'all',
      code: 'regressed',
    });
    const goal = parseCapacity('p99 < 30ms between 100 and 5000 req/s');
    const searched = { scenario: 'search', label: capacity.label, digest: 'd', goal, blocks: [] };
    const record = {
      ...report.record,
      steps: [],
      capacities: [
        { ...searched, scenario: 'other', label: 'other', arm: 'head' as const },
        { ...searched, arm: 'head' as const },
      ],
    };
    expect(readBeginning([{ ...reportWith([capacity]), record }])).toMatchObject({
      kind: 'slower',
      followed: { label: capacity.label, only: 'search [cache=off]' },
    });
  });
});

describe('a range', () => {
  it('has no slowdown where every change is surely within its tolerance', () => {
    const beginning = read([find(0, 0.02, { code: 'unchanged' }), find(-0.2, 0.02, { code: 'improved' })]);
    expect(beginning).toMatchObject({
      kind: 'none',
      rows: [
        'search p50: 0 % (−2 … +2 %), not worse by more than 5 %',
        'search p50: −20 % (−22 … −18 %), not worse by more than 5 %',
      ],
    });
  });

  it('is undecided where one run cannot tell, and another may', () => {
    const beginning = read([find(0.08, 0.09, NOISY)]);
    expect(beginning).toMatchObject({
      kind: 'undecided',
      passing: true,
      rows: ['search p50: +8 % (−1 … +17 %), may be worse by more than 5 %'],
    });
  });

  it('is slower, or is not, by runs that tell only together', () => {
    const slower = read(...Array.from({ length: 3 }, () => [find(0.15, 0.11, NOISY)]));
    expect(slower).toMatchObject({ kind: 'slower', followed: { label: 'search', where: 'turns' } });
    // Three false alarms of 1 % each, and one of the three together.
    expect(slower).toMatchObject({ alarm: expect.closeTo(0.04, 9) });
    const none = read(...Array.from({ length: 3 }, () => [find(0.0, 0.06, NOISY)]));
    expect(none.kind).toBe('none');
    expect(read(...Array.from({ length: 3 }, () => [find(0.05, 0.06, NOISY)])).kind).toBe('undecided');
  });

  it('has none where a percentile scatters beside a p50 that is known, and names what could be missed', () => {
    const p99 = { metric: { kind: 'percentile', percent: 99 } } as const;
    const p50 = find(0, 0.01, { code: 'unchanged' });
    expect(read([p50, find(0.1, 0.4, { ...NOISY, ...p99 })])).toMatchObject({
      kind: 'none',
      open: ['search p99'],
      passing: true,
      rows: [
        expect.stringMatching(/ not worse by/),
        expect.stringMatching(/^search p99: .* may be worse by/),
      ],
    });
    // It leans to worse; or the p50 is of another scenario.
    expect(read([p50, find(0.1, 0.04, { ...NOISY, ...p99 })])).toMatchObject({ kind: 'undecided' });
    const other = { ...p50, label: 'other' };
    expect(read([other, find(0.1, 0.4, { ...NOISY, ...p99 })])).toMatchObject({ kind: 'undecided' });
  });

  it('has none where a percentile of all load scatters beside a p50 in turns, not beside one alone', () => {
    const p99 = find(0.1, 0.4, { ...NOISY, metric: { kind: 'percentile', percent: 99 }, where: 'all' });
    const p50 = find(0, 0.01, { code: 'unchanged' });
    expect(read([p50, p99])).toMatchObject({ kind: 'none', open: ['search p99'] });
    expect(read([{ ...p50, where: 'alone' }, p99])).toMatchObject({ kind: 'undecided' });
    // What a request costs may grow while its time does not.
    expect(read([p50, { ...p99, metric: { kind: 'cpu' } }])).toMatchObject({ kind: 'undecided' });
  });

  it('does not take what only its typical block hides for none, however exact that is', () => {
    const unsteady = {
      code: 'inconclusive',
      reason: { kind: 'unsteady', evidence: { kind: 'rare', pooled: 0.3 } },
    } as const;
    const runs = Array.from({ length: 3 }, () => [find(0, 0.01, unsteady)]);
    expect(read(...runs)).toMatchObject({ kind: 'undecided', passing: true });
  });

  it('says nothing of what the good commit does not have, and no other run would', () => {
    const { label, metric, where, head, tolerance } = find(0, 0.01, {});
    const isNew = (reason: 'new' | 'identical'): ChangeFinding => ({
      kind: 'uncompared',
      ...{ label, metric, where, head, tolerance },
      code: 'first-run',
      reason: { kind: reason },
    });
    const beginning = read([isNew('new')]);
    expect(beginning).toMatchObject({
      kind: 'undecided',
      passing: false,
      rows: ['search p50: not compared'],
    });
    expect(read([isNew('identical')])).toMatchObject({ kind: 'none', rows: [] });
  });
});

describe('a bad commit', () => {
  const unchanged = find(0, 0.02, { code: 'unchanged' });
  const withFaults = (changes: ChangeFinding[], fault: ServiceFault) => {
    const run = reportWith(changes);
    return readBeginning([{ ...run, verdict: { ...run.verdict, faults: [fault] } }]);
  };
  const crash: ServiceFault = { kind: 'crashed', service: 'app', label: 'search', exit: 'code 1', log: '' };
  const full: ServiceFault = { kind: 'fills-machine', label: 'search', base: 0, head: 9, together: 0 };

  it.each([
    [crash, 'app of this change crashed during search'],
    [full, 'the service fills all processors at times in search'],
  ])('that was not measured to its end is no proof that there is no slowdown: %j', (fault, reason) => {
    const beginning = { kind: 'unmeasured', reason, passing: false };
    expect(withFaults([unchanged], fault)).toEqual(beginning);
    expect(withFaults([], fault)).toEqual(beginning);
    expect(withFaults([find(0.3, 0.01, { code: 'regressed' })], fault).kind).toBe('slower');
  });

  it('of which a percentile had too few requests is open in it', () => {
    const unread = [
      { label: 'search', metric: { kind: 'percentile' as const, percent: 99 }, requests: 1200, needed: 5000 },
    ];
    const run = reportWith([unchanged]);
    const pair = { ...run.verdict.pair!, unread };
    expect(readBeginning([{ ...run, verdict: { ...run.verdict, pair } }])).toMatchObject({
      kind: 'none',
      open: ['search p99'],
      rows: [
        'search p50: 0 % (−2 … +2 %), not worse by more than 5 %',
        'search p99 is not compared: it takes 5,000 requests of each revision, and 1,200 were due',
      ],
    });
  });
});
