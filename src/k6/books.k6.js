/**
 * Tailgate's own books: every request is counted and timed here, whatever a script calls its tags, and whatever it does
 * to k6's own metrics. This module is loaded before the script, so that the script finds the counted functions however
 * it imports them: those of `k6/http` and `k6/net/grpc` are replaced in k6's own objects.
 */
import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';

/** Tags of all samples: the slot, and the slice in which the iteration started. They are passed with each sample. */
export const TAG = 'tailgate';
/** Tag of everything sent through the books, in k6's own metrics. Requests without it bypassed them. */
export const BOOKED = 'tailgate_booked';
/** Codes of failures. HTTP statuses and k6 error codes stand for themselves. */
export const CODES = { grpc: 2000, body: 4000, exception: 9001 };
/** A failure is stored as its code, plus this much times the number of its request among those dealt out. */
const WHICH = 10000;
/** Requests sent this much (ms) after they were due are also timed from then. k6's own clock has steps of 1 ms. */
const SENT_LATE_MS = 2;

// Caller latency (ms): connection phases plus http_req_duration, for requests with the expected response.
const latency = new Trend('tailgate_latency', true);
// The same for late requests, and the time since they were due.
const late = new Trend('tailgate_late', true);
const charged = new Trend('tailgate_charged', true);
// Codes of the requests that failed.
const failures = new Trend('tailgate_failed');
// Only requests of scripts: a declared request is the whole of its iteration.
const begun = new Counter('tailgate_begun');
// Size (bytes) and status of a sample of the responses.
const sizes = new Trend('tailgate_size');
const statuses = new Trend('tailgate_status');

const none = { slot: null, which: 0, isSampled: false, begun: 0, lateMs: 0, until: Infinity };
/** Requests in setup and teardown belong to no iteration. */
const outside = { ...none, tags: { [TAG]: 'none' } };
/** Requests started after the end of the load, while k6 lets iterations finish, would be cut off, or be few. */
const afterwards = { ...none, tags: { [TAG]: 'late' } };
let current = outside;
const known = {};
/** Returns a part of k6/execution. k6 builds a new object at each access; an old one stays up to date. */
export function ask(part) {
  known[part] = known[part] || exec[part];
  return known[part];
}

/**
 * @param at tags of the samples, slot, number of the request, whether responses are examined more closely, how late (ms)
 *   the iteration started, and when the load ends (ms since 1970)
 */
export function openIteration(at) {
  current = at;
}

/** Tells whether the load of an iteration has ended. */
export const isOver = ({ until }) => Date.now() > until;

const isDeclared = ({ slot }) => slot !== null && slot.exec === null;

/** Counts `count` requests that start. A declared request is counted with its iteration. */
function open(count) {
  current.begun += count;
  if (isDeclared(current)) return current;
  const at = isOver(current) ? afterwards : current;
  begun.add(count, at.tags);
  return at;
}

/**
 * Sends something by k6, which takes the tags before it returns, and applies them to everything that it sends for it: the
 * steps of a redirect, retries. Requests of a form or a link have no such tag, nor has what bypasses the books.
 */
function book(at, send) {
  if (isDeclared(at)) return send();
  const { tags } = ask('vu').metrics;
  tags[BOOKED] = '1';
  try {
    return send();
  } finally {
    delete tags[BOOKED];
  }
}

const warn = console.warn;
const told = new Set();

/** Reports a failure, once for each virtual user and kind. Their number is counted. */
export function tellFailure({ slot }, code, text) {
  if (slot === null || !slot.told) return;
  const line = `${code} ${slot.label}: ${text}`;
  if (told.has(line)) return;
  told.add(line);
  warn(`TAILGATE_FAILURE ${line}`);
}

function fail(at, code, text) {
  at.hasFailed = true;
  failures.add(at.which * WHICH + code, at.tags);
  if (text !== null) tellFailure(at, code, text);
}

const failException = (at, error) => fail(at, CODES.exception, `exception: ${error?.message ?? error}`);

/** @param lateMs how long before it was sent the request was due */
function answer(at, ms, lateMs) {
  if (lateMs <= SENT_LATE_MS) return latency.add(ms, at.tags);
  late.add(ms, at.tags);
  return charged.add(ms + lateMs, at.tags);
}

/** Milliseconds of the test so far, since dates have no fractions; 0 in setup and teardown, which are not timed. */
const clock = () => (current.slot === null ? 0 : ask('instance').currentTestRunDuration);

const usual = [{ min: 200, max: 399 }];
const rangesOf = new WeakMap();
let ranges = usual;

const { expectedStatuses, setResponseCallback } = http;
http.expectedStatuses = (...wanted) => {
  const callback = expectedStatuses(...wanted);
  rangesOf.set(callback, wanted);
  return callback;
};
http.setResponseCallback = (callback) => {
  setResponseCallback(callback);
  ranges = rangesOf.get(callback) || usual;
};

/** Without a callback k6 judges no response. A status of 500 is still a failure. */
function listRanges(at, params) {
  if (at.expected) return at.expected;
  if (!params || params.responseCallback === undefined) return ranges;
  return rangesOf.get(params.responseCallback) || usual;
}

const isIn = (status) => (range) =>
  typeof range === 'number' ? range === status : status >= range.min && status <= range.max;

/** @param params of k6. The others as passed by `count` */
function note(response, at, params, since, lateMs) {
  if (!response?.timings) return;
  const { status, error_code: code, timings } = response;
  // Statuses have codes of their own, from 1400 to 1599 (k6: error_codes.go).
  if (status === 0 || (code > 0 && (code < 1400 || code > 1599))) {
    // Addresses that a script blocks itself have the same code.
    const words =
      code === 1110 && at.slot?.isConfined
        ? 'not sent: it would go to another machine, which `allow` in tailgate.yml does not name'
        : `${code} ${response.error}`;
    return fail(at, code || 1000, words);
  }
  if (!listRanges(at, params).some(isIn(status))) return fail(at, status, null);
  const unmet = at.expectBody?.find(
    ({ text, isWanted }) => (response.body ?? '').includes(text) !== isWanted,
  );
  if (unmet) {
    at.isUnfit = true;
    const words = unmet.isWanted ? 'lacks' : 'contains';
    return fail(at, CODES.body, `status ${status}, but its body ${words} ${JSON.stringify(unmet.text)}`);
  }
  // k6 only reports the times of the last request if it has sent several: redirects, digests. `blocked` lasts until
  // there is a connection: connecting and the TLS handshake are parts of it (k6: tracer.go).
  const isOfLast =
    since > 0 &&
    (response.url !== response.request?.url || (params?.auth !== undefined && params.auth !== 'basic'));
  answer(at, isOfLast ? clock() - since : timings.blocked + timings.duration, lateMs);
  if (!at.isSampled) return;
  const tags = { [TAG]: `${at.slot.id}/${at.which}` };
  statuses.add(status, tags);
  const size = response.headers['Content-Length'] ?? response.body?.byteLength ?? response.body?.length;
  if (size !== undefined) sizes.add(Number(size), tags);
}

/**
 * Counts what k6 sends.
 *
 * @param requests how many
 * @param send returns a response, or a promise of one
 * @param settle records the response. It gets what the requests belong to, when they started on `clock` (0 for declared
 *   ones), and how long (ms) before that they were due: the first ones of an iteration are as late as that
 * @param failThrown records what k6 threw, as with its option `throw`
 */
function count(requests, send, settle, failThrown = failException) {
  const at = open(requests);
  const since = isDeclared(at) ? 0 : clock();
  const { lateMs } = at;
  at.lateMs = 0;
  const end = (answered) => {
    settle(answered, at, since, lateMs);
    return answered;
  };
  const refuse = (error) => {
    for (let i = 0; i < requests; i++) failThrown(at, error);
    throw error;
  };
  let answered;
  try {
    answered = book(at, send);
  } catch (error) {
    return refuse(error);
  }
  return typeof answered?.then === 'function' ? answered.then(end, refuse) : end(answered);
}

/** Counts one of the functions of `k6/http`, whose parameters are its argument of that number. */
function countIn(name, paramsAt) {
  const original = http[name];
  http[name] = (...args) =>
    count(
      1,
      () => original.apply(http, args),
      (response, at, ...sent) => note(response, at, args[paramsAt], ...sent),
    );
}

for (const name of ['get', 'head']) countIn(name, 1);
for (const name of ['post', 'put', 'patch', 'del', 'options']) countIn(name, 2);
for (const name of ['request', 'asyncRequest']) countIn(name, 3);

const { batch } = http;
http.batch = (...args) => {
  const requests = args[0] ?? {};
  const keys = Object.keys(requests);
  const paramsOf = (request) => (Array.isArray(request) ? request[3] : request?.params);
  return count(
    keys.length,
    () => batch.apply(http, args),
    (responses, at, ...sent) => {
      for (const key of keys) note(responses[key], at, paramsOf(requests[key]), ...sent);
    },
  );
};

const UNKNOWN = 2;
const UNAVAILABLE = 14;

function failCall(at, error) {
  fail(at, CODES.grpc + (Number(error?.code) || UNKNOWN), `${error?.message ?? error}`.slice(0, 300));
}

function settleCall({ status, error }, at, since, lateMs) {
  // k6's statuses are not plain numbers.
  const code = Number(status);
  if (code === 0) answer(at, clock() - since, lateMs);
  else failCall(at, { code, message: error?.message });
}

/** k6 resolves some paths relative to the script that it was started with, which is Tailgate's. */
const locate = (path) => (/^(\/|file:)/.test(path) ? path : `${__ENV.TAILGATE_SCRIPT_FOLDER}/${path}`);

/**
 * Replaces what `k6/net/grpc` exports. It exports by name: only `require` returns the object that all kinds of import read
 * from, and only a Proxy comes out of Go unchanged.
 */
function countGrpc() {
  const grpc = require('k6/net/grpc');
  const { Client, Stream } = grpc;
  function Counted() {
    const client = new Client();
    const call =
      (name, settle = settleCall) =>
      (...args) =>
        count(1, () => client[name](...args), settle, failCall);
    const counted = {
      load: (paths, ...files) => client.load((paths?.length > 0 ? paths : ['.']).map(locate), ...files),
      loadProtoset: (path) => client.loadProtoset(locate(path)),
      // A failed connection is a failed request. A successful one is part of none.
      connect(...args) {
        try {
          return client.connect(...args);
        } catch (error) {
          const message = `cannot connect: ${error?.message ?? error}`;
          failCall(open(1), { code: UNAVAILABLE, message });
          throw error;
        }
      },
      invoke: call('invoke'),
      asyncInvoke: call('asyncInvoke'),
      // Its status is the service's. It throws if the call fails.
      healthCheck: call('healthCheck', (_, ...sent) => settleCall({ status: 0 }, ...sent)),
    };
    return Object.setPrototypeOf(counted, client);
  }
  // Streams are not counted. They need k6's client.
  function Passed(client, ...args) {
    return new Stream(Object.getPrototypeOf(client), ...args);
  }
  grpc.Client = new Proxy(Counted, {});
  grpc.Stream = new Proxy(Passed, {});
}
if (__ENV.TAILGATE_SCRIPT_FOLDER) countGrpc();
