/** Drives a program, as `driver.ts` describes it, and writes the results, as `summary.ts` reads them. */
import { sleep } from 'k6';
import { SharedArray } from 'k6/data';
import http from 'k6/http';
import { Counter, Gauge, Trend } from 'k6/metrics';
import { ask, BOOKED, CODES, isOver, openIteration, TAG, tellFailure } from './books.js';
import { drawForPod } from './draws.ts';

/** The type of each metric that Tailgate records for each slice. */
const OF_SLICES = { latency: 'trend', late: 'trend', charged: 'trend', failed: 'trend', started: 'counter' };
const OF_SCRIPTS = { whole: 'counter', begun: 'counter', exceptions: 'counter', barren: 'counter' };
/** This threshold holds for every value. It makes the summary include its metric. */
const ALWAYS = { trend: 'max<=1.7e308', rate: 'rate>=0', counter: 'count>=-1.7e308', gauge: 'value>=0' };

/** k6's own metrics that count each request. */
const BOOKABLE = { http_reqs: 'counter', grpc_req_duration: 'trend' };

/** Expected statuses of a declared request that names none. */
const FINE = [{ min: 200, max: 299 }];

const ENCODE = {
  path: encodeURIComponent,
  json: (value) => JSON.stringify(String(value)).slice(1, -1),
  value: JSON.stringify,
  raw: String,
};

// Lateness of an arrival (ms). Open model only. It says nothing while arrivals are dropped.
const lag = new Trend('tailgate_lag', true);
const started = new Counter('tailgate_started');
// Script iterations that ended in time, that threw after a request, and that threw before any.
const whole = new Counter('tailgate_whole');
const exceptions = new Counter('tailgate_exceptions');
const barren = new Counter('tailgate_barren');
const startTime = new Gauge('tailgate_start_time');
const endTime = new Gauge('tailgate_end_time');

/**
 * Finds out what kind of metric the script made of a name: `trend`, `rate`, `counter`, or null for none. k6 has no list of
 * its metrics, but it refuses a second one of another type, and names the type of the first. A threshold on a
 * missing metric would end k6.
 */
function findType(name) {
  try {
    new Gauge(name);
    return null;
  } catch (error) {
    return /already exists but with type (\w+)/.exec(error?.message ?? error)?.[1] ?? null;
  }
}

function fill(template, row) {
  if (template === null || typeof template === 'string') return template;
  return template
    .map((part) => (typeof part === 'string' ? part : ENCODE[part.as](row[part.column])))
    .join('');
}

/** Makes arrays of which k6 keeps one copy for all virtual users. Each read of an item parses it. */
function shareAll(kind, of, load) {
  const shared = {};
  for (const [name, from] of Object.entries(of))
    shared[name] = new SharedArray(`${kind} ${name}`, () => load(from));
  return shared;
}

/**
 * @param program see `driver.ts`
 * @param user what the script exports; empty if there is none
 * @returns what k6 takes from a script
 */
export function drive(program, user) {
  const { scenarios, sequences, pods, percents } = program;
  // Kubernetes numbers the pods of an indexed job, from 0.
  const pod = pods > 1 ? Number(__ENV.JOB_COMPLETION_INDEX) : 0;
  const slots = Object.values(program.slots);
  const isScript = slots[0].exec !== null;
  const files = slots.flatMap(({ dataFile }) => (dataFile ? [[dataFile, dataFile]] : []));
  const rows = shareAll('rows', Object.fromEntries(files), (file) => JSON.parse(open(`./${file}`)));
  const arrivals = shareAll('arrivals', program.arrivals, (drawn) => {
    const { skipped, dueMs } = drawForPod(drawn, pod);
    return [skipped].concat(dueMs);
  });

  /** Slots that each scenario drives, in the order of their turns. */
  const rosters = {};
  for (const each of slots) {
    rosters[each.scenario] = rosters[each.scenario] || [];
    rosters[each.scenario][each.turns ? each.turns.position : 0] = each;
  }

  /** Iterations of this virtual user that ended, by function of the script. */
  const ended = {};
  /** Whether a response had an unexpected body: this virtual user then examines all of them. */
  let isWary = false;
  const packed = {}; // Whether a response was compressed, by slot and request: a kept body is unpacked within its time, or fails.

  /** Tags of samples, by slot and slice: k6 takes them with each sample. */
  const tagsOf = {};
  function tagSlice({ id }, slice) {
    const name = `${id}.${slice}`;
    tagsOf[name] = tagsOf[name] || { [TAG]: name };
    return tagsOf[name];
  }

  /** Finds the slice of a slot that an arrival belongs to. */
  function findSlice({ measured, turns, settleMs, sliceMs, iterations, slices, rate }, elapsed, iteration) {
    let position = (elapsed - settleMs) / sliceMs;
    if (iterations !== null) position = (iteration * slices) / iterations;
    else if (turns !== null) position = ((iteration - turns.settling) * 1000) / rate / sliceMs;
    return measured && position >= 0 ? Math.min(Math.floor(position), slices - 1) : 'settling';
  }

  /**
   * Waits until the arrival that this iteration stands for is due, and opens it in the books.
   *
   * @returns what the books know about it, and its number among those of its arm; null if there is none
   */
  function awaitArrival() {
    const { name, startTime: launched, iterationInTest } = ask('scenario');
    const roster = rosters[name];
    const began = launched - roster[0].launchMs;
    if (iterationInTest === 0) console.warn(`TAILGATE_BEGAN ${Math.round(began - roster[0].startMs)}`);
    let iteration = iterationInTest;
    let due = null;
    const drawn = arrivals[name];
    if (drawn) {
      // The first one says how many are skipped. k6 may start one more than wanted.
      if (iteration + 1 >= drawn.length) return null;
      due = drawn[iteration + 1];
      iteration += drawn[0];
      const wait = began + due - Date.now();
      if (wait > 0) sleep(wait / 1000);
    }
    const { arrivals: turn = 1, of = 1 } = roster[0].turns || {};
    const slot = roster[Math.floor(iteration / turn) % of];
    const elapsed = Date.now() - began;
    const slice = findSlice(slot, due ?? elapsed, iteration);
    const tags = tagSlice(slot, slice);
    const lateMs = due === null ? 0 : Math.max(0, elapsed - due);
    const at = {
      tags,
      slot,
      number: Math.floor(iteration / (turn * of)) * turn + (iteration % turn),
      which: 0,
      isSampled: slice !== 'settling' && Math.random() < slot.sampledShare,
      begun: 0,
      lateMs,
      // Script iterations may continue during k6's grace period.
      until:
        isScript && slot.iterations === null ? began + slot.settleMs + slot.slices * slot.sliceMs : Infinity,
    };
    // What a script records, and k6's own metrics, which are only read by SLOs on them.
    if (isScript) ask('vu').metrics.tags[TAG] = tags[TAG];
    openIteration(at);
    if (iterationInTest === 0) for (const { id } of roster) startTime.add(began, { [TAG]: id });
    started.add(1, tags);
    if (due !== null) lag.add(lateMs, tags);
    return at;
  }

  /** Deals out a request, with a row of data, by the number of the arrival: both arms get the same ones. */
  function dealRequest(at) {
    const { first, requests, scenarioName, dataFile } = at.slot;
    const { order, ranks, counts } = sequences[scenarioName];
    const position = first + at.number * pods + pod;
    const place = position % order.length;
    at.which = order[place];
    const dealt = requests[at.which];
    if (dataFile === null) return dealt;
    // Each request takes the rows in order, and starts again after the last.
    const round = Math.floor(position / order.length);
    const own = rows[dataFile];
    const row = own[(round * counts[at.which] + ranks[place]) % own.length];
    const headers = {};
    for (const [header, value] of Object.entries(dealt.headers)) headers[header] = fill(value, row);
    return { ...dealt, url: fill(dealt.url, row), headers, body: fill(dealt.body, row) };
  }

  function sendRequest(at) {
    const { method, url, headers, body, expectStatus, expectBody, timeoutMs } = dealRequest(at);
    at.expected = expectStatus.length > 0 ? expectStatus : FINE;
    const checksBody = expectBody.length > 0 && (at.isSampled || isWary);
    if (checksBody) at.expectBody = expectBody;
    // Without a length in the response, only a body that is kept has a size. That of a HEAD never comes.
    const key = `${at.slot.id}/${at.which}`;
    if (!(key in packed)) packed[key] = Object.keys(headers).some((name) => /^accept-encoding$/i.test(name));
    const needsSize = at.isSampled && method !== 'HEAD' && !packed[key];
    const response = http.request(method, url, body, {
      headers,
      timeout: timeoutMs,
      redirects: 0,
      responseType: checksBody ? 'text' : needsSize ? 'binary' : 'none',
      // The books judge the status, so k6 need not.
      responseCallback: null,
    });
    isWary = isWary || at.isUnfit === true;
    const isPacked = response.error_code === 1701 || 'Content-Encoding' in (response.headers || {});
    packed[key] = packed[key] || isPacked;
  }

  /** Counts an iteration that threw, unless one of its requests already failed. Without any, it is the script's own fault. */
  function leaveIteration(at, thrown) {
    const { id, exec: name, iterations } = at.slot;
    if (thrown && !isOver(at)) {
      if (at.begun === 0) barren.add(1, at.tags);
      else if (!at.hasFailed) exceptions.add(1, at.tags);
      tellFailure(at, CODES.exception, `exception: ${thrown.error?.message ?? thrown.error}`);
    }
    if (isScript && !isOver(at)) whole.add(1, at.tags);
    if (iterations !== null) endTime.add(Date.now(), { [TAG]: id });
    ended[name] = (ended[name] || 0) + 1;
    if (thrown) throw thrown.error;
  }

  function runIteration(data) {
    const at = awaitArrival();
    if (at === null) return undefined;
    const { exec: name } = at.slot;
    // This leaves out iterations without an arrival, and those that were cut off: otherwise what a virtual user does once,
    // such as connecting, would never be done.
    globalThis.__ITER = ended[name] || 0;
    const fail = (error) => leaveIteration(at, { error });
    try {
      const result = isScript ? user[name](data) : sendRequest(at);
      if (typeof result?.then === 'function') return result.then(() => leaveIteration(at), fail);
    } catch (error) {
      return fail(error);
    }
    return leaveIteration(at);
  }

  // k6 reads `options`, and calls `setup` and `handleSummary`, only where `__VU` is 0. The rest takes longer than all above.
  if (__VU > 0) return { runIteration };
  const submetrics = {};
  const want = (metric, value, type) => {
    if (ALWAYS[type]) submetrics[`${metric}{${TAG}:${value}}`] = [ALWAYS[type]];
  };
  /** Metrics that SLOs name, each with its type. */
  const customTypes = {};
  for (const name of slots.flatMap(({ custom }) => custom)) customTypes[name] = findType(name);
  for (const each of slots) {
    const { id, measured, rate, requests, custom } = each;
    if (!measured) continue;
    want('tailgate_start_time', id, 'gauge');
    want('tailgate_end_time', id, 'gauge');
    submetrics[`dropped_iterations{scenario:${each.scenario}}`] = [ALWAYS.counter];
    for (const which of isScript ? [0] : requests.keys())
      for (const metric of ['size', 'status']) want(`tailgate_${metric}`, `${id}/${which}`, 'trend');
    const own = { ...OF_SLICES, ...(rate !== null && { lag: 'trend' }), ...(isScript && OF_SCRIPTS) };
    for (let i = 0; i < each.slices; i++) {
      for (const [metric, type] of Object.entries(own)) want(`tailgate_${metric}`, `${id}.${i}`, type);
      for (const name of custom) want(name, `${id}.${i}`, customTypes[name]);
    }
  }

  // The load in tailgate.yml replaces the script's.
  const { scenarios: ownScenarios, vus, duration, iterations, stages, ...more } = user.options || {};
  const { rps, paused, executionSegment, executionSegmentSequence, ...others } = more;

  /** Adopts variables and tags that the first scenario for this function sets, or the one of this name. */
  function adoptScenario({ exec: wanted, scenarioName, scenario }) {
    const all = ownScenarios || {};
    const calls = (each) => each && (each.exec || 'default') === wanted;
    const { env, tags } = [all[scenarioName], ...Object.values(all)].find(calls) || {};
    // k6 lets these win, and both revisions would be requested at one address.
    const { BASE_URL, TARGET_URL } = __ENV;
    Object.assign(scenarios[scenario], { tags, env: { ...env, BASE_URL, TARGET_URL } });
  }

  if (isScript) {
    for (const [name, type] of Object.entries(BOOKABLE)) submetrics[`${name}{${BOOKED}:1}`] = [ALWAYS[type]];
    for (const each of slots) {
      if (typeof user[each.exec] !== 'function') {
        const names = Object.keys(user).filter((name) => typeof user[name] === 'function');
        throw new Error(
          `TAILGATE_EXPORTS ${each.exec}: it exports ${names.join(', ') || 'none'} TAILGATE_END`,
        );
      }
      adoptScenario(each);
    }
  }

  const options = {
    ...others,
    ...(program.insecure && { insecureSkipTLSVerify: true }),
    // Waiting for the other pods is part of it.
    ...(__ENV.TAILGATE_BEGIN && { setupTimeout: '480s' }),
    scenarios,
    blacklistIPs: [...(others.blacklistIPs || []), ...program.blocked],
    thresholds: submetrics,
    summaryTrendStats: ['count', 'avg', ...percents.map((p) => `p(${p})`)],
    summaryTimeUnit: 'ms',
    // Tags cost time with each request, and nobody reads the others.
    systemTags: ['scenario'],
  };

  /** Lets all pods start at the same time, once the script's own setup is done. Its return value is passed on as k6 would. */
  async function setup() {
    const data = typeof user.setup === 'function' ? await user.setup() : undefined;
    const waitMs = Number(__ENV.TAILGATE_BEGIN) - Date.now();
    if (waitMs > 0) sleep(waitMs / 1000);
    return data;
  }

  /** Seven digits are enough, and less than half of the length: the log of a pod is kept to 10 MiB. */
  const shorten = (value) => Number(value.toPrecision(7));

  function describeMetric({ type, values }) {
    const { count, avg, max, passes, fails } = values;
    if (type === 'rate') return { type, hits: passes, count: passes + fails };
    if (type === 'counter') return { type, sum: count };
    if (type === 'gauge') return { type, value: max };
    return { type, count, avg, values: percents.map((p) => shorten(values[`p(${p})`])) };
  }

  function handleSummary({ metrics }) {
    const all = Object.entries(metrics).map(([name, metric]) => [name, describeMetric(metric)]);
    const isPart = ([name]) => name.includes('{');
    // For a Counter, its sum.
    const describeSeen = ([name, { type, count, sum = 1 }]) => ({ name, type, count: count ?? sum });
    const summary = {
      schemaVersion: 1,
      percents,
      metrics: Object.fromEntries(all.filter((one) => isPart(one) && one[1].count !== 0)),
      seen: all.filter((one) => !isPart(one)).map(describeSeen),
    };
    // A line break: the log of another pod may follow it.
    return { [__ENV.TAILGATE_SUMMARY || 'tailgate-summary.json']: `${JSON.stringify(summary)}\n` };
  }

  return { runIteration, options, setup, handleSummary };
}
