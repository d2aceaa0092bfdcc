import { configure, SHOP } from './files.mjs';

/** Ways to get at k6's client: each sends one request to `url`. */
const STYLES = {
  default: (url) => ({
    'load/shop.js': `import http from 'k6/http'; export default function () { http.get(${url}); }`,
  }),
  named: (url) => ({
    'load/shop.js': `import { get } from 'k6/http'; export default function () { get(${url}); }`,
  }),
  star: (url) => ({
    'load/shop.js': `import * as http from 'k6/http'; export default function () { http.get(${url}); }`,
  }),
  destructured: (url) => ({
    'load/shop.js': `import http from 'k6/http';
const { request } = http;
export default function () { request('GET', ${url}); }`,
  }),
  table: (url) => ({
    'load/shop.js': `import http from 'k6/http';
const METHODS = { read: http.get, write: http.post };
export default function () { METHODS.write(${url}, '{}'); }`,
  }),
  're-export': (url) => ({
    'load/shop.js': "export { options } from './options.js'; export { setup, default } from './journey.js';",
    'load/options.js': "export const options = { userAgent: 'shopper' };",
    'load/journey.js': `import http from 'k6/http';
export function setup() { return { url: ${url} }; }
export default function ({ url }) { http.get(url); }`,
  }),
  client: (url) => ({
    'load/shop.js': `import { Client } from './client.js';
const client = new Client();
export default function () { client.read(${url}); }`,
    'load/client.js': `import { get, post } from 'k6/http';
export class Client { read = get; write(url) { return post(url, '{}'); } }`,
  }),
  commonjs: (url) => ({
    'load/shop.js': `const http = require('k6/http');
module.exports.default = function () { http.get(${url}); };`,
  }),
  typescript: (url) => ({
    'load/shop.ts': `import http, { type Params } from 'k6/http';
enum Header { Language = 'accept-language' }
const params: Params = { headers: { [Header.Language]: 'en' } };
export default (): void => { http.get(${url} as string, params); };`,
  }),
  template: (url) => ({
    'load/shop.js': `import http from 'k6/http'; export default function () { http.get(http.url\`\${${url}}\`); }`,
  }),
  'batch-array': (url) => ({
    'load/shop.js': `import http from 'k6/http';
export default function () { http.batch([${url}, ['POST', ${url}, '{}']]); }`,
  }),
  'batch-object': (url) => ({
    'load/shop.js': `import http from 'k6/http';
export default function () { http.batch({ first: ${url}, second: { method: 'POST', url: ${url}, body: '{}' } }); }`,
  }),
  async: (url) => ({
    'load/shop.js': `import http from 'k6/http';
export default async function () {
  await Promise.all([http.asyncRequest('GET', ${url}), http.asyncRequest('POST', ${url}, '{}')]);
}`,
  }),
};

const write = (style, path, slo) => {
  const files = style(`__ENV.BASE_URL + '${path}'`);
  return {
    'server.js': SHOP,
    'tailgate.yml': configure({ scenario: { script: Object.keys(files)[0], slo } }),
    ...files,
  };
};

export const IMPORTS = Object.entries(STYLES).flatMap(([name, style]) => [
  {
    name: `${name}-errors`,
    files: write(style, '/flaky', 'p95 < 500ms'),
    expect: { exit: 1, says: [/(4[89]|5[012])(\.\d)? % of requests fail/, 'status 500'] },
  },
  {
    name: `${name}-latency`,
    files: write(style, '/wait?ms=80', 'p95 < 20ms'),
    expect: { exit: 1, says: [/p95 < 20 ms \d\d[\d.]* ms ✗ SLO missed/], saysNot: [/requests? fail/] },
  },
]);
