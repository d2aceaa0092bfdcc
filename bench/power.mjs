/**
 * `npm run bench:power`: error rate and power of Tailgate by the blocks of whole jobs of identical code, as
 * `npm run bench:jobs -- --cells same --record` has recorded them. Writes its section of bench/RESULTS.md.
 *
 * node bench/power.mjs [--cells same-node,same-go] [--quick] [--print]
 *
 * `--quick`: a fifth of the drawn jobs; `--print`: to the terminal, no section is written.
 */
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { boundAbove } from './bounds.mjs';
import { chooseCells } from './jobs/cells.mjs';
import { writeConfig } from './jobs/config.mjs';
import { readRecorded } from './jobs/recorded.mjs';
import { percent, table } from './judge/table.mjs';
import { listGates } from './judge/tailgate.mjs';
import { checkDetectable, judgeRecorded, METRICS, measureNoise, measurePower } from './power/study.mjs';
import { describeRun, writeSection } from './section.mjs';

const { values } = parseArgs({
  options: {
    cells: { type: 'string', default: 'same' },
    quick: { type: 'boolean', default: false },
    print: { type: 'boolean', default: false },
  },
});
/** Slowdowns of all requests (fraction). */
const CHANGES = [0, 0.1, 0.2, 0.3];
const scale = values.quick ? 0.2 : 1;
const draws = { jobs: 200 * scale, sets: 20, jobsOfSet: 40 * scale };

const cells = chooseCells(values.cells).flatMap((cell) => {
  const jobs = readRecorded(cell.name);
  return jobs.length === 0 ? [] : [{ cell, jobs }];
});
if (cells.length === 0) {
  console.error('Nothing is recorded: npm run bench:jobs -- --cells same --record');
  process.exit(2);
}
const results = cells.map(({ cell, jobs }) => {
  const gates = listGates({ name: cell.name, tailgate: parse(writeConfig(cell, 'head')) }, true);
  const blocks = jobs.flatMap((job) => job.blocks);
  console.error(`${cell.name}: ${jobs.length} jobs, ${blocks.length} blocks`);
  return {
    name: cell.name,
    blocks: blocks.length,
    long: blocks.filter(({ isLong }) => isLong).length,
    recorded: judgeRecorded(jobs, gates),
    noise: measureNoise(blocks, gates),
    powers: CHANGES.map((change) => ({ change, found: measurePower(blocks, gates, change, draws) })),
    detectable: checkDetectable(blocks, gates, 60 * scale),
  };
});

const text = writeReport(results);
console.log(text);
if (!values.print) writeSection('Power of whole jobs', text);

function writeReport(list) {
  const jobs = list.reduce((sum, { recorded }) => sum + recorded.jobs, 0);
  const either = list.reduce((sum, { recorded }) => sum + recorded.either, 0);
  const column = (measure) => list.map((result) => measure(result));
  const names = list.map(({ name }) => name.replace('same-', ''));
  const interval = ({ power, low, high }) =>
    `${percent(power)} (${percent(low).replace(' %', '')} … ${percent(high)})`;
  const rowOf = (change, name, title) => [
    `+${percent(change)}: ${title}`,
    ...column(({ powers }) => {
      const { found } = powers.find((one) => one.change === change);
      return `${interval(found[name])}; t ${percent(found[`t: ${name}`].power)}`;
    }),
  ];
  return [
    '## Power of whole jobs',
    '',
    `${describeRun('npm run bench:power')}. Blocks of`,
    'whole jobs of identical code with the default budget, recorded by `npm run bench:jobs -- --cells same --record`: turns and stretches',
    'alone, two arms up at a time.',
    '',
    `Recorded jobs, none with a block in common, each judged as it was and with the labels exchanged: ${either} of ${jobs} are \`regressed\``,
    `either way round, so the rate for one way is below ${percent(boundAbove(either, jobs) / 2, 1)} (95 %, Clopper–Pearson).`,
    '',
    `Power: ${draws.jobs} jobs drawn from the blocks of a cell, none twice, either arm the head, its latencies multiplied; stretches alone become`,
    'longer as in a run. In brackets the middle 90 % over sets of blocks drawn with replacement. `t`: the paired t test with Bonferroni on the',
    'same jobs, once at their end, its lower bound above the tolerance as well. +0 %: identical code.',
    '',
    table(
      ['', ...names],
      [
        ['jobs', ...column(({ recorded }) => `${recorded.jobs}`)],
        ['blocks (of them with longer stretches)', ...column(({ blocks, long }) => `${blocks} (${long})`)],
        ...METRICS.map((name) => [
          `noise of a block: ${name}`,
          ...column(({ noise }) => percent(noise[name], 1)),
        ]),
        rowOf(0, 'any', '`regressed`'),
        ...CHANGES.slice(1).flatMap((change) => [
          ...METRICS.map((name) => rowOf(change, name, name)),
          rowOf(change, 'any', '`regressed`'),
        ]),
        ...METRICS.map((name) => [
          `power at the stated minimum detectable change: ${name}`,
          ...column(({ detectable: { [name]: stated } }) =>
            stated.power === null ? '–' : `${percent(stated.power)} (at +${percent(stated.median)})`,
          ),
        ]),
      ],
    ),
    '',
  ].join('\n');
}
