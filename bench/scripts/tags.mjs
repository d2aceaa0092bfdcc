import { withScript } from './files.mjs';

/** What a script may do that changes k6's own tags on requests. None of it may hide a request. */
const HABITS = {
  'request-tag': { params: "{ tags: { scenario: 'checkout' } }" },
  'request-callback': { params: '{ responseCallback: null }' },
  'expected-tag': { params: "{ tags: { expected_response: 'true' } }" },
  'no-callback': { once: 'http.setResponseCallback(null);' },
  'user-tag': { first: "exec.vu.metrics.tags.scenario = 'checkout';" },
  'options-tag': { once: "export const options = { tags: { scenario: 'smoke' } };" },
  'no-tags': {
    first: 'for (const tag of Object.keys(exec.vu.metrics.tags)) delete exec.vu.metrics.tags[tag];',
  },
};

const write = ({ once = '', first = '', params = '{}' }, before, path) => `
import http from 'k6/http';
import exec from 'k6/execution';
${once}
export default function () {
  ${before}
  ${first}
  http.get(__ENV.BASE_URL + '${path}', ${params});
}
`;

export const TAGS = Object.entries(HABITS).flatMap(([name, habit]) => [
  {
    name: `${name}-errors`,
    files: withScript(write(habit, '', '/flaky')),
    expect: { exit: 1, says: [/(4[89]|5[012])(\.\d)? % of requests fail/, 'status 500'] },
  },
  {
    name: `${name}-latency`,
    files: withScript(write(habit, "http.get(__ENV.BASE_URL + '/fast');", '/wait?ms=80'), {
      scenario: { slo: 'p95 < 20ms' },
    }),
    expect: { exit: 1, says: [/p95 < 20 ms \d\d[\d.]* ms ✗ SLO missed/], saysNot: [/requests? fail/] },
  },
]);
