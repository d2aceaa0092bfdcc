#!/usr/bin/env node
/**
 * Behaves like k6 on a script of Tailgate, for tests in which k6 and its numbers are not the point. It loads nothing:
 * it asks once for each slot, whose answer is then that of all its arrivals, and hands in latencies that real k6 has
 * measured (recorded.json: a second of 100 req/s each, on a service that answers after 2 ms). What an answer's header
 * `Server-Timing: delay;dur=` says (ms) comes on top. CPU time is not held against them, as they are from another
 * day, so a machine that tests keep busy disturbs nothing.
 *
 * `REPLAY` is a JSON object, in which all is optional: `seconds` that it takes, `lag` (ms) of the arrivals, and `again`,
 * what is different when slots are measured again.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const RECORDED = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8'));
const RECORDED_AT = Date.UTC(2026, 10, 22);
/** Exit code of k6: errext/exitcodes/codes.go. */
const INTERRUPTED = 105;

const [command, ...options] = process.argv.slice(2);
if (command === 'version') console.log('k6 v2.2.0 (replayed)');
else await run();

async function run() {
  const path = options.at(-1);
  const { again, ...first } = JSON.parse(process.env.REPLAY ?? '{}');
  const { seconds = 0.1, lag = 1 } = { ...first, ...(/-again\d+\.js$/.test(path) && again) };
  const interrupted = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => resolve(true));
  });
  const over = new Promise((resolve) => setTimeout(resolve, seconds * 1000, false));

  const script = readFileSync(path, 'utf8');
  const { percents, slots } = JSON.parse(script.match(/^const PROGRAM = (.*);$/m)[1]);
  const environment = Object.fromEntries(
    options.flatMap((option, i) => (options[i - 1] === '--env' ? [option.split(/=(.*)/s)] : [])),
  );
  const measured = Object.entries(slots).filter(([, slot]) => slot.measured);
  const asked = Promise.all(
    measured.map(async ([key, slot]) => {
      const answer = await ask(slot, environment.TARGET_URL);
      return describe(slot, { ...answer, lag, percents, name: `${basename(path)} ${key}` });
    }),
  );
  // Who is interrupted does not wait for answers.
  const wasInterrupted = await Promise.race([interrupted, Promise.all([over, asked]).then(() => false)]);
  const metrics = Object.assign({}, ...(wasInterrupted ? [] : await asked));
  const seen = [{ name: 'http_reqs', type: 'counter', count: 0 }];
  writeFileSync(environment.TAILGATE_SUMMARY, JSON.stringify({ schemaVersion: 1, percents, metrics, seen }));
  process.exit(wasInterrupted ? INTERRUPTED : 0);
}

/**
 * @returns how much later the service says it answers (ms), null when not as expected; failures are told as k6's console
 * does
 */
async function ask({ requests, label, told }, target) {
  if (requests === undefined) return { delay: 0, status: 200, code: null };
  let delay = 0;
  let answered = 0;
  const { method, url, headers, body, expectStatus, timeoutMs } = requests[0];
  const problem = await fetch(new URL(url, target), {
    method,
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    async ({ status, headers, body }) => {
      await body?.cancel();
      delay = Number(headers.get('server-timing')?.match(/delay;dur=([\d.]+)/)?.[1] ?? 0);
      const expected =
        expectStatus.length > 0 ? expectStatus.includes(status) : status >= 200 && status < 300;
      answered = status;
      return expected ? null : { code: status };
    },
    (error) => ({ code: 1000, text: `1000 ${error.cause?.message ?? error.message}` }),
  );
  const tell = (text) => told && console.log(`level=warning msg=${JSON.stringify(text)} source=console`);
  if (problem?.text) tell(`TAILGATE_FAILURE ${problem.code} ${label}: ${problem.text}`);
  return { delay: problem === null ? delay : null, status: answered, code: problem?.code ?? null };
}

function describe(
  { id, rate, sliceMs, slices, turns, iterations, count: drawn },
  { delay, status, code, lag, percents, name },
) {
  const same = (count, value) => ({ type: 'trend', count, avg: value, values: percents.map(() => value) });
  const arrivals = turns?.planned ?? iterations ?? drawn ?? ((rate ?? 100) * sliceMs * slices) / 1000;
  const gauge = (value) => ({ type: 'gauge', value });
  const metrics = {
    [`start_time{tailgate:${id}}`]: gauge(RECORDED_AT),
    [`end_time{tailgate:${id}}`]: gauge(iterations === null ? 0 : RECORDED_AT + sliceMs * slices),
    ...(delay !== null && { [`status{tailgate:${id}/0}`]: same(Math.round(arrivals), status) }),
  };
  for (let i = 0; i < slices; i++) {
    const count = Math.round((arrivals * (i + 1)) / slices) - Math.round((arrivals * i) / slices);
    const add = (metric, value) => Object.assign(metrics, { [`${metric}{tailgate:${id}.${i}}`]: value });
    for (const counter of ['started', 'begun', 'whole']) add(counter, { type: 'counter', sum: count });
    if (delay === null) add('failed', same(count, code));
    else add('latency', pickLatency(count, percents, `${name} ${i}`, delay));
    if (rate !== null)
      add('lag', { ...same(count, lag), values: percents.map((percent) => (percent < 99 ? 0 : lag)) });
  }
  return Object.fromEntries(Object.entries(metrics).map(([key, value]) => [`tailgate_${key}`, value]));
}

/** Each slot of each block has its own, the same in every run. Between order statistics k6 interpolates. */
function pickLatency(count, percents, name, delay) {
  const sample = RECORDED[createHash('sha256').update(name).digest().readUInt32LE() % RECORDED.length];
  const values = percents.map((percent) => {
    const at = (percent / 100) * (sample.length - 1);
    const [below, above] = [sample[Math.floor(at)], sample[Math.ceil(at)]];
    return delay + below + (above - below) * (at % 1);
  });
  const avg = delay + sample.reduce((sum, value) => sum + value, 0) / sample.length;
  return { type: 'trend', count, avg, values };
}
