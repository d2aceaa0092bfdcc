import { expect, test } from 'vitest';
import { GONE_KEYS } from '../../../src/config/schema/gone.ts';
import { framesOf, problemsOf, SMALL } from '../configs.ts';

const inService = (text: string) => SMALL.replace('  build', `  ${text}\n  build`);
const withRequest = (text: string) => SMALL.replace(/request: .*/, text);

/** A file for each row of the tables. Whoever adds a row adds a file. */
const FILES: Record<string, string> = {
  external: `${SMALL}external: { postgres: "localhost:5432" }\n`,
  base: `${SMALL}base: { url: http://127.0.0.1:1 }\n`,
  head: `${SMALL}head: { url: http://127.0.0.1:1 }\n`,
  page: `${SMALL}page: { write: page.md }\n`,
  drift: `${SMALL}drift: { against: v1 }\n`,
  'services.*.halt': inService('halt: never'),
  'services.*.reuse': inService('reuse: { node_modules: package-lock.json }'),
  'services.*.tls.ca': inService('tls: { insecure: true, ca: cert.pem }').replace('http:', 'https:'),
  'services.*.ready.log': inService('ready: { log: listening }'),
  'variants.*.*.services': `${SMALL}variants: { a: { b: { services: { service: { stop: rm x } } } } }\n`,
  'variants.*.*.with': `${SMALL}variants: { a: { b: { with: { path: /v2 } } } }\n`,
  'scenarios.*.arrivals': withRequest('request: GET /\n    arrivals: even'),
  'scenarios.*.capacity': withRequest('request: GET /\n    capacity: p99 < 30ms between 1 and 9 req/s'),
  'scenarios.*.confidence': `${SMALL}    confidence: 99.9%\n`,
  'scenarios.*.request.expect.size': withRequest('request: { path: /, expect: { size: same } }'),
  'scenarios.*.requests.request.expect.size': withRequest(
    'requests: [{ request: { path: /, expect: { size: same } } }]',
  ),
  'baseline.on-base-failure': `${SMALL}baseline: { on-base-failure: history }\n`,
};

test('every row of the table has a file here', () => {
  expect(Object.keys(FILES)).toEqual(Object.keys(GONE_KEYS));
});

test.each(Object.entries(GONE_KEYS))('%s is refused, with what to write instead', (at, instead) => {
  expect(problemsOf(FILES[at]!)).toEqual([expect.stringMatching(/ is not a key of/)]);
  expect(framesOf(FILES[at]!)).toContain(instead);
});
