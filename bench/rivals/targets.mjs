import { boundAbove, boundBelow } from '../bounds.mjs';
import { percent, shareOf, table } from '../judge/table.mjs';

/** Services at this rate (req/s) are the ones for which the study demands power in the tail, as far as that is steady. */
const STEADY_RATE = 1000;
/** Noise of one block (log units) of a steady tail: with twice as much, 16 blocks could not tell 10 % from nothing. */
const STEADY_NOISE = 0.05;

/**
 * What the study demands, what was measured, and whether that is enough; a cell each, where it is measured.
 *
 * @returns {{target: string, cell: string, measured: string, met: string}[]}
 */
export function listTargets(results) {
  const idle = results.filter(({ neighbour }) => !neighbour);
  const steady = idle.filter(({ rate }) => rate >= STEADY_RATE);
  const rows = [];
  const add = (target, cell, measured, met) =>
    rows.push({ target, cell, measured, met: typeof met === 'string' ? met : met ? 'yes' : 'no' });
  const { hits, trials } = sumAlarms(results, 'Tailgate');
  add(
    'identical code: `regressed` ≤ 1 %',
    'all',
    `${hits} of ${trials} jobs, either way round; below ${percent(boundAbove(hits, trials) / 2, 1)}`,
    judgeRate(hits, trials, 0.01),
  );
  for (const result of idle) {
    const { jobs, power } = result.tenth;
    add('all requests +10 %: p50 ≥ 95 %', result.name, `${percent(power.p50)} of ${jobs}`, power.p50 >= 0.95);
  }
  for (const result of steady) {
    const { tail, p99 } = result.tenth.power;
    const noise = percent(result.spread.tail, 1);
    const measured = `tail mean ${percent(tail)} (noise of one block ${noise}), p99 ${percent(p99)}`;
    const met =
      Math.max(tail, p99) >= 0.9 ? 'yes' : result.spread.tail > STEADY_NOISE ? 'no (not steady)' : 'no';
    add('all requests +10 %: tail mean or p99 ≥ 90 %', result.name, measured, met);
  }
  for (const { name, changes } of idle) {
    for (const [arm, target] of [
      ['fail', '0.9 % of requests fail: run ≥ 90 %'],
      ['tail', '2 % of requests slower: run ≥ 90 %'],
    ]) {
      const change = changes.find((one) => one.arm === arm);
      if (!change) continue;
      const power = shareOf(change.verdicts, 'any');
      add(target, name, percent(power), power >= 0.9);
    }
    const stall = changes.find(({ arm }) => arm === 'stall');
    if (stall) {
      const { unchanged, unmet } = stall.stalls;
      const measured = `${unchanged} of ${stall.verdicts.length} jobs, ${unmet} of them without any stall in their blocks`;
      add('rare stall: never `unchanged`', name, measured, unchanged === 0);
    }
  }
  for (const { name, detectable } of results) {
    const stated = detectable.filter(({ median }) => median !== null);
    const measured = stated.map((one) => `${one.name} ${percent(one.power)}`).join(', ');
    const met = stated.every(({ power }) => power >= 0.7 && power <= 0.9);
    add('power at the stated minimum detectable change: 80 ± 10 %', name, measured || 'none stated', met);
  }
  for (const { name, identical, recorded } of steady) {
    const loads = listLoads(identical.verdicts, recorded);
    const load = loads[loads.length >> 1];
    const unchanged = identical.verdicts.filter(({ code }) => code === 'unchanged').length;
    add(
      'identical code: median load to the verdict ≤ 60 s',
      name,
      `${load.toFixed(0)} s; ${unchanged} of ${loads.length} \`unchanged\``,
      load <= 60,
    );
  }
  return rows;
}

/** Jobs are counted that alarm in either of two directions, of which the rate of one is promised. */
function judgeRate(hits, trials, promised) {
  if (boundBelow(hits, trials) / 2 > promised) return 'no';
  return boundAbove(hits, trials) / 2 <= promised ? 'yes' : 'not contradicted';
}

export function writeTargets(results) {
  return table(
    ['target', 'cell', 'measured', 'met'],
    listTargets(results).map(({ target, cell, measured, met }) => [target, cell, measured, met]),
  );
}

/** Alarms of a rule in all these cells together. */
export function sumAlarms(results, rule) {
  return results.reduce(
    (total, { identical }) => {
      const { hits, trials } = identical.alarms[rule] ?? { hits: 0, trials: 0 };
      return { hits: total.hits + hits, trials: total.trials + trials };
    },
    { hits: 0, trials: 0 },
  );
}

/** Seconds of load on both arms until the verdict, warm-up apart, ascending. */
export function listLoads(verdicts, { blockSeconds }) {
  return verdicts.map(({ used }) => used * blockSeconds).sort((a, b) => a - b);
}
