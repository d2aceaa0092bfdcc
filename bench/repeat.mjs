import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { REPOSITORY } from './paths.mjs';

/**
 * Options of a bench: its own, and those that all have.
 *
 * @param {import('node:util').ParseArgsConfig['options']} [own]
 * @returns {Record<string, any>} by their names; `parts`: words without a name
 */
export function readOptions(own = {}) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cells: { type: 'string' },
      minutes: { type: 'string' },
      cli: { type: 'string', default: join(REPOSITORY, 'dist', 'cli.mjs') },
      print: { type: 'boolean', default: false },
      ...own,
    },
  });
  return { ...values, cli: resolve(values.cli), parts: positionals };
}

/** Consecutive measurements of a cell that may fail before it is left for another day. */
const FAILURES = 3;

/**
 * Measures cells in turns, so that each has its share when time is up: until there are so many of each, or Ctrl-C.
 *
 * @template {{name: string, done: number, times?: number}} Cell  `done`: how many there are already
 * @param {Cell[]} cells
 * @param {object} options
 * @param {number} [options.times]  of each that does not say so itself
 * @param {string} [options.minutes]
 * @param {AbortSignal} options.signal
 * @param {(cell: Cell) => Promise<string>} options.measure  keeps what it measures. @returns a line about it
 */
export async function repeat(cells, { times, minutes, signal, measure }) {
  const until = performance.now() + Number(minutes ?? Number.POSITIVE_INFINITY) * 60_000;
  const turns = cells.map((cell) => ({ times, ...cell, cell, failures: 0 }));
  while (!signal.aborted && performance.now() < until) {
    const due = turns.filter((turn) => turn.done < turn.times && turn.failures < FAILURES);
    if (due.length === 0) return;
    const turn = due.reduce((first, other) => (other.done < first.done ? other : first));
    try {
      const line = await measure(turn.cell);
      turn.done++;
      turn.failures = 0;
      console.log(`${turn.name} ${turn.done}/${turn.times}: ${line}`);
    } catch (error) {
      if (signal.aborted) return;
      turn.failures++;
      console.log(`${turn.name}: left out, ${error.message}`);
    }
  }
}
