/**
 * Program of the keeper: see `keeper.ts`. It is run as text by `node -e`, so it needs nothing but Node. It learns
 * everything by messages, keeps nothing on disk, and cleans up once it is told to, or once the channel closes.
 */
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');

/** Time (ms) for processes to end by themselves, and then to wait at most. */
const ASKED_MS = 2000;
const KILLED_MS = 5000;
/** Time (ms) for an owed command. */
const COMMAND_MS = 30_000;
/** Characters of a command's output that are kept. */
const MOST_OUTPUT = 2000;

let own = { id: '', folder: '' };
const groups = new Set();
const debts = new Map();
let isClearing = false;

// Ctrl-C in a terminal and the end of a session are Tailgate's business.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', clearUp);
process.on('message', (message, lock) => {
  if (message.begin) own = message.begin;
  if (message.add) groups.add(message.add);
  if (message.remove) groups.delete(message.remove);
  if (message.owe) debts.set(message.key, message.owe);
  if (message.settle) debts.delete(message.settle);
  if (message.close) clearUp();
  // Others waiting for the machine ask whether it is held.
  lock?.on('connection', (socket) => socket.destroy());
});

async function clearUp() {
  if (isClearing) return;
  isClearing = true;
  // It was told of no run, so nothing belongs to it.
  if (own.id === '') process.exit();
  await endAll();
  // First concurrent instances, then what they shared, then images.
  for (const stage of [/^(?!run$|build of )/, /^run$/, /^build of /]) {
    const turns = new Map();
    // Within one, the last first: containers hold what a `cleanup` removes.
    for (const debt of [...debts.values()].reverse().filter(({ instance }) => stage.test(instance)))
      turns.set(debt.instance, follow(turns.get(debt.instance), debt));
    await Promise.all(turns.values());
  }
  await endAll();
  await removeFolder();
  // The channel and the lock end with this process.
  process.exit();
}

async function follow(before, debt) {
  await before;
  const failure = await run(debt);
  if (failure !== null) await tell({ ...debt, failure });
}

/** Reports what could not be undone. Resolves once that is sent, or if nobody is there to receive it. */
function tell({ name, instance, failure }) {
  const say = (done) => (process.connected ? process.send({ name, instance, failure }, done) : done());
  return new Promise(say);
}

/** Ends the groups, and whatever has left them: asks, then kills. */
async function endAll() {
  const began = Date.now();
  // A process that replaces its program briefly has no environment, so a process counts as gone only after two checks.
  for (let quiet = 0; quiet < 3 && Date.now() - began < KILLED_MS; ) {
    const signal = Date.now() - began < ASKED_MS ? 'SIGTERM' : 'SIGKILL';
    const found = [...[...groups].map((group) => -group), ...listMarked()].filter((one) => send(one, signal));
    // A halted process cannot end until it is resumed.
    for (const group of groups) send(-group, 'SIGCONT');
    quiet = found.length === 0 ? quiet + 1 : 0;
    if (quiet < 3) await sleep(20);
  }
}

/** Signals a process, or a group by its negative id. @returns whether it exists */
function send(target, signal) {
  try {
    process.kill(target, signal);
    return true;
  } catch {
    return false;
  }
}

/** Lists processes of the run, wherever they are, on systems with /proc. */
function listMarked() {
  if (!fs.existsSync('/proc/self/environ')) return [];
  const pids = fs.readdirSync('/proc').map(Number);
  return pids.filter((pid) => pid > 0 && pid !== process.pid && isMarked(pid));
}

function isMarked(pid) {
  try {
    const environ = fs.readFileSync(`/proc/${pid}/environ`, 'latin1');
    if (environ.split('\0').includes(`TAILGATE_RUN=${own.id}`)) return true;
    // Redis and nginx write their title over their environment. They work in the folder of the run.
    const isOverwritten = environ !== '' && !environ.includes('=');
    return isOverwritten && fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(`${own.folder}/`);
  } catch {
    return false; // ended in the meantime, or another user's
  }
}

/** Runs a command. @returns null if it ended with exit code 0, otherwise how it ended, and its last output */
function run({ command, directory, env }) {
  return new Promise((resolve) => {
    const cwd = fs.existsSync(directory) ? directory : '/';
    const options = { cwd, env: { ...env, TAILGATE_RUN: own.id }, detached: true };
    const child = spawn('sh', ['-c', command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    groups.add(child.pid);
    let output = '';
    const take = (data) => {
      output = `${output}${data}`.slice(-MOST_OUTPUT);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const timer = setTimeout(() => {
      resolve(`did not end within ${COMMAND_MS / 1000} s`);
      send(-child.pid, 'SIGKILL');
    }, COMMAND_MS);
    child.on('error', ({ message }) => resolve(`could not be started: ${message}`));
    child.on('exit', async (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(null);
      await sleep(100); // for the rest of its output
      // A truncated line may begin within a secret, which would no longer be recognised.
      const whole =
        output.length < MOST_OUTPUT ? output : output.slice(output.indexOf('\n') + 1 || MOST_OUTPUT);
      const words = whole.trim().split('\n').slice(-5).join('\n');
      resolve(`ended with ${signal === null ? `exit code ${code}` : `signal ${signal}`}: ${words}`);
    });
  });
}

async function removeFolder() {
  // Go's module cache is read-only. `chmod -R` follows no links.
  const remove = 'rm -rf "$0" 2> /dev/null || { chmod -R u+rwX "$0"; rm -rf "$0"; }';
  const { stderr } = spawnSync('sh', ['-c', remove, own.folder], { encoding: 'utf8' });
  const failure = `failed: ${stderr.trim().split('\n').pop()}`;
  if (fs.existsSync(own.folder))
    await tell({ name: 'removing the folder of the run', instance: own.folder, failure });
}
