import { EXIT, type ExitCode } from '../../errors.ts';
import type { Report } from '../../handover/report.ts';
import { sum } from '../../measurement/sum.ts';
import { formatChange, formatSeconds, formatShare } from '../../report/format/numbers.ts';
import { plain } from '../../report/format/phrase.ts';
import { wrapText } from '../../report/format/text-table.ts';
import { headline } from '../../report/words/headline.ts';
import { counted } from '../../report/words/terms.ts';
import { boundProportion } from '../../statistics/proportion.ts';
import { HELD_SHARE } from './plant.ts';

/** Heads that each measurement of unchanged code is judged for: itself, a slower one, one that holds a few responses. */
const KINDS = ['unchanged', 'slower', 'held'] as const;

/** Everything that was tried, and how each measurement was judged. */
export type Proof = {
  suite: string;
  /** Slowdown (fraction) of every response of the slower head. */
  slowdown: number;
  /** `seconds`: wall time. */
  runs: (Record<(typeof KINDS)[number], ReturnType<typeof takeJudged>> & { seconds: number })[];
};

/** Extracts from the report of a run what a proof needs; `blocks` is null if nothing could be judged. */
export function takeJudged(report: Report) {
  const { code: verdict, pair, blocks } = report.verdict;
  const isMeasured = verdict !== 'invalid' && pair !== null;
  return { verdict, blocks: isMeasured ? blocks : null, headline: plain(headline(report)) };
}

/** Confidence of each bound alone, fraction. */
const CONFIDENCE = 0.95;

/**
 * Tallies the runs by kind of head. `blocked` are false alarms if nothing was planted; `bounds` are those of the share
 * of runs that block (fraction), each with `CONFIDENCE`.
 */
export function tallyRuns({ runs }: Pick<Proof, 'runs'>) {
  return KINDS.map((kind) => {
    const measured = runs.filter((run) => run[kind].blocks !== null).length;
    const blocked = runs.filter((run) => run[kind].blocks).length;
    const bounds = boundProportion({ hits: blocked, count: measured }, CONFIDENCE);
    return { kind, measured, unmeasured: runs.length - measured, blocked, bounds };
  });
}

/**
 * Judges a proof. `false-alarms`: unchanged code was blocked. `misses`: something planted was not. `unmeasured`: no run could
 * measure, or more than one could not. `proved`: everything went as expected, within the bounds.
 */
export function judgeProof(proof: Pick<Proof, 'runs'>) {
  const tallies = tallyRuns(proof);
  const [unchanged, ...planted] = tallies;
  if (unchanged!.blocked > 0) return 'false-alarms';
  if (planted.some(({ blocked, measured }) => blocked < measured)) return 'misses';
  return tallies.every((of) => of.measured > 0 && of.unmeasured < 2) ? 'proved' : 'unmeasured';
}

/** Returns the exit code of a proof: like a run, it fails if people must act. */
export function chooseProofCode(outcome: ReturnType<typeof judgeProof>): ExitCode {
  return outcome === 'proved' ? EXIT.pass : outcome === 'unmeasured' ? EXIT.unmeasured : EXIT.failed;
}

/** Renders a proof for people. @param width columns */
export function renderProof(proof: Proof, width: number): string {
  const { runs, suite, slowdown } = proof;
  const names = {
    unchanged: 'unchanged code',
    slower: `${formatChange(slowdown)} on every response`,
    held: `${formatShare(HELD_SHARE)} of the responses held`,
  };
  const lines = tallyRuns(proof).map(({ kind, measured, unmeasured, blocked, bounds }) => {
    const known = `, so ${formatShare(bounds.low, 2)} to ${formatShare(bounds.high, 2)} of such runs do`;
    const lost = unmeasured > 0 ? `; ${unmeasured} of ${runs.length} could not be measured` : '';
    return `  ${names[kind].padEnd(25)} ${blocked} of ${measured} blocked${measured > 0 ? known : ''}${lost}`;
  });
  const all = KINDS.flatMap((kind) => runs.map((run) => run[kind]));
  const headlineOf = (blocks: boolean | null) => all.find((one) => one.blocks === blocks)?.headline;
  const outcome = {
    proved: `✅ Each bound holds with ${formatShare(CONFIDENCE)} confidence. More runs narrow the ranges.`,
    'false-alarms': `❌ Unchanged code was blocked: ${headlineOf(true)}. A quieter runner, a larger budget or a wider tolerance helps.`,
    misses: '❌ A planted slowdown was missed. A larger budget, a smaller tolerance or an SLO on p99 helps.',
    unmeasured: `⛔ Too few runs could measure. ${headlineOf(null)}`,
  }[judgeProof(proof)];
  const head = `${suite}: ${counted(runs.length, 'run')} in ${formatSeconds(sum(runs, ({ seconds }) => seconds))}`;
  return [head, '', ...lines, '', ...wrapText(outcome, width), ''].join('\n');
}

/** Renders a proof as JSON; docs/reports.md describes its shape. */
export function renderProofJson(proof: Proof): string {
  const own = { confidence: CONFIDENCE, kinds: tallyRuns(proof) };
  return JSON.stringify({ schemaVersion: 1, outcome: judgeProof(proof), ...own, ...proof }, null, 2);
}
