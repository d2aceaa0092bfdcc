import { EXIT, type ExitCode } from '../../errors.ts';
import { median } from '../../statistics/median.ts';
import { boundProportion } from '../../statistics/proportion.ts';
import type { Random } from '../../statistics/random.ts';
import { KINDS, type RunKind, type TriedLatency, type TriedRun } from './run.ts';

/** Confidence of each bound by itself, fraction. */
export const BOUND_CONFIDENCE = 0.95;

/** More false alarms than this share are too many, and of planted slowdowns so many are to be noticed. */
const GOALS = { alarms: 0.05, noticed: 0.8 };

/** False alarms, and misses of one kind, before which nothing is clear. */
const FEWEST = 2;

/**
 * Deals out the kinds of all runs in mixed order, so that a machine that gets slower is in all of them. The first is of
 * unchanged code: it tells how long few answers are to be held.
 *
 * @param runs of unchanged code; of each kind of slowdown there are two thirds as many
 */
export function dealRuns(runs: number, random: Random): RunKind[] {
  const planted = Math.ceil((runs * 2) / 3);
  const rest: RunKind[] = [
    ...Array<RunKind>(runs - 1).fill('unchanged'),
    ...Array<RunKind>(planted).fill('slower'),
    ...Array<RunKind>(planted).fill('held'),
  ];
  for (let last = rest.length - 1; last > 0; last--) {
    const other = random.index(last + 1);
    [rest[last], rest[other]] = [rest[other]!, rest[last]!];
  }
  return ['unchanged', ...rest];
}

/** How the runs of a kind went. */
export type Tally = {
  kind: RunKind;
  /** Runs that measured, and those that could not. */
  measured: number;
  unmeasured: number;
  /** True where one of them says that no other would either. */
  inVain: boolean;
  /** Runs that blocked: false alarms where nothing was planted. */
  blocked: number;
  /** Bounds of the share of runs that block (fraction), each with `BOUND_CONFIDENCE`. */
  bounds: { low: number; high: number };
  /** True where more runs would not change the answer, as far as runs of this kind go: it is no good one. */
  isClear: boolean;
};

export function tallyRuns(runs: readonly TriedRun[]): Tally[] {
  return KINDS.map((kind) => {
    const own = runs.filter((run) => run.kind === kind);
    const measured = own.filter(({ blocks }) => blocks !== null).length;
    const blocked = own.filter(({ blocks }) => blocks).length;
    const bounds = boundProportion({ hits: blocked, count: measured }, BOUND_CONFIDENCE);
    const isClear =
      kind === 'unchanged'
        ? blocked >= FEWEST && bounds.low > GOALS.alarms
        : measured - blocked >= FEWEST && bounds.high < GOALS.noticed;
    const inVain = own.some((run) => run.inVain);
    return { kind, measured, unmeasured: own.length - measured, inVain, blocked, bounds, isClear };
  });
}

/**
 * Chooses the runs that are still worth their time. A gate that raises false alarms would notice anything, and one that
 * cannot measure will not soon.
 *
 * @param left kinds of the runs that are planned and not made
 */
export function chooseLeft(left: readonly RunKind[], runs: readonly TriedRun[]): RunKind[] {
  const tallies = tallyRuns(runs);
  return cannotMeasure(tallies) || tallies[0]!.isClear
    ? []
    : left.filter((kind) => !tallies.some((tally) => tally.kind === kind && tally.isClear));
}

/** Tells whether the trial ends because runs cannot measure. */
function cannotMeasure(tallies: readonly Tally[]): boolean {
  const lost = tallies.reduce((sum, { unmeasured }) => sum + unmeasured, 0);
  return lost >= FEWEST || tallies.some(({ inVain }) => inVain);
}

/**
 * `false-alarms`: unchanged code was blocked. `misses`: something planted was not. `unmeasured`: some kind has no run
 * that could measure, or more than one run could not, or one that no other would do better than. `proved`: all went as it should.
 */
export type ProofOutcome = 'proved' | 'false-alarms' | 'misses' | 'unmeasured';

export function judgeProof(tallies: readonly Tally[]): ProofOutcome {
  const [unchanged, ...planted] = tallies as [Tally, ...Tally[]];
  if (unchanged.blocked > 0) return 'false-alarms';
  if (planted.some(({ blocked, measured }) => blocked < measured)) return 'misses';
  const isMeasured = tallies.every(({ measured }) => measured > 0);
  return isMeasured && !cannotMeasure(tallies) ? 'proved' : 'unmeasured';
}

/** Gives the exit code of a proof: like a run, it fails for what people must see to. */
export function chooseProofCode(outcome: ProofOutcome): ExitCode {
  if (outcome === 'proved') return EXIT.pass;
  return outcome === 'unmeasured' ? EXIT.unmeasured : EXIT.failed;
}

/** All that was tried, and how it went. */
export type Proof = {
  suite: string;
  /** Day of the last run, as ISO 8601 has it. */
  day: string;
  /** Processors and their model. */
  machine: string;
  /** Slowdown of every answer (fraction); share of answers that are held (fraction), and for how long (ms). */
  slowdown: number;
  heldShare: number;
  holdMs: number;
  /** Kinds of the runs as they were planned, in their order. */
  planned: RunKind[];
  runs: TriedRun[];
};

/** Smallest change of a latency that runs here see: the median of what runs of unchanged code say of themselves. */
export type Sight = Pick<
  TriedLatency,
  'label' | 'metric' | 'where' | 'tolerance' | 'detectable' | 'budgetSeconds'
>;

/** Lists what runs see of each latency, in the order of the report. */
export function listSights(runs: readonly TriedRun[]): Sight[] {
  const all = runs.filter(({ kind }) => kind === 'unchanged').flatMap(({ latencies }) => latencies);
  const keyOf = ({ label, metric, where }: TriedLatency) => JSON.stringify([label, metric, where]);
  return [...new Set(all.map(keyOf))].map((key) => {
    const own = all.filter((latency) => keyOf(latency) === key);
    const budget = median(own.map(({ budgetSeconds }) => budgetSeconds ?? Number.POSITIVE_INFINITY));
    return {
      ...own[0]!,
      detectable: median(own.map(({ detectable }) => detectable)),
      budgetSeconds: Number.isFinite(budget) ? budget : null,
    };
  });
}
