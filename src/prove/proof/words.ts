import { printDuration } from '../../config/language/duration.ts';
import { printPercent } from '../../config/language/percent.ts';
import { type Metric, printMetric, type Where } from '../../metrics/metric.ts';
import { table, toMarkdown } from '../../report/format/markdown.ts';
import { formatChange, formatMs, formatSeconds, formatShare } from '../../report/format/numbers.ts';
import { code, fromMessage, type Phrase, plain, say, strong } from '../../report/format/phrase.ts';
import { alignTable, wrapText } from '../../report/format/text-table.ts';
import { ICONS } from '../../report/words/status.ts';
import { counted, listed, listSome, shortLabel, title } from '../../report/words/terms.ts';
import {
  BOUND_CONFIDENCE,
  judgeProof,
  listSights,
  type Proof,
  type ProofOutcome,
  type Sight,
  type Tally,
  tallyRuns,
} from './proof.ts';
import type { RunKind, TriedLatency } from './run.ts';

/** Says what is before the head in runs of a kind: `+20 % on every answer`. */
export function nameKind(kind: RunKind, { slowdown, heldShare, holdMs }: Planted): string {
  switch (kind) {
    case 'unchanged':
      return 'unchanged code';
    case 'slower':
      return `${formatChange(slowdown)} on every answer`;
    case 'held':
      return `${formatShare(heldShare)} of the answers ${formatMs(holdMs)} later`;
  }
}

/** An SLO has no place of its own. */
type Named = { label: string; metric: Metric; where?: Where };

type Planted = Pick<Proof, 'slowdown' | 'heldShare' | 'holdMs'>;

/** Renders a proof for a terminal. @param width columns */
export function renderProof(proof: Proof, width: number): string {
  const { runs, suite } = proof;
  const summary = summarize(proof);
  const { outcome, rows, notes, advice } = tell(proof);
  const wrap = (phrase: Phrase, indent = '') => wrapText(plain(phrase), width, indent);
  return [
    `${suite}: ${counted(runs.length, 'run')} in ${formatSeconds(sumSeconds(proof))}`,
    '',
    ...alignTable(
      Array(3).fill({ header: '', right: false }),
      rows.map((cells) => cells.map((text) => ({ text }))),
    ).map((line) => `  ${line}`),
    '',
    ...[outcome, ...notes].flatMap((phrase) => wrap(phrase)),
    ...(advice.length > 0 ? ['', 'What would help:'] : []),
    ...advice.flatMap((phrase) =>
      wrap(phrase, '  ').map((line, index) => (index === 0 ? `•${line.slice(1)}` : line)),
    ),
    ...(summary === null ? [] : ['', 'For a README:', ...wrap(summary, '  ')]),
    '',
  ].join('\n');
}

/** Renders a proof for the summary of a job. */
export function renderProofMarkdown(proof: Proof): string {
  const summary = summarize(proof);
  const { outcome, notes, rows, advice } = tell(proof);
  const list = advice.map((phrase) => `- ${toMarkdown(phrase)}`).join('\n');
  return [
    `### ${toMarkdown(say`${proof.suite}: ${counted(proof.runs.length, 'run')} in ${formatSeconds(sumSeconds(proof))}`)}`,
    toMarkdown(outcome),
    table(['tried', 'result', 'what so few runs can say'], ['-', '-', '-'], rows),
    ...notes.map(toMarkdown),
    ...(list === '' ? [] : [`What would help:\n\n${list}`]),
    ...(summary === null ? [] : [`For a README:\n\n> ${toMarkdown(summary)}`]),
  ].join('\n\n');
}

/** Renders a proof as JSON; docs/json.md describes its shape. */
export function renderProofJson(proof: Proof): string {
  const percent = (fraction: number) => Number((100 * fraction).toPrecision(4));
  const known = (fraction: number) => (Number.isFinite(fraction) ? percent(fraction) : null);
  const tallies = tallyRuns(proof.runs);
  const summary = summarize(proof);
  const named = ({ label, metric, where }: Named) => ({
    label,
    metric: printMetric(metric),
    ...(where && { where }),
  });
  const document = {
    schemaVersion: 1,
    suite: proof.suite,
    outcome: judgeProof(tallies),
    day: proof.day,
    machine: proof.machine,
    seconds: Math.round(sumSeconds(proof)),
    slowdownPercent: percent(proof.slowdown),
    held: { percent: percent(proof.heldShare), ms: proof.holdMs },
    confidence: BOUND_CONFIDENCE,
    kinds: tallies.map(({ kind, measured, unmeasured, blocked, bounds, isClear }) => ({
      kind,
      planned: proof.planned.filter((one) => one === kind).length,
      measured,
      unmeasured,
      blocked,
      blockedPercent: { low: percent(bounds.low), high: percent(bounds.high) },
      stopped: isClear,
    })),
    sights: listSights(proof.runs).map((sight) => ({
      ...named(sight),
      detectableChange: known(sight.detectable),
      tolerancePercent: percent(sight.tolerance),
    })),
    advice: advise(proof).map(plain),
    paragraph: summary && plain(summary),
    runs: proof.runs.map(({ kind, code, blocks, headline, seconds, latencies, missed }) => ({
      kind,
      verdict: code,
      blocks,
      headline,
      seconds: Math.round(seconds),
      latencies: latencies.map((latency) => ({
        ...named(latency),
        changePercent: known(latency.change),
        detectableChange: known(latency.detectable),
        regressed: latency.regressed,
      })),
      missed: missed.map(named),
    })),
  };
  return JSON.stringify(document, null, 2);
}

/** Writes what a README may say of the gate; null where there is nothing to be proud of. */
function summarize(proof: Proof): Phrase | null {
  const { day, machine, runs } = proof;
  const tallies = tallyRuns(runs);
  if (judgeProof(tallies) !== 'proved') return null;
  const results = tallies.map((tally) => {
    const { kind, measured } = tally;
    const what = kind === 'unchanged' ? 'runs on unchanged code passed' : `noticed ${nameKind(kind, proof)}`;
    return `${measured} of ${measured} ${what} (${boundWords(tally)})`;
  });
  const best = findBest(listSights(runs));
  const sight =
    best && Number.isFinite(best.detectable)
      ? ` The smallest slowdown that 8 runs of 10 would report is ${formatChange(best.detectable)} of ${title(best.label, best.metric, best.where)}.`
      : '';
  return say`Our latency gate was tried with ${code('tailgate prove')} on ${day} (${machine}): ${listed(results)}; the bounds have ${formatShare(BOUND_CONFIDENCE)} confidence each.${sight} A run took ${formatSeconds(meanSeconds(proof))} on average.`;
}

/** Everything that the renderers tell, in words. */
function tell(proof: Proof): { outcome: Phrase; rows: string[][]; notes: Phrase[]; advice: Phrase[] } {
  const tallies = tallyRuns(proof.runs);
  const tried = tallies.filter(({ measured, unmeasured }) => measured + unmeasured > 0);
  const sights = listSights(proof.runs).filter(({ detectable }) => Number.isFinite(detectable));
  const isShort = proof.runs.length < proof.planned.length;
  const seen = sights.map(
    ({ label, metric, where, detectable }) => `${title(label, metric, where)} ${formatChange(detectable)}`,
  );
  return {
    outcome: say`${describeOutcome(judgeProof(tallies), tallies, proof)}`,
    rows: tried.map((tally) => [nameKind(tally.kind, proof), countWords(tally), boundWords(tally)]),
    notes: [
      ...(isShort
        ? [say`${counted(proof.planned.length, 'run')} were planned; the rest would not change this answer.`]
        : []),
      say`The bounds have ${formatShare(BOUND_CONFIDENCE)} confidence each; more runs make them narrower. A run took ${formatSeconds(meanSeconds(proof))} on average.`,
      ...(seen.length > 0
        ? [say`Smallest slowdowns that 8 runs of 10 would report here: ${listed(seen)}.`]
        : []),
    ],
    advice: advise(proof),
  };
}

/** Counts the runs that did as they should: `6 of 6 passed, 1 not measured`. */
function countWords({ kind, measured, unmeasured, blocked }: Tally): string {
  const good =
    kind === 'unchanged'
      ? `${measured - blocked} of ${measured} passed`
      : `${blocked} of ${measured} noticed`;
  return unmeasured > 0 ? `${good}, ${unmeasured} not measured` : good;
}

/** Says what so few runs can say of all: `at most 39 % false alarms`. */
function boundWords({ kind, measured, blocked, bounds: { low, high } }: Tally): string {
  const what = kind === 'unchanged' ? 'false alarms' : 'noticed';
  if (measured === 0) return 'nothing known';
  if (blocked === 0) return `at most ${formatShare(high, 2)} ${what}`;
  if (blocked === measured) return `at least ${formatShare(low, 2)} ${what}`;
  return `${formatShare(low, 2)} to ${formatShare(high, 2)} ${what}`;
}

function describeOutcome(outcome: ProofOutcome, tallies: readonly Tally[], { runs }: Proof): Phrase {
  const [unchanged, ...planted] = tallies as [Tally, ...Tally[]];
  switch (outcome) {
    case 'proved':
      return say`${ICONS.good} ${strong('No false alarm, and everything that was planted was noticed.')}`;
    case 'false-alarms':
      return say`${ICONS.bad} ${strong(`Unchanged code was blocked in ${unchanged.blocked} of ${counted(unchanged.measured, 'run')}.`)}`;
    case 'misses': {
      const sum = (of: (tally: Tally) => number) => planted.reduce((total, tally) => total + of(tally), 0);
      const [measured, blocked] = [sum((tally) => tally.measured), sum((tally) => tally.blocked)];
      return say`${ICONS.bad} ${strong(`What was planted was not noticed in ${measured - blocked} of ${counted(measured, 'run')}.`)}`;
    }
    case 'unmeasured': {
      const failed = runs.find(({ blocks }) => blocks === null);
      return say`⛔ ${strong('Too few runs could measure.')} ${fromMessage(failed?.headline ?? '')}`;
    }
  }
}

/** Most pieces of advice of a kind: the gravest are enough to begin with. */
const MOST_ADVICE = 3;

/** Advises what would help against false alarms, and for slowdowns to be noticed. */
export function advise(proof: Proof): Phrase[] {
  const { runs, slowdown } = proof;
  const [unchanged, slower, held] = tallyRuns(runs) as [Tally, Tally, Tally];
  const sights = listSights(runs);
  const labels = [...new Set(sights.map(({ label }) => label))];
  const best = labels.map((label) => findBest(sights.filter((sight) => sight.label === label))!);
  const blind = best.filter(({ detectable, tolerance }) => detectable > slowdown || tolerance >= slowdown);
  const misses = ({ blocked, measured }: Tally) => blocked < measured;
  return [
    ...(unchanged.blocked > 0 ? adviseOnAlarms(proof) : []),
    ...blind.slice(0, MOST_ADVICE).map((sight) => adviseSight(sight, slowdown)),
    ...(misses(slower) && blind.length === 0
      ? [
          say`${formatChange(slowdown)} is within what runs here see, so it is noticed in 8 runs of 10 or more. A larger ${code('budget')} makes misses rarer.`,
        ]
      : []),
    ...(misses(held) ? [adviseOnHeld(sights)] : []),
  ];
}

/** Tolerances as people write them, fractions. */
const TOLERANCES = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1];

function adviseOnAlarms({ runs, slowdown }: Proof): Phrase[] {
  const own = runs.filter(({ kind }) => kind === 'unchanged');
  const keyOf = (one: Named) => title(one.label, one.metric, one.where);
  const wrong = own.flatMap(({ latencies }) => latencies.filter(({ regressed }) => regressed));
  const worst = new Map<string, TriedLatency>();
  for (const latency of wrong) {
    const before = worst.get(keyOf(latency));
    if (!(before && before.change > latency.change)) worst.set(keyOf(latency), latency);
  }
  const changes = [...worst].sort(([, a], [, b]) => b.change - a.change).slice(0, MOST_ADVICE);
  const missed = new Set(own.flatMap((run) => run.missed.map(keyOf)));
  const known = changes.length > 0 || missed.size > 0;
  return [
    ...changes.map(([name, { metric, change, tolerance }]) => {
      const wider = TOLERANCES.find((one) => one > change);
      const seen = say`${name} looked ${formatChange(change)} slower on unchanged code, and its tolerance is ${formatShare(tolerance)}`;
      if (wider === undefined || wider >= slowdown)
        return say`${seen}. A tolerance beyond that would let ${formatChange(slowdown)} pass as well: a quieter runner helps, or a larger ${code('budget')}.`;
      return say`${seen}: ${code(`tolerance: { ${printMetric(metric)}: ${printPercent(wider)} }`)} lets it pass.`;
    }),
    ...(missed.size > 0
      ? [
          say`${listSome([...missed], MOST_ADVICE)} missed an SLO without any change: raise the limit, ask for a lower rate, since the relay takes processor time as well, or see to the service first.`,
        ]
      : []),
    ...(known
      ? []
      : own
          .filter(({ blocks }) => blocks)
          .slice(0, 1)
          .map(({ headline }) => fromMessage(headline))),
  ];
}

function adviseSight(
  { label, metric, where, tolerance, detectable, budgetSeconds }: Sight,
  slowdown: number,
): Phrase {
  const wanted = formatChange(slowdown);
  const name = title(label, metric, where);
  if (tolerance >= slowdown)
    return say`${name} has a tolerance of ${formatShare(tolerance)}, which lets ${wanted} pass: ${code(`tolerance: ${printPercent(slowdown / 2)}`)} does not.`;
  if (!Number.isFinite(detectable))
    return say`How small a slowdown runs here see in ${shortLabel(label)} is not known: a quieter runner helps, or a larger ${code('budget')}.`;
  const seen = say`The smallest slowdown that runs here see in ${shortLabel(label)} is ${formatChange(detectable)} (${printMetric(metric)})`;
  return budgetSeconds === null
    ? say`${seen}, and ${wanted} would need more than half an hour of load: a quieter runner helps more.`
    : say`${seen}; ${wanted} needs about ${code(`budget: ${printDuration(budgetSeconds)}`)}.`;
}

function adviseOnHeld(sights: readonly Sight[]): Phrase {
  const isFar = ({ metric }: Sight) => metric.kind === 'percentile' && metric.percent >= 99;
  return sights.some(isFar)
    ? say`Few slow answers show at p99 and beyond, where a run has few requests: a larger ${code('budget')} or a higher rate shows more of them.`
    : say`Few slow answers show at p99 and beyond, which no run compared: an SLO on ${code('p99')} asks for it.`;
}

/** Finds the latency in which the smallest change is seen. */
function findBest(sights: readonly Sight[]): Sight | undefined {
  return [...sights].sort((a, b) => a.detectable - b.detectable || 0)[0];
}

function sumSeconds({ runs }: Proof): number {
  return runs.reduce((sum, { seconds }) => sum + seconds, 0);
}

function meanSeconds(proof: Proof): number {
  return sumSeconds(proof) / Math.max(1, proof.runs.length);
}
