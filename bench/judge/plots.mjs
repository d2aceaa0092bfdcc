import { drawPlot } from './plot.mjs';

/** Power of a whole run for idle services: identical code with all latencies of the head multiplied. */
export function plotServices(results, size) {
  return drawPlot({
    title: `Tailgate, at most ${size} blocks: how big a slowdown it calls`,
    x: 'every request of the head slower by',
    y: 'runs called regressed',
    most: 0.5,
    dashed: 0.8,
    lines: results
      .filter(({ neighbour }) => !neighbour)
      .map(({ name, curve }) => ({
        name,
        points: curve.map(({ change, power }) => ({ x: change, y: power.any })),
      })),
  });
}

/** By label: the rule as the study names it; an alarm at p50 or at p99 counts. */
const RULES = {
  'ratio > 110 %': 'one run, ratio > 110 %',
  'ratio > 125 %': 'one run, ratio > 125 %',
  'Bencher, t limit': 'Bencher: t limit 0.99',
  'tachometer, ±10 %': 'tachometer: 95 % interval, horizon ±10 %',
  Firecracker: 'Firecracker: permutations, p < 0.01 and > 5 %',
};

/** Injected slowdowns of the first cell that has them: what they are at its callers' p50 against the share of alarms. */
export function plotRules(results) {
  const isSlowdown = ({ arm }) => arm.startsWith('slow');
  const cell = results.find(({ changes }) => changes.some(isSlowdown));
  if (cell === undefined) return null;
  const points = [
    { x: 0, alarms: cell.same.alarms },
    ...cell.changes
      .filter(isSlowdown)
      .map(({ alarms, true: { change } }) => ({ x: Math.max(0, change.p50), alarms })),
  ];
  return drawPlot({
    title: `${cell.name}: rules on the same load; at 0 % every alarm is false`,
    x: 'true change of p50',
    y: 'jobs with an alarm',
    most: 0.55,
    lines: Object.entries({ Tailgate: 'Tailgate', ...RULES }).map(([name, rule]) => ({
      name,
      points: points.map(({ x, alarms }) => ({ x, y: alarms[rule].hits / alarms[rule].trials })),
    })),
  });
}
