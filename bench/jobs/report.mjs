import { findReference } from '../alone/store.mjs';
import { signed, signedOrInfinite, table } from '../judge/table.mjs';
import { describeRun } from '../section.mjs';
import { CLASSES } from './cells.mjs';
import { takeNewest } from './store.mjs';
import { isMet, listTargets } from './targets.mjs';

const TITLE = 'Whole jobs';
const VERDICTS = ['regressed', 'missed', 'inconclusive', 'unchanged', 'invalid'];

/** Section of bench/RESULTS.md about the jobs of the newest build, beside what each arm is alone. */
export function writeReport(cells, alone, all) {
  const jobs = takeNewest(all);
  const rows = cells.map((cell) => ({
    cell,
    reference: findReference(alone, cell),
    jobs: jobs.filter((job) => job.cell === cell.name),
  }));
  const judged = rows.filter((row) => row.jobs.length > 0);
  const [{ build, version, budget }] = jobs;
  const text = [
    `## ${TITLE}`,
    '',
    `${describeRun('npm run bench:jobs')}; ${version}, build ${build}, budget ${budget ?? 'of the default'}. Each job is \`tailgate run\``,
    'in a git repository of two commits. The truth is that of [each arm alone](#each-arm-alone): plain k6 at the declared load,',
    'and a reference counts where it is worse by more than twice the tolerance. Bounds are the exact ones of Clopper and',
    'Pearson, 95 % one-sided.',
    '',
    table(
      ['class', 'target', 'jobs', 'holds', 'where not'],
      listTargets(judged).map(({ class: of, target, measured, holds, cells: where }) => [
        of === 'same' ? '`same`' : `(${of}) ${CLASSES[of].title}`,
        target,
        measured,
        holds,
        where.join(', '),
      ]),
    ),
    '',
    'By cell: what the change is alone (p50, tail mean, p99, failures), what the jobs said, and in how many of them the declared SLO',
    'was called `met`. Time is from the command to its end, the median.',
    '',
    table(
      ['cell', 'alone', 'SLO, alone', 'jobs', ...VERDICTS, 'other', 'SLO met', 'time', 'target'],
      judged.map(describeCell),
    ),
    '',
  ].join('\n');
  return { title: TITLE, text };
}

function describeCell(row) {
  const { cell, reference, jobs } = row;
  const counts = VERDICTS.map((verdict) => jobs.filter((job) => job.verdict === verdict).length);
  const seconds = jobs.map((job) => job.seconds).sort((a, b) => a - b);
  const targets = listTargets([row]);
  const failing = targets.filter(({ holds }) => holds === 'no').map(({ target }) => target);
  return [
    cell.class === 'same' ? cell.name : `(${cell.class}) ${cell.name}`,
    describeReference(reference),
    reference ? (reference.misses ? 'missed' : 'met') : '',
    jobs.length,
    ...counts,
    jobs.length - counts.reduce((sum, count) => sum + count, 0),
    jobs.filter((job) => isMet(cell, job)).length,
    `${seconds[seconds.length >> 1].toFixed(0)} s`,
    targets.length === 0 ? '–' : failing.length === 0 ? 'holds' : `fails: ${failing.join('; ')}`,
  ];
}

function describeReference(reference) {
  if (!reference) return 'not measured';
  const { changes, worse } = reference;
  const words = [changes.p50, changes.tail, changes.p99].map((change) => signedOrInfinite(change)).join(', ');
  const failures = Math.abs(changes.failures) < 0.0005 ? '' : `, ${signed(changes.failures, 2)}`;
  return `${words}${failures}: ${worse.length > 0 ? 'worse' : 'not worse'}`;
}
