import { describe, expect, it } from 'vitest';
import { runSearch } from '../../src/bisect/course.ts';
import type { BisectState } from '../../src/bisect/state.ts';
import { EXIT, UserError } from '../../src/errors.ts';
import type { Report } from '../../src/handover/report.ts';
import type { InvalidReason } from '../../src/verdict/faults.ts';
import type { PairedFinding } from '../../src/verdict/findings.ts';
import { pairedChanges } from '../report/pair-cases.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

const report = pairedReportOf();
const [seen] = pairedChanges(report);
const commits = Array.from({ length: 8 }, (_, i) => ({
  sha: i.toString(16).repeat(40),
  parents: ['f'.repeat(40)],
  author: 'Ann',
  time: '2026-11-20T10:00:00Z',
  subject: `change ${i}`,
}));
const question = {
  good: 'e'.repeat(40),
  bad: commits[7]!.sha,
  scenario: null,
  budgetSeconds: null,
  config: 'c',
};

/** What one run says of a commit that is slower by so much, in blocks that scatter. */
function tell(
  value: number,
  { code, spread = 0.01 }: { code: PairedFinding['code']; spread?: number },
): Report {
  const change = { value, low: value - spread, high: value + spread };
  const reason = code === 'inconclusive' ? { reason: { kind: 'noisy' as const } } : {};
  const metric = { kind: 'percentile', percent: 50 } as const;
  const finding = { ...seen!, metric, tolerance: 0.05, change, spread, code, ...reason };
  return { ...report, verdict: { ...report.verdict, changes: [finding] } };
}

const fails = (reason: InvalidReason): Report => ({
  ...report,
  verdict: { ...report.verdict, invalid: [reason] },
});
const DISTURBED = { kind: 'machine-disturbed', label: 'search' } as InvalidReason;
const BROKEN = { kind: 'base-failed', fault: 'build-failed', commit: question.good } as InvalidReason;

/** Searches with these answers, one for each run. @returns also the commits that were measured */
async function search(
  answer: (index: number, run: number) => Report,
  left: BisectState | null = null,
  { kept = [] as BisectState[], check = () => {} } = {},
) {
  const asked: number[] = [];
  const measure = async ({ sha }: { sha: string }) => {
    const index = commits.findIndex((commit) => commit.sha === sha);
    asked.push(index);
    return { report: answer(index, asked.length), seconds: 60 };
  };
  const keep = (state: BisectState) => void kept.push(structuredClone(state));
  const found = runSearch({ question, commits, measure, check, keep, note() {} }, left);
  return { ...(await found), asked, kept };
}

const slowFrom = (slow: number) => (index: number) =>
  index < slow ? tell(0, { code: 'unchanged' }) : tell(0.15, { code: 'regressed' });

describe('a search', () => {
  it('measures the bad commit, then halves', async () => {
    const { document, asked, text } = await search(slowFrom(5));
    expect(asked).toEqual([7, 3, 5, 4]);
    expect(document).toMatchObject({ result: 'commit', commits: [{ sha: commits[5]!.sha }], runs: 4 });
    expect(text).toContain('The slowdown came with 5555555555:');
    const { before, after } = document;
    expect(before!.value! * 1.15).toBeCloseTo(after!.value!, 9);
  });

  it('goes on where it was left', async () => {
    const { kept } = await search(slowFrom(5));
    const { asked, document } = await search(slowFrom(5), kept[1]!);
    expect(asked).toEqual([5, 4]);
    expect(document).toMatchObject({ result: 'commit', commits: [{ sha: commits[5]!.sha }], runs: 4 });
  });

  it('ends where the configuration is changed meanwhile, and what was measured before stays', async () => {
    const kept: BisectState[] = [];
    const check = () => {
      if ((kept.at(-1)?.runs.length ?? 0) === 2) throw new UserError({ what: 'It was changed.' });
    };
    await expect(search(slowFrom(5), null, { kept, check })).rejects.toThrow('It was changed.');
    expect(kept).toHaveLength(2);
    const { document } = await search(slowFrom(5), kept[1]!);
    expect(document).toMatchObject({ result: 'commit', runs: 4 });
  });

  it('measures the bad commit again where one run shows nothing and excludes nothing', async () => {
    const { document, asked } = await search((index, run) =>
      run === 1 ? tell(0.11, { code: 'inconclusive', spread: 0.1 }) : slowFrom(5)(index),
    );
    expect(asked).toEqual([7, 7, 3, 5, 4]);
    expect(document).toMatchObject({ result: 'commit', runs: 5 });
  });

  it('says after three runs that it is not decided, and never none', async () => {
    const { document, asked, text } = await search(() => tell(0.06, { code: 'inconclusive', spread: 0.2 }));
    expect(asked).toEqual([7, 7, 7]);
    expect(document).toMatchObject({ result: 'undecided', runs: 3, seconds: 180 });
    expect(text).toMatch(/^Not decided whether something became slower from eeeeeeeeee to 7777777777/);
  });

  it('says none at once where one run excludes every slowdown', async () => {
    const { document, asked, text } = await search(() => tell(0, { code: 'unchanged' }));
    expect(asked).toEqual([7]);
    expect(document).toMatchObject({ result: 'none', runs: 1 });
    expect(text).toMatch(/^No slowdown beyond its tolerance from/);
  });

  it('tries a disturbed range again, and ends where the good commit cannot be measured', async () => {
    const { document } = await search((index, run) => (run === 1 ? fails(DISTURBED) : slowFrom(5)(index)));
    expect(document).toMatchObject({ result: 'commit', commits: [{ sha: commits[5]!.sha }] });
    const ends = expect.objectContaining({ exitCode: 3 });
    await expect(search(() => fails(DISTURBED))).rejects.toEqual(ends);
    await expect(search((index, run) => (run === 2 ? fails(BROKEN) : slowFrom(5)(index)))).rejects.toThrow(
      UserError,
    );
  });

  it('ends where a run says that the good commit fails as well', async () => {
    const both = { kind: 'not-ready', service: 'app', message: 'no answer', log: '', both: true } as const;
    const found = search((index, run) => (run === 2 ? fails(both) : slowFrom(5)(index)));
    await expect(found).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(
        /^The good commit cannot be measured: app .* of the base did not become/,
      ),
    });
  });

  it('keeps what was measured where the machine is at fault, and tries one again that cannot be laid out', async () => {
    const halts = (what: string) => (index: number, run: number) => {
      if (run === 3) throw new UserError({ what, exitCode: EXIT.unmeasured });
      return slowFrom(5)(index);
    };
    const kept: BisectState[] = [];
    await expect(search(halts('No space is left.'), null, { kept })).rejects.toThrow('No space is left.');
    expect(kept).toHaveLength(2);
    const name = commits[5]!.sha.slice(0, 10);
    const { asked, document } = await search(halts(`Commit ${name} cannot be laid out.`));
    expect(asked).toEqual([7, 3, 5, 5, 4]);
    expect(document).toMatchObject({ result: 'commit', commits: [{ sha: commits[5]!.sha }] });
  });
});
