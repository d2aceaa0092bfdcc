import { expect, test } from 'vitest';
import { asSuite } from '../../src/handover/suite.ts';
import { renderComment } from '../../src/report/comment.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { measureNothing } from '../../src/verdict/skip.ts';
import { commitOf, reportOf } from './fixture.ts';

const skip = (...patterns: string[]) =>
  reportOf({
    scenarios: [],
    verdict: measureNothing({ kind: 'irrelevant', baseCommit: commitOf('main'), patterns }),
  });

test('a run without a relevant change says what it looked for, and that it measured nothing', () => {
  const report = skip('src/**', '!src/*.md');
  const body = renderComment(asSuite(report));
  expect(body).toContain('### ⚪ Skipped: nothing relevant changed');
  expect(body).toContain(
    `No file that \`when.changed\` names differs from the base \`${commitOf('main').slice(0, 7)}\`, so nothing was measured. It names \`src/**\`, \`!src/*.md\`.`,
  );
  expect(body).toContain('nothing measured');
  expect(body).not.toMatch(/\d rounds?|\| SLO/);
  expect(renderTerminal(asSuite(report), { color: false, width: 100 }).trimEnd()).toMatch(
    /⚪ Skipped: nothing relevant changed$/,
  );
});

test('a run of two commits with the same files names no patterns, since there are none', () => {
  const body = renderComment(asSuite(skip()));
  expect(body).toContain(
    `The files are those of the base \`${commitOf('main').slice(0, 7)}\`, so nothing was measured.`,
  );
  expect(body).not.toContain('when.changed');
});

test('patterns are shown as text, and many or long ones have an end', () => {
  const hostile = '`</sub>**x** @octocat |';
  const body = renderComment(
    asSuite(skip(hostile, 'a'.repeat(5000), ...Array.from({ length: 30 }, (_, i) => `f${i}`))),
  );
  expect(body).toContain('<code>&#96;&#60;/sub&#62;&#42;&#42;x&#42;&#42; @&#8203;octocat &#124;</code>');
  expect(body).toContain('and 24 more patterns');
  expect(body.length).toBeLessThan(2000);
});
