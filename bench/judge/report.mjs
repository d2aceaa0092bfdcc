import { findReference } from '../alone/store.mjs';
import { CLASSES } from '../jobs/cells.mjs';
import { METRICS } from './power.mjs';
import { findMedian, percent, signed, signedOrInfinite, table } from './table.mjs';
import { isFound, listTargets } from './targets.mjs';

export const TITLE = 'The judge';

/**
 * What there is of each cell, in the order of the cells, for all tables. A change is found by the rules of a build, so its
 * jobs are those of the newest build that has any; false alarms are too few for that, and all jobs count.
 *
 * @param {import('../jobs/cells.mjs').Cell[]} cells
 * @param {object} alone  of alone/store.mjs
 * @param {object[]} jobs  lines of jobs.jsonl
 * @param {object[]} studies  of cell.mjs
 * @returns {import('./targets.mjs').Row[]}
 */
export function listRows(cells, alone, jobs, studies) {
  return cells.map((cell) => {
    const own = jobs.filter((job) => job.cell === cell.name);
    const newest = own.toSorted((a, b) => b.at.localeCompare(a.at))[0];
    return {
      cell,
      reference: findReference(alone, cell),
      jobs: cell.class === 'same' ? own : own.filter(({ build }) => build === newest.build),
      study: studies.find(({ name }) => name === cell.name) ?? null,
    };
  });
}

/** Section of bench/RESULTS.md. @param {string} run  of `describeRun` */
export function writeReport(rows, { run, counts }) {
  const judged = rows.filter(({ jobs }) => jobs.length > 0);
  const jobs = judged.flatMap((row) => row.jobs);
  const days = jobs.map(({ at }) => at.slice(0, 10)).sort();
  const list = (pick) => [...new Set(jobs.map(pick))].join(', ');
  const same = judged.filter(({ cell }) => cell.class === 'same');
  const blocks = rows.reduce((sum, { study }) => sum + (study?.blocks ?? 0), 0);
  return `## ${TITLE}

${run}. ${jobs.length} jobs, each \`tailgate run\` with its defaults in a git repository of two
commits, recorded with \`npm run bench -- jobs\` ${days[0]} – ${days.at(-1)} on ${list(({ machine }) => machine)}; builds
${list(({ build }) => build)}. They and ${blocks} blocks are in [recorded](recorded/). Of a change the jobs of
its newest build count, and the blocks of all. The truth is that of \`npm run bench -- jobs alone\`: plain k6 on each arm by itself at the
declared load for a minute, what fails or is dropped being infinitely slow.

**Whole jobs** are verdicts as a user had them. Of each cell there are few, so ${counts.drawn} more are **drawn** from its blocks, with
replacement, and judged by the source of today. Such jobs have blocks in common: they tell of these blocks. Nor have they a soak,
which can only take \`met\` and \`unchanged\` away. Bounds are exact (Clopper–Pearson, 95 %, one side).

### What was to be shown

Found: \`regressed\` or \`missed\`; of (c) whole jobs also those whose headline tells of processor time, and drawn ones gate it.

${table(['target', 'whole jobs', 'drawn jobs', 'holds', 'where not'], listTargets(rows))}

### Changes

Alone: p50, tail mean, p99 of the head against the base; the declared SLO. Jobs: their verdicts. Drawn: how many are found, in
brackets the middle 90 % over ${counts.sets} sets of blocks drawn with replacement (bootstrap over blocks); which metrics were slower, most
often first.

${table(
  ['cell', 'alone', 'SLO alone', 'jobs', 'time', 'drawn: found', 'by', '`unchanged`', '`met`'],
  judged.filter(({ cell }) => cell.class !== 'same').map(describeChange),
)}

### Identical behaviour

Each job is judged as it was and with the labels exchanged: either may be called slower, and hardly both are.

${table(
  [
    'cell',
    'jobs',
    'verdicts',
    '`regressed` either way round',
    'median time',
    'longest',
    '`tailgate plan` says',
  ],
  same.map(describeSame),
)}

### Power

${counts.power.jobs} jobs drawn from the blocks of identical code, none twice, either arm the head, all of its latencies multiplied. In brackets
as above. +0 %: identical code.

${writePower(same.filter(({ study }) => study?.power))}
`;
}

function describeChange({ cell, reference, jobs, study }) {
  const drawn = study?.drawn;
  return [
    `(${cell.class}) ${cell.name}`,
    describeReference(reference),
    reference ? (reference.misses ? 'missed' : 'met') : '',
    countVerdicts(jobs),
    writeTimes(jobs),
    ...(drawn
      ? [
          writeInterval(drawn.found),
          Object.entries(drawn.byMetric)
            .sort(([, a], [, b]) => b - a)
            .slice(0, 3)
            .map(([metric, count]) => `${metric} ${count}`)
            .join(', '),
          `${drawn.unchanged} of ${drawn.count}`,
          `${drawn.met} of ${drawn.count}`,
        ]
      : ['', '', '', '']),
  ];
}

function describeSame({ cell, jobs, study }) {
  const seconds = sortedSeconds(jobs);
  const { least, most } = study?.wall ?? {};
  return [
    cell.name,
    jobs.length,
    countVerdicts(jobs),
    study ? `${study.either} of ${study.replayed.length}` : '',
    `${findMedian(seconds).toFixed(0)} s`,
    `${seconds.at(-1).toFixed(0)} s`,
    study ? `${least} to ${most} s` : '',
  ];
}

function describeReference(reference) {
  if (!reference) return 'not measured';
  const { changes, worse } = reference;
  const words = ['p50', 'tail', 'p99'].map((name) => signedOrInfinite(changes[name], 0)).join(', ');
  const failures = Math.abs(changes.failures) < 0.0005 ? '' : `, failed ${signed(changes.failures, 2)}`;
  return `${words}${failures}${worse.length > 0 ? '' : ': not worse'}`;
}

function countVerdicts(jobs) {
  const counts = new Map();
  for (const { verdict } of jobs) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
}

const sortedSeconds = (jobs) => jobs.map(({ seconds }) => seconds).sort((a, b) => a - b);

function writeTimes(jobs) {
  const seconds = sortedSeconds(jobs).map((one) => one.toFixed(0));
  return seconds.length === 1 ? `${seconds[0]} s` : `${seconds[0]}–${seconds.at(-1)} s`;
}

function writeInterval({ share, power = share, low, high }) {
  return `${percent(power)} (${percent(low).replace(' %', '')} … ${percent(high)})`;
}

function writePower(rows) {
  const changes = rows[0]?.study.power.changes.map(({ change }) => change) ?? [];
  const rowOf = (change, name, title = name) => [
    `+${percent(change)}: ${title}`,
    ...rows.map(({ study: { power } }) => {
      const { found } = power.changes.find((one) => one.change === change);
      return writeInterval(found[name]);
    }),
  ];
  return table(
    ['', ...rows.map(({ cell }) => cell.name.replace('same-', ''))],
    [
      ['blocks (with longer stretches)', ...rows.map(({ study: { blocks, long } }) => `${blocks} (${long})`)],
      ...changes.flatMap((change) => [
        ...(change === 0 ? [] : METRICS.map((name) => rowOf(change, name))),
        rowOf(change, 'any', '`regressed`'),
      ]),
      ...METRICS.map((name) => [
        `power at the stated minimum detectable change: ${name}`,
        ...rows.map(({ study: { power } }) => {
          const { power: share, median } = power.detectable[name];
          return share === null ? '–' : `${percent(share)} (at +${percent(median)})`;
        }),
      ]),
    ],
  );
}

/** The table for docs/statistics.md: a line for each class of changes. */
export function writeExtract(rows) {
  const lines = Object.entries(CLASSES).flatMap(([of, { title }]) => {
    const own = rows.filter(({ cell, jobs }) => cell.class === of && of !== 'same' && jobs.length > 0);
    // Without a reference that is worse there is nothing to find.
    if (!own.some(({ reference }) => reference?.worse.length > 0)) return [];
    const jobs = own.flatMap((row) => row.jobs);
    const drawn = own.flatMap(({ study }) => study?.drawn ?? []);
    const sum = (pick) => drawn.reduce((total, one) => total + pick(one), 0);
    return [
      [
        title,
        own.length,
        `${jobs.filter(isFound).length} of ${jobs.length}`,
        `${jobs.filter(({ verdict }) => verdict === 'unchanged').length}`,
        percent(sum(({ found, count }) => found.share * count) / sum(({ count }) => count)),
      ],
    ];
  });
  return table(['change', 'services', 'whole jobs: found', '`unchanged`', 'drawn jobs: found'], lines);
}
