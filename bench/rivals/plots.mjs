import { drawPlot } from './plot.mjs';

/** Right end of the x axis: what is slower yet, every rule but the coarsest finds. */
const MOST = 0.3;

/** Power of a whole run for idle services: identical code with all latencies of the head multiplied. */
export function plotServices(results, size) {
  return drawPlot({
    title: `Tailgate, at most ${size} blocks: how big a slowdown it calls`,
    x: 'every request of the head slower by',
    y: 'runs called regressed',
    most: MOST,
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

/** The same for one service, beside the rules of others on the same jobs. */
export function plotRules(results) {
  const cell = results.find(({ changes }) => changes.length > 0) ?? results[0];
  const others = Object.entries(RULES).map(([name, rule]) => ({
    name,
    points: cell.curve.map(({ change, alarms }) => ({
      x: change,
      y: alarms[rule].hits / alarms[rule].trials,
    })),
  }));
  return drawPlot({
    title: `${cell.name}, rules on the same load: at 0 % every alarm is false`,
    x: 'every request of the head slower by',
    y: 'jobs with an alarm',
    most: MOST,
    lines: [
      { name: 'Tailgate', points: cell.curve.map(({ change, power }) => ({ x: change, y: power.any })) },
      ...others,
    ],
  });
}
