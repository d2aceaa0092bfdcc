import type { Report } from '../../handover/report.ts';
import type { Slice } from '../../measurement/measurement.ts';
import type { Where } from '../../metrics/metric.ts';
import type { RunRecord } from '../../records/record.ts';
import { deepestLevel, listDeviations, type PairedBlock, toChange } from '../../verdict/pair-values.ts';
import type { Row } from './rows.ts';

/** Changes from base to head of a metric, one for each pair of fresh instances that has both. */
export type PairedRow = Row & {
  /** `change`: fraction, for shares a difference, infinite where an arm only failed. */
  pairs: { block: number; change: number }[];
  /** Level (fraction) at which percentiles of a block are read at most. */
  deepest: number;
};

/** Lists the rows of a scenario that were compared side by side, with the change of each pair. */
export function pairRows({ record }: Report, rows: readonly Row[]): PairedRow[] {
  return rows.flatMap((row): PairedRow[] => {
    const { label, metric, change } = row;
    if (change?.kind !== 'paired' || metric.kind === 'capacity') return [];
    const blocks = pairUpBlocks(record, label, change.where);
    if (blocks.length === 0) return [];
    const deepest = deepestLevel(blocks.map(({ slices }) => slices));
    const deviations = listDeviations(
      metric,
      blocks.map(({ slices }) => slices),
      deepest,
    );
    const pairs = deviations.flatMap((deviation, i) =>
      Number.isNaN(deviation) ? [] : [{ block: blocks[i]!.block, change: toChange(metric, deviation) }],
    );
    return pairs.length === 0 ? [] : [{ ...row, pairs, deepest }];
  });
}

/** Pairs the instances of both arms by their block. @param where the stretches whose slices are meant */
function pairUpBlocks(
  { steps }: RunRecord,
  label: string,
  where: Where,
): { block: number; slices: PairedBlock }[] {
  const of = (arm: 'base' | 'head') =>
    steps.find((step) => step.label === label && step.arm === arm)?.instances ?? [];
  const takesTurns = of('head').some(({ slices }) => slices.some(({ alternating }) => alternating));
  const isMeant = ({ alternating }: Slice) =>
    !takesTurns || where === 'all' || (where === 'turns') === (alternating === true);
  const bases = new Map(of('base').map(({ block, slices }) => [block, slices]));
  return of('head').flatMap(({ block, slices }) => {
    const base = bases.get(block);
    return block === undefined || base === undefined
      ? []
      : [{ block, slices: { base: base.filter(isMeant), head: slices.filter(isMeant) } }];
  });
}
