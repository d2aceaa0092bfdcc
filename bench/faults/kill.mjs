/**
 * `kill -9` at drawn moments of a run, of a drawn process: Tailgate, its keeper, k6 (replayed), git or a service. No run
 * may pass that lost its k6, or a service under load; none may end with 1 without a verdict; and nothing may be left after
 * the next run.
 *
 *   node bench/faults/kill.mjs [--kills 200] [--seed 1]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from '../random.mjs';
import { listChildren, listProcesses, makeScene } from './scene.mjs';

const { values } = parseArgs({ options: { kills: { type: 'string' }, seed: { type: 'string' } } });
const kills = Number(values.kills ?? 200);
const random = seededRandom(Number(values.seed ?? 1));

/** How each is known by its command line. */
const ROLES = {
  tailgate: /cli\.mjs run/,
  keeper: /trap '' INT TERM HUP/,
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
    const running = [...listProcesses([mark]), ...listChildren(pid)];
    found = running.filter(({ command }) => ROLES[role].test(command))[0];
    isLoaded = running.some(({ command }) => ROLES.k6.test(command));
    if (found) tryKill(found.pid);
  }
  return { ...(await ended), mark, isKilled: found !== undefined, isLoaded };
}

function tryKill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {}
}

function listFaults({ code, stdout, isKilled, isLoaded }, role) {
  const mustFail = isKilled && (role === 'k6' || (role === 'service' && isLoaded));
  return [
    ...(code === 0 && mustFail ? ['passed'] : []),
    ...(code === 0 && !stdout.includes('search') ? ['passed without a verdict'] : []),
    ...(code === 1 && !/search/.test(stdout) ? ['ended with 1 without a verdict'] : []),
    ...([0, 1, 2, 3].includes(code) || (code === 'SIGKILL' && role === 'tailgate')
      ? []
      : [`ended with ${code}`]),
  ];
}

const scene = makeScene();
const began = Date.now();
await scene.start().ended;
const usualMs = Date.now() - began;
const counts = {};
let bad = 0;
for (let i = 0; i < kills; i++) {
  const role = Object.keys(ROLES)[i % Object.keys(ROLES).length];
  const afterMs = random.below(usualMs);
  const outcome = await killOne(scene, role, afterMs);
  const left = await scene.listLeftAfterNext(outcome.mark);
  const faults = [...listFaults(outcome, role), ...left.map((what) => `left ${what}`)];
  const key = `${role}${outcome.isKilled ? '' : ' (was not there)'}: ${outcome.code}`;
  counts[key] = (counts[key] ?? 0) + 1;
  if (faults.length === 0) continue;
  bad++;
  console.log(`${role} after ${afterMs} ms: ${faults.join('; ')}\n${outcome.stderr.slice(-600)}`);
}
scene.remove();
console.log(`a run takes ${usualMs} ms; ends: ${JSON.stringify(counts, null, 1)}`);
console.log(`${bad} of ${kills} kills broke a promise`);
process.exitCode = bad > 0 ? 1 : 0;
