import type { Metric } from '../../metrics/metric.ts';
import { measureMetric } from '../../metrics/metric.ts';
import { formatValue } from '../format/numbers.ts';
import { say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import type { PageContent, PageGroup } from './content.ts';
import { type PagePart, plainText } from './parts.ts';

const SHOWN: Metric[] = [
  { kind: 'percentile', percent: 50 },
  { kind: 'percentile', percent: 99 },
];

/** Most variants that stand side by side. More become rows, and the scenarios stand side by side. */
const MOST_BESIDE = 6;
/** Most characters of the names of all axes together. */
const LONGEST_KEY = 120;

/** Writes all scenarios in all variants as one table, where several scenarios have the same ones. */
export function writeOverview({ groups }: PageContent): PagePart[] {
  const varied = groups.filter(({ steps }) => steps.some(({ measured }) => measured.variant !== undefined));
  if (varied.length < 2) return [];
  const nameOf = (names: readonly string[]) => names.join(', ');
  const variants = [...new Set(varied.flatMap(({ steps }) => steps.map(({ names }) => nameOf(names))))];
  const cell = ({ steps }: PageGroup, variant: string) => {
    const step = steps.find(({ names }) => nameOf(names) === variant);
    return step === undefined
      ? ''
      : SHOWN.map((metric) => formatValue(metric, measureMetric(step.slices, metric))).join(' / ');
  };
  const scenarios = varied.map(({ scenario }) => scenario);
  const isWide = variants.length > MOST_BESIDE;
  const key = cut(varied[0]!.keys.join(', '), LONGEST_KEY);
  const header = isWide ? [key, ...scenarios] : ['scenario', ...variants];
  const rows = isWide
    ? variants.map((variant) => [variant, ...varied.map((group) => cell(group, variant))])
    : varied.map((group) => [group.scenario, ...variants.map((variant) => cell(group, variant))]);
  return [
    { kind: 'heading', depth: 0, text: say`All at a glance` },
    { kind: 'paragraph', text: say`p50 / p99${isWide ? '' : ` by ${key}`}.` },
    {
      kind: 'table',
      header: header.map(plainText),
      right: header.map((_, i) => i > 0),
      rows: rows.map((row) => row.map(plainText)),
    },
  ];
}
