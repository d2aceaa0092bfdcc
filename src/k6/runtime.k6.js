// Latency of the caller (ms): connection phases plus http_req_duration, of requests answered as expected.
const latency = new Trend('tailgate_latency', true);
// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
const lag = new Trend('tailgate_lag', true);
const started = new Counter('tailgate_started');
const exceptions = new Counter('tailgate_exceptions');
// Requests of scripts only: a declared request is the whole of its iteration.
const begun = new Counter('tailgate_begun');
const ended = new Counter('tailgate_ended');
const redirected = new Counter('tailgate_redirected');
// Redirects of declared requests, which are answers as any other. Those of the head only.
const redirects = new Counter('tailgate_redirects');
const startTime = new Gauge('tailgate_start_time');
const endTime = new Gauge('tailgate_end_time');

const NOT_ALLOWED = 'not sent: it would go to another machine, which `allow` in tailgate.yml does not name';
const told = new Set();
let slot = SLOTS[Object.keys(SLOTS)[0]];
// Declared request that was sent last.
let request = slot.request;

/** Tells one line per virtual user and kind of failure. Tailgate shows the commonest. */
function tellFailure(text) {
  const line = `${slot.label}: ${text}`;
  if (!slot.told || told.has(line)) return;
  told.add(line);
  console.warn(`TAILGATE_FAILURE ${line}`);
}

/**
 * Counts a redirect, and tells of the first of each request. Of where it leads only a path on the same server is told:
 * queries, users in addresses and other servers may be secret.
 */
function noteRedirect({ status, headers, request: { url } }) {
  const which = request.which || 0;
  if (!slot.told || exec.vu.metrics.tags[SLICE_TAG] === 'settling') return;
  redirects.add(1, { [REQUEST_TAG]: String(which) });
  const key = `${slot.label} redirects ${which}`;
  if (told.has(key)) return;
  told.add(key);
  const split = (address) => /^((?:[a-z][a-z0-9+.-]*:)?\/\/[^/?#]*)?([^?#]*)/i.exec(address || '');
  const [, server, path] = split(headers.Location);
  const isSame = server === undefined || server === '' || server === split(url)[1];
  const leads = isSame && path.startsWith('/') ? path.slice(0, 200).replace(/[^\x21-\x7e]|["\\]/g, '?') : '-';
  console.warn(`TAILGATE_REDIRECT ${which} ${status} ${leads} ${slot.label}`);
}

function observe(response) {
  if (!response?.timings) return;
  if (slot.request === null && response.status > 0 && response.url !== response.request?.url) {
    redirected.add(1);
  }
  const wanted = slot.request === null ? [] : request.expectStatus;
  const expected =
    wanted.length > 0 ? wanted.includes(response.status) : response.status >= 200 && response.status < 400;
  if (!expected) {
    const which = slot.deal !== null && slot.deal.requests.length > 1 ? ` of ${request.name}` : '';
    if (response.status > 0) tellFailure(`status ${response.status}${which}`);
    // k6: error_codes.go. Addresses that a script blocks itself have the same code.
    else if (response.error_code === 1110 && BLOCKED.length > 0) tellFailure(NOT_ALLOWED);
    else tellFailure(`${response.error_code} ${response.error}`);
    return;
  }
  // 304 leads nowhere.
  if (slot.request !== null && wanted.length === 0 && response.status >= 300 && response.status !== 304)
    noteRedirect(response);
  const t = response.timings;
  // `blocked` lasts until there is a connection: to connect and the TLS handshake are parts of it (k6: tracer.go).
  latency.add(t.blocked + t.duration);
}

/** Counts requests of scripts. An iteration that k6 cuts off counts no further: its last request never ends. */
function count(counter, requests) {
  if (slot.request === null) counter.add(requests);
}

for (const method of ['get', 'head', 'post', 'put', 'patch', 'del', 'options', 'request']) {
  const original = http[method];
  http[method] = (...args) => {
    count(begun, 1);
    try {
      const response = original.apply(http, args);
      observe(response);
      return response;
    } finally {
      count(ended, 1);
    }
  };
}
const asyncRequest = http.asyncRequest;
http.asyncRequest = async (...args) => {
  count(begun, 1);
  try {
    const response = await asyncRequest.apply(http, args);
    observe(response);
    return response;
  } finally {
    count(ended, 1);
  }
};
const batch = http.batch;
http.batch = (...args) => {
  const requests = Object.keys(args[0] ?? {}).length;
  count(begun, requests);
  try {
    const responses = batch.apply(http, args);
    for (const response of Object.values(responses)) observe(response);
    return responses;
  } finally {
    count(ended, requests);
  }
};

/** Slots that each scenario drives, in the order of their turns. */
const rosters = {};
for (const each of Object.values(SLOTS)) {
  rosters[each.scenario] = rosters[each.scenario] || [];
  rosters[each.scenario][each.turns ? each.turns.position : 0] = each;
}

/** Finds the slice of the slot that an arrival belongs to. Negative while the slot settles. */
function findSlice({ turns, settleMs, sliceMs, iterations, slices, rate }, elapsed, iteration) {
  if (iterations !== null) return Math.floor((iteration * slices) / iterations);
  if (turns === null) return Math.floor((elapsed - settleMs) / sliceMs);
  return Math.floor((((iteration - turns.settling) / rate) * 1000) / sliceMs);
}

function enterSlice() {
  const { name, startTime: began, iterationInTest } = exec.scenario;
  const roster = rosters[name];
  const { turns } = roster[0];
  slot = turns === null ? roster[0] : roster[Math.floor(iterationInTest / turns.arrivals) % turns.of];
  const elapsed = Date.now() - began;
  let slice = 'settling';
  if (slot.measured) {
    const at = findSlice(slot, elapsed, iterationInTest);
    if (at >= 0) slice = String(slot.firstSlice + Math.min(at, slot.slices - 1));
  }
  const tags = exec.vu.metrics.tags;
  if (tags[SLICE_TAG] !== slice) tags[SLICE_TAG] = slice;
  if (iterationInTest === 0) console.warn(`TAILGATE_BEGAN ${Math.round(began - slot.startMs)}`);
  started.add(1);
  startTime.add(began);
  if (slot.rate !== null) lag.add(Math.max(0, elapsed - (iterationInTest * 1000) / slot.rate));
}

/** Longest delay (ms) of an arrival. */
const JITTER_MS = 5;

/**
 * Delays an arrival by a random part of some milliseconds, drawn from its number, so that arrivals come in bursts as
 * those of many callers do. Even ones meet no queue of their own. Arms that take turns draw the same delays, by the
 * number of the arrival among their own.
 */
function jitter() {
  if (slot.rate === null) return;
  // The finalizer of MurmurHash3, by Austin Appleby (public domain).
  let hash = countOwn() + 1;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  sleep((((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32) * (JITTER_MS / 1000));
}

/** Number of this arrival among those of its arm. */
function countOwn() {
  const { turns } = slot;
  const number = exec.scenario.iterationInTest;
  if (turns === null) return number;
  return Math.floor(number / (turns.arrivals * turns.of)) * turns.arrivals + (number % turns.arrivals);
}

const ENCODE = {
  path: encodeURIComponent,
  json: (value) => JSON.stringify(String(value)).slice(1, -1),
  value: JSON.stringify,
  raw: String,
};

function fill(template, row) {
  if (template === null || typeof template === 'string') return template;
  return template
    .map((part) => (typeof part === 'string' ? part : ENCODE[part.as](row[part.column])))
    .join('');
}

/** Chooses the request, and the row of data, by the number of the arrival: both arms get the same ones. */
function dealRequest({ name, first, requests }) {
  const { order, ranks, counts } = SEQUENCES[name];
  const position = first + countOwn();
  const at = position % order.length;
  const which = order[at];
  const dealt = requests[which];
  const rows = ROWS[name];
  if (!rows) return dealt;
  // Each request takes the rows in order, and begins anew after the last.
  const row = rows[(Math.floor(position / order.length) * counts[which] + ranks[at]) % rows.length];
  const headers = {};
  for (const [header, value] of Object.entries(dealt.headers)) headers[header] = fill(value, row);
  return { ...dealt, url: fill(dealt.url, row), headers, body: fill(dealt.body, row) };
}

function leaveSlice() {
  if (slot.iterations !== null) endTime.add(Date.now());
}

function sendRequest({ method, url, headers, body, expectStatus, timeoutMs }) {
  http.request(method, url.startsWith('/') ? TARGET_URL + url : url, body, {
    headers,
    timeout: timeoutMs,
    redirects: 0,
    responseType: 'none',
    responseCallback: http.expectedStatuses(
      ...(expectStatus.length > 0 ? expectStatus : [{ min: 200, max: 399 }]),
    ),
    tags: { name: slot.label },
  });
}

function fail(error) {
  exceptions.add(1);
  tellFailure(`exception: ${error?.message ?? error}`);
}

export function runIteration(data) {
  enterSlice();
  jitter();
  try {
    if (slot.request !== null) {
      request = slot.deal === null ? slot.request : dealRequest(slot.deal);
      sendRequest(request);
    } else {
      const result = user[slot.exec](data);
      if (result && typeof result.then === 'function') {
        return result.then(leaveSlice, (error) => {
          fail(error);
          throw error;
        });
      }
    }
  } catch (error) {
    fail(error);
    throw error;
  }
  leaveSlice();
}

/**
 * Finds out what the script has made of a name: `trend`, `rate`, `counter`, or null for nothing. k6 has no list of its
 * metrics, but it refuses a second one of another type, and says of which type the first one is. A threshold on a
 * metric that is not there would end k6.
 */
function findType(name) {
  try {
    new Gauge(name);
    return null;
  } catch (error) {
    return /already exists but with type (\w+)/.exec(error?.message ?? error)?.[1] ?? null;
  }
}

/** Metrics of the script that SLOs name, each with its type. */
const customTypes = {};
for (const { custom } of Object.values(SLOTS)) {
  for (const name of custom) customTypes[name] = findType(name);
}
// Such a statement holds for every value. What it is about is in the summary then.
const ALWAYS = { trend: 'max<=1.7e308', rate: 'rate>=0', counter: 'count>=-1.7e308' };

/** Lists the numbers of the requests of a slot whose redirects are counted. */
function listRedirecting({ told, request, deal }) {
  if (!told || request === null) return [];
  return deal === null ? [0] : deal.requests.map(({ which }) => which);
}

const submetrics = {};
function want(metric, tags, statement) {
  submetrics[
    `${metric}{${Object.entries(tags)
      .map(([key, value]) => `${key}:${value}`)
      .join(',')}}`
  ] = [statement];
}
for (const each of Object.values(SLOTS)) {
  const { scenario, measured, firstSlice, slices, rate, request, custom } = each;
  if (!measured) continue;
  for (const which of listRedirecting(each))
    want('tailgate_redirects', { scenario, [REQUEST_TAG]: which }, 'count>=0');
  want('tailgate_start_time', { scenario }, 'value>=0');
  want('tailgate_end_time', { scenario }, 'value>=0');
  want('dropped_iterations', { scenario }, 'count>=0');
  for (let i = 0; i < slices; i++) {
    const tags = { scenario, [SLICE_TAG]: firstSlice + i };
    want('tailgate_latency', tags, 'max>=0');
    want('http_req_duration', { ...tags, expected_response: true }, 'max>=0');
    want('http_req_failed', tags, 'rate>=0');
    want('tailgate_started', tags, 'count>=0');
    want('tailgate_exceptions', tags, 'count>=0');
    want('iterations', tags, 'count>=0');
    if (rate !== null) want('tailgate_lag', tags, 'max>=0');
    if (request !== null) continue;
    want('tailgate_begun', tags, 'count>=0');
    want('tailgate_ended', tags, 'count>=0');
    want('tailgate_redirected', tags, 'count>=0');
    for (const name of custom) {
      if (ALWAYS[customTypes[name]]) want(name, tags, ALWAYS[customTypes[name]]);
    }
  }
}

const {
  scenarios: _,
  vus: __,
  duration: ___,
  iterations: ____,
  stages: _____,
  ...userOptions
} = user.options || {};

/**
 * Reads thresholds as k6 does: a text or an object. Only the statement of an object is kept: its other fields may end
 * k6 in the middle of the measurement.
 */
function readThresholds(own) {
  const read = {};
  for (const [metric, statements] of Object.entries(own || {})) {
    // k6 would find no request of such a scenario, and the threshold would always hold.
    if (/[{,]\s*["']?scenario["']?\s*:/.test(metric)) throw new Error(`TAILGATE_REFUSED ${metric}`);
    read[metric] = Array.isArray(statements)
      ? statements.map((statement) => statement?.threshold ?? statement)
      : statements;
  }
  return read;
}

export const options = {
  ...userOptions,
  scenarios: SCENARIOS,
  blacklistIPs: [...(userOptions.blacklistIPs || []), ...BLOCKED],
  thresholds: { ...readThresholds(userOptions.thresholds), ...submetrics },
  summaryTrendStats: [
    'count',
    'avg',
    'min',
    'max',
    ...PERCENTS.filter((p) => p > 0 && p < 100).map((p) => `p(${p})`),
  ],
  summaryTimeUnit: 'ms',
  systemTags: [
    'scenario',
    'expected_response',
    'status',
    'method',
    'name',
    'url',
    'group',
    'check',
    'error',
    'error_code',
  ],
};

function values(data, metric, tags) {
  const name = `${metric}{${Object.entries(tags)
    .map(([key, value]) => `${key}:${value}`)
    .join(',')}}`;
  return data.metrics[name] ? data.metrics[name].values : null;
}

function pickQuantiles(trend) {
  return PERCENTS.map((p) => (p === 0 ? trend.min : p === 100 ? trend.max : trend[`p(${p})`]));
}

/** Picks the samples of a metric of the script. Null where it was not fed; a Counter that was not is 0. */
function pickSamples(data, name, tags) {
  const found = values(data, name, tags);
  if (!found) return null;
  if (customTypes[name] === 'rate')
    return { type: 'rate', hits: found.passes, count: found.passes + found.fails };
  if (customTypes[name] === 'counter') return { type: 'counter', sum: found.count };
  return found.count > 0
    ? { type: 'trend', count: found.count, avg: found.avg, values: pickQuantiles(found) }
    : null;
}

/** Lists what the script fed, beside k6's own metrics and those of Tailgate. A threshold makes k6 list others as well. */
function listSeen(data) {
  const own = /^(?:tailgate_|http_|ws_|grpc_|browser_|iteration|data_|vus|group_duration$|checks$|dropped_)/;
  return Object.entries(data.metrics)
    .filter(
      ([
        name,
        {
          values: { count, passes, fails },
          type,
        },
      ]) => {
        const samples = type === 'rate' ? passes + fails : type === 'trend' ? count : 1;
        return !name.includes('{') && !own.test(name) && samples > 0;
      },
    )
    .map(([name, { type, contains }]) => ({
      name,
      type: type === 'trend' && contains === 'time' ? 'time' : type,
    }));
}

export function handleSummary(data) {
  const slots = {};
  for (const [key, each] of Object.entries(SLOTS)) {
    const { scenario, measured, firstSlice, slices, custom } = each;
    if (!measured) continue;
    const start = values(data, 'tailgate_start_time', { scenario });
    const end = values(data, 'tailgate_end_time', { scenario });
    const dropped = values(data, 'dropped_iterations', { scenario });
    slots[key] = {
      startedAt: start ? start.value : 0,
      endedAt: end ? end.max : 0,
      dropped: dropped ? dropped.count : 0,
      redirects: listRedirecting(each).map(
        (which) =>
          (values(data, 'tailgate_redirects', { scenario, [REQUEST_TAG]: which }) || { count: 0 }).count,
      ),
      slices: [],
    };
    for (let i = 0; i < slices; i++) {
      const tags = { scenario, [SLICE_TAG]: firstSlice + i };
      const own = values(data, 'tailgate_latency', tags);
      const service = values(data, 'http_req_duration', { ...tags, expected_response: true });
      const failed = values(data, 'http_req_failed', tags);
      const late = values(data, 'tailgate_lag', tags);
      const countOf = (metric) => (values(data, metric, tags) || { count: 0 }).count;
      slots[key].slices.push({
        started: countOf('tailgate_started'),
        finished: countOf('iterations'),
        exceptions: countOf('tailgate_exceptions'),
        begun: countOf('tailgate_begun'),
        ended: countOf('tailgate_ended'),
        redirected: countOf('tailgate_redirected'),
        requests: failed ? failed.passes + failed.fails : 0,
        failed: failed ? failed.passes : 0,
        latency: own && own.count > 0 ? { count: own.count, avg: own.avg, values: pickQuantiles(own) } : null,
        service:
          service && service.count > 0
            ? { count: service.count, avg: service.avg, values: pickQuantiles(service) }
            : null,
        lag: late && late.count > 0 ? { p50: late['p(50)'], p99: late['p(99)'], max: late.max } : null,
        custom: Object.fromEntries(
          custom
            .map((name) => [name, pickSamples(data, name, tags)])
            .filter(([, samples]) => samples !== null),
        ),
      });
    }
  }
  const thresholds = [];
  for (const [name, metric] of Object.entries(data.metrics)) {
    for (const [statement, { ok }] of Object.entries(metric.thresholds || {})) {
      if (!ok) thresholds.push(`${name}: ${statement}`);
    }
  }
  const summary = { schemaVersion: 1, percents: PERCENTS, slots, thresholds, seen: listSeen(data) };
  return { [__ENV.TAILGATE_SUMMARY || 'tailgate-summary.json']: JSON.stringify(summary) };
}
