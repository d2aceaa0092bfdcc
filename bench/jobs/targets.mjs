import { boundAbove, boundBelow } from '../bounds.mjs';
import { percent } from '../judge/table.mjs';
import { CLASSES } from './cells.mjs';

/** Verdicts that block a merge because of the service. */
export const isFound = ({ verdict }) => verdict === 'regressed' || verdict === 'missed';
const isUnchanged = ({ verdict }) => verdict === 'unchanged';

/** Whether the declared SLO, and not only the one on failures that every scenario has, was called met. */
export function isMet(cell, { slos }) {
  const [metric] = cell.slo.split(' ');
  return slos.some((slo) => slo.metric === metric && slo.outcome === 'met');
}

/**
 * What is demanded, of each class and of each cell in it, and whether it holds. Only cells count whose reference is
 * worse by more than twice the tolerance; of `met` those whose reference misses the SLO.
 *
 * @param {{cell: import('./cells.mjs').Cell, reference: {worse: string[], misses: boolean} | null, jobs: object[]}[]} rows
 * @returns {{class: string, target: string, measured: string, holds: string, cells: string[]}[]}
 */
export function listTargets(rows) {
  return Object.entries(CLASSES).flatMap(([of, { found, unchanged }]) => {
    const own = rows.filter(({ cell, jobs }) => cell.class === of && jobs.length > 0);
    if (of === 'same') return own.length > 0 ? [judgeIdentical(own)] : [];
    const worse = own.filter(({ reference }) => reference?.worse.length > 0);
    const missing = own.filter(({ reference }) => reference?.misses);
    const targets = [];
    if (unchanged === 'never' && worse.length > 0) {
      targets.push(judgeNever(of, '`unchanged`: never', worse, (_, job) => isUnchanged(job)));
    }
    if (unchanged === 'never' && missing.length > 0) {
      targets.push(judgeNever(of, 'SLO `met` where alone it is missed: never', missing, isMet));
    }
    if (found !== null && worse.length > 0) targets.push(judgeFound(of, found, worse));
    return targets;
  });
}

function judgeNever(of, target, rows, isBad) {
  const { hits, trials, cells } = countIn(rows, isBad);
  const measured = `${hits} of ${trials}, below ${percent(boundAbove(hits, trials), 1)}`;
  return { class: of, target, measured, holds: hits === 0 ? 'yes' : 'no', cells };
}

/** By the share that was found; its lower bound says how much of that is luck. */
function judgeFound(of, least, rows) {
  const { hits, trials } = countIn(rows, (_, job) => isFound(job));
  const weak = rows.filter((row) => row.jobs.filter(isFound).length < least * row.jobs.length);
  const missed = `not found below ${percent(boundAbove(trials - hits, trials), 1)}`;
  return {
    class: of,
    target: `\`regressed\` or \`missed\`: ≥ ${percent(least)}`,
    measured: `${hits} of ${trials}, ${percent(hits / trials)}; ${missed}`,
    holds: hits >= least * trials ? 'yes' : 'no',
    cells: weak.map(({ cell }) => cell.name),
  };
}

/** The promise of a run: one in a hundred on identical code. */
function judgeIdentical(rows) {
  const { hits, trials, cells } = countIn(rows, (_, { verdict }) => verdict === 'regressed');
  const measured = `${hits} of ${trials}, below ${percent(boundAbove(hits, trials), 1)}`;
  const isRefuted = boundBelow(hits, trials) > 0.01;
  const holds = isRefuted ? 'no' : boundAbove(hits, trials) <= 0.01 ? 'yes' : 'not contradicted';
  return { class: 'same', target: '`regressed`: ≤ 1 %', measured, holds, cells };
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
