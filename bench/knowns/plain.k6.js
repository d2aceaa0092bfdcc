/** Plain k6 at a constant rate. What it writes, knowns.mjs reads. */
import http from 'k6/http';

const { URL, RATE, SECONDS, SUMMARY } = __ENV;

export const options = {
  discardResponseBodies: true,
  summaryTrendStats: ['avg', 'p(50)', 'p(95)', 'p(99)'],
  scenarios: {
    main: {
      executor: 'constant-arrival-rate',
      rate: Number(RATE),
      duration: `${SECONDS}s`,
      preAllocatedVUs: RATE * 2,
    },
  },
};

export default function () {
  http.get(URL);
}

export function handleSummary({ metrics }) {
  const summary = {
    ...metrics.http_req_duration.values,
    failed: metrics.http_req_failed.values.rate,
    dropped: metrics.dropped_iterations?.values.count ?? 0,
  };
  return { [SUMMARY]: JSON.stringify(summary) };
}
