/**
 * `npm run bench:turns`: how far two processes of identical code are apart when they are measured one after the other,
 * and when arrivals are dealt out to both in turns. The same processes, load and length for both; writes its section
 * of bench/RESULTS.md. Needs `node bench/services/install.mjs`.
 *
 * node bench/turns.mjs [BLOCKS] [CELLS]
 */
import { CELLS } from './cells.mjs';
import { table } from './judge/table.mjs';
import { layOutBoth, measureArms } from './measure.mjs';
import { seededRandom, shuffle } from './random.mjs';
import { describeRun, writeSection } from './section.mjs';
import { loadSource } from './source.mjs';

const BLOCKS = Number(process.argv[2] ?? 10);
const names = (process.argv[3] ?? 'churn,echo,bookstore,python').split(',');
const METRICS = [
  ['p50', { kind: 'percentile', percent: 50 }],
  ['tail mean', { kind: 'tail' }],
  ['p99', { kind: 'percentile', percent: 99 }],
];

const { measureMetric } = await loadSource(['src/metrics/metric.ts']);
const signal = new AbortController().signal;
const random = seededRandom(1);
const deviations = new Map();
for (let block = 0; block < BLOCKS; block++) {
  for (const name of names) {
    const cell = CELLS.find((one) => one.name === name);
    const arms = shuffle(cell.arms.slice(0, 2), random);
    try {
      const measured = await measureArms(cell, arms, { signal, layOut: layOutBoth });
      note(name, measured);
      console.log(`${name} ${block + 1}/${BLOCKS}`);
    } catch (error) {
      console.log(`${name} ${block + 1}/${BLOCKS}: left out, ${error.message}`);
    }
  }
}

const rows = names.flatMap((name) =>
  METRICS.map(([metric]) => {
    const [apart, inTurns] = ['apart', 'turns'].map(
      (how) => deviations.get(`${name} ${metric} ${how}`) ?? [],
    );
    return [name, metric, String(apart.length), typical(apart), typical(inTurns)];
  }),
);
const text = [
  '## Turns',
  '',
  `${describeRun('npm run bench:turns')}. Two fresh processes of identical`,
  'code in each block, measured one after the other and with arrivals dealt out in turns of 10 ms, equally long, in random',
  'order. Spread of the ratio of both: 1.48 times the median deviation from none.',
  '',
  table(['cell', 'metric', 'blocks', 'one after the other', 'in turns'], rows),
  '',
].join('\n');
writeSection('Turns', text);
console.log(text);

function note(name, measured) {
  for (const [metric, what] of METRICS) {
    const value = (arm, alternating) =>
      Math.log(
        measureMetric(
          measured
            .find((one) => one.arm === arm)
            .slices.filter((slice) => !!slice.alternating === alternating),
          what,
        ),
      );
    for (const [how, alternating] of [
      ['apart', false],
      ['turns', true],
    ]) {
      const key = `${name} ${metric} ${how}`;
      if (!deviations.has(key)) deviations.set(key, []);
      deviations.get(key).push(value('same', alternating) - value('base', alternating));
    }
  }
}

function typical(list) {
  const sizes = list.map(Math.abs).sort((a, b) => a - b);
  const middle = (sizes[(sizes.length - 1) >> 1] + sizes[sizes.length >> 1]) / 2;
  return `${(100 * 1.4826 * middle).toFixed(1)} %`;
}
