import type { Work } from '../../config/config.ts';
import type { Slo } from '../../config/language/slo-type.ts';
import type { Load } from '../../measurement/load.ts';
import { attempts } from '../../measurement/quantiles.ts';
import { sum } from '../../measurement/sum.ts';
import { isShare, type Metric, measureMetric, percentile, printMetric } from '../../metrics/metric.ts';
import { findHeadCapacity, findHeadStep, type RunRecord } from '../../records/record.ts';
import { nameEnvironment, selectBaseline } from '../../records/selection.ts';
import { findChangePoints } from '../../statistics/change-point.ts';
import { CAPACITY } from '../../verdict/capacity.ts';
import { poolEstimates } from '../../verdict/capacity-estimate.ts';
import type { HistoryPoint } from '../charts/history.ts';
import { findFarthest, slicesOf } from '../rows/series.ts';

/** Step or search of a configuration. `load`: null for the search of a capacity. */
export type Declared = {
  suite: string;
  scenario: string;
  label: string;
  work: Work;
  load: Load | null;
  slos: readonly Slo[];
};

/** One record, as far as the site shows it. */
export type SiteRun = Pick<
  RunRecord,
  'suite' | 'commit' | 'dirty' | 'branch' | 'commitTime' | 'recordedAt' | 'job'
> & {
  /** Latencies of two runs are comparable only where this is the same. */
  machine: string;
  /** `digest`: of load and request. `values`: by metric, as `printMetric` writes it. */
  steps: { label: string; digest: string; values: Record<string, number> }[];
};

/** Change point. `change`: head / base − 1, or a difference for shares. `x`: first run on the new level. */
export type StepUp = { x: number; change: number; before: number; after: number };

/** History of one metric. `slo`: one with a limit that can be drawn. */
export type Panel = {
  metric: Metric;
  slo: Slo | undefined;
  points: HistoryPoint[];
  steps: StepUp[];
};

/** History of one step or search, on one job of a matrix, through the runs of one branch, oldest first. */
export type Track = {
  declared: Declared;
  job?: string;
  runs: SiteRun[];
  /** Runs from which on nothing is comparable with the run before. */
  breaks: number[];
  panels: Panel[];
};

/** Chance (fraction) of a false change point in a steady history of one metric on one kind of machine. */
const FALSE_STEPS = 0.01;

/** Lists the metrics of a step, each once: the farthest percentile of an SLO, else p99; p50; whatever else its SLOs are on. */
function listMetrics({ load, slos }: Declared): Metric[] {
  const farthest = findFarthest(slos)?.metric.percent ?? 0;
  const usual = load === null ? [CAPACITY] : [percentile(farthest > 50 ? farthest : 99), percentile(50)];
  const all = [...usual, ...slos.map(({ metric }) => metric)];
  return [...new Map(all.map((metric) => [printMetric(metric), metric])).values()];
}

/** Reads of a record what the site shows. */
export function readRun(record: RunRecord, declared: readonly Declared[]): SiteRun {
  const { suite, commit, dirty, branch, commitTime, recordedAt, job } = record;
  const steps = declared.map((one) => (one.load === null ? readSearch(record, one) : readStep(record, one)));
  return {
    ...{ suite, commit, dirty, branch, commitTime, recordedAt, ...(job !== undefined && { job }) },
    machine: nameEnvironment(record),
    steps: steps.filter((step) => step !== null),
  };
}

function readStep(record: RunRecord, declared: Declared): SiteRun['steps'][number] | null {
  const { label } = declared;
  const step = findHeadStep(record, label);
  const slices = step === undefined ? [] : slicesOf(step);
  if (step === undefined || sum(slices, attempts) === 0) return null;
  const values = listMetrics(declared).map(
    (metric) => [printMetric(metric), measureMetric(slices, metric)] as const,
  );
  return {
    ...{ label, digest: step.digest },
    // What the run has not kept: a metric of the script, or a cost.
    values: Object.fromEntries(values.filter(([, value]) => !Number.isNaN(value))),
  };
}

function readSearch(record: RunRecord, { label }: Declared): SiteRun['steps'][number] | null {
  const capacity = findHeadCapacity(record, label);
  const found = capacity === undefined ? null : poolEstimates(capacity);
  if (capacity === undefined || found === null) return null;
  return { label, digest: capacity.digest, values: { [printMetric(CAPACITY)]: found.value } };
}

/**
 * Brings the runs of a branch together as tracks, in the order of the configuration. A track without a run is left out.
 *
 * @param branch whose runs are shown; null: those outside git
 */
export function composeTracks(
  declared: readonly Declared[],
  runs: readonly SiteRun[],
  branch: string | null,
): Track[] {
  const jobs = [...new Set(runs.map(({ job }) => job))].sort();
  return declared.flatMap((one) =>
    jobs.flatMap((job) => {
      const own = runs.filter(
        ({ suite, steps }) => suite === one.suite && steps.some(({ label }) => label === one.label),
      );
      const selected = selectBaseline(own, { branch, job });
      return selected.length === 0 ? [] : [composeTrack(one, selected, job)];
    }),
  );
}

function composeTrack(declared: Declared, runs: SiteRun[], job: string | undefined): Track {
  const measured = runs.map(({ machine, steps }) => {
    const { digest, values } = steps.find(({ label }) => label === declared.label)!;
    return { values, group: `${digest} ${machine}` };
  });
  const panels = listMetrics(declared).map((metric): Panel => {
    const name = printMetric(metric);
    const points = measured.flatMap(({ values, group }, x) => {
      const value = values[name];
      return value === undefined ? [] : [{ x, group, value }];
    });
    const groups = [...new Set(points.map(({ group }) => group))];
    return {
      metric,
      slo: declared.slos.find((slo) => printMetric(slo.metric) === name && slo.limit.kind === 'absolute'),
      points,
      steps: groups
        .flatMap((group) =>
          findSteps(
            metric,
            points.filter((point) => point.group === group),
          ),
        )
        .sort((a, b) => a.x - b.x),
    };
  });
  return {
    ...{ declared, runs, ...(job !== undefined && { job }) },
    breaks: measured.flatMap(({ group }, x) => (x > 0 && measured[x - 1]!.group !== group ? [x] : [])),
    panels: panels.filter(({ points }) => points.length > 0),
  };
}

/** Finds steps among comparable values. Latencies scatter by factors, and shares do not. */
function findSteps(metric: Metric, points: readonly HistoryPoint[]): StepUp[] {
  const byFactor = !isShare(metric);
  const values = points.map(({ value }) => (byFactor ? Math.log(value) : value));
  return findChangePoints(values, FALSE_STEPS).map(({ index, before, after }) => {
    const { x } = points[index]!;
    if (!byFactor) return { x, before, after, change: after - before };
    return { x, before: Math.exp(before), after: Math.exp(after), change: Math.expm1(after - before) };
  });
}
