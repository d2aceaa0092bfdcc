import { expect, test } from 'vitest';
import { asSuite } from '../../src/handover/suite.ts';
import { COMMENT_LIMIT, renderComment } from '../../src/report/comment.ts';
import { renderHistory } from '../../src/report/history.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { cpu } from './fixture.ts';
import { pairedReportOf } from './pair-fixture.ts';
import { ALL, variantsOf } from './variant-fixture.ts';

test('24 variants of 3 scenarios are rows, whole, within the limit of a comment', () => {
  const report = variantsOf(ALL, (label) => label.startsWith('create [cache=off hash=sha256'));
  const comment = renderComment(asSuite(report)).replaceAll('\u00a0', ' ');
  expect(comment.length).toBeLessThanOrEqual(COMMENT_LIMIT);
  expect(comment).toContain('|  | create p99 < 16 ms | list p99 < 32 ms | read p99 < 48 ms |');
  expect(comment.match(/^\| cache (?:on|off), hash \w+, storage \w+ \|/gm)).toHaveLength(24);
  expect(comment).toMatch(/storage mysql \| ❌ [\d.]+ ms, \+\d+ % \| ✅ [^|]* \| ✅ [^|]* \|/);
  expect(comment).toMatch(/in 16 starts of each of 24 variants/);
});

test('a variant that could not be measured is marked, and without variants there is no such table', () => {
  const report = variantsOf([{ cache: 'on' }, { cache: 'off' }], () => false);
  report.verdict.invalid = [
    { kind: 'disturbed', label: 'read [cache=off]', discarded: 4, rounds: 4, cpu: cpu() },
  ];
  expect(renderComment(asSuite(report)).replaceAll('\u00a0', ' ')).toMatch(
    /\n\| read p99 < 48 ms \| ✅ [^|]* \| ⛔ \|/,
  );
  expect(renderComment(asSuite(pairedReportOf()))).not.toMatch(/\| cache/);
});

test('other formats name the variant of each row', () => {
  const report = variantsOf(ALL, () => false);
  const label = 'create [cache=off hash=sha1 storage=mysql]';
  expect(renderJunit(report)).toContain(label);
  expect(renderHistory(report.history, { color: false, width: 160 })).toContain(label);
});
