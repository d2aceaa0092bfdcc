import { Agent, get } from 'node:http';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { block, compute, sleep, spin } from './work.mjs';

/**
 * Kinds of defects. Each takes what `defect.json` says beside its kind, and returns what is done for every request, or
 * nothing where requests are not what it is about.
 *
 * @type {Record<string, (parts: object, loopsPerMs: number) => (() => unknown) | void>}
 */
export const KINDS = { pool, shared, background, stall, list, leak, cache };

/** So many requests at a time hold one of the places; one place is a lock. */
function pool({ places, holdMs }) {
  const waiting = [];
  let free = places;
  return async () => {
    if (free > 0) free--;
    else await new Promise((done) => waiting.push(done));
    await sleep(holdMs);
    if (waiting.length > 0) waiting.shift()();
    else free++;
  };
}

/** Calls the server at $SHARED_URL `reads` times, one after the other, and writes without waiting. */
function shared({ reads = 1, readMs, longShare = 0, longMs, writes = 0, writeMs }) {
  const agent = new Agent({ keepAlive: true });
  const call = (ms) =>
    new Promise((done, failed) => {
      const asked = get(`${process.env.SHARED_URL}/?ms=${ms}`, { agent }, (response) => {
        response.resume().once('end', done);
      });
      asked.once('error', failed);
    });
  const read = () => call(Math.random() < longShare ? longMs : readMs);
  return async () => {
    for (let i = 0; i < writes; i++) call(writeMs).catch(() => {});
    for (let i = 0; i < reads; i++) await read();
  };
}

/** Computes beside the requests: on threads of its own, `all` for one on each processor, or on that of the requests. */
function background({ busyMs, everyMs, threads = 1, main = false }, loopsPerMs) {
  const loops = busyMs * loopsPerMs;
  if (main) return void repeat(everyMs, () => compute(loops));
  const count = threads === 'all' ? availableParallelism() : threads;
  const workerData = { loops, everyMs, began: performance.timeOrigin };
  for (let i = 0; i < count; i++) new Worker(new URL('./busy.mjs', import.meta.url), { workerData });
}

/** Nothing is answered for a while, again and again by the age of the process; `busy`: with all processors in use. */
function stall({ everyMs, stallMs, busy = false }, loopsPerMs) {
  if (busy) background({ busyMs: stallMs, everyMs, threads: availableParallelism() - 1 }, loopsPerMs);
  repeat(everyMs, () => (busy ? spin : block)(stallMs));
}

/** Each request adds entries, and looks at all there are. With `keep` a list that is longer begins anew. */
function list({ perRequest, keep = Number.POSITIVE_INFINITY }) {
  let entries = [];
  return () => {
    if (entries.length > keep) entries = [];
    for (let i = 0; i < perRequest; i++) entries.push({ id: entries.length, owner: i });
    return entries.filter(({ owner }) => owner === perRequest).length;
  };
}

/** Each request makes objects of about `kB`; as much as `keepMb` of them, the newest, is never let go. */
function leak({ kB, keepMb }) {
  const kept = new Array(Math.floor((keepMb * 1024) / kB));
  let next = 0;
  return () => {
    // An object of six numbers and one reference has about 64 bytes.
    const made = [];
    for (let i = 0; i < kB * 16; i++) made.push({ a: i, b: i, c: i, d: i, e: i, of: made });
    if (kept.length > 0) kept[next++ % kept.length] = made;
  };
}

/** What is not in the cache takes `missMs`. With `ttlMs` all of it expires at once, by the age of the process. */
function cache({ keys, missMs, ttlMs = 0 }) {
  const known = new Set();
  if (ttlMs > 0) repeat(ttlMs, () => known.clear());
  return async () => {
    const key = Math.floor(Math.random() * keys);
    if (known.has(key)) return;
    await sleep(missMs);
    known.add(key);
  };
}

/** At every multiple of a period since the process was started. */
function repeat(everyMs, act) {
  const again = () => {
    act();
    wait();
  };
  const wait = () => setTimeout(again, everyMs - (performance.now() % everyMs));
  wait();
}
