import * as Plot from '@observablehq/plot';
import type { Slo } from '../../config/language/slo-type.ts';
import type { Slice } from '../../measurement/measurement.ts';
import { pooledQuantile } from '../../measurement/quantiles.ts';
import type { RecordedStep } from '../../records/record.ts';
import { formatMs } from '../format/numbers.ts';
import { limitWords, metricName } from '../words/terms.ts';
import type { ChartOptions } from './drawing.ts';
import { chooseScale, drawAxis, drawLimit, findLimit, highestOf } from './scale.ts';
import { fillOf, LIMIT, strokeOf } from './style.ts';

/** Arm of a step on the axis: its name, and which of its slices stalled. */
export type TimedArm = { name: string; step: RecordedStep; stalled: ReadonlySet<Slice> };

/** Most slices of an arm that are drawn one by one; more are drawn together, neighbours with neighbours. */
const MOST_SLICES = 150;

/** Slices of one arm side by side in time. `start`, `end`: seconds of the run. */
export type Moment = {
  start: number;
  end: number;
  low: number;
  high: number;
  stalls: number;
  isSoak: boolean;
};

/** Lists the moments of an arm in time. Latencies in ms, infinite where the requests failed. @param origin Unix ms */
export function listMoments({ step, stalled }: TimedArm, percent: number, origin: number): Moment[] {
  const all = [
    ...step.instances.flatMap(({ slices }) => slices.map((slice) => ({ slice, isSoak: false }))),
    ...(step.soak ?? []).map((slice) => ({ slice, isSoak: true })),
  ].sort((a, b) => a.slice.startedAt - b.slice.startedAt);
  const size = Math.ceil(all.length / MOST_SLICES);
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => {
    const group = all.slice(i * size, (i + 1) * size);
    const slices = group.map(({ slice }) => slice);
    const last = slices.at(-1)!;
    return {
      start: (slices[0]!.startedAt - origin) / 1000,
      end: (last.startedAt - origin) / 1000 + lengthOf(last),
      low: pooledQuantile(slices, 0.5),
      high: pooledQuantile(slices, percent / 100),
      stalls: slices.filter((slice) => stalled.has(slice)).length,
      isSoak: group[0]!.isSoak,
    };
  });
}

/** Finds the first moment of a run (Unix ms). */
export function findOrigin(steps: readonly RecordedStep[]): number {
  let first = Number.POSITIVE_INFINITY;
  for (const { instances, discarded = [] } of steps) {
    for (const { slices } of instances)
      for (const { startedAt } of slices) first = Math.min(first, startedAt);
    for (const { startedAt } of discarded) first = Math.min(first, startedAt);
  }
  return first;
}

/**
 * Lays out latency over the time of the run: a stroke from p50 to the tail for each slice, with stretches that were
 * thrown away, stalls, and the soak.
 *
 * @param percent percentile at which strokes end
 * @param origin first moment of the run, Unix ms
 */
export function plotTime(
  arms: readonly TimedArm[],
  percent: number,
  origin: number,
  slo: Slo | undefined,
): ChartOptions {
  const lines = arms.map((arm) => listMoments(arm, percent, origin));
  const all = lines.flat();
  const values = all.flatMap(({ low, high }) => [low, high]).filter(Number.isFinite);
  const limit = findLimit(slo, highestOf(values));
  const axis = chooseScale(
    limit === null ? values : [...values, limit],
    Math.min(...all.map(({ low }) => low)),
  );
  const { unit, factor, scale } = axis;
  const [bottom, top] = scale.domain as [number, number];
  const discarded = arms.flatMap(({ name, step }) =>
    (step.discarded ?? []).map(({ startedAt, seconds, because }) => ({
      start: (startedAt - origin) / 1000,
      end: (startedAt - origin) / 1000 + seconds,
      name: `${name}: discarded (${because})`,
    })),
  );
  const soak = all.filter(({ isSoak }) => isSoak);
  const spans =
    soak.length > 0
      ? [{ start: Math.min(...soak.map(({ start }) => start)), end: Math.max(...soak.map(({ end }) => end)) }]
      : [];
  const last = Math.max(...[...all, ...discarded].map(({ end }) => end));
  const area = { x1: 'start', x2: 'end', y1: bottom, y2: top, fill: 'currentColor' };
  const clamp = (ms: number) => Math.min(top, Math.max(bottom, ms * factor));
  return {
    height: 236,
    marginBottom: 36,
    x: { domain: [-0.015 * last, 1.015 * last], label: 'time of the run (min:s)', labelArrow: 'none' },
    y: { ...scale, domain: [bottom, top] },
    yLabel: `latency (${unit})`,
    marks: [
      Plot.rect(spans, { ...area, fillOpacity: 0.06, className: 'soak' }),
      Plot.text(spans, { x: 'start', y: bottom, text: () => 'soak', dx: 4, dy: -7, textAnchor: 'start' }),
      Plot.rect(discarded, { ...area, fillOpacity: 0.22, className: 'discarded', title: 'name' }),
      ...drawAxis(axis, 'y'),
      Plot.axisX(listClockTicks(last), { tickFormat: showClock }),
      ...drawLimit(limit, axis, {
        x: last,
        text: slo ? `${metricName(slo.metric)} ${limitWords(slo)}` : '',
      }),
      ...lines.flatMap((moments, i) => {
        const told = ({ start, low, high, stalls }: Moment) =>
          `${arms[i]!.name} at ${showClock(start)}: p50 ${formatMs(low)}, p${percent} ${formatMs(high)}${stalls > 0 ? ', stalled' : ''}`;
        // Arms that take turns are measured at the same time.
        const dx = arms.length > 1 ? (i === 0 ? 1.5 : -1.5) : 0;
        const place = { x: ({ start, end }: Moment) => (start + end) / 2, dx, title: told };
        const [foot, head] = [({ low }: Moment) => clamp(low), ({ high }: Moment) => clamp(high)];
        return [
          Plot.ruleX(moments, {
            ...place,
            y1: foot,
            y2: head,
            ...strokeOf(i),
            strokeDasharray: undefined,
            strokeOpacity: 0.75,
          }),
          Plot.dot(moments, {
            ...place,
            y: head,
            r: 2.4,
            symbol: i === 0 ? 'circle' : 'diamond',
            ...fillOf(i),
          }),
          Plot.dot(
            moments.filter(({ stalls }) => stalls > 0),
            {
              ...place,
              y: head,
              dy: -11,
              symbol: 'triangle',
              r: 4.5,
              fill: LIMIT.light,
              className: 'stall limit',
            },
          ),
        ];
      }),
    ],
  };
}

/** Lists seconds for the ticks: round ones of a clock. */
function listClockTicks(last: number): number[] {
  const step = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800].find((each) => last / each <= 6) ?? 3600;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
}

/** Writes `1:05`. */
function showClock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

function lengthOf({ seconds, alternating }: Slice): number {
  return alternating ? 2 * seconds : seconds;
}
