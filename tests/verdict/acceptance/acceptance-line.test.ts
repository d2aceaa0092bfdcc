import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAcceptance } from '../../../src/verdict/acceptance/acceptance-line.ts';

const p = (percent: number) => ({ kind: 'percentile' as const, percent });

describe('an acceptance', () => {
  it.each([
    ['checkout p99 needed for the audit log', 'checkout', p(99), 'needed for the audit log'],
    ['checkout P99.9: needed', 'checkout', p(99.9), 'needed'],
    ['checkout p99 — needed', 'checkout', p(99), 'needed'],
    ['checkout: p99 needed', 'checkout', p(99), 'needed'],
    ['`checkout` errors', 'checkout', { kind: 'errors' }, ''],
    ['checkout tail', 'checkout', { kind: 'tail' }, ''],
    ['checkout tail (p90 to p99) is fine', 'checkout', { kind: 'tail' }, 'is fine'],
    ['checkout requests over 43 ms are fine', 'checkout', { kind: 'slow-share', ms: 0 }, 'are fine'],
    ['checkout needed for the audit log', 'checkout', null, 'needed for the audit log'],
    ['checkout at last we log', 'checkout', null, 'at last we log'],
    ['overhead at 5 req/s p95 more work', 'overhead at 5 req/s', p(95), 'more work'],
    ['overhead at 5req/s more work', 'overhead at 5 req/s', null, 'more work'],
    ['bulk at 10000 requests by 2 users p50', 'bulk at 10000 requests by 2 users', p(50), ''],
    ['create [cache=off] p99 no cache', 'create [cache=off]', p(99), 'no cache'],
    ['create [cache=off, store=a] no cache', 'create [cache=off store=a]', null, 'no cache'],
    ['list at 5 req/s `[cache=off]`: errors', 'list at 5 req/s [cache=off]', { kind: 'errors' }, ''],
    ['all', null, null, ''],
    ['All: the new runtime', null, null, 'the new runtime'],
    ['all p99 the new runtime', null, p(99), 'the new runtime'],
  ])('%s', (text, label, metric, why) => {
    expect(parseAcceptance(text)).toEqual({ scope: { label, metric }, why });
  });

  it.each([
    '',
    '  ',
    ':',
    'checkout p999',
    'checkout p(99) x',
    'checkout 99th',
    'overhead at 5 rpx',
    'checkout p99/p95',
    'create [cache=off p99 no cache',
    'create [cache] p99',
    'create [] p99',
    'all [cache=off]',
  ])('that would be taken for more than was meant is none: %s', (text) => {
    expect(parseAcceptance(text)).toBeNull();
  });

  it('never throws, takes its time or keeps a long text, whatever is written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        parseAcceptance(text);
        parseAcceptance(`checkout ${text}`);
        parseAcceptance(`checkout at ${text}`);
      }),
    );
    expect(parseAcceptance(`checkout ${'very '.repeat(300_000)}`)!.why.length).toBeLessThan(500);
    expect(parseAcceptance(`checkout at ${'9'.repeat(1_000_000)}`)).toBeNull();
  });
});
