import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** A service at `https://`, whose certificate each start makes anew. `tls` is a line of its configuration, or nothing. */
export const listHttpsFiles = (tls: string): Record<string, string> => ({
  'server.cjs': `
const { readFileSync } = require('node:fs');
const own = { key: readFileSync('key.pem'), cert: readFileSync('cert.pem') };
require('node:https').createServer(own, (_, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1');
`,
  'certify.cjs': `
const { writeFileSync } = require('node:fs');
const { generate } = require(${JSON.stringify(require.resolve('selfsigned'))});
const names = { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] };
generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', extensions: [names] }).then(({ private: key, cert }) => {
  for (const [file, text] of Object.entries({ 'key.pem': key, 'cert.pem': cert })) writeFileSync(file, text);
});
`,
  'load.js': "import http from 'k6/http';\nexport default () => { http.get(__ENV.BASE_URL + '/'); };\n",
  'tailgate.yml': `
service:
  prepare: node certify.cjs
  start: exec node server.cjs
  url: https://localhost:\${PORT}
  ready: {path: /, timeout: 2s}
  ${tls}
scenarios:
  asked:
    request: GET /
    slo: p50 < 200ms at 50 req/s
  scripted:
    script: load.js
    slo: p50 < 200ms at 50 req/s
measure:
  budget: 12s
  soak: 0s
baseline:
  confidence: 75%
  tolerance: 50%
`,
});
