import { findReference, readAlone } from '../alone/store.mjs';
import { boundAbove, boundBelow } from '../bounds.mjs';
import { makeCase } from '../judge/case.mjs';
import { findMedian, percent, signedOrInfinite, table } from '../judge/table.mjs';
import { appendLine, readLines } from '../lines.mjs';
import { STUDY } from '../paths.mjs';
import { CELLS, CLASSES } from './cells.mjs';

/** Jobs of each cell of identical code, and of each defect. */
export const TIMES = { same: 4, defects: 3 };

/**
 * Drawn on 2026-11-30 before the first of these jobs ran: all cells of identical code with one scenario, and all defects, each
 * shuffled (Fisher & Yates from the end, `seededRandom(57)`, in the order of cells.mjs) and cut in the middle; of the
 * defects of a half the first of each class, until there are five. The draw had compressor-node, which plain k6 finds
 * no slower at all (`worse` of `findReference`), so that nothing is to be found: poll-go is the next of its class in that
 * order. The first half is for trying, the second is run once.
 */
const HALVES = {
  1: {
    same: ['same-script-node', 'same-churn', 'same-steady', 'same-go', 'same-echo'],
    defects: ['slow20-go', 'workers-go', 'stall-20-node', 'storm-50-go', 'exporter-node'],
  },
  2: {
    same: ['same-pool-node', 'same-shared-node', 'same-users-go', 'same-workers-python', 'same-node'],
    defects: ['poll-go', 'stall-10-go', 'shared-writes-node', 'lock-go', 'storm-50-node'],
  },
};

/** Cells of a half in the order in which they are run. @throws for any other half */
export function listHalf(half) {
  if (!Object.hasOwn(HALVES, half ?? '')) throw new Error('--half is 1 or 2');
  const find = (name) => CELLS.find((cell) => cell.name === name);
  return { same: HALVES[half].same.map(find), defects: HALVES[half].defects.map(find) };
}

/** Jobs of a half that are planned. */
export function countPlanned(half) {
  const { same, defects } = listHalf(half);
  return same.length * TIMES.same + defects.length * TIMES.defects;
}

/**
 * Jobs of a half so far.
 *
 * @throws when the second half was run with another build: a study that is repeated until it pleases shows nothing
 */
export function readStudy(half, build, path = STUDY) {
  const own = readLines(path).filter((job) => job.half === half);
  const other = own.find((job) => job.build !== build);
  if (half === '2' && other)
    throw new Error(`the second half was run by build ${other.build}, this is ${build}; draw new halves`);
  return own.filter((job) => job.build === build);
}

export const addToStudy = (job, path = STUDY) => appendLine(job, path);

/** What is kept of a job of which Tailgate said nothing, which counts as all others do. */
export const describeFailure = (error) => ({
  verdict: 'error',
  exitCode: null,
  seconds: null,
  headline: error.message,
  used: null,
  changes: [],
  slos: [],
});

const isFound = ({ verdict }) => verdict === 'regressed' || verdict === 'missed';
const isUnchanged = ({ verdict }) => verdict === 'unchanged';
const isUnchangedAtP50 = ({ changes }) => {
  const own = changes.filter(({ metric }) => metric === 'p50');
  return own.length > 0 && own.every(({ outcome }) => outcome === 'unchanged');
};

/** Section of bench/RESULTS.md. @param {string} run  of `describeRun` */
export function writeStudy(half, jobs, run) {
  const { same, defects } = listHalf(half);
  const of = (cell) => jobs.filter((job) => job.cell === cell.name);
  const all = { same: same.flatMap(of), defects: defects.flatMap(of) };
  const builds = [...new Set(jobs.map(({ build }) => build))].join(', ');
  return `## Whole jobs of the ${half === '2' ? 'second' : 'first'} half

${run}, build ${builds}: ${jobs.length} of ${countPlanned(half)} planned jobs. Each job is \`tailgate run\` with its
defaults in a git repository of two commits. The halves were drawn before the first job (bench/jobs/study.mjs), and the second
half is run once; every job counts, whatever became of it. Alone: what plain k6 says of each arm by itself (\`jobs alone\`). Found: \`regressed\` or \`missed\`. Bounds are exact (Clopper–Pearson,
95 %, one side).

${table(['target', 'result', 'bound', 'holds'], listTargets(all, [...same, ...defects], of))}

${table(
  ['cell', 'alone: p50, p99', 'jobs', 'verdicts', 'changes that are not `unchanged`', 'time', 'plan'],
  [...same, ...defects].map((cell) => describeCell(cell, of(cell))),
)}
`;
}

function listTargets({ same, defects }, cells, of) {
  const count = (jobs, holds) => jobs.filter(holds).length;
  const least = (title, jobs, holds, share) => {
    const hits = count(jobs, holds);
    const bound = `at least ${percent(boundBelow(hits, jobs.length))}`;
    return [title, `${hits} of ${jobs.length}`, bound, hits >= share * jobs.length ? 'yes' : 'no'];
  };
  const blocked = count(same, ({ exitCode }) => exitCode !== 0);
  const most = `at most ${percent(boundAbove(blocked, same.length))}`;
  const median = findMedian([...same, ...defects].flatMap(({ seconds }) => seconds ?? []));
  const late = cells.map((cell) => of(cell).filter((job) => isLate(cell, job)).length);
  return [
    [
      'identical code: blocked by anything, none',
      `${blocked} of ${same.length}`,
      most,
      blocked ? 'no' : 'yes',
    ],
    least('identical code: `unchanged` over all metrics, ≥ 75 %', same, isUnchanged, 0.75),
    least('identical code: `unchanged` at p50, ≥ 95 %', same, isUnchangedAtP50, 0.95),
    least('defects: found, ≥ 13 of 15', defects, isFound, 13 / 15),
    [
      'defects: `unchanged`, none',
      `${count(defects, isUnchanged)} of ${defects.length}`,
      '',
      defects.some(isUnchanged) ? 'no' : 'yes',
    ],
    ['median time of one scenario, ≤ 75 s', `${median?.toFixed(0)} s`, '', median <= 75 ? 'yes' : 'no'],
    [
      'a fifth longer than `tailgate plan` said, none',
      `${late.reduce((sum, one) => sum + one, 0)} of ${same.length + defects.length}`,
      '',
      late.some(Boolean) ? 'no' : 'yes',
    ],
  ];
}

/** Whether a job took a fifth longer than what plan says of a run that ends where this one did. */
function isLate(cell, { seconds, used }) {
  const { wall, looks } = makeCase(cell);
  return seconds > 1.2 * (used !== null && used <= looks[0] ? wall.least : wall.most);
}

function describeCell(cell, jobs) {
  const tally = (names) => {
    const counts = {};
    for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
    return Object.entries(counts).map(([name, number]) => `${number} ${name}`);
  };
  const { least, most } = makeCase(cell).wall;
  const times = jobs.flatMap(({ seconds }) => (seconds === null ? [] : Math.round(seconds)));
  const title = cell.class === 'same' ? '' : `(${cell.class}) `;
  const changes = findReference(readAlone(), cell)?.changes;
  return [
    title + cell.name,
    changes ? ['p50', 'p99'].map((metric) => signedOrInfinite(changes[metric], 0)).join(', ') : '',
    jobs.length,
    tally(jobs.map(({ verdict }) => verdict)).join(', '),
    tally(
      jobs.flatMap(({ changes }) =>
        changes
          .filter(({ outcome }) => outcome !== 'unchanged')
          .map(({ metric, where, outcome }) => `${metric}${where === 'alone' ? ' alone' : ''} ${outcome}`),
      ),
    ).join(', '),
    times.length === 0 ? '' : `${Math.min(...times)} to ${Math.max(...times)} s`,
    `${least} to ${most} s`,
  ];
}

/** What docs/statistics.md says of it. */
export function writeExtract(half, jobs) {
  const { same, defects } = listHalf(half);
  const rowOf = (title, own) => [
    title,
    own.length,
    ...[isFound, isUnchanged].map((holds) => own.filter(holds).length),
    own.filter((job) => !isFound(job) && !isUnchanged(job)).length,
  ];
  const of = (cells) => jobs.filter((job) => cells.some(({ name }) => name === job.cell));
  return `Whole jobs, each \`tailgate run\` with its defaults, of services that were drawn by lot before the first of them ran.
The defects are worse according to plain k6 on each revision alone ([results](../bench/RESULTS.md#whole-jobs-of-the-second-half)).

${table(
  ['change', 'jobs', 'found', '`unchanged`', 'neither'],
  [
    rowOf('none, five services', of(same)),
    ...defects.map((cell) => rowOf(`${CLASSES[cell.class]} (${cell.name})`, of([cell]))),
  ],
)}`;
}
