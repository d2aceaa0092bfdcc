/** A place for the processes of a bed: they see, and can change, little of the machine, and end all at once. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const END_MS = 20_000;

/** What the kubelet wants of the kernel, and would else set for the whole machine (pkg/util/sysctl/sysctl.go). */
const SYSCTLS = {
  'vm/overcommit_memory': 1,
  'vm/panic_on_oom': 0,
  'kernel/panic': 10,
  'kernel/panic_on_oops': 1,
  'kernel/keys/root_maxkeys': 1_000_000,
  'kernel/keys/root_maxbytes': 25_000_000,
};

/** The kubelet refuses 127.0.0.0/8 as the address of a node. */
export const ADDRESS = '10.99.0.1';

const setSysctl = ([name, value], index) =>
  `echo ${value} >/run/kernel/${index}; mount --bind /run/kernel/${index} /proc/sys/${name}`;

/**
 * The first process of the place. Folders of daemons are in memory. When its input ends, so does it, and with it the
 * kernel ends all others: even if its parent was killed. The shell waits for `cat`, and reaps orphans meanwhile.
 */
const FIRST = `set -e
for folder in /run /var/lib /var/log; do mount -t tmpfs tmpfs $folder; done
mkdir /run/kernel
${Object.entries(SYSCTLS).map(setSysctl).join('\n')}
ip link set lo up
ip addr add ${ADDRESS}/32 dev lo
ip route add default dev lo src ${ADDRESS}
echo ready
cat`;

/**
 * Makes a place: a network that has but itself, mounts and process numbers of its own.
 *
 * @param {string} name  of its cgroups
 * @param {AbortSignal} signal
 */
export async function makePlace(name, signal) {
  for (const path of listCgroups(name)) mkdirSync(path);
  const args = '--net --mount --pid --fork --kill-child --mount-proc --propagation private'.split(' ');
  const first = spawn('unshare', [...args, '--', 'sh', '-c', FIRST], { detached: true });
  const ended = once(first, 'close');
  const parts = [];
  let words = '';
  first.stderr.on('data', (text) => {
    words += text;
  });
  const end = async () => {
    first.stdin.end();
    await Promise.all([ended, ...parts]);
    await removeCgroups(name);
  };
  const ready = await Promise.race([once(first.stdout, 'data'), ended.then(() => null)]);
  if (!ready) {
    await end();
    throw new Error(`no place can be made for the cluster: ${words}`);
  }
  const own = `/proc/${first.pid}/ns`;
  const network = [`--net=${own}/net`];
  const inside = [...network, `--mount=${own}/mnt`, `--pid=${own}/pid_for_children`];
  return {
    /** Arguments of `nsenter` for a process that has but the network of the place. */
    network,
    /** Runs a program inside. @returns what it prints */
    async call(file, ...words) {
      const options = { signal, maxBuffer: 2 ** 26 };
      return (await run('nsenter', [...inside, '--', file, ...words], options)).stdout;
    },
    /**
     * Starts a program inside, for as long as the place lasts.
     *
     * @param {string} log  path of a file for all it says
     * @returns {Promise<never>} rejected when it ends by itself
     */
    start(log, file, ...words) {
      const output = openSync(log, 'a');
      const child = spawn('nsenter', [...inside, '--', file, ...words], {
        stdio: ['ignore', output, output],
        detached: true,
      });
      const closed = once(child, 'close');
      parts.push(closed);
      const over = closed.then(() => {
        throw new Error(`${file} has ended. The last it said:\n${readFileSync(log, 'utf8').slice(-2000)}`);
      });
      over.catch(() => {});
      return over;
    },
    /** Ends all that runs inside, and removes its cgroups. */
    end,
  };
}

/** Folders of a name in every hierarchy of cgroups. */
function listCgroups(name) {
  return readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, , type]) => type === 'cgroup')
    .map(([, path]) => join(path, name));
}

/** Removes cgroups once their processes have ended. */
export async function removeCgroups(name) {
  const until = Date.now() + END_MS;
  for (const path of listCgroups(name)) {
    while (existsSync(path)) {
      try {
        removeFolders(path);
      } catch (error) {
        if (error.code !== 'EBUSY' || Date.now() > until) throw error;
        await sleep(50);
      }
    }
  }
}

/** A cgroup is a folder whose files cannot be removed, and go with it. */
function removeFolders(path) {
  for (const entry of readdirSync(path, { withFileTypes: true }))
    if (entry.isDirectory()) removeFolders(join(path, entry.name));
  rmdirSync(path);
}
