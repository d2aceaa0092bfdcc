/**
 * `npm run bench:reference`: what the injected changes are, from long runs of their own: for each of them fresh
 * processes of the base and of the changed service, up at the same time, take load in turns, several times over. No
 * block of the study has any part in it. Writes its section of bench/RESULTS.md. Needs `node bench/services/install.mjs`.
 *
 * node bench/reference.mjs [RUNS] [SECONDS] [CELLS]
 */
import { CELLS } from './cells.mjs';
import { signed, signedOrInfinite, table } from './judge/table.mjs';
import { layOutLong, measureArms } from './measure.mjs';
import { seededRandom, shuffle } from './random.mjs';
import { describeRun, writeSection } from './section.mjs';
import { loadSource } from './source.mjs';

const RUNS = Number(process.argv[2] ?? 3);
/** Load on each of both arms, in one run. */
const SECONDS = Number(process.argv[3] ?? 10);
const names = (process.argv[4] ?? 'churn,bookstore,steady').split(',');
const METRICS = [{ kind: 'percentile', percent: 50 }, { kind: 'tail' }, { kind: 'percentile', percent: 99 }];

const { measureMetric } = await loadSource(['src/metrics/metric.ts']);
const signal = new AbortController().signal;
const random = seededRandom(1);

const rows = [];
for (const cell of CELLS.filter(({ name }) => names.includes(name))) {
  const [base, ...others] = cell.arms;
  for (const arm of others) {
    const runs = [];
    for (let run = 0; run < RUNS; run++) {
      try {
        const measured = await measureArms(cell, shuffle([base, arm], random), {
          signal,
          layOut: layOutLong(SECONDS),
        });
        const slicesOf = (name) => measured.find((one) => one.arm === name).slices;
        runs.push({ base: slicesOf(base.name), head: slicesOf(arm.name) });
        console.log(`${cell.name} ${arm.name} ${run + 1}/${RUNS}`);
      } catch (error) {
        console.log(`${cell.name} ${arm.name} ${run + 1}/${RUNS}: left out, ${error.message}`);
      }
    }
    if (runs.length > 0) rows.push(describeChange(cell.name, arm.name, runs));
  }
}

const text = [
  '## Injected changes',
  '',
  `${describeRun('npm run bench:reference')}. Fresh processes of the base and of`,
  `the changed service take load in turns for ${SECONDS} s each; this for each change up to ${RUNS} times, with nothing of the study's blocks in`,
  'it. Changes are of all requests together; in brackets those of the single runs, smallest and largest. `same` is identical code.',
  '',
  table(['cell', 'arm', 'load on each', 'p50', 'tail mean', 'p99', 'failures'], rows),
  '',
].join('\n');
writeSection('Injected changes', text);
console.log(text);

function describeChange(cell, arm, runs) {
  const all = (side) => runs.flatMap((run) => run[side]);
  const changes = METRICS.map((metric) => {
    const change = (base, head) => measureMetric(head, metric) / measureMetric(base, metric) - 1;
    const single = runs.map(({ base, head }) => change(base, head)).sort((a, b) => a - b);
    return `${signedOrInfinite(change(all('base'), all('head')))} (${signedOrInfinite(single[0])} … ${signedOrInfinite(single.at(-1))})`;
  });
  const failures = (side) => measureMetric(all(side), { kind: 'errors' });
  const load = all('base').reduce((sum, { seconds }) => sum + seconds, 0);
  return [cell, arm, `${Math.round(load)} s`, ...changes, signed(failures('head') - failures('base'), 2)];
}
