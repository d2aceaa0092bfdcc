import { describe, expect, test } from 'vitest';
import { renderProof, renderProofJson, renderProofMarkdown } from '../../../src/prove/proof/words.ts';
import { PROOFS } from './tried.ts';

describe.each(Object.keys(PROOFS))('%s', (name) => {
  const proof = PROOFS[name]!;
  const json = JSON.parse(renderProofJson(proof));

  test('reads so', () => {
    expect(renderProof(proof, 100)).toMatchSnapshot();
  });

  test('says the same in all forms, in lines that fit', () => {
    const text = renderProof(proof, 100);
    const flat = text.replace(/\s+/g, ' ');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    for (const advice of json.advice) expect(flat).toContain(advice);
    if (json.paragraph !== null) expect(flat).toContain(json.paragraph);
    for (const { measured, blocked, kind } of json.kinds) {
      if (measured === 0) continue;
      const good = kind === 'unchanged' ? measured - blocked : blocked;
      expect(flat).toContain(`${good} of ${measured} ${kind === 'unchanged' ? 'passed' : 'noticed'}`);
    }
    expect(text).not.toMatch(/NaN|undefined|null|Infinity|\[object/);
  });

  test('is told as Markdown with a table of as many rows', () => {
    const markdown = renderProofMarkdown(proof);
    const kinds = json.kinds.filter(
      (one: { measured: number; unmeasured: number }) => one.measured + one.unmeasured > 0,
    );
    expect(markdown.split('\n').filter((line) => line.startsWith('| '))).toHaveLength(2 + kinds.length);
  });
});

test('JSON has what a program needs', () => {
  const { runs, ...rest } = JSON.parse(renderProofJson(PROOFS['a noisy runner']!));
  expect({ ...rest, runs: runs.slice(0, 1) }).toMatchSnapshot();
});
