import { EXIT, type ExitCode } from '../../errors.ts';
import type { Report } from '../../handover/report.ts';
import { sum } from '../../measurement/sum.ts';
import { formatChange, formatSeconds, formatShare } from '../../report/format/numbers.ts';
import { plain } from '../../report/format/phrase.ts';
import { alignTable, wrapText } from '../../report/format/text-table.ts';
import { headline } from '../../report/words/headline.ts';
import { counted } from '../../report/words/terms.ts';
import { boundProportion } from '../../statistics/proportion.ts';
import type { VerdictCode } from '../../verdict/codes.ts';
import { HELD_SHARE, HELD_TIMES } from './plant.ts';

/** Heads that each measurement of unchanged code is judged for: itself, one that is slower, one that holds few answers. */
type Kind = 'unchanged' | 'slower' | 'held';

/** How a measurement was judged; `blocks` is null where it could not be. */
type Judged = { verdict: VerdictCode; blocks: boolean | null; headline: string };

/** All that was tried. */
export type Proof = {
  suite: string;
  /** Slowdown (fraction) of every answer of the slower head. */
  slowdown: number;
  /** `seconds`: time as a user waits. */
  runs: (Record<Kind, Judged> & { seconds: number })[];
};

/** Takes from the report of a run what a proof needs. */
export function takeJudged(report: Report): Judged {
  const { code: verdict, pair, blocks } = report.verdict;
  const isMeasured = verdict !== 'invalid' && pair !== null;
  return { verdict, blocks: isMeasured ? blocks : null, headline: plain(headline(report)) };
}

/** Confidence of each bound by itself, fraction. */
const BOUND_CONFIDENCE = 0.95;
/** Share (fraction) of runs of identical code that Tailgate promises to call slower at most, and the runs that show it. */
const PROMISED = 0.01;
export const RUNS_FOR_PROMISED = Math.ceil(Math.log(1 - BOUND_CONFIDENCE) / Math.log(1 - PROMISED));

/**
 * Tallies the runs by kind of head. `blocked` are false alarms where nothing was planted; the bounds are those of the share
 * of runs that block (fraction), each with `BOUND_CONFIDENCE`.
 */
export function tallyRuns({ runs }: Pick<Proof, 'runs'>) {
  const tally = (kind: Kind) => {
    const measured = runs.filter((run) => run[kind].blocks !== null).length;
    const blocked = runs.filter((run) => run[kind].blocks).length;
    const bounds = boundProportion({ hits: blocked, count: measured }, BOUND_CONFIDENCE);
    return { kind, measured, unmeasured: runs.length - measured, blocked, bounds };
  };
  return [tally('unchanged'), tally('slower'), tally('held')] as const;
}
type Tally = ReturnType<typeof tallyRuns>[number];

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
  return isMeasured && unchanged.unmeasured < 2 ? 'proved' : 'unmeasured';
}

/** Gives the exit code of a proof: like a run, it fails for what people must see to. */
export function chooseProofCode(outcome: ProofOutcome): ExitCode {
  if (outcome === 'proved') return EXIT.pass;
  return outcome === 'unmeasured' ? EXIT.unmeasured : EXIT.failed;
}

/** Renders a proof for people. @param width columns */
export function renderProof(proof: Proof, width: number): string {
  const { runs, suite, slowdown } = proof;
  const names = {
    unchanged: 'unchanged code',
    slower: `${formatChange(slowdown)} on every answer`,
    held: `${formatShare(HELD_SHARE)} of the answers held`,
  };
  const rows = tallyRuns(proof).map((tally) =>
    [names[tally.kind], ...describeTally(tally)].map((text) => ({ text })),
  );
  const lines = alignTable(Array(3).fill({ header: '', right: false }), rows);
  return [
    `${suite}: ${counted(runs.length, 'run')} in ${formatSeconds(sumSeconds(proof))}`,
    '',
    ...lines.map((line) => `  ${line}`),
    '',
    ...wrapText(describeOutcome(proof), width),
    '',
  ].join('\n');
}

/** Says how many runs were judged as they should, and what so few can say of all: `6 of 6 passed`, `at most 39 % …`. */
function describeTally({ kind, measured, unmeasured, blocked, bounds }: Tally): [string, string] {
  const isPlanted = kind !== 'unchanged';
  const [low, high] = [formatShare(bounds.low, 2), formatShare(bounds.high, 2)];
  let share = `${low} to ${high}`;
  if (blocked === 0) share = `at most ${high}`;
  else if (blocked === measured) share = `at least ${low}`;
  const good = isPlanted
    ? `${blocked} of ${measured} noticed`
    : `${measured - blocked} of ${measured} passed`;
  return [
    unmeasured > 0 ? `${good}, ${unmeasured} not measured` : good,
    measured === 0 ? 'nothing known' : `${share} ${isPlanted ? 'noticed' : 'false alarms'}`,
  ];
}

/** Says what came of it, and what helps. */
function describeOutcome(proof: Proof): string {
  const [unchanged] = tallyRuns(proof);
  const headlineOf = (blocks: boolean | null) =>
    proof.runs.find((run) => run.unchanged.blocks === blocks)?.unchanged.headline ?? '';
  const more = ` To show that at most ${formatShare(PROMISED)} of runs are false alarms takes ${RUNS_FOR_PROMISED} runs.`;
  switch (judgeProof(proof)) {
    case 'proved':
      return `✅ Each bound holds with ${formatShare(BOUND_CONFIDENCE)} confidence.${unchanged.bounds.high > PROMISED ? more : ''}`;
    case 'false-alarms':
      return `❌ Unchanged code was blocked: ${headlineOf(true)}. A quieter runner, a larger budget or a wider tolerance helps.`;
    case 'misses':
      return '❌ A planted slowdown was missed. A larger budget, a smaller tolerance or an SLO on p99 helps.';
    case 'unmeasured':
      return `⛔ Too few runs could measure. ${headlineOf(null)}`;
  }
}

/** Renders a proof as JSON; docs/json.md describes its shape. */
export function renderProofJson(proof: Proof): string {
  const { slowdown, ...rest } = proof;
  const percent = (fraction: number) => Number((100 * fraction).toPrecision(4));
  const document = {
    schemaVersion: 1,
    outcome: judgeProof(proof),
    seconds: Math.round(sumSeconds(proof)),
    slowdownPercent: percent(slowdown),
    held: { percent: percent(HELD_SHARE), p99s: HELD_TIMES },
    confidence: BOUND_CONFIDENCE,
    kinds: tallyRuns(proof).map(({ bounds, ...counts }) => ({
      ...counts,
      blockedPercent: { low: percent(bounds.low), high: percent(bounds.high) },
    })),
    ...rest,
  };
  return JSON.stringify(document, null, 2);
}

function sumSeconds({ runs }: Proof): number {
  return sum(runs, ({ seconds }) => seconds);
}
