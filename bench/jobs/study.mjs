import { findReference, readAlone } from '../alone/store.mjs';
import { boundAbove, boundBelow } from '../bounds.mjs';
import { makeCase } from '../judge/case.mjs';
import { findMedian, percent, signedOrInfinite, table, tally } from '../judge/table.mjs';
import { appendLine, readLines } from '../lines.mjs';
import { STUDY } from '../paths.mjs';
import { CELLS, CLASSES } from './cells.mjs';

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

/** Cells of a half in the order in which they are run, each with the number of its jobs. @throws for any other half */
export function listHalf(half) {
  if (!Object.hasOwn(HALVES, half ?? '')) throw new Error('--half is 1 or 2');
  const find = (name) => CELLS.find((cell) => cell.name === name);
  const { same, defects } = HALVES[half];
  return [
    ...same.map((name) => ({ ...find(name), times: 4 })),
    ...defects.map((name) => ({ ...find(name), times: 3 })),
  ];
}

/** Jobs of a half that are planned. */
export const countPlanned = (half) => listHalf(half).reduce((sum, { times }) => sum + times, 0);

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
export const describeFailure = ({ message: headline }) => ({
  ...{ verdict: 'error', exitCode: null, seconds: null, headline, used: null, changes: [], slos: [] },
});

const isFound = ({ verdict }) => verdict === 'regressed' || verdict === 'missed';
const isUnchanged = ({ verdict }) => verdict === 'unchanged';
const isUnchangedAtP50 = ({ changes }) => {
  const own = changes.filter(({ metric }) => metric === 'p50');
  return own.length > 0 && own.every(({ outcome }) => outcome === 'unchanged');
};

/** Section of bench/RESULTS.md. @param {string} run  of `describeRun` */
export function writeStudy(half, jobs, run) {
  const cells = listCells(half, jobs);
  const builds = [...new Set(jobs.map(({ build }) => build))].join(', ');
  return `## Whole jobs of the ${half === '2' ? 'second' : 'first'} half

${run}, build ${builds}: ${jobs.length} of ${countPlanned(half)} planned jobs. Each job is \`tailgate run\` with its
defaults in a git repository of two commits. The halves were drawn before the first job (bench/jobs/study.mjs), and the second
half is run once; every job counts, whatever became of it. Alone: what plain k6 says of each arm by itself (\`jobs alone\`). Found: \`regressed\` or \`missed\`. Bounds are exact (Clopper–Pearson,
95 %, one side).

${table(['target', 'result', 'bound', 'holds'], listTargets(cells))}

${table(
  ['cell', 'alone: p50, p99', 'jobs', 'verdicts', 'changes that are not `unchanged`', 'time', 'plan'],
  cells.map(describeCell),
)}
`;
}

/** Cells of a half, each with its jobs. */
function listCells(half, jobs) {
  return listHalf(half).map((cell) => ({ ...cell, jobs: jobs.filter((job) => job.cell === cell.name) }));
}

const isSame = (cell) => cell.class === 'same';
const jobsOf = (cells) => cells.flatMap(({ jobs }) => jobs);

function listTargets(cells) {
  const same = jobsOf(cells.filter(isSame));
  const defects = jobsOf(cells.filter((cell) => !isSame(cell)));
  const late = cells.flatMap((cell) => cell.jobs.filter((job) => isLate(cell, job)));
  const median = findMedian(jobsOf(cells).flatMap(({ seconds }) => seconds ?? []));
  const answer = (holds) => (holds ? 'yes' : 'no');
  const row = (title, hits, jobs, bound, holds) => [title, `${hits} of ${jobs.length}`, bound, answer(holds)];
  const least = (title, jobs, isHit, share) => {
    const hits = jobs.filter(isHit).length;
    const bound = `at least ${percent(boundBelow(hits, jobs.length))}`;
    return row(title, hits, jobs, bound, hits >= share * jobs.length);
  };
  const blocked = same.filter(({ exitCode }) => exitCode !== 0).length;
  const most = `at most ${percent(boundAbove(blocked, same.length))}`;
  const wrong = defects.filter(isUnchanged).length;
  return [
    row('identical code: blocked by anything, none', blocked, same, most, blocked === 0),
    least('identical code: `unchanged` over all metrics, ≥ 75 %', same, isUnchanged, 0.75),
    least('identical code: `unchanged` at p50, ≥ 95 %', same, isUnchangedAtP50, 0.95),
    least('defects: found, ≥ 13 of 15', defects, isFound, 13 / 15),
    row('defects: `unchanged`, none', wrong, defects, '', wrong === 0),
    ['median time of one scenario, ≤ 75 s', `${median?.toFixed(0)} s`, '', answer(median <= 75)],
    row('a fifth longer than `tailgate plan` said, none', late.length, jobsOf(cells), '', late.length === 0),
  ];
}

/** Whether a job took a fifth longer than what plan says of a run that ends where this one did. */
function isLate(cell, { seconds, used }) {
  const { wall, looks } = makeCase(cell);
  return seconds > 1.2 * (used !== null && used <= looks[0] ? wall.least : wall.most);
}

function describeCell(cell) {
  const { jobs } = cell;
  const { least, most } = makeCase(cell).wall;
  const times = jobs.flatMap(({ seconds }) => (seconds === null ? [] : Math.round(seconds)));
  const alone = findReference(readAlone(), cell)?.changes;
  const open = jobs.flatMap(({ changes }) => changes).filter(({ outcome }) => outcome !== 'unchanged');
  return [
    isSame(cell) ? cell.name : `(${cell.class}) ${cell.name}`,
    alone ? ['p50', 'p99'].map((metric) => signedOrInfinite(alone[metric], 0)).join(', ') : '',
    jobs.length,
    tally(jobs.map(({ verdict }) => verdict)),
    tally(
      open.map(({ metric, where, outcome }) => `${metric}${where === 'alone' ? ' alone' : ''} ${outcome}`),
    ),
    times.length === 0 ? '' : `${Math.min(...times)} to ${Math.max(...times)} s`,
    `${least} to ${most} s`,
  ];
}

/** What docs/statistics.md says of it. */
export function writeExtract(half, jobs) {
  const cells = listCells(half, jobs);
  const row = (title, own) => {
    const [found, unchanged] = [isFound, isUnchanged].map((holds) => own.filter(holds).length);
    return [title, own.length, found, unchanged, own.length - found - unchanged];
  };
  const changed = cells.filter((cell) => !isSame(cell));
  return `Whole jobs, each \`tailgate run\` with its defaults, of services that were drawn by lot before the first of them ran.
The defects are worse according to plain k6 on each revision alone ([results](../bench/RESULTS.md#whole-jobs-of-the-second-half)).

${table(
  ['change', 'jobs', 'found', '`unchanged`', 'neither'],
  [
    row('none, five services', jobsOf(cells.filter(isSame))),
    ...changed.map((cell) => row(`${CLASSES[cell.class]} (${cell.name})`, cell.jobs)),
  ],
)}`;
}
