/**
 * Program of the keeper: see `keeper.ts`. It is run as text by `node -e`, so it needs nothing but Node. It learns all it
 * knows by messages, keeps nothing on disk, and clears up once it is told to, or once the channel closes.
 */
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');

/** Time (ms) for processes to end by themselves, and after which none is waited for. */
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
  const reply = (failure) => say({ key: message.key, failure });
  if (message.end) endAll(message.end).then(() => reply(null));
  if (message.pay) run(debts.get(message.pay), message.limitMs).then(reply);
  if (message.close) clearUp();
  // Whoever waits for the machine asks who holds it.
  lock?.on('connection', (socket) => socket.on('error', () => {}).end(`${message.owner}`));
});

async function clearUp() {
  if (isClearing) return;
  isClearing = true;
  // It was told of no run, so nothing is its own.
  if (own.id === '') process.exit();
  await endAll();
  await payAll();
  await endAll();
  removeFolder();
  // The channel and the lock go with this process.
  say({}, () => process.exit());
}

/** @param done called once it is said, or nobody is there to hear it */
function say(message, done = () => {}) {
  if (process.connected) process.send(message, done);
  else done();
}

/** Ends the groups, and what has left them: asks, then kills. @param instance of which what has left the groups is meant */
async function endAll(instance) {
  const began = Date.now();
  // A process that replaces its program has no environment for a moment, so what is gone has to be gone twice.
  const enough = instance ? 2 : 3;
  for (let quiet = 0; quiet < enough && Date.now() - began < KILLED_MS; ) {
    const left = [...(instance ? [] : [...groups].map((group) => -group)), ...listMarked(instance)];
    const signal = Date.now() - began < ASKED_MS ? 'SIGTERM' : 'SIGKILL';
    const found = left.filter((target) => send(target, signal));
    // What stands still goes on to its end.
    if (!instance) for (const group of groups) send(-group, 'SIGCONT');
    quiet = found.length === 0 ? quiet + 1 : 0;
    if (quiet < enough) await sleep(20);
  }
}

/** Signals a process, or a group by its negative id. @returns whether there is one */
function send(target, signal) {
  try {
    process.kill(target, signal);
    return true;
  } catch {
    return false;
  }
}

/** Lists processes of the run, or of an instance, wherever they are, on systems with /proc. */
function listMarked(instance) {
  try {
    return fs
      .readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && pid !== process.pid && isMarked(pid, instance));
  } catch {
    return [];
  }
}

function isMarked(pid, instance) {
  try {
    const environ = fs.readFileSync(`/proc/${pid}/environ`, 'latin1');
    const entries = environ.split('\0');
    if (entries.includes(`TAILGATE_RUN=${own.id}`))
      return instance === undefined || entries.includes(`TAILGATE_INSTANCE=${instance}`);
    // Redis and nginx write their title over their environment. They work in the folder of the run.
    const isOverwritten = instance === undefined && environ !== '' && !environ.includes('=');
    return isOverwritten && fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(`${own.folder}/`);
  } catch {
    return false; // ended meanwhile, or another user's
  }
}

/** Runs what is owed: of one instance in order of rank, of several at the same time, what was built last. */
async function payAll() {
  const all = [...debts.values()].sort((a, b) => a.rank - b.rank);
  const isBuilt = ({ rank }) => rank === 2;
  for (const part of [all.filter((debt) => !isBuilt(debt)), all.filter(isBuilt)]) {
    const instances = new Set(part.map(({ instance }) => instance));
    await Promise.all(
      [...instances].map(async (name) => {
        for (const debt of part.filter(({ instance }) => instance === name)) {
          const failure = await run(debt, COMMAND_MS);
          if (failure !== null) say({ failed: { name: debt.name, instance: name, failure } });
        }
      }),
    );
  }
}

/** Runs a command. @returns null when it ended with exit code 0, else how it ended, and its last words */
function run({ command, directory, env }, limitMs) {
  return new Promise((resolve) => {
    const cwd = fs.existsSync(directory) ? directory : '/';
    const marked = { ...env, TAILGATE_RUN: own.id };
    const child = spawn('sh', ['-c', command], {
      cwd,
      env: marked,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const take = (data) => {
      output = `${output}${data}`.slice(-MOST_OUTPUT);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const timer = setTimeout(() => {
      resolve(`was ended after ${Math.round(limitMs / 1000)} s`);
      send(-child.pid, 'SIGTERM');
      setTimeout(send, ASKED_MS, -child.pid, 'SIGKILL').unref();
    }, limitMs);
    child.on('error', ({ message }) => resolve(`could not be started: ${message}`));
    child.on('exit', async (code, signal) => {
      clearTimeout(timer);
      if (code === 0) return resolve(null);
      await sleep(100); // for the rest of its output
      // A line that was cut may begin within a secret, which nothing would know any more.
      const whole =
        output.length < MOST_OUTPUT ? output : output.slice(output.indexOf('\n') + 1 || MOST_OUTPUT);
      const words = whole.trim().split('\n').slice(-5).join('\n');
      const how = `ended with ${signal === null ? `exit code ${code}` : `signal ${signal}`}`;
      resolve(words === '' ? how : `${how}: ${words}`);
    });
  });
}

function removeFolder() {
  const remove = () => fs.rmSync(own.folder, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove();
  } catch {
    // Go's module cache is read-only. `chmod -R` follows no links.
    spawnSync('chmod', ['-R', 'u+rwX', own.folder], { stdio: 'ignore' });
    try {
      remove();
    } catch ({ message }) {
      const failed = { name: 'removing the folder of the run', instance: own.folder };
      say({ failed: { ...failed, failure: `failed: ${message}` } });
    }
  }
}
