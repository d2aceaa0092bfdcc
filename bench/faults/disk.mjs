/**
 * A full disk at each write: one run of Tailgate for every n, whose nth call that writes to the file system fails with
 * ENOSPC, and for every n another one in which all later calls fail as well. No run may end with 1 or as a bug, pass
 * without its result, or leave anything after its end.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isWholeResult, makeScene } from './scene.mjs';

/** @param {number | undefined} limit  of runs, spread evenly over the calls; else all of them, twice */
export async function fillDisk(limit) {
  const scene = makeScene();
  const result = join(scene.cwd, 'result.json');
  const counted = join(scene.cwd, 'counted');
  const fail = async (at, mode) => {
    for (const path of [result, counted]) rmSync(path, { force: true });
    const environment = { FAIL_AT: String(at), FAIL_MODE: mode, COUNT_FILE: counted };
    const NODE_OPTIONS = `--import=${resolve('bench/faults/full-disk.mjs')}`;
    const { ended, mark } = scene.start({ ...environment, NODE_OPTIONS }, ['--json', result]);
    const outcome = await ended;
    return { ...outcome, mark, call: existsSync(counted) ? readFileSync(counted, 'utf8') : '' };
  };
  const calls = Number((await fail(0, 'once')).call.split(' ')[0]);
  const runs = Math.min(2 * calls, limit ?? 2 * calls);
  const figures = { calls, runs, codes: {}, faults: [] };
  for (let i = 0; i < runs; i++) {
    const place = Math.floor((i * 2 * calls) / runs);
    const [at, mode] = [(place % calls) + 1, place < calls ? 'once' : 'onwards'];
    const outcome = await fail(at, mode);
    const left = await scene.listLeft(outcome.mark);
    const faults = [...listFaults(outcome, result), ...left.map((what) => `left ${what}`)].join('; ');
    figures.codes[outcome.code] = (figures.codes[outcome.code] ?? 0) + 1;
    if (faults)
      figures.faults.push(`${mode} ${at} (${outcome.call}): ${faults}\n${outcome.stderr.slice(-600)}`);
  }
  scene.remove();
  return figures;
}

function listFaults({ code, stdout, stderr }, result) {
  return [
    ...(code === 0 && !isWholeResult(result) ? ['passed without its result'] : []),
    ...(code === 0 && !stdout.includes('search') ? ['passed without a verdict'] : []),
    ...([0, 2, 3].includes(code) ? [] : [`ended with ${code}`]),
    ...(/bug in Tailgate/.test(stderr) ? ['told as a bug'] : []),
    ...(code !== 0 && !/ENOSPC|full|could not|cannot|refuses/i.test(stderr + stdout) ? ['told nothing'] : []),
    ...(existsSync(result) && !isWholeResult(result) ? ['left half a result'] : []),
  ];
}
