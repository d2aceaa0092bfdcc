/**
 * A bed for tests and benches: a real Kubernetes of one node on this machine, in a network of its own, with images of
 * k6, of a service and nothing else. Needs root, Linux with cgroup v1, and the programs that it names when they are
 * missing.
 *
 *   node bench/cluster/bed.mjs COMMAND...   starts a bed for as long as the command takes, whose exit code it has
 *
 * Commands have `KUBECONFIG` of an administrator, `kubectl` on PATH, and see the network of the cluster alone. Whatever
 * ends, is killed or fails, the kernel ends all processes of the bed with it; what is left of a bed that was killed is a
 * folder and empty cgroups, which the next one removes.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH_HOME } from '../paths.mjs';
import { listProcesses, tryKill } from '../processes.mjs';
import { makePlace, removeCgroups } from './isolation.mjs';
import { buildKubernetes } from './kubernetes.mjs';
import { findPlugins, startNode } from './node.mjs';

const BEDS = join(BENCH_HOME, 'beds');
const PROGRAMS = ['containerd', 'ctr', 'etcd', 'ip', 'ldd', 'mount', 'nsenter', 'runc', 'tar', 'unshare'];
/** Variable that all which a command starts has from it: `npx` leaves its own children alone when it is ended. */
const MARK = 'TAILGATE_BED';
/** Between being asked to end and being killed. */
const GRACE_MS = 10_000;

class Refusal extends Error {}

const stop = new AbortController();
try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 2;
  }
}

async function run(command) {
  // Others know by it whether this process still runs: its number may be another's since.
  const name = `run-${process.pid}-${readStart(process.pid)}`;
  if (command.length === 0) throw new Refusal('Say which command is to run.');
  checkMachine();
  let child;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      process.exitCode = 128 + constants.signals[signal];
      stop.abort();
      // A terminal sends Ctrl-C to the command too.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child?.kill(signal);
    });
  }
  const binary = await buildKubernetes(stop.signal);
  await clearLeftovers();
  const folder = join(BEDS, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const cgroup = `tailgate-${name}`;
  let place;
  try {
    await removeCgroups(cgroup);
    place = await makePlace(cgroup, stop.signal);
    const environment = await startNode(place, { folder, cgroup, binary, signal: stop.signal });
    // Should this process be killed, so is the command.
    const wrapped = ['--pdeathsig', 'TERM', 'nsenter', ...place.network, '--', ...command];
    const env = { ...process.env, ...environment, [MARK]: folder };
    child = spawn('setpriv', wrapped, { stdio: 'inherit', env });
    const [code, signal] = await once(child, 'exit');
    process.exitCode = code ?? 128 + constants.signals[signal];
  } finally {
    await endMarked(folder);
    await place?.end();
    rmSync(folder, { recursive: true });
  }
}

/** @throws Refusal with the reason why no bed can run here */
function checkMachine() {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    throw new Refusal('A bed needs Linux, and root.');
  const folders = process.env.PATH.split(delimiter);
  // Go makes the image of the service as well.
  const missing = [...PROGRAMS, 'go'].filter(
    (name) => !folders.some((folder) => existsSync(join(folder, name))),
  );
  if (!findPlugins()) missing.push('the plugins of CNI (Debian: containernetworking-plugins)');
  if (missing.length > 0) throw new Refusal(`A bed needs what is missing here: ${missing.join(', ')}.`);
  // Containers on cgroup v2 alone were never tried: kind has what they need.
  if (!/^memory\t[1-9]/m.test(readFileSync('/proc/cgroups', 'utf8')))
    throw new Refusal('A bed needs the memory controller of cgroup v1, which is not mounted here.');
  try {
    const args = ['--net', '--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/run'];
    execFileSync('unshare', args, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Refusal(`A bed needs namespaces of its own, and this machine gives none: ${error.stderr}`);
  }
}

/** When a process started, in ticks since boot; undefined when it has ended. */
function readStart(pid) {
  if (!existsSync(`/proc/${pid}`)) return undefined;
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The second field, the name, may hold blanks and brackets.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

/** Ends all that is left of a bed's command. */
async function endMarked(folder) {
  const list = () => listProcesses(`${MARK}=${folder}`);
  for (const { pid } of list()) tryKill(pid, 'SIGTERM');
  for (const until = Date.now() + GRACE_MS; Date.now() < until && list().length > 0; ) await sleep(100);
  for (const { pid } of list()) tryKill(pid);
}

/** Removes what is left of beds whose process was killed. */
async function clearLeftovers() {
  for (const name of existsSync(BEDS) ? readdirSync(BEDS) : []) {
    const [, pid, start] = name.split('-');
    if (start && readStart(pid) === start) continue;
    const folder = join(BEDS, name);
    await endMarked(folder);
    await removeCgroups(`tailgate-${name}`);
    rmSync(folder, { recursive: true, force: true });
  }
}
