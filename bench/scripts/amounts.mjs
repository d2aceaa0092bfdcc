import { withScript } from './files.mjs';

const write = (thresholds) => `
import http from 'k6/http';
import { check } from 'k6';
import { Counter, Rate } from 'k6/metrics';
const sold = new Counter('sold');
const full = new Rate('full');
export const options = { thresholds: { ${thresholds} } };
export default function () {
  const response = http.get(__ENV.BASE_URL + '/', { tags: { kind: 'api' } });
  check(response, { served: ({ status }) => status === 200 });
  sold.add(1);
  full.add(response.status === 200);
}
`;

const RATE = /SLO[^.]*\brate\b(?!>)|\brate > /i;
/** Amounts depend on how long k6 runs: metric, statement, and the SLO that says the same. */
const REFUSED = [
  ['requests', 'http_reqs', "['rate>110']", RATE],
  ['requests-with-a-tag', 'http_reqs{kind:api}', "['rate>110']", RATE],
  ['iterations', 'iterations', "['count>5000']", RATE],
  ['counter', 'sold', "['count>9000']", 'sold.rate'],
  ['counter-rate', 'sold', "['rate>100']", 'sold.rate'],
  ['counter-object', 'sold', "[{ threshold: 'count>9000', abortOnFail: false }]", 'sold.rate'],
];

export const AMOUNTS = [
  ...REFUSED.map(([name, metric, statements, remedy]) => ({
    name,
    files: withScript(write(`'${metric}': ${statements}`)),
    expect: { exit: [2, 3], says: [metric, remedy] },
  })),
  {
    name: 'rates-kept',
    files: withScript(
      write(
        "checks: ['rate>0.99'], http_req_failed: ['rate<0.01'], full: ['rate>0.99'], 'full{kind:none}': []",
      ),
    ),
    expect: { exit: 0, says: ['SLO met'] },
  },
  ...[
    ['checks', 'rate<0.5'],
    ['http_req_failed', 'rate>0.5'],
    ['full', 'rate<0.5'],
  ].map(([metric, statement]) => ({
    name: `${metric}-crossed`,
    files: withScript(write(`${metric}: ['${statement}']`)),
    expect: { exit: 1, says: [metric] },
  })),
];
