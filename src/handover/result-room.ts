import { pickAlone, type Sketch, type Slice } from '../measurement/measurement.ts';
import { findHeadStep, type RecordedStep, type RunRecord } from '../records/record.ts';
import type { Report } from './report.ts';
import { LARGEST_RESULT, MOST_VALUES } from './result-size.ts';

/** Earlier runs of a scenario that the renderers show. */
const SHOWN_RUNS = 20;
/** Share of the limits that records may take; the rest is for the verdict. */
const ROOM = 0.75;

/** Levels (percent) of a distribution where not all have room, and where hardly any have. */
const COARSE = [
  ...[0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90],
  ...[91, 92, 93, 94, 95, 96, 97, 98, 98.5, 99, 99.5, 99.9, 100],
];
const FEW = [0, 50, 90, 99, 100];

type Steps = Pick<RunRecord, 'steps' | 'capacities'>;

/**
 * Makes records fit into a result. Of earlier runs only what renderers draw is kept, the revision under test, and only
 * as many as there is room for, the newest first. Where this run alone is too large, its distributions keep fewer
 * levels: first those of the base and of turns, which nothing is drawn from. Percentiles that were judged stay.
 *
 * @returns `leftOut`: sentences about what has no room, none as a rule
 */
export function fitReport(report: Report): { report: Report; leftOut: string[] } {
  const judged = listJudged(report);
  const stages: (() => RunRecord)[] = [
    () => report.record,
    () => thinRecord(report.record, [...COARSE, ...judged], [...FEW, ...judged]),
    () => thinRecord(report.record, [...FEW, ...judged], [...FEW, ...judged]),
  ];
  let record = report.record;
  let taken = 0;
  let stage = 0;
  for (const [index, make] of stages.entries()) {
    record = make();
    taken = measureShare(record);
    stage = index;
    if (taken <= ROOM) break;
  }
  const { history, runs } = fitHistory(report.history, ROOM - taken);
  return {
    report: { ...report, record, history },
    leftOut: [
      ...(stage > 0
        ? [
            'This run is large: its distributions are handed over with fewer levels. The verdict is that of all of them.',
          ]
        : []),
      ...(runs > 0
        ? [`There is no room for ${runs} earlier runs or parts of them, so trends are shorter.`]
        : []),
    ],
  };
}

/** Keeps the newest runs of each scenario and capacity. @param room share of the limits that is left */
function fitHistory(history: readonly RunRecord[], room: number): { history: RunRecord[]; runs: number } {
  const seen = new Map<string, number>();
  let left = room;
  let runs = 0;
  const fitted = history.toReversed().map((run) => {
    let lacking = 0;
    const keep = <T extends { label: string }>(one: T): boolean => {
      const before = seen.get(one.label) ?? 0;
      seen.set(one.label, before + 1);
      if (before >= SHOWN_RUNS) return false;
      left -= left > 0 ? measureShare(one) : 0;
      lacking += left > 0 ? 0 : 1;
      return left > 0;
    };
    const capacities = run.capacities?.flatMap((one) => (one.arm === 'head' ? [withoutTrials(one)] : []));
    const kept: Steps = {
      ...(capacities && { capacities: capacities.filter(keep) }),
      steps: run.steps.filter((step) => step === findHeadStep(run, step.label) && keep(step)),
    };
    runs += lacking > 0 ? 1 : 0;
    return { ...run, ...kept };
  });
  return { history: fitted.reverse(), runs };
}

type Capacity = NonNullable<RunRecord['capacities']>[number];

function withoutTrials(capacity: Capacity): Capacity {
  return { ...capacity, blocks: capacity.blocks.map((block) => ({ ...block, trials: [] })) };
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
  const [ofDrawn, ofOthers] = [drawn, others].map(
    (percents) => new Set(percents.map((percent) => percent / 100)),
  );
  return {
    ...record,
    steps: record.steps.map((step) => ({
      ...step,
      instances: step.instances.map((instance) => {
        const alone = new Set(step.arm === 'head' ? pickAlone(instance.slices) : []);
        const slices = instance.slices.map((slice) =>
          thinLevels(slice, alone.has(slice) ? ofDrawn! : ofOthers!),
        );
        return { ...instance, slices };
      }),
    })),
  };
}

type StoredSlice = RecordedStep['instances'][number]['slices'][number];

function thinLevels(slice: Slice, levels: ReadonlySet<number>): StoredSlice {
  const custom = Object.entries(slice.custom ?? {}).map(([name, sample]) => [
    name,
    sample.type === 'trend' ? { ...sample, ...pickLevels(sample, levels) } : sample,
  ]);
  return {
    ...slice,
    latency: slice.latency && pickLevels(slice.latency, levels),
    ...(slice.custom && { custom: Object.fromEntries(custom) }),
  };
}

function pickLevels({ levels, values }: Pick<Sketch, 'levels' | 'values'>, wanted: ReadonlySet<number>) {
  const kept = levels.flatMap((level, i) =>
    wanted.has(level) || i === 0 || i === levels.length - 1 ? [i] : [],
  );
  return { levels: kept.map((i) => levels[i]!), values: kept.map((i) => values[i]!) };
}
