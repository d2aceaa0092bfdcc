import { CLASSES } from '../jobs/cells.mjs';
import { percent, signed, signedOrInfinite, table } from '../judge/table.mjs';
import { findReference, findRuns } from './store.mjs';

const TITLE = 'Each arm alone';
const METRICS = ['p50', 'tail', 'p99'];

/** Section of bench/RESULTS.md about all cells that have been measured. */
export function writeReport(cells, alone) {
  const measured = cells.filter((cell) => findReference(alone, cell));
  const seconds = [...new Set(measured.map((cell) => findRuns(alone, cell).seconds))];
  const runs = measured.flatMap((cell) => ['base', 'head'].map((arm) => findRuns(alone, cell)[arm].length));
  const all = measured.flatMap((cell) => ['base', 'head'].flatMap((arm) => findRuns(alone, cell)[arm]));
  const days = all.map(({ at }) => at.slice(0, 10)).sort();
  const machines = [...new Set(all.map(({ machine }) => machine))];
  const text = [
    `## ${TITLE}`,
    '',
    `\`npm run bench:alone\`, ${days[0]} – ${days.at(-1)}, ${machines.join(', ')}. What the changes are on which`,
    '[whole jobs](#the-judge) are run, by another instrument: each arm by itself under plain k6, at the declared load, for',
    `${seconds.join(' or ')} s, ${runs.length > 0 ? Math.min(...runs) : 0} or more fresh processes of each, in random order. Milliseconds, base → head, geometric means of the`,
    'runs; the tail is the geometric mean of p90 … p99. What fails or is dropped is infinitely slow. A metric is `worse` when it',
    'is beyond twice the default tolerance and no run of the head was better than one of the base.',
    '',
    table(
      ['cell', 'load', 'p50', 'tail mean', 'p99', 'failed', 'dropped', 'worse', 'SLO', 'base', 'head'],
      measured.map((cell) => describeCell(cell, alone)),
    ),
    '',
    'What a request costs, in processor time of the service, and its peak memory:',
    '',
    table(
      ['cell', 'processor time', 'change', 'peak memory'],
      measured.map((cell) => describeCost(cell, alone)),
    ),
    '',
    ...Object.entries(CLASSES).map(
      ([key, { title }]) => `${key === 'same' ? '`same`' : `(${key})`} ${title}.`,
    ),
    '',
  ].join('\n');
  return { title: TITLE, text };
}

function describeCell(cell, alone) {
  const runs = findRuns(alone, cell);
  const { changes, worse } = findReference(alone, cell);
  const share = (name) => showPair(runs, name, (value) => percent(value, 2), arithmetic);
  return [
    `${cell.class === 'same' ? '' : `(${cell.class}) `}${cell.name}`,
    cell.load.rate ? `${cell.load.rate} req/s` : `${cell.load.users} users`,
    ...METRICS.map(
      (name) => `${showPair(runs, name, showMs, geometric)} (${signedOrInfinite(changes[name])})`,
    ),
    share('failures'),
    share('dropped'),
    worse.join(', ') || '–',
    cell.slo.replace('<', '&lt;'),
    describeMisses(runs.base),
    describeMisses(runs.head),
  ];
}

function describeCost(cell, alone) {
  const runs = findRuns(alone, cell);
  if (runs.base.concat(runs.head).some(({ cpuMs }) => cpuMs === null)) return [cell.name, '', '', ''];
  const [base, head] = [runs.base, runs.head].map((list) => arithmetic(list.map(({ cpuMs }) => cpuMs)));
  return [
    cell.name,
    `${base.toFixed(2)} → ${head.toFixed(2)} ms`,
    signed(head / base - 1, 0),
    showPair(runs, 'peakBytes', (bytes) => `${(bytes / 1e6).toFixed(0)} MB`, arithmetic),
  ];
}

function describeMisses(runs) {
  const missed = runs.filter(({ misses }) => misses).length;
  if (missed === 0) return 'meets it';
  return missed === runs.length ? 'misses it' : `misses it in ${missed} of ${runs.length}`;
}

function showPair({ base, head }, name, show, average) {
  return [base, head].map((runs) => show(average(runs.map((run) => run[name])))).join(' → ');
}

const showMs = (ms) => (ms < 100 ? ms.toPrecision(3) : Number.isFinite(ms) ? ms.toFixed(0) : '∞');
const arithmetic = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const geometric = (values) => Math.exp(arithmetic(values.map(Math.log)));
