import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/document.ts';
import { UserError } from '../../src/errors.ts';
import { assertFit } from '../../src/prove/fitness.ts';
import type { Checkout } from '../../src/revision/checkout.ts';
import { makeFolder } from '../folders.ts';

const directory = makeFolder('tailgate-test-fit');
const scripts: Record<string, string> = {
  'good.js': "import http from 'k6/http';\nexport default () => http.get(`${__ENV.TARGET_URL}/a`);",
  'parted.js': "import { url } from './url.js';\nexport default () => url;",
  'url.js': 'export const url = __ENV.BASE_URL;',
  'fixed.js': "import http from 'k6/http';\nexport default () => http.get('http://127.0.0.1:8080/');",
  'grpc.js': "import grpc from 'k6/net/grpc';\nexport default () => __ENV.TARGET_URL;",
};
for (const [name, text] of Object.entries(scripts)) writeFileSync(join(directory, name), text);

const CHECKOUT = { head: 'a'.repeat(40) } as Checkout;
const START = 'service: { start: node server.js, url: "http://127.0.0.1:${PORT}" }';
const ADMIN = START.replace(' }', ', ports: [admin] }');
const read = (text: string): Config =>
  parseConfig(text, { path: join(directory, 'tailgate.yml'), directory, shownAs: 'tailgate.yml' });
const requests = (...lines: string[]) =>
  `${START}\nscenarios:\n  search: { ${lines.join(', ')}, slo: p99 < 1s at 10 req/s }`;

test.each([
  requests('request: GET /'),
  requests('request: "GET http://127.0.0.1:${PORT}/a"'),
  requests('script: good.js'),
  requests('script: parted.js'),
])('takes what a relay can stand before: %s', (text) => {
  expect(() => assertFit(read(text), CHECKOUT)).not.toThrow();
});

test.each([
  [
    requests('request: "GET http://127.0.0.1:${env.OTHER}/a"'),
    /`http:\/\/127.0.0.1:\$\{env.OTHER\}\/a` is an address of its own/,
  ],
  [
    requests('request: "GET http://127.0.0.1:${PORT_ADMIN}/a"').replace(START, ADMIN),
    /`\$\{PORT_ADMIN\}` is a port that the relay does not have/,
  ],
  [
    requests('request: "GET /a?to=${PORT_ADMIN}"').replace(START, ADMIN),
    /`\$\{PORT_ADMIN\}` is a port that the relay does not have/,
  ],
  [requests('script: fixed.js'), /fixed\.js does not use `__ENV\.TARGET_URL`/],
  [requests('script: grpc.js'), /grpc\.js imports `k6\/net\/grpc`, and the relay knows HTTP only/],
  [requests('request: GET /').replace('http:', 'https:'), /cannot stand before `service`|not plain HTTP/],
  [
    requests('request: GET /').replace('start: node server.js, ', '').replace('${PORT}', '80'),
    /runs already/,
  ],
])('refuses what goes past it: %s', (text, message) => {
  expect(() => assertFit(read(text), CHECKOUT)).toThrow(message);
  expect(() => assertFit(read(text), CHECKOUT)).toThrow(UserError);
});

test('needs a commit', () => {
  const config = read(requests('request: GET /'));
  expect(() =>
    assertFit(config, { kind: 'none', reason: 'no-repository', message: 'It is not in git.' }),
  ).toThrow(/from git: It is not in git\./);
  expect(() => assertFit(config, { head: null } as Checkout)).toThrow(/nothing is committed yet/);
});
