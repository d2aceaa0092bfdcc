import { formatChange, formatSeconds, formatShare } from '../../report/format/numbers.ts';
import { code, fromMessage, type Phrase, plain, say, strong } from '../../report/format/phrase.ts';
import { alignTable, wrapText } from '../../report/format/text-table.ts';
import { TONES } from '../../report/format/tones.ts';
import { counted } from '../../report/words/terms.ts';
import { HELD_SHARE, HELD_TIMES } from './plant.ts';
import {
  BOUND_CONFIDENCE,
  judgeProof,
  PROMISED,
  type Proof,
  RUNS_FOR_PROMISED,
  type Tally,
  tallyRuns,
} from './proof.ts';

/** Renders a proof for people. @param width columns */
export function renderProof(proof: Proof, width: number): string {
  const { runs, suite, slowdown } = proof;
  const names = {
    unchanged: 'unchanged code',
    slower: `${formatChange(slowdown)} on every answer`,
    held: `${formatShare(HELD_SHARE)} of the answers held`,
  };
  const rows = tallyRuns(proof).map((tally) => [names[tally.kind], countWords(tally), boundWords(tally)]);
  return [
    `${suite}: ${counted(runs.length, 'run')} in ${formatSeconds(sumSeconds(proof))}`,
    '',
    ...alignTable(
      Array(3).fill({ header: '', right: false }),
      rows.map((cells) => cells.map((text) => ({ text }))),
    ).map((line) => `  ${line}`),
    '',
    ...wrapText(plain(describeOutcome(proof)), width),
    '',
  ].join('\n');
}

/** Counts the runs that were judged as they should: `6 of 6 passed, 1 not measured`. */
function countWords({ kind, measured, unmeasured, blocked }: Tally): string {
  const [good, word] = kind === 'unchanged' ? [measured - blocked, 'passed'] : [blocked, 'noticed'];
  return `${good} of ${measured} ${word}${unmeasured > 0 ? `, ${unmeasured} not measured` : ''}`;
}

/** Says what so few runs can say of all: `at most 39 % false alarms`. */
function boundWords({ kind, measured, blocked, bounds }: Tally): string {
  const [low, high] = [formatShare(bounds.low, 2), formatShare(bounds.high, 2)];
  const share =
    blocked === 0 ? `at most ${high}` : blocked === measured ? `at least ${low}` : `${low} to ${high}`;
  return measured === 0 ? 'nothing known' : `${share} ${kind === 'unchanged' ? 'false alarms' : 'noticed'}`;
}

function describeOutcome(proof: Proof): Phrase {
  const [unchanged, slower, held] = tallyRuns(proof);
  const headlineOf = (blocks: boolean | null) =>
    fromMessage(proof.runs.find((run) => run.unchanged.blocks === blocks)?.unchanged.headline ?? '');
  switch (judgeProof(proof)) {
    case 'proved': {
      const [low, high] = [Math.min(slower.bounds.low, held.bounds.low), unchanged.bounds.high];
      const bounds = `At most ${formatShare(high, 2)} of runs are false alarms, and at least ${formatShare(low, 2)} notice each slowdown`;
      const more = `That identical code is called slower in at most ${formatShare(PROMISED)} of runs takes ${RUNS_FOR_PROMISED} runs to show.`;
      return say`${TONES.good.icon} ${strong(bounds)} (${formatShare(BOUND_CONFIDENCE)} confidence each).${high > PROMISED ? ` ${more}` : ''}`;
    }
    case 'false-alarms':
      return say`${TONES.bad.icon} ${strong(`Unchanged code was blocked in ${unchanged.blocked} of ${counted(unchanged.measured, 'run')}`)}: ${headlineOf(true)}. A quieter runner, a larger ${code('budget')} or a wider ${code('tolerance')} helps.`;
    case 'misses': {
      const [every, few] = [slower, held].map(({ blocked, measured }) => measured - blocked);
      return say`${TONES.bad.icon} ${strong(`Of ${counted(slower.measured, 'run')}, ${every!} missed the slowdown of every answer, and ${few!} that of a few.`)} A larger ${code('budget')}, a smaller ${code('tolerance')} or an SLO on ${code('p99')} helps.`;
    }
    case 'unmeasured':
      return say`⛔ ${strong('Too few runs could measure.')} ${headlineOf(null)}`;
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
  return runs.reduce((sum, { seconds }) => sum + seconds, 0);
}
