/** A service at `https://`, whose certificate each start makes anew. `tls` is a line of its configuration, or nothing. */
export const listHttpsFiles = (tls: string): Record<string, string> => ({
  'server.cjs': `
const { readFileSync } = require('node:fs');
const own = { key: readFileSync('key.pem'), cert: readFileSync('cert.pem') };
require('node:https').createServer(own, (_, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1');
`,
  'load.js': "import http from 'k6/http';\nexport default () => { http.get(__ENV.BASE_URL + '/'); };\n",
  'tailgate.yml': `
service:
  prepare: >-
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost
    -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem && cat key.pem cert.pem > both.pem
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
