import { expect, test } from 'vitest';
import {
  chooseProofCode,
  judgeProof,
  type Proof,
  renderProof,
  renderProofJson,
  takeJudged,
  tallyRuns,
} from '../../../src/prove/proof/proof.ts';
import { pairedReportOf } from '../../report/pair-fixture.ts';

const trial = (blocks: boolean | null) => ({
  verdict: blocks === null ? ('invalid' as const) : blocks ? ('regressed' as const) : ('unchanged' as const),
  blocks,
  headline: blocks === null ? 'Not measured: the machine was disturbed' : 'search p99 is 14 % slower',
});

/** Runs as `- + +`: whether unchanged code, slower and few held blocked; `?` for what could not be measured. */
function makeProof(runs: string[]): Proof {
  const read = (mark = '?') => trial(mark === '?' ? null : mark === '+');
  return {
    suite: 'api',
    slowdown: 0.2,
    runs: runs.map((run) => {
      const [unchanged, slower, held] = run.split(' ').map(read);
      return { unchanged: unchanged!, slower: slower!, held: held!, seconds: 90 };
    }),
  };
}

const PROOFS = {
  proved: makeProof(Array(6).fill('- + +')),
  'false-alarms': makeProof(['- + +', '+ + +', '+ + +']),
  misses: makeProof([...Array(4).fill('- + +'), '- - +', '- - -']),
  unmeasured: makeProof(['? ? ?', '? ? ?']),
};

test.each(Object.entries(PROOFS))('%s is an outcome, in JSON with the tallies', (outcome, proof) => {
  expect(judgeProof(proof)).toBe(outcome);
  expect(chooseProofCode(judgeProof(proof))).toBe({ proved: 0, unmeasured: 3 }[outcome as string] ?? 1);
  expect(renderProof(proof, 100)).not.toMatch(/NaN|undefined|null|Infinity|\[object|.{101}/);
  expect(JSON.parse(renderProofJson(proof))).toMatchObject({
    schemaVersion: 1,
    outcome,
    slowdown: 0.2,
    runs: proof.runs,
    kinds: tallyRuns(proof).map(({ kind, blocked }) => ({ kind, blocked })),
  });
});

test('a proof is told in words', () => {
  expect(
    [PROOFS.misses, PROOFS.unmeasured, makeProof(['- ? +', '- + ?', '- ? +'])]
      .map((proof) => renderProof(proof, 100))
      .join('\n'),
  ).toMatchSnapshot();
});

test('a run that could not be measured, or had no base, counts as neither blocked nor passed', () => {
  const { verdict, ...report } = pairedReportOf();
  const blocks = (parts: Partial<typeof verdict>) =>
    takeJudged({ ...report, verdict: { ...verdict, ...parts } }).blocks;
  const all = [{}, { blocks: true }, { code: 'invalid', blocks: true } as const, { pair: null }];
  expect(all.map(blocks)).toEqual([false, true, null, null]);
});

test('bounds are exact: 6 of 6 leave up to 39 % false alarms', () => {
  const [unchanged, slower] = tallyRuns(PROOFS.proved);
  expect(unchanged!.bounds.high).toBeCloseTo(1 - 0.05 ** (1 / 6), 12);
  expect(slower!.bounds.low).toBeCloseTo(0.05 ** (1 / 6), 12);
});
