import { pickAlone } from '../measurement/measurement.ts';
import { thinSlice } from '../records/creation.ts';
import type { RunRecord } from '../records/record.ts';
import type { Report } from './report.ts';
import { LARGEST_RESULT, MOST_VALUES } from './result-size.ts';

/** Share of the limits that a record may take; the rest is for the verdict. */
const ROOM = 0.75;

/** Levels (percent) of a distribution where not all have room, and where hardly any have. */
const COARSE = [
  ...[0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90],
  ...[91, 92, 93, 94, 95, 96, 97, 98, 98.5, 99, 99.5, 99.9, 100],
];
const FEW = [0, 50, 90, 99, 100];

/**
 * Makes a report fit into a result. Where its record is too large, the distributions keep fewer levels: first those of
 * the base and of turns, which nothing is drawn from. Percentiles that were judged stay. Earlier runs are left out: the
 * job that publishes reads them itself.
 *
 * @returns `isThinned`: true when levels are missing
 */
export function fitReport(report: Report): { report: Report; isThinned: boolean } {
  const judged = listJudged(report);
  const stages: (() => RunRecord)[] = [
    () => report.record,
    () => thinRecord(report.record, [...COARSE, ...judged], [...FEW, ...judged]),
    () => thinRecord(report.record, [...FEW, ...judged], [...FEW, ...judged]),
  ];
  let record = report.record;
  for (const make of stages) {
    record = make();
    if (measureShare(record) <= ROOM) break;
  }
  return { report: { ...report, record, history: [] }, isThinned: record !== report.record };
}

const SIGNS = new Set([...',[{'].map((sign) => sign.charCodeAt(0)));

/** Finds the share of the limits on bytes and values that a part of a result takes. */
function measureShare(part: object): number {
  const text = JSON.stringify(part);
  // Each value of a list or an object stands behind one of these signs.
  let values = 0;
  for (let i = 0; i < text.length; i++) if (SIGNS.has(text.charCodeAt(i))) values++;
  return Math.max(Buffer.byteLength(text) / LARGEST_RESULT, values / MOST_VALUES);
}

/** Lists the percentiles on which something was judged. */
function listJudged({ verdict: { slos, changes } }: Report): number[] {
  return [...slos.map(({ slo }) => slo.metric), ...changes.map(({ metric }) => metric)].flatMap((metric) =>
    'percent' in metric && metric.percent !== null ? [metric.percent] : [],
  );
}

/** @param drawn levels (percent) of the head alone, @param others of the base and of turns */
function thinRecord(record: RunRecord, drawn: number[], others: number[]): RunRecord {
  return {
    ...record,
    steps: record.steps.map((step) => ({
      ...step,
      instances: step.instances.map((instance) => {
        const alone = new Set(step.arm === 'head' ? pickAlone(instance.slices) : []);
        const thin = (slice: (typeof instance.slices)[number]) => {
          const percents = alone.has(slice) ? drawn : others;
          return thinSlice(slice, percents, percents);
        };
        return { ...instance, slices: instance.slices.map(thin) };
      }),
    })),
  };
}
