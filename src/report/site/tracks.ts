import type { Slo } from '../../config/language/slo-type.ts';
import { attempts } from '../../measurement/quantiles.ts';
import { leaveOutTwins, sum } from '../../measurement/sum.ts';
import { isShare, type Metric, measureMetric, percentile, printMetric } from '../../metrics/metric.ts';
import { findCapacity, findStep, type RunRecord } from '../../records/record.ts';
import { nameEnvironment, selectBaseline } from '../../records/selection.ts';
import { findChangePoints } from '../../statistics/change-point.ts';
import { CAPACITY } from '../../verdict/capacity.ts';
import { poolEstimates } from '../../verdict/capacity-measurement.ts';
import type { HistoryPoint } from '../charts/history.ts';
import type { DeclaredSearch, DeclaredStep } from '../page/content.ts';
import { findFarthest, slicesOf } from '../rows/series.ts';

/** Step or search of a configuration. */
export type Declared = { suite: string } & (DeclaredStep | DeclaredSearch);

/** Change point. `change`: head / base − 1, or a difference for shares. `x`: first run on the new level. */
type StepUp = { x: number; change: number; before: number; after: number };

/** History of one metric. `slo`: one with a limit that can be drawn. */
export type Panel = { metric: Metric; slo: Slo | undefined; points: HistoryPoint[]; steps: StepUp[] };

/** History of one step or search, in one job of a matrix, over the runs of one branch, oldest first. */
export type Track = {
  declared: Declared;
  job: string | undefined;
  runs: RunRecord[];
  /** Runs that are not comparable with the one before. */
  breaks: number[];
  panels: Panel[];
};

/** Chance (fraction) of a false change point in a steady history of one metric on one kind of machine. */
const FALSE_STEPS = 0.01;

/** Lists the metrics of a step, each once: the highest percentile of an SLO, otherwise p99; p50; then all others with an SLO. */
function listMetrics({ slos, ...declared }: Declared): Metric[] {
  const farthest = findFarthest(slos)?.metric.percent ?? 0;
  const usual = 'goal' in declared ? [CAPACITY] : [percentile(farthest > 50 ? farthest : 99), percentile(50)];
  return leaveOutTwins([...usual, ...slos.map(({ metric }) => metric)], printMetric);
}

/** What a run measured for a step or search. `group`: values are comparable only within the same group. */
type Measured = { group: string; read: (metric: Metric) => number };

function readRun(run: RunRecord, { label, ...declared }: Declared): Measured | null {
  const found = 'goal' in declared ? findCapacity(run, label) : findStep(run, label);
  if (found === undefined) return null;
  const group = `${found.digest} ${nameEnvironment(run)}`;
  if ('goal' in found) {
    const value = poolEstimates(found)?.value;
    return value === undefined
      ? null
      : { group, read: ({ kind }) => (kind === 'capacity' ? value : Number.NaN) };
  }
  const slices = slicesOf(found);
  return sum(slices, attempts) === 0 ? null : { group, read: (metric) => measureMetric(slices, metric) };
}

/**
 * Arranges the runs of a branch as tracks, in the order of the configuration. A track without a run is left out.
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
    const measured = new Map(
      records.flatMap((run) => {
        const found = run.suite === one.suite ? readRun(run, one) : null;
        return found === null ? [] : [[run, found] as const];
      }),
    );
    return jobs.flatMap((job) => {
      const runs = selectBaseline([...measured.keys()], { branch, job });
      const own = runs.map((run) => measured.get(run)!);
      const breaks = own.flatMap(({ group }, x) => (x > 0 && own[x - 1]!.group !== group ? [x] : []));
      const panels = listMetrics(one).map((metric) => composePanel(one, metric, own));
      const shown = panels.filter(({ points }) => points.length > 0);
      return runs.length === 0 ? [] : [{ declared: one, job, runs, breaks, panels: shown }];
    });
  });
}

function composePanel({ slos }: Declared, metric: Metric, measured: readonly Measured[]): Panel {
  // A run may not have kept one of the script's metrics, or a cost.
  const points = measured
    .map(({ read, group }, x) => ({ x, group, value: read(metric) }))
    .filter(({ value }) => !Number.isNaN(value));
  const steps = [...new Set(points.map(({ group }) => group))].flatMap((group) =>
    findSteps(
      metric,
      points.filter((point) => point.group === group),
    ),
  );
  const name = printMetric(metric);
  const slo = slos.find((one) => printMetric(one.metric) === name && one.limit.kind === 'absolute');
  return { metric, points, slo, steps: steps.sort((a, b) => a.x - b.x) };
}

/** Finds shifts among comparable values. Latencies vary by factors; shares do not. */
function findSteps(metric: Metric, points: readonly HistoryPoint[]): StepUp[] {
  const byFactor = !isShare(metric);
  const values = points.map(({ value }) => (byFactor ? Math.log(value) : value));
  return findChangePoints(values, FALSE_STEPS).map(({ index, before, after }) => {
    const { x } = points[index]!;
    if (!byFactor) return { x, before, after, change: after - before };
    return { x, before: Math.exp(before), after: Math.exp(after), change: Math.expm1(after - before) };
  });
}
