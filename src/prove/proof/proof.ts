import { EXIT, type ExitCode } from '../../errors.ts';
import type { Report } from '../../handover/report.ts';
import { plain } from '../../report/format/phrase.ts';
import { headline } from '../../report/words/headline.ts';
import { boundProportion } from '../../statistics/proportion.ts';
import type { VerdictCode } from '../../verdict/codes.ts';

/** Heads that each measurement of unchanged code is judged for: itself, one that is slower, one that holds few answers. */
export const KINDS = ['unchanged', 'slower', 'held'] as const;
export type RunKind = (typeof KINDS)[number];

/** How a measurement was judged; `blocks` is null where it could not be. */
export type Judged = { verdict: VerdictCode; blocks: boolean | null; headline: string };

/** All that was tried. */
export type Proof = {
  suite: string;
  /** Slowdown (fraction) of every answer of the slower head. */
  slowdown: number;
  /** `seconds`: time as a user waits. */
  runs: (Record<RunKind, Judged> & { seconds: number })[];
};

/** Takes from the report of a run what a proof needs. */
export function takeJudged(report: Report): Judged {
  const { code, pair, blocks } = report.verdict;
  const isMeasured = code !== 'invalid' && pair !== null;
  return { verdict: code, blocks: isMeasured ? blocks : null, headline: plain(headline(report)) };
}

/** Confidence of each bound by itself, fraction. */
export const BOUND_CONFIDENCE = 0.95;
/** Share (fraction) of runs of identical code that Tailgate promises to call slower at most, and the runs that show it. */
export const PROMISED = 0.01;
export const RUNS_FOR_PROMISED = Math.ceil(Math.log(1 - BOUND_CONFIDENCE) / Math.log(1 - PROMISED));

/** So many runs that cannot measure are too many. */
const FEWEST = 2;

/** How all measurements were judged for one kind of head. `blocked` are false alarms where nothing was planted. */
export type Tally = {
  kind: RunKind;
  measured: number;
  unmeasured: number;
  blocked: number;
  /** Bounds of the share of runs that block (fraction), each with `BOUND_CONFIDENCE`. */
  bounds: { low: number; high: number };
};

/** Tallies the runs by kind, as `KINDS` has them. */
export function tallyRuns({ runs }: Pick<Proof, 'runs'>): [Tally, Tally, Tally] {
  return KINDS.map((kind) => {
    const measured = runs.filter((run) => run[kind].blocks !== null).length;
    const blocked = runs.filter((run) => run[kind].blocks).length;
    const { low, high } = boundProportion({ hits: blocked, count: measured }, BOUND_CONFIDENCE);
    return { kind, measured, unmeasured: runs.length - measured, blocked, bounds: { low, high } };
  }) as [Tally, Tally, Tally];
}

/**
 * `false-alarms`: unchanged code was blocked. `misses`: something planted was not. `unmeasured`: no run could measure, or
 * more than one could not. `proved`: all went as it should, within the bounds.
 */
export type ProofOutcome = 'proved' | 'false-alarms' | 'misses' | 'unmeasured';

export function judgeProof(proof: Proof): ProofOutcome {
  const [unchanged, ...planted] = tallyRuns(proof);
  if (unchanged.blocked > 0) return 'false-alarms';
  if (planted.some(({ blocked, measured }) => blocked < measured)) return 'misses';
  const isMeasured = [unchanged, ...planted].every(({ measured }) => measured > 0);
  return isMeasured && unchanged.unmeasured < FEWEST ? 'proved' : 'unmeasured';
}

/** Gives the exit code of a proof: like a run, it fails for what people must see to. */
export function chooseProofCode(outcome: ProofOutcome): ExitCode {
  if (outcome === 'proved') return EXIT.pass;
  return outcome === 'unmeasured' ? EXIT.unmeasured : EXIT.failed;
}
