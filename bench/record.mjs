/**
 * `npm run bench:record`: records blocks of the study's cells until all are there, time is up or Ctrl-C.
 *
 * node bench/record.mjs [--cells churn,echo] [--blocks 100] [--minutes 75]
 *
 * What is there already counts: run it again to go on. Cells take turns, so that all of them see the same hours of
 * the machine, and stopping early leaves each with its share (`weight` in cells.mjs).
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { appendBlock, BLOCK_VERSION, readBlocks, repairBlocks } from './blocks.mjs';
import { armsOfBlock, CELLS } from './cells.mjs';
import { BLOCKS, REPOSITORY } from './paths.mjs';
import { seededRandom, shuffle } from './random.mjs';
import { loadSource } from './source.mjs';

/**
 * Measures arms side by side in one block; bench/measure.mjs exports it.
 *
 * Every arm gets a fresh process of the cell's service (its own port, `arm.env` added to its environment), is warmed
 * for `cell.warmSeconds` and measured at `cell.rate` as long as in a run; all processes are gone afterwards, also
 * when it throws. With `cell.neighbour` a program outside all trees is running: no slot may be discarded for what
 * others used. Rejects when k6 or a service failed, or everything of an arm was discarded; the block is then tried
 * again. Ends soon when `signal` is aborted, with whatever or an error: the block is dropped.
 *
 * @callback MeasureArms
 * @param {import('./cells.mjs').Cell} cell
 * @param {import('./cells.mjs').Arm[]} arms  in the order in which they are to be measured
 * @param {{seed: number, signal: AbortSignal}} options
 * @returns {Promise<{arm: string, slices: object[], evidence: object | null}[]>} in the order of `arms`; slices as in
 *   src/measurement/measurement.ts with all levels; evidence: CPU of others and steal (cores), slots discarded
 */

/** Consecutive blocks of one cell that may fail before it is left for another day. */
const FAILURES = 3;

/**
 * @param {{cells: import('./cells.mjs').Cell[], measureArms: MeasureArms, folder?: string, minutes?: number,
 *   signal: AbortSignal, machine: object, tell?: (line: string) => void}} options
 * @returns {Promise<Record<string, number>>} blocks that each cell has now
 */
export async function recordCells({ cells, measureArms, folder = BLOCKS, minutes, signal, machine, tell }) {
  const { RECORDED_PERCENTS, takeLock, silent } = await loadSource([
    'src/measurement/levels.ts',
    'src/processes/lock.ts',
    'src/progress.ts',
  ]);
  for (const cell of cells) repairBlocks(cell.name, folder);
  const done = Object.fromEntries(cells.map((cell) => [cell.name, readBlocks(cell.name, folder).length]));
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 60_000;
  const failures = {};
  const isOpen = (cell) => done[cell.name] < cell.blocks && (failures[cell.name] ?? 0) < FAILURES;
  while (!signal.aborted && elapsed() < (minutes ?? Number.POSITIVE_INFINITY)) {
    const due = cells.filter(isOpen);
    if (due.length === 0) break;
    const progress = (cell) => done[cell.name] / (cell.blocks * cell.weight);
    const cell = due.reduce((first, other) => (progress(other) < progress(first) ? other : first));
    const index = done[cell.name];
    const from = performance.now();
    const at = new Date().toISOString();
    let arms;
    try {
      // As `tailgate run` does: two that measure at once would measure each other.
      const release = await takeLock(silent, signal);
      try {
        arms = await measureBlock(cell, index, measureArms, signal);
      } finally {
        release();
      }
    } catch (error) {
      if (signal.aborted) break;
      failures[cell.name] = (failures[cell.name] ?? 0) + 1;
      tell?.(`${cell.name} ${index + 1}: ${error.message}`);
      if (!isOpen(cell) && !cells.some(isOpen)) throw error;
      continue;
    }
    if (signal.aborted) break;
    const seconds = (performance.now() - from) / 1000;
    failures[cell.name] = 0;
    appendBlock(
      {
        schemaVersion: BLOCK_VERSION,
        cell: cell.name,
        block: index,
        at,
        seconds: Number(seconds.toFixed(2)),
        machine,
        arms: arms.map((arm) => ({
          ...arm,
          slices: arm.slices.map((slice) => thinSlice(slice, RECORDED_PERCENTS)),
        })),
      },
      folder,
    );
    done[cell.name]++;
    tell?.(
      `${cell.name} ${done[cell.name]}/${cell.blocks}: ${arms.length} arms, ${seconds.toFixed(1)} s; ${elapsed().toFixed(1)} min`,
    );
  }
  return done;
}

async function measureBlock(cell, index, measureArms, signal) {
  // The order differs from block to block and is the same whenever the block is measured.
  const seed = hash(`${cell.name} ${index}`);
  const arms = shuffle(armsOfBlock(cell, index), seededRandom(seed));
  const neighbour = cell.neighbour ? startNeighbour(seed) : null;
  try {
    return await measureArms(cell, arms, { seed, signal });
  } finally {
    neighbour?.kill('SIGKILL');
  }
}

/** A session of its own: it belongs to nobody who is measured. It ends by itself should nobody be left to end it. */
function startNeighbour(seed) {
  const script = fileURLToPath(new URL('./neighbour.mjs', import.meta.url));
  return spawn(process.execPath, [script, String(seed), '120'], { detached: true, stdio: 'ignore' });
}

/** As records are stored: fewer levels, five significant digits. */
function thinSlice(slice, percents) {
  if (slice.latency === null) return slice;
  const wanted = new Set(percents.map((percent) => percent / 100));
  const { levels, values } = slice.latency;
  const kept = levels.map((_, index) => index).filter((index) => wanted.has(levels[index]));
  const shorten = (value) => Number(value.toPrecision(5));
  return {
    ...slice,
    avg: slice.avg === null ? null : shorten(slice.avg),
    latency: { levels: kept.map((i) => levels[i]), values: kept.map((i) => shorten(values[i])) },
  };
}

/** FNV-1a, 32 bits. */
function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

async function main() {
  const { values } = parseArgs({
    options: { cells: { type: 'string' }, blocks: { type: 'string' }, minutes: { type: 'string' } },
  });
  const names = values.cells?.split(',') ?? CELLS.map(({ name }) => name);
  const cells = names.map((name) => {
    const found = CELLS.find((cell) => cell.name === name);
    if (!found)
      throw new Error(`there is no cell ${name}; known: ${CELLS.map((cell) => cell.name).join(', ')}`);
    return values.blocks ? { ...found, blocks: Number(values.blocks) } : found;
  });
  const { measureArms } = await import('./measure.mjs');
  const { describeMachine } = await loadSource(['src/machine/machine.ts']);
  const stop = new AbortController();
  const interrupt = () => {
    console.log('stopping; the block under way is dropped, the others are kept');
    stop.abort();
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  process.chdir(REPOSITORY);
  const done = await recordCells({
    cells,
    measureArms,
    minutes: values.minutes ? Number(values.minutes) : undefined,
    signal: stop.signal,
    machine: describeMachine(),
    tell: console.log,
  });
  console.log(
    Object.entries(done)
      .map(([name, blocks]) => `${name} ${blocks}`)
      .join(', '),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
