import type { Slo } from '../../config/language/slo-type.ts';
import { isShare, type Metric, printMetric } from '../../metrics/metric.ts';
import { orderRecords } from '../../records/order.ts';
import { selectBaseline } from '../../records/selection.ts';
import { findChangePoints } from '../../statistics/change-point.ts';
import { type Declared, listMetrics, type RunValue, type SiteRun } from './runs.ts';

/** Run of a track. `x`: its place among the runs, from 0. `group`: only values of the same group are comparable. */
export type TrackRun = { x: number; group: string; run: SiteRun; values: SiteRun['steps'][number]['values'] };

/** Run from which on nothing is comparable with the run before. */
export type Break = { x: number; run: SiteRun; what: ('machine' | 'load or request')[] };

/** Step of a metric in its history. `change`: head / base − 1, or a difference for shares. `x`: first run after it. */
export type StepUp = { x: number; run: SiteRun; change: number; before: number; after: number };

/** History of one metric of a track. */
export type Panel = {
  metric: Metric;
  /** SLO with a limit that can be drawn. */
  slo: Slo | undefined;
  points: { x: number; value: number; group: string; run: SiteRun; slo: RunValue['slo'] }[];
  steps: StepUp[];
};

/** History of one step or search, on one job of a matrix: one run for each commit, oldest first. */
export type Track = {
  declared: Declared;
  /** Job of the matrix. Absent: the only one. */
  job?: string;
  runs: TrackRun[];
  breaks: Break[];
  panels: Panel[];
};

/** Chance (fraction) of a false change point in a steady history of one metric on one kind of machine. */
const FALSE_STEPS = 0.01;

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

function composeTrack(declared: Declared, selected: readonly SiteRun[], job: string | undefined): Track {
  const runs = selected.map((run, x): TrackRun => {
    const { digest, values } = run.steps.find(({ label }) => label === declared.label)!;
    return { x, run, values, group: `${digest} ${run.machine}` };
  });
  const panels = listMetrics(declared)
    .map((metric) => composePanel(metric, declared, runs))
    .filter(({ points }) => points.length > 0);
  return { declared, ...(job !== undefined && { job }), runs, breaks: findBreaks(runs), panels };
}

function findBreaks(runs: readonly TrackRun[]): Break[] {
  return runs.flatMap(({ x, run, group }, i) => {
    const before = runs[i - 1];
    if (before === undefined || before.group === group) return [];
    const machine = before.run.machine !== run.machine;
    const load = before.group.split(' ')[0] !== group.split(' ')[0];
    return [
      {
        x,
        run,
        what: [...(machine ? ['machine' as const] : []), ...(load ? ['load or request' as const] : [])],
      },
    ];
  });
}

function composePanel(metric: Metric, { slos }: Declared, runs: readonly TrackRun[]): Panel {
  const name = printMetric(metric);
  const points = runs.flatMap(({ x, run, group, values }) => {
    const found = values[name];
    return found === undefined ? [] : [{ x, value: found.value, group, run, slo: found.slo }];
  });
  const groups = [...new Set(points.map(({ group }) => group))];
  return {
    metric,
    slo: slos.find((slo) => printMetric(slo.metric) === name && slo.limit.kind === 'absolute'),
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
}

/** Finds steps among comparable values. Latencies scatter by factors, and shares do not. */
function findSteps(metric: Metric, points: Panel['points']): StepUp[] {
  const byFactor = !isShare(metric);
  const values = points.map(({ value }) => (byFactor ? Math.log(value) : value));
  return findChangePoints(values, FALSE_STEPS).map(({ index, before, after }) => {
    const { x, run } = points[index]!;
    if (!byFactor) return { x, run, before, after, change: after - before };
    return { x, run, before: Math.exp(before), after: Math.exp(after), change: Math.expm1(after - before) };
  });
}

/** Newest runs of a track, and runs at change points, whose pages are full reports: a few MB, and a second for each three. */
const MOST_REPORTS = 15;

/** Chooses the runs whose pages are full reports, by their keys: the newest, and the first ones on a new level. */
export function chooseReported(tracks: readonly Track[]): Set<string> {
  const newest = tracks.flatMap(({ runs }) => runs.slice(-MOST_REPORTS));
  const changed = tracks.flatMap(({ panels }) => panels.flatMap(({ steps }) => steps));
  return new Set([...pickNewest(newest), ...pickNewest(changed)]);
}

function pickNewest(places: readonly { run: SiteRun }[]): string[] {
  const runs = [...new Set(places.map(({ run }) => run))].sort(orderRecords);
  return runs.slice(-MOST_REPORTS).map(({ key }) => key);
}
