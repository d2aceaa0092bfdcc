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

/** Change point. `change`: head / base − 1, or a difference for shares. `x`: first run on the new level. */
export type StepUp = { x: number; change: number; before: number; after: number };

/** History of one metric. `slo`: one with a limit that can be drawn. */
export type Panel = { metric: Metric; slo: Slo | undefined; points: HistoryPoint[]; steps: StepUp[] };

/** History of one step or search, on one job of a matrix, through the runs of one branch, oldest first. */
export type Track = {
  declared: Declared;
  job?: string;
  runs: RunRecord[];
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

/** What a run measured of a step or search. `group`: values are comparable only where it is the same. */
type Measured = { run: RunRecord; group: string; read: (metric: Metric) => number };

function readRun(run: RunRecord, { label, load }: Declared): Measured | null {
  const found = load === null ? findHeadCapacity(run, label) : findHeadStep(run, label);
  if (found === undefined) return null;
  const group = `${found.digest} ${nameEnvironment(run)}`;
  if ('goal' in found) {
    const capacity = poolEstimates(found)?.value;
    return capacity === undefined
      ? null
      : { run, group, read: ({ kind }) => (kind === 'capacity' ? capacity : Number.NaN) };
  }
  const slices = slicesOf(found);
  if (sum(slices, attempts) === 0) return null;
  return { run, group, read: (metric) => measureMetric(slices, metric) };
}

/**
 * Brings the runs of a branch together as tracks, in the order of the configuration. A track without a run is left out.
 *
 * @param branch whose runs are shown; null: those outside git
 */
export function composeTracks(
  declared: readonly Declared[],
  records: readonly RunRecord[],
  branch: string | null,
): Track[] {
  const jobs = [...new Set(records.map(({ job }) => job))].sort();
  return declared.flatMap((one) => {
    const own = records.flatMap((run) => (run.suite === one.suite ? (readRun(run, one) ?? []) : []));
    const byRun = new Map(own.map((measured) => [measured.run, measured]));
    return jobs.flatMap((job) => {
      const runs = selectBaseline([...byRun.keys()], { branch, job });
      const track = composeTrack(
        one,
        runs.map((run) => byRun.get(run)!),
      );
      return runs.length === 0 ? [] : [{ ...track, ...(job !== undefined && { job }) }];
    });
  });
}

function composeTrack(declared: Declared, measured: readonly Measured[]): Track {
  const panels = listMetrics(declared).map((metric): Panel => {
    // A run may not have kept a metric of the script, or a cost.
    const points = measured
      .map(({ read, group }, x) => ({ x, group, value: read(metric) }))
      .filter(({ value }) => !Number.isNaN(value));
    const groups = [...new Set(points.map(({ group }) => group))];
    const steps = groups.flatMap((group) =>
      findSteps(
        metric,
        points.filter((point) => point.group === group),
      ),
    );
    const name = printMetric(metric);
    return {
      ...{ metric, points, steps: steps.sort((a, b) => a.x - b.x) },
      slo: declared.slos.find((slo) => printMetric(slo.metric) === name && slo.limit.kind === 'absolute'),
    };
  });
  return {
    ...{ declared, runs: measured.map(({ run }) => run) },
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
