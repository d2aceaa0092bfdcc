import { CERTIFICATE, CERTIFIED, PAIRED, SHOP, withScript } from './files.mjs';

/** A script with options of its own. */
const write = (options, path = '/wait?ms=50') => `
import http from 'k6/http';
import { Trend } from 'k6/metrics';
const basket = new Trend('basket_time', true);
export const options = { ${options} };
export default function () { http.get(__ENV.BASE_URL + '${path}', { tags: { kind: 'api' } }); }
`;
/** Requests that take 50 ms cross it. */
const limit = (metric) => `thresholds: { '${metric}': ['p(95)<5'] }`;
const SCENARIO = "executor: 'constant-vus', vus: 1, duration: '1m'";

/** Thresholds that are crossed: name, metric, other options. */
const CROSSED = [
  ['metric', 'http_req_duration'],
  ['status', 'http_req_duration{status:200}'],
  ['proto', 'http_req_duration{proto:HTTP/1.1}'],
  ['request-tag', 'http_req_duration{kind:api}'],
  ['options-tag', 'http_req_duration{stage:ci}', "tags: { stage: 'ci' }"],
  [
    'scenario-tag',
    'http_req_duration{area:till}',
    `scenarios: { till: { ${SCENARIO}, tags: { area: 'till' } } }`,
  ],
  ['ip', 'http_req_duration{ip:127.0.0.1}', "systemTags: ['name', 'method', 'status', 'ip']"],
  ['system-tags', 'http_req_duration{kind:api}', "systemTags: ['url']"],
];

const CHECKED = `
import http from 'k6/http';
import { check } from 'k6';
export const options = { thresholds: { checks: ['rate==1'] } };
export default function () {
  check(http.get(__ENV.BASE_URL + '/stock'), { mended: (response) => response.json('mended') === true });
}
`;

export const THRESHOLDS = [
  ...CROSSED.map(([name, metric, more = '']) => ({
    name,
    files: withScript(write(`${limit(metric)}, ${more}`)),
    expect: { exit: 1, says: [metric] },
  })),
  {
    name: 'tls-version',
    files: {
      ...withScript(write(`${limit('http_req_duration{tls_version:tls1.3}')}, insecureSkipTLSVerify: true`), {
        service: { ...CERTIFIED, ready: 'tcp' },
      }),
      ...CERTIFICATE,
    },
    expect: { exit: 1, says: ['http_req_duration{tls_version:tls1.3}'] },
  },
  {
    name: 'group',
    files: {
      ...withScript(`
import http from 'k6/http';
import { group } from 'k6';
export const options = JSON.parse(open('./' + (__ENV.PROFILE || 'nightly') + '.json'));
export default function () {
  group('visit', () => group('look', () => http.get(__ENV.BASE_URL + '/wait?ms=50')));
}
`),
      'load/nightly.json': JSON.stringify({
        vus: 3,
        duration: '10m',
        thresholds: { 'http_req_duration{group:::visit::look}': ['p(95)<5'] },
      }),
    },
    expect: { exit: 1, says: ['http_req_duration{group:::visit::look}'] },
  },
  {
    name: 'object',
    files: withScript(
      write("thresholds: { http_req_duration: [{ threshold: 'p(95)<5', abortOnFail: true }] }"),
    ),
    expect: { exit: 1, says: ['http_req_duration'] },
  },
  {
    name: 'kept',
    files: withScript(
      write("thresholds: { http_req_duration: ['p(95)<400'], http_req_failed: ['rate<0.01'] }"),
    ),
    expect: { exit: 0, saysNot: ['http_req'] },
  },
  {
    name: 'of-a-scenario',
    files: withScript(
      write(`${limit('http_req_duration{scenario:till}')}, scenarios: { till: { ${SCENARIO} } }`),
    ),
    expect: { exit: [1, 2, 3], says: ['http_req_duration{scenario:till}'] },
  },
  {
    name: 'tag-never-seen',
    files: withScript(write(limit('http_req_duration{kind:checkout}'))),
    expect: { exit: 3, says: ['http_req_duration{kind:checkout}'] },
  },
  {
    name: 'trend-never-fed',
    files: withScript(write(limit('basket_time'))),
    expect: { exit: 3, says: ['basket_time'] },
  },
  {
    name: 'no-check',
    files: withScript(write("thresholds: { checks: ['rate>0.9'] }")),
    expect: { exit: 3, says: ['checks'] },
  },
  {
    name: 'one-of-two-never-seen',
    files: withScript(
      write(
        "thresholds: { 'http_req_duration{kind:api}': ['p(95)<400'], 'http_req_failed{kind:pay}': ['rate<0.01'] }",
        '/',
      ),
    ),
    expect: { exit: 3, says: ['http_req_failed{kind:pay}'], saysNot: ['http_req_duration{kind:api}'] },
  },
  {
    name: 'empty-list',
    files: withScript(
      write("thresholds: { 'http_reqs{kind:checkout}': [], http_req_duration: ['p(95)<400'] }"),
    ),
    expect: { exit: 0, saysNot: ['http_req'] },
  },
  {
    name: 'only-the-base-crosses',
    files: withScript(CHECKED, PAIRED),
    head: { 'server.js': SHOP.replace('reply(200, {})', 'reply(200, { mended: true })') },
    expect: { exit: 0 },
  },
];
