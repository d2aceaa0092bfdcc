// Stands before one arm while a gate is proved: takes each connection on to the service, and holds its answers back.
// node relay.mjs PORT HOST:PORT SLOWDOWN HELD_SHARE HOLD_MS
import { connect, createServer } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const [port, address, ...plant] = process.argv.slice(2);
const [slowdown, heldShare, holdMs] = plant.map(Number);
const [, host, servicePort = 80] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(address);

/** Most bytes that wait for their time on one connection before its service is read no further. */
const MOST_WAITING = 2 ** 20;

/** Time (ns) by which the sleeping thread wakes up early, and from which on the relay waits at work. */
const [EARLY_NS, NEAR_NS] = [100_000n, 200_000n];

/** When (ns) the next answer is due; 0 for none. Both threads share it. */
const next = isMainThread ? new BigInt64Array(new SharedArrayBuffer(8)) : workerData;

/** What waits, soonest first. */
const waiting = [];

const now = () => process.hrtime.bigint();

function wait(due, act) {
  let place = waiting.length;
  while (place > 0 && waiting[place - 1].due > due) place--;
  waiting.splice(place, 0, { due, act });
  if (place === 0) sleepUntil(due);
}

/** Lets go what is due. What is due at once is waited for: the thread wakes up early. */
function release() {
  while (waiting.length > 0 && waiting[0].due - now() < NEAR_NS) {
    const { due, act } = waiting.shift();
    while (now() < due);
    act();
  }
  sleepUntil(waiting[0]?.due ?? 0n);
}

function sleepUntil(due) {
  Atomics.store(next, 0, due);
  Atomics.notify(next, 0);
}

/** Sleeps in a thread of its own. Node's timers are whole milliseconds, too coarse for a share of a quick answer. */
function sleep() {
  for (let told = 0n; ; ) {
    const due = Atomics.load(next, 0);
    const ms = due === told ? Number.POSITIVE_INFINITY : Number(due - EARLY_NS - now()) / 1e6;
    if (ms > 0 && Atomics.wait(next, 0, due, ms) !== 'timed-out') continue;
    told = due;
    parentPort.postMessage(null);
  }
}

/** Takes a connection on. What the service sends comes later by a share of its time since the request, in order. */
function relay(client) {
  const service = connect({ host, port: Number(servicePort), allowHalfOpen: true, noDelay: true });
  let asked = now();
  let isAnswered = true;
  let heldNs = 0;
  let last = 0n;
  let bytes = 0;
  const later = (size, act) => {
    const at = now();
    const due = at + BigInt(Math.round(Number(at - asked) * slowdown + heldNs));
    last = due > last ? due : last;
    // Where nothing is planted nothing waits, on the same path.
    if (last <= at && bytes === 0) return act();
    bytes += size;
    if (bytes > MOST_WAITING) service.pause();
    wait(last, () => {
      bytes -= size;
      if (bytes <= MOST_WAITING) service.resume();
      act();
    });
  };
  client.on('data', (chunk) => {
    if (isAnswered) {
      asked = now();
      heldNs = Math.random() < heldShare ? holdMs * 1e6 : 0;
      isAnswered = false;
    }
    if (!service.write(chunk)) client.pause();
  });
  service.on('data', (chunk) => {
    isAnswered = true;
    later(chunk.length, () => {
      if (!client.write(chunk)) service.pause();
    });
  });
  service.on('drain', () => client.resume());
  client.on('drain', () => service.resume());
  client.on('end', () => service.end());
  // The end comes after what was sent before, and no later: k6 would send its next request to nobody.
  service.on('end', () => (bytes === 0 ? client.end() : wait(last, () => client.end())));
  for (const [one, other] of [
    [client, service],
    [service, client],
  ]) {
    one.on('error', () => other.destroy());
    one.on('close', () => one.errored && other.destroy());
  }
}

if (isMainThread) {
  new Worker(new URL(import.meta.url), { argv: process.argv.slice(2), workerData: next }).on(
    'message',
    release,
  );
  createServer({ allowHalfOpen: true, noDelay: true }, relay).listen(Number(port), '127.0.0.1');
} else sleep();
