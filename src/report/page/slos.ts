import { printLoad } from '../../config/language/load.ts';
import type { Slo } from '../../config/language/slo-type.ts';
import { estimateMetric, measureMetric } from '../../metrics/metric.ts';
import { formatRate, formatValue, NONE } from '../format/numbers.ts';
import { code, type Phrase } from '../format/phrase.ts';
import { counted, limitWords, listed, metricName, rangeWords } from '../words/terms.ts';
import { nameWork, type PageCapacity, type PageContent, type PageGroup, type PageStep } from './content.ts';
import { makeTable, type PagePart, plainText } from './parts.ts';

/** Two-sided confidence (fraction) of the intervals that the page shows. */
export const CONFIDENCE = 0.95;

/**
 * Lists what was measured, with cells for scenario, request, load, SLO and result. Without variants each SLO of each
 * step has a row; with some, each SLO of a scenario, and a table of its own has the results.
 */
export function listMeasured({ groups, capacities }: PageContent): Phrase[][] {
  const searched = [...new Set(capacities.map(({ declared }) => declared.scenario))];
  return [
    ...groups.flatMap(listGroup),
    ...searched.map((name) =>
      describeSearches(capacities.filter(({ declared }) => declared.scenario === name)),
    ),
  ];
}

/** Writes how the SLOs of a scenario came out in each variant. Nothing without variants. */
export function writeSloTable(group: PageGroup): PagePart[] {
  const { keys, steps } = group;
  const { slos } = steps[0]!.declared;
  if (slos.length === 0 || !isVaried(group)) return [];
  return [
    makeTable(
      keys,
      slos.map(sloWords),
      steps.map((step) => ({
        names: step.names.map(plainText),
        cells: slos.map((slo) => plainText(resultWords(slo, step))),
      })),
    ),
  ];
}

function listGroup(group: PageGroup): Phrase[][] {
  const { scenario, steps } = group;
  const { slos } = steps[0]!.declared;
  if (slos.length > 0 && !isVaried(group)) return steps.flatMap(listStep);
  const loads = new Set(steps.map(({ declared: { load } }) => printLoad(load)));
  const common = [plainText(scenario), worksPhrase(steps), plainText([...loads].join(', '))];
  if (slos.length === 0) return [[...common, plainText('none'), plainText('')]];
  return listRows(
    common,
    slos.map((slo) => [sloWords(slo), spanWords(slo, steps)]),
  );
}

function listStep(step: PageStep): Phrase[][] {
  const { label, work, load, slos } = step.declared;
  const common = [plainText(label), [code(nameWork(work))], plainText(printLoad(load))];
  return listRows(
    common,
    slos.map((slo) => [sloWords(slo), resultWords(slo, step)]),
  );
}

/** What rows have in common stands in the first one. */
function listRows(common: readonly Phrase[], rows: readonly string[][]): Phrase[][] {
  return rows.map((row, i) => [
    ...(i === 0 ? common : common.map(() => plainText(''))),
    ...row.map(plainText),
  ]);
}

function describeSearches(capacities: readonly PageCapacity[]): Phrase[] {
  const { scenario, goal, slos } = capacities[0]!.declared;
  return [
    plainText(scenario),
    worksPhrase(capacities),
    plainText(`searched between ${formatRate(goal.from)} and ${formatRate(goal.to)}`),
    plainText(listed(slos.map(sloWords)) || 'none'),
    plainText('see Capacity'),
  ];
}

function isVaried({ steps }: PageGroup): boolean {
  return steps.some(({ measured }) => measured.variant !== undefined);
}

function worksPhrase(members: readonly { declared: Pick<PageStep['declared'], 'work'> }[]): Phrase {
  const [first, ...others] = new Set(members.map(({ declared }) => nameWork(declared.work)));
  return others.length === 0
    ? [code(first!)]
    : [code(first!), ...plainText(` and ${counted(others.length, 'other', 'others')} by variant`)];
}

function sloWords(slo: Slo): string {
  return `${metricName(slo.metric)} ${limitWords(slo)}`;
}

/** Writes `22.1 ms (20.9 … 23.4 ms)`. */
function resultWords({ metric }: Slo, { slices }: PageStep): string {
  const { value, low, high } = estimateMetric(metric, slices, CONFIDENCE);
  const range = low === high ? '' : ` (${rangeWords(metric, low, high)})`;
  return `${formatValue(metric, value)}${range}`;
}

/** Writes the least and the greatest value: `12.1 … 15.3 ms in 24 variants`, `0 % in 2 variants`. */
function spanWords({ metric }: Slo, steps: readonly PageStep[]): string {
  const values = steps
    .map(({ slices }) => measureMetric(slices, metric))
    .filter((value) => !Number.isNaN(value));
  if (values.length === 0) return NONE;
  const variants = new Set(steps.map(({ measured }) => JSON.stringify(measured.variant)));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const alike = formatValue(metric, least) === formatValue(metric, most);
  return `${alike ? formatValue(metric, most) : rangeWords(metric, least, most)} in ${counted(variants.size, 'variant')}`;
}
