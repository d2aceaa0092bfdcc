import { withScript } from './files.mjs';

const HTTP = "import http from 'k6/http';";
const VISIT = "http.get(__ENV.BASE_URL + '/');";
const MET = { exit: 0, says: ['SLO met'] };
const users = (count) => ({ scenario: { load: `${count} users` } });

/** What scripts do that has always been right. */
export const HABITS = [
  {
    name: 'expected-statuses',
    files: withScript(`${HTTP}
http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 409));
export const options = { thresholds: { http_req_failed: ['rate<0.01'] } };
export default function () { http.post(__ENV.BASE_URL + '/taken', '{}'); }`),
    expect: MET,
  },
  {
    name: 'expected-statuses-of-a-request',
    files: withScript(`${HTTP}
const absent = http.expectedStatuses(404);
export default function () { ${VISIT} http.get(__ENV.BASE_URL + '/gone', { responseCallback: absent }); }`),
    expect: MET,
  },
  {
    name: 'status-held-by-a-check-only',
    files: withScript(`${HTTP}
import { check } from 'k6';
export const options = { thresholds: { checks: ['rate>0.99'] } };
export default function () {
  ${VISIT}
  check(http.get(__ENV.BASE_URL + '/gone'), { absent: ({ status }) => status === 404 });
}`),
    expect: { exit: 1, says: ['50 % of requests fail', 'status 404'] },
  },
  {
    name: 'row-of-a-user',
    files: withScript(
      `${HTTP}
import { SharedArray } from 'k6/data';
import { sleep } from 'k6';
const visitors = new SharedArray('visitors', () => ['Ada', 'Bo', 'Cy', 'Di', 'Ed']);
export default function () { http.get(__ENV.BASE_URL + '/' + visitors[__VU - 1].toLowerCase()); sleep(0.05); }`,
      users(5),
    ),
    expect: MET,
  },
  {
    name: 'enters-once',
    files: withScript(
      `${HTTP}
import { check, sleep } from 'k6';
export const options = { noCookiesReset: true, thresholds: { checks: ['rate==1'] } };
export default function () {
  if (__ITER === 0) return http.post(__ENV.BASE_URL + '/enter', '{}');
  check(http.get(__ENV.BASE_URL + '/me'), { known: (response) => response.json('cookie') === 'visitor=7' });
  sleep(0.02);
}`,
      users(3),
    ),
    expect: MET,
  },
  {
    name: 'token-of-setup',
    files: withScript(`${HTTP}
export function setup() { return http.post(__ENV.BASE_URL + '/enter', '{}').json('token'); }
export default function (token) {
  http.get(__ENV.BASE_URL + '/me', { headers: { authorization: 'Bearer ' + token } });
}`),
    expect: MET,
  },
  {
    name: 'least-length-of-an-iteration',
    files: withScript(
      `${HTTP}
export const options = { minIterationDuration: '1s' };
export default function () { ${VISIT} }`,
      { scenario: { load: '20 req/s', slo: 'p50 < 500ms' } },
    ),
    expect: MET,
  },
  {
    name: 'lingers',
    files: withScript(`${HTTP}
export const options = { linger: true, vus: 30, duration: '1h' };
export default function () { ${VISIT} }`),
    expect: MET,
  },
  {
    name: 'summary-of-its-own',
    files: withScript(`${HTTP}
export default function () { ${VISIT} }
export function handleSummary() { return { stdout: 'all done' }; }`),
    expect: MET,
  },
];
