import { boundAbove, boundBelow } from '../bounds.mjs';
import { CLASSES } from '../jobs/cells.mjs';
import { estimateScenarios } from './case.mjs';
import { findMedian, percent } from './table.mjs';

/** Verdicts that block a merge because of the service. */
export const isFound = ({ verdict }) => verdict === 'regressed' || verdict === 'missed';
const isUnchanged = ({ verdict }) => verdict === 'unchanged';

/** Whether the declared SLO, and not only the one on failures that every scenario has, was called met. */
export function isMet(cell, { slos }) {
  const [metric] = cell.slo.split(' ');
  return slos.some((slo) => slo.metric === metric && slo.outcome === 'met');
}

/** The job that began last; undefined where there is none. */
export function findNewest(jobs) {
  return [...jobs].sort((a, b) => b.at.localeCompare(a.at))[0];
}

/** Services that start within half a second and take turns: for these the time to a verdict is promised. */
const QUICK = ['node', 'go', 'churn', 'echo', 'steady'];
const MOST_SECONDS = 90;
/** For each scenario beside the first. */
const MOST_FURTHER_SECONDS = 60;
/** How far the truth may be from what `tailgate plan` says (fraction). */
const PLAN_ERROR = 0.2;

/**
 * What one cell has: what the change is alone, jobs that were run, and what jobs drawn from their blocks say.
 *
 * @typedef {object} Row
 * @property {import('../jobs/cells.mjs').Cell} cell
 * @property {{changes: object, worse: string[], misses: boolean} | null} reference
 * @property {object[]} jobs  lines of jobs.jsonl
 * @property {object | null} study  of cell.mjs
 *
 * @typedef {{target: string, jobs: string, drawn: string, holds: string, cells: string[]}} Target
 */

/**
 * What is demanded, and whether it holds. Of a change only cells count whose reference is worse by more than twice the
 * tolerance; of `met` those whose reference misses the SLO.
 *
 * @param {Row[]} rows
 * @returns {Target[]}
 */
export function listTargets(rows) {
  const judged = rows.filter(({ jobs }) => jobs.length > 0);
  const same = judged.filter(({ cell }) => cell.class === 'same');
  return [
    ...Object.entries(CLASSES).flatMap(([of, demanded]) =>
      listOfClass(
        of,
        demanded,
        judged.filter(({ cell }) => cell.class === of && of !== 'same'),
      ),
    ),
    ...(same.length > 0 ? [judgeIdentical(same)] : []),
    ...listPowers(rows),
    ...listTimes(judged),
  ];
}

function listOfClass(of, { title, found, unchanged }, own) {
  const worse = own.filter(({ reference }) => reference?.worse.length > 0);
  const missing = own.filter(({ reference }) => reference?.misses);
  // A drawn job has no soak, which is what shows age.
  const isDrawn = of !== 'd';
  const name = `(${of}) ${title}`;
  return [
    ...(unchanged === 'never' && worse.length > 0
      ? [
          judgeNever(`${name}: \`unchanged\`, never`, worse, {
            isBad: (_, job) => isUnchanged(job),
            countDrawn: isDrawn ? ({ unchanged: count }) => count : null,
          }),
        ]
      : []),
    ...(unchanged === 'never' && missing.length > 0
      ? [
          judgeNever(`${name}: \`met\` where alone it is missed, never`, missing, {
            isBad: isMet,
            countDrawn: isDrawn ? ({ met }) => met : null,
          }),
        ]
      : []),
    ...(found !== null && worse.length > 0
      ? [judgeFound(`${name}: found, ≥ ${percent(found)}`, found, worse)]
      : []),
  ];
}

function judgeNever(target, rows, { isBad, countDrawn }) {
  const { hits, trials, cells } = countIn(rows, isBad);
  const studied = rows.filter(({ study }) => study?.drawn);
  const drawn = countDrawn
    ? studied.map(({ cell, study }) => ({
        name: cell.name,
        count: countDrawn(study.drawn),
        of: study.drawn.count,
      }))
    : [];
  const sum = (pick) => drawn.reduce((total, one) => total + pick(one), 0);
  const bad = drawn.filter(({ count }) => count > 0).map(({ name }) => name);
  return {
    target,
    jobs: `${hits} of ${trials}, below ${percent(boundAbove(hits, trials), 1)}`,
    drawn: drawn.length > 0 ? `${sum(({ count }) => count)} of ${sum(({ of }) => of)}` : '–',
    holds: hits === 0 && bad.length === 0 ? 'yes' : 'no',
    cells: [...new Set([...cells, ...bad])],
  };
}

/** Each cell must be found often enough, of jobs that are drawn; of those that were run there are few. */
function judgeFound(target, least, rows) {
  const { hits, trials } = countIn(rows, isTold);
  const drawn = rows.flatMap(({ cell, study }) =>
    study?.drawn ? [{ name: cell.name, share: study.drawn.found.share }] : [],
  );
  const weak = drawn.filter(({ share }) => share < least);
  const lowest = Math.min(...drawn.map(({ share }) => share));
  return {
    target,
    jobs: `${hits} of ${trials}`,
    drawn:
      drawn.length === 0
        ? '–'
        : `${drawn.length - weak.length} of ${drawn.length} cells; lowest ${percent(lowest)}`,
    holds: weak.length === 0 && hits >= least * trials ? 'yes' : 'no',
    cells: weak.map(({ name }) => name),
  };
}

/** Work in the background may be told in the headline instead, where processor time is not gated. */
function isTold(cell, job) {
  return isFound(job) || (cell.class === 'c' && /\bcpu\b/.test(job.headline));
}

/** The promise of a run: one in a hundred on identical code. */
function judgeIdentical(rows) {
  const { hits, trials, cells } = countIn(rows, (_, { verdict }) => verdict === 'regressed');
  const studied = rows.filter(({ study }) => study !== null);
  const either = studied.reduce((sum, { study }) => sum + study.either, 0);
  const recorded = studied.reduce((sum, { study }) => sum + study.replayed.length, 0);
  const isRefuted = boundBelow(hits, trials) > 0.01;
  return {
    target: 'identical behaviour: `regressed`, ≤ 1 %',
    jobs: `${hits} of ${trials}, below ${percent(boundAbove(hits, trials), 1)}`,
    drawn: `${either} of ${recorded} either way round, below ${percent(boundAbove(either, recorded) / 2, 1)} for one`,
    holds: isRefuted ? 'no' : boundAbove(hits, trials) <= 0.01 ? 'yes' : 'not contradicted',
    cells,
  };
}

/** What is demanded of a slowdown of all requests by 10 %, at the metric that finds it best. */
const TAILS = { 'same-steady': 0.9, 'same-churn': 0.7, 'same-echo': 0.7 };

function listPowers(rows) {
  const studied = rows.filter(({ study }) => study?.power);
  if (studied.length === 0) return [];
  const powerOf = ({ study }) => study.power.changes.find(({ change }) => change === 0.1).found;
  const slow = rows.filter(({ cell, study }) => /^slow20-(script|users)/.test(cell.name) && study?.drawn);
  const listDetectable = ({ study }) =>
    Object.values(study.power.detectable).filter(({ power }) => power !== null);
  return [
    judgeLeast(
      'all requests +10 %: p50, ≥ 95 %',
      studied,
      () => 0.95,
      (row) => powerOf(row).p50.power,
    ),
    judgeLeast(
      'all requests +10 %: tail mean or p99, ≥ 90 % (steady), ≥ 70 % (churn, echo)',
      studied.filter(({ cell }) => TAILS[cell.name]),
      (cell) => TAILS[cell.name],
      (row) => Math.max(powerOf(row).tail.power, powerOf(row).p99.power),
    ),
    judgeLeast(
      'scripts and closed models, +20 %: found, ≥ 90 %',
      slow,
      () => 0.9,
      ({ study }) => study.drawn.found.share,
    ),
    judgeRange('power at the stated minimum detectable change, 80 ± 10 %', studied, listDetectable),
  ].filter(({ drawn }) => drawn !== '');
}

function judgeLeast(target, rows, leastOf, measure) {
  const weak = rows.filter((row) => measure(row) < leastOf(row.cell));
  return {
    target,
    jobs: '–',
    drawn: rows.map((row) => `${row.cell.name.replace('same-', '')} ${percent(measure(row))}`).join(', '),
    holds: weak.length === 0 ? 'yes' : 'no',
    cells: weak.map(({ cell }) => cell.name),
  };
}

function judgeRange(target, rows, list) {
  const isOff = ({ power }) => power < 0.7 || power > 0.9;
  const off = rows.filter((row) => list(row).some(isOff));
  return {
    target,
    jobs: '–',
    drawn: rows
      .map(
        (row) =>
          `${row.cell.name.replace('same-', '')} ${list(row)
            .map(({ power }) => percent(power))
            .join(' / ')}`,
      )
      .join(', '),
    holds: off.length === 0 ? 'yes' : 'no',
    cells: off.map(({ cell }) => cell.name),
  };
}

/** Times are those of the newest build: an earlier one may have had another plan. */
function listTimes(rows) {
  const { build } = findNewest(rows.flatMap(({ jobs }) => jobs)) ?? {};
  const newest = rows.map((row) => ({ ...row, jobs: row.jobs.filter((job) => job.build === build) }));
  const quick = newest.filter(({ cell }) => cell.class === 'same' && QUICK.includes(cell.service));
  const single = quick.filter(({ cell }) => !cell.scenarios);
  const several = quick.filter(({ cell }) => cell.scenarios);
  const seconds = single.flatMap(({ jobs }) => jobs.filter(isUnchanged)).map((job) => job.seconds);
  const median = findMedian(seconds);
  const planned = newest.filter(({ study }) => study !== null);
  // The plan leaves out how long services take to start.
  const isOff = ({ study: { wall, replayed, startSeconds } }, { at, seconds, used }) => {
    const isLong = replayed.some((job) => job.at === at && job.isLong);
    const [least, most] = [wall.least, isLong ? wall.most : wall.last].map(
      (planned) => planned + startSeconds * used,
    );
    return seconds < (1 - PLAN_ERROR) * least || seconds > (1 + PLAN_ERROR) * most;
  };
  const off = planned.flatMap((row) => row.jobs.filter((job) => isOff(row, job)).map(() => row.cell.name));
  const all = planned.reduce((sum, { jobs }) => sum + jobs.length, 0);
  return [
    ...(seconds.length > 0
      ? [
          {
            target: `from the command to \`unchanged\`, median, ≤ ${MOST_SECONDS} s`,
            jobs: `${median.toFixed(0)} s of ${seconds.length} of build ${build}`,
            drawn: '–',
            holds: median <= MOST_SECONDS ? 'yes' : 'no',
            cells: [],
          },
          judgeFurther(several, median),
        ]
      : []),
    {
      target: `time within ${percent(PLAN_ERROR)} of what \`tailgate plan\` says`,
      jobs: `${all - off.length} of ${all}`,
      drawn: '–',
      holds: off.length === 0 ? 'yes' : 'no',
      cells: [...new Set(off)],
    },
  ];
}

/**
 * Time that each further scenario takes until `unchanged`, and until the first look by what `tailgate plan` says.
 *
 * @param {Row[]} rows  of the newest build
 * @param {number} alone  median time (s) with one scenario
 */
function judgeFurther(rows, alone) {
  const [one, three] = [1, 3].map((count) => estimateScenarios(count).least);
  const planned = (three - one) / 2;
  const measured = rows.flatMap(({ cell: { scenarios }, jobs }) =>
    jobs.filter(isUnchanged).map(({ seconds }) => (seconds - alone) / (scenarios - 1)),
  );
  const median = findMedian(measured);
  return {
    target: `each further scenario, median and by \`tailgate plan\`, ≤ ${MOST_FURTHER_SECONDS} s`,
    jobs: measured.length > 0 ? `${median.toFixed(0)} s of ${measured.length}` : '–',
    drawn: `${planned.toFixed(0)} s by plan`,
    holds: Math.round(Math.max(planned, median ?? 0)) <= MOST_FURTHER_SECONDS ? 'yes' : 'no',
    cells: [],
  };
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
