import { EXIT, type ExitCode } from '../errors.ts';
import { isCrash } from './faults.ts';
import type { Verdict } from './verdict.ts';

/**
 * All verdicts, gravest first. The gravest finding names a run, and jobs of a matrix are listed in this order.
 * A slowdown comes before `invalid`, which says nothing about the change. But `invalid` names a run or a
 * matrix no matter what else was found, so code that names one checks for `invalid` first.
 * `icon`: before the headline, unless the verdict blocks. `word`: counts jobs of a matrix. `exitCode`: without
 * `fail-on`; any code other than 0 always blocks.
 */
export const VERDICTS = {
  regressed: { icon: '⚠️', word: 'worse', exitCode: EXIT.failed },
  missed: { icon: '⚠️', word: 'missed SLOs', exitCode: EXIT.failed },
  invalid: { icon: '⛔', word: 'not measured', exitCode: EXIT.unmeasured },
  /** Something blocked, and someone with the right to do so has accepted all of it. */
  accepted: { icon: '☑️', word: 'accepted', exitCode: EXIT.pass },
  'at-limit': { icon: '⚠️', word: 'at the limit', exitCode: EXIT.pass },
  inconclusive: { icon: '⚪', word: 'undecided', exitCode: EXIT.pass },
  improved: { icon: '✅', word: 'pass', exitCode: EXIT.pass },
  unchanged: { icon: '✅', word: 'pass', exitCode: EXIT.pass },
  'first-run': { icon: '🌱', word: 'pass', exitCode: EXIT.pass },
  met: { icon: '✅', word: 'pass', exitCode: EXIT.pass },
  skipped: { icon: '⚪', word: 'pass', exitCode: EXIT.pass },
} as const satisfies Record<string, { icon: string; word: string; exitCode: ExitCode }>;

export type VerdictCode = keyof typeof VERDICTS;

/** Verdict codes, gravest first. */
export const VERDICT_CODES = Object.keys(VERDICTS) as VerdictCode[];

/** Codes that `fail-on` may add to those that always block. */
export const FAIL_ON_CODES = ['at-limit', 'inconclusive'] as const satisfies readonly VerdictCode[];
export type FailOnCode = (typeof FAIL_ON_CODES)[number];

/** Finds the code that names the whole; `skipped` if nothing was found. */
export function findGravest(codes: readonly VerdictCode[]): VerdictCode {
  return VERDICT_CODES.find((code) => codes.includes(code)) ?? 'skipped';
}

export function alwaysBlocks(code: VerdictCode): boolean {
  return VERDICTS[code].exitCode !== EXIT.pass;
}

/** Returns the exit code of a run, or of all jobs of a suite. */
export function exitCodeOf({ code, blocks }: { code: VerdictCode; blocks: boolean }): ExitCode {
  if (alwaysBlocks(code)) return VERDICTS[code].exitCode;
  return blocks ? EXIT.failed : EXIT.pass;
}

/** All facts that decide a verdict. `failOn`: codes that block in addition to those that always do. */
export type Grounds = Pick<Verdict, 'slos' | 'changes' | 'faults' | 'invalid'> & {
  failOn: readonly VerdictCode[];
};

/**
 * Decides the verdict. The gravest finding names the whole, unless the run could not be measured, or only a less grave
 * finding blocks: then that one does.
 */
export function decide(grounds: Grounds): Pick<Verdict, 'code' | 'blocks'> {
  const { slos, changes, faults, invalid, failOn } = grounds;
  const found: VerdictCode[] = [...changes, ...slos].map(({ code }) => code);
  const gravest = findGravest(faults.some(isCrash) ? [...found, 'missed'] : found);
  const held = found.filter((each) => failOn.includes(each));
  const name = alwaysBlocks(gravest) || held.length === 0 ? gravest : findGravest(held);
  const code = invalid.length > 0 ? 'invalid' : name;
  return { code, blocks: alwaysBlocks(code) || held.length > 0 };
}
