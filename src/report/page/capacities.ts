import { CAPACITY } from '../../verdict/capacity.ts';
import { poolEstimates } from '../../verdict/capacity-estimate.ts';
import type { CapacityEstimate, CapacityMeasurement } from '../../verdict/capacity-measurement.ts';
import { formatCount, formatRate, formatValue, NONE } from '../format/numbers.ts';
import { say } from '../format/phrase.ts';
import { beyondWords, counted, goalWords, limitWords, listed, rangeWords } from '../words/terms.ts';
import type { PageCapacity, PageContent } from './content.ts';
import { type PagePart, textTable } from './parts.ts';

/** Writes a table of the capacities: a row for each scenario in each variant. Nothing without searches. */
export function writeCapacities({ capacities }: PageContent): PagePart[] {
  if (capacities.length === 0) return [];
  const axes = [...new Set(capacities.flatMap(({ declared: { variant } }) => Object.keys(variant ?? {})))];
  const hasBase = capacities.some(({ base }) => base !== undefined);
  const hasSlo = capacities.some(({ declared: { slos } }) => slos.length > 0);
  const rows = sortByScenario(capacities).map(
    ({ declared: { scenario, variant, goal, slos }, head, base }) => [
      scenario,
      ...axes.map((axis) => variant?.[axis] ?? ''),
      goalWords(goal),
      estimateWords(head),
      ...(hasBase ? [base === undefined ? NONE : estimateWords(base)] : []),
      ...(hasSlo ? [listed(slos.map(limitWords)) || NONE] : []),
      trialWords(head),
    ],
  );
  const header = [
    'scenario',
    ...axes,
    'keeps',
    'capacity',
    ...(hasBase ? ['base'] : []),
    ...(hasSlo ? ['SLO'] : []),
    'trials',
  ];
  return [
    { kind: 'heading', depth: 0, text: say`Capacity` },
    textTable(header, rows),
    {
      kind: 'paragraph',
      text: say`A capacity is the highest rate of arrivals that keeps the latency, with its interval at 95 %; from fewer than three starts it holds for these alone. It is searched by trials of some seconds at one rate each, ${rangesWords(capacities)}.`,
    },
  ];
}

/** Variants of one scenario stand below each other. */
function sortByScenario(capacities: readonly PageCapacity[]): PageCapacity[] {
  const names = [...new Set(capacities.map(({ declared }) => declared.scenario))];
  return names.flatMap((name) => capacities.filter(({ declared }) => declared.scenario === name));
}

/** Writes `520 req/s (505 … 540 req/s)`, or where it lies beyond what was sent. */
function estimateWords(measurement: CapacityMeasurement): string {
  const estimate = poolEstimates(measurement);
  if (estimate === null) return 'not found: the time was over before anything was known';
  return beyondWords({ kind: estimate.kind, goal: measurement.goal }, estimate) ?? foundWords(estimate);
}

function foundWords({ value, low, high }: CapacityEstimate): string {
  return `${formatValue(CAPACITY, value)} (${rangeWords(CAPACITY, low, high)})`;
}

/** Writes `31 on 2 starts`. */
function trialWords({ blocks }: CapacityMeasurement): string {
  const trials = blocks.reduce((sum, block) => sum + block.trials.length, 0);
  return `${formatCount(trials)} on ${counted(blocks.length, 'start')}`;
}

/** Writes the range of rates where all have one, which most do. */
function rangesWords(capacities: readonly PageCapacity[]): string {
  const ranges = new Set(
    capacities.map(({ declared: { goal } }) => `between ${formatRate(goal.from)} and ${formatRate(goal.to)}`),
  );
  return ranges.size === 1 ? [...ranges][0]! : 'each scenario within a range of its own';
}
