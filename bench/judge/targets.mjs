import { boundAbove, boundBelow } from '../bounds.mjs';
import { CLASSES } from '../jobs/cells.mjs';
import { findMedian, percent } from './table.mjs';

/** Verdicts that block a merge because of the service. */
export const isFound = ({ verdict }) => verdict === 'regressed' || verdict === 'missed';
const isUnchanged = ({ verdict }) => verdict === 'unchanged';

/** Whether the declared SLO, and not only the one on failures that every scenario has, was called met. */
function isMet(cell, { slos }) {
  const [metric] = cell.slo.split(' ');
  return slos.some((slo) => slo.metric === metric && slo.outcome === 'met');
}

/** Services that start within half a second and take turns: for these the time to a verdict is promised. */
const QUICK = ['node', 'go', 'churn', 'echo', 'steady'];
const MOST_SECONDS = 90;
/** How far the truth may be from what `tailgate plan` says (fraction). */
const PLAN_ERROR = 0.2;
/** What is demanded of the tail mean where all requests take 10 % longer. */
const TAILS = { 'same-steady': 0.9, 'same-churn': 0.7, 'same-echo': 0.7 };

/**
 * What one cell has: what the change is alone, jobs that were run, and what jobs drawn from their blocks say.
 *
 * @typedef {object} Row
 * @property {import('../jobs/cells.mjs').Cell} cell
 * @property {{changes: object, worse: string[], misses: boolean} | null} reference
 * @property {object[]} jobs  lines of jobs.jsonl
 * @property {object | null} study  of cell.mjs
 */

/**
 * What is demanded, and whether it holds. Of a change only cells count whose reference is worse by more than twice the
 * tolerance; of `met` those whose reference misses the SLO.
 *
 * @param {Row[]} rows
 * @returns {string[][]} target, whole jobs, drawn jobs, whether it holds, cells where it does not
 */
export function listTargets(rows) {
  const judged = rows.filter(({ jobs }) => jobs.length > 0);
  const same = judged.filter(({ cell }) => cell.class === 'same');
  return [
    ...Object.entries(CLASSES).flatMap(([of, demanded]) =>
      of === 'same'
        ? []
        : listOfClass(
            of,
            demanded,
            judged.filter(({ cell }) => cell.class === of),
          ),
    ),
    ...(same.length > 0 ? [judgeIdentical(same)] : []),
    ...listPowers(rows.filter(({ study }) => study?.power)),
    ...listTimes(judged),
  ].map(({ target, jobs = '–', drawn = '–', holds, cells = [] }) => [
    target,
    jobs,
    drawn,
    typeof holds === 'string' ? holds : holds ? 'yes' : 'no',
    cells.join(', '),
  ]);
}

function listOfClass(of, { title, found, unchanged }, own) {
  const worse = own.filter(({ reference }) => reference?.worse.length > 0);
  const missing = own.filter(({ reference }) => reference?.misses);
  const isNever = unchanged === 'never';
  // A drawn job has no soak, which is what shows age.
  const isDrawn = of !== 'd';
  const name = `(${of}) ${title}`;
  return [
    ...(isNever && worse.length > 0
      ? [
          judgeNever(
            `${name}: \`unchanged\`, never`,
            worse,
            (_, job) => isUnchanged(job),
            isDrawn && 'unchanged',
          ),
        ]
      : []),
    ...(isNever && missing.length > 0
      ? [judgeNever(`${name}: \`met\` where alone it is missed, never`, missing, isMet, isDrawn && 'met')]
      : []),
    ...(found !== null && worse.length > 0
      ? [judgeFound(`${name}: found, ≥ ${percent(found)}`, found, worse)]
      : []),
  ];
}

/** @param {string | false} key  of what drawn jobs say; false: they do not count */
function judgeNever(target, rows, isBad, key) {
  const { hits, trials, cells } = countIn(rows, isBad);
  const drawn = rows.filter(({ study }) => key && study?.drawn);
  const sum = (pick) => drawn.reduce((total, { study }) => total + pick(study.drawn), 0);
  const bad = drawn.filter(({ study }) => study.drawn[key] > 0).map(({ cell }) => cell.name);
  return {
    target,
    jobs: `${hits} of ${trials}, below ${percent(boundAbove(hits, trials), 1)}`,
    ...(drawn.length > 0 ? { drawn: `${sum((one) => one[key])} of ${sum(({ count }) => count)}` } : {}),
    holds: hits === 0 && bad.length === 0,
    cells: [...new Set([...cells, ...bad])],
  };
}

/** Each cell must be found often enough, of jobs that are drawn; of those that were run there are few. */
function judgeFound(target, least, rows) {
  // Work in the background may be told in the headline instead, where processor time is not gated.
  const isTold = (cell, job) => isFound(job) || (cell.class === 'c' && /\bcpu\b/.test(job.headline));
  const { hits, trials } = countIn(rows, isTold);
  const drawn = rows.filter(({ study }) => study?.drawn);
  const shares = drawn.map(({ study }) => study.drawn.found.share);
  const weak = drawn.filter((_, index) => shares[index] < least);
  const found = `${drawn.length - weak.length} of ${drawn.length} cells; lowest ${percent(Math.min(...shares))}`;
  return {
    target,
    jobs: `${hits} of ${trials}`,
    ...(drawn.length > 0 ? { drawn: found } : {}),
    holds: weak.length === 0 && hits >= least * trials,
    cells: weak.map(({ cell }) => cell.name),
  };
}

/** The promise of a run: one in a hundred on identical code. */
function judgeIdentical(rows) {
  const { hits, trials, cells } = countIn(rows, (_, { verdict }) => verdict === 'regressed');
  const studied = rows.flatMap(({ study }) => study ?? []);
  const either = studied.reduce((sum, study) => sum + study.either, 0);
  const recorded = studied.reduce((sum, { replayed }) => sum + replayed.length, 0);
  return {
    target: 'identical behaviour: `regressed`, ≤ 1 %',
    jobs: `${hits} of ${trials}, below ${percent(boundAbove(hits, trials), 1)}`,
    drawn: `${either} of ${recorded} either way round, below ${percent(boundAbove(either, recorded) / 2, 1)} for one`,
    holds:
      boundBelow(hits, trials) > 0.01 ? 'no' : boundAbove(hits, trials) <= 0.01 ? 'yes' : 'not contradicted',
    cells,
  };
}

function listPowers(studied) {
  const judgePower = (target, rows, list, least, most = () => 1) => {
    const isOff = (row) => list(row).some((share) => share < least(row.cell) || share > most(row.cell));
    const words = (row) =>
      `${row.cell.name.replace('same-', '')} ${list(row)
        .map((share) => percent(share))
        .join(' / ')}`;
    return {
      target,
      drawn: rows.map(words).join(', '),
      holds: !rows.some(isOff),
      cells: rows.filter(isOff).map(({ cell }) => cell.name),
    };
  };
  const powerOf = ({ study }) => study.power.changes.find(({ change }) => change === 0.1).found;
  const demanded = studied.filter(({ cell }) => TAILS[cell.name]);
  const listDetectable = ({ study }) =>
    Object.values(study.power.detectable).flatMap(({ power }) => power ?? []);
  if (studied.length === 0) return [];
  return [
    judgePower(
      'all requests +10 %: p50, ≥ 95 %',
      studied,
      (row) => [powerOf(row).p50.power],
      () => 0.95,
    ),
    judgePower(
      'all requests +10 %: tail mean, ≥ 90 % (steady), ≥ 70 % (churn, echo)',
      demanded,
      (row) => [powerOf(row).tail.power],
      ({ name }) => TAILS[name],
    ),
    judgePower(
      'power at the stated minimum detectable change, 80 ± 10 %',
      studied,
      listDetectable,
      () => 0.7,
      () => 0.9,
    ),
  ];
}

/** Times are those of the newest build: an earlier one may have had another plan. */
function listTimes(rows) {
  const all = rows.flatMap(({ jobs }) => jobs);
  const { build } = all.toSorted((a, b) => b.at.localeCompare(a.at))[0] ?? {};
  const newest = rows.map((row) => ({ ...row, jobs: row.jobs.filter((job) => job.build === build) }));
  const seconds = newest
    .filter(({ cell }) => cell.class === 'same' && QUICK.includes(cell.service) && !cell.scenarios)
    .flatMap(({ jobs }) => jobs.filter(isUnchanged).map((job) => job.seconds));
  const planned = newest.filter(({ study }) => study !== null);
  // The plan leaves out how long services take to start.
  const isOff = ({ study: { wall, startSeconds } }, { seconds, used }) => {
    const [least, most] = [wall.least, wall.most].map((planned) => planned + startSeconds * used);
    return seconds < (1 - PLAN_ERROR) * least || seconds > (1 + PLAN_ERROR) * most;
  };
  const off = planned.flatMap((row) => row.jobs.filter((job) => isOff(row, job)).map(() => row.cell.name));
  const trials = planned.reduce((sum, { jobs }) => sum + jobs.length, 0);
  const median = findMedian(seconds);
  return [
    ...(median === undefined
      ? []
      : [
          {
            target: `from the command to \`unchanged\`, median, ≤ ${MOST_SECONDS} s`,
            jobs: `${median.toFixed(0)} s of ${seconds.length} of build ${build}`,
            holds: median <= MOST_SECONDS,
          },
        ]),
    {
      target: `time within ${percent(PLAN_ERROR)} of what \`tailgate plan\` says`,
      jobs: `${trials - off.length} of ${trials}`,
      holds: off.length === 0,
      cells: [...new Set(off)],
    },
  ];
}

/** `cells`: in which there was any. */
function countIn(rows, holds) {
  const counts = rows.map(({ cell, jobs }) => jobs.filter((job) => holds(cell, job)).length);
  return {
    hits: counts.reduce((sum, count) => sum + count, 0),
    trials: rows.reduce((sum, { jobs }) => sum + jobs.length, 0),
    cells: rows.filter((_, index) => counts[index] > 0).map(({ cell }) => cell.name),
  };
}
