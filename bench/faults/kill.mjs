/**
 * `kill -9` at drawn moments of a run, of a drawn process: Tailgate, its keeper, k6 (replayed), git or a service. No run
 * may pass that lost its k6, or a service under load; none may end with 1 without a verdict; and 10 s after its end nothing
 * may be left.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { listChildren, listProcesses, tryKill } from '../processes.mjs';
import { seededRandom } from '../random.mjs';
import { makeScene } from './scene.mjs';

/** How each is known by its command line. */
const ROLES = {
  tailgate: /cli\.mjs run/,
  keeper: /Program of the keeper/,
  k6: /replay\.mjs run/,
  git: /^git /,
  service: /^node server\.cjs/,
};

/** How long (ms) a process is waited for that is not there at the drawn moment. */
const WAIT_MS = 4000;

async function killOne(scene, role, afterMs) {
  const { pid, mark, ended } = scene.start();
  await sleep(afterMs);
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let found;
  let isLoaded = false;
  for (let until = Date.now() + WAIT_MS; !found && !isOver && Date.now() < until; await sleep(10)) {
    // The keeper has an environment of its own.
    const running = [...listProcesses(`BENCH_MARK=${mark}`), ...listChildren(pid)];
    found = running.filter(({ command }) => ROLES[role].test(command))[0];
    isLoaded = running.some(({ command }) => ROLES.k6.test(command));
    if (found) tryKill(found.pid);
  }
  return { ...(await ended), mark, isKilled: found !== undefined, isLoaded };
}

function listFaults({ code, stdout, isKilled, isLoaded }, role) {
  const usual = [0, 1, 2, 3, ...(role === 'tailgate' ? ['SIGKILL'] : [])];
  const mustFail = isKilled && (role === 'k6' || (role === 'service' && isLoaded));
  return [
    ...(code === 0 && mustFail ? ['passed'] : []),
    ...(code === 0 && !stdout.includes('search') ? ['passed without a verdict'] : []),
    ...(code === 1 && !/search/.test(stdout) ? ['ended with 1 without a verdict'] : []),
    ...(usual.includes(code) ? [] : [`ended with ${code}`]),
  ];
}

/** @param {{ kills: number, seed: number }} options */
export async function killRuns({ kills, seed }) {
  const random = seededRandom(seed);
  const scene = makeScene();
  const began = Date.now();
  await scene.start().ended;
  const usualMs = Date.now() - began;
  const figures = { kills, seed, usualMs, ends: {}, faults: [] };
  for (let i = 0; i < kills; i++) {
    const role = Object.keys(ROLES)[i % Object.keys(ROLES).length];
    const afterMs = random.below(usualMs);
    const outcome = await killOne(scene, role, afterMs);
    const left = await scene.listLeft(outcome.mark);
    const faults = [...listFaults(outcome, role), ...left.map((what) => `left ${what}`)];
    const key = `${role}${outcome.isKilled ? '' : ' (was not there)'}: ${outcome.code}`;
    figures.ends[key] = (figures.ends[key] ?? 0) + 1;
    if (faults.length > 0)
      figures.faults.push(`${role} after ${afterMs} ms: ${faults.join('; ')}\n${outcome.stderr.slice(-600)}`);
  }
  scene.remove();
  return figures;
}
