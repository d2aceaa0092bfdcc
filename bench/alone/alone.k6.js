/** Plain k6: a constant rate, or users one request after the other. What it writes, summary.mjs reads. */
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';

const { URL, RATE, USERS, WARM, SECONDS, SUMMARY } = __ENV;
const latency = new Trend('latency', true);
const ok = new Counter('ok');
const failed = new Counter('failed');

/** Dense, since what failed or was never sent moves percentiles: summary.mjs reads a higher one then. */
const LEVELS = [];
for (let level = 50; level < 90; level += 0.5) LEVELS.push(level);
for (let tenth = 900; tenth <= 1000; tenth++) LEVELS.push(tenth / 10);

const load = (seconds) =>
  RATE
    ? {
        executor: 'constant-arrival-rate',
        rate: Number(RATE),
        duration: `${seconds}s`,
        // A backlog of five seconds without a user that has to be made first.
        preAllocatedVUs: RATE * 5,
        maxVUs: RATE * 20,
      }
    : { executor: 'constant-vus', vus: Number(USERS), duration: `${seconds}s` };

export const options = {
  discardResponseBodies: true,
  summaryTrendStats: LEVELS.map((level) => `p(${level})`),
  // A threshold makes k6 count by scenario.
  thresholds: { 'dropped_iterations{scenario:measured}': ['count>=0'] },
  scenarios: {
    warm: { ...load(WARM), exec: 'warm', gracefulStop: '0s' },
    measured: { ...load(SECONDS), exec: 'measured', startTime: `${WARM}s`, gracefulStop: '30s' },
  },
};

const ask = () => http.get(URL, { timeout: '30s' });

export function warm() {
  ask();
}

export function measured() {
  const { status, timings } = ask();
  if (status >= 200 && status < 400) {
    ok.add(1);
    // `blocked` lasts until there is a connection, connecting included.
    latency.add(timings.blocked + timings.duration);
  } else {
    failed.add(1);
  }
}

export function handleSummary({ metrics }) {
  const count = (name) => metrics[name]?.values.count ?? 0;
  const values = metrics.latency?.values ?? {};
  const summary = {
    ok: count('ok'),
    failed: count('failed'),
    dropped: count('dropped_iterations{scenario:measured}'),
    levels: LEVELS,
    values: LEVELS.map((level) => values[`p(${level})`] ?? null),
  };
  return { [SUMMARY]: JSON.stringify(summary) };
}
