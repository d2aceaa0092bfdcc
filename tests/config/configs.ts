import { ConfigError, parseConfig } from '../../src/config/document.ts';

export const FILE = { path: '/repo/tailgate.yml', directory: '/repo', shownAs: 'tailgate.yml' };

export const SMALL = `service:
  build: npm ci
  start: node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /search?q=shoes
    slo: p99 < 30ms at 1000 req/s
`;

export const RUNNING = SMALL.replace(/ {2}build.*\n {2}start.*\n/, '').replace('${PORT}', '8080');

/** Every form that this version knows. */
export const FULL = `suite: api
when:
  changed: [src/**, package-lock.json, '!src/**/*.md']
services:
  app:
    build: npm ci && npm run build
    prepare: createdb app_$TAILGATE_INSTANCE && npm run migrate
    start: node dist/server.js
    needs: [redis, worker]
    env:
      REDIS_URL: redis://127.0.0.1:\${redis.PORT}
      DATABASE_URL: postgres://localhost/app_\${TAILGATE_INSTANCE}?password=\${env.DATABASE_PASSWORD}
      RELEASE: 1.10
      DEBUG: true
    url: http://127.0.0.1:\${PORT}
    ready: { path: /healthz, timeout: 90s }
    stop: SIGQUIT
    cleanup: dropdb app_$TAILGATE_INSTANCE
  redis:
    start: redis-server --port $PORT --save ''
    scope: run
    env: { DATA: '/tmp/redis-\${TAILGATE_INSTANCE}' }
    ready: tcp
  worker:
    start: node worker.js
    needs: [redis]
    scope: instance
    url: https://localhost:\${PORT}
    tls: { insecure: true }
    ready: { tcp: true }
  postgres: { url: 'tcp://localhost:5432' }
target: app
secrets: [DATABASE_PASSWORD]
scenarios:
  search:
    request: GET /search?q=shoes
    slo: p99 < 30ms at 1000 req/s
  checkout:
    request:
      method: POST
      path: /checkout
      headers: { X-Version: 1.0 }
      json:
        item: 1
        token: \${env.TOKEN}
      expect: { status: 201, body: contains "id" }
      timeout: 2s
    load: 200 req/s
    slo: [p95 < 50ms, p99 < 80ms, errors < 0.1%, rate > 190 req/s]
    tolerance: { p50: 3%, p95: 20%, errors: 0.5% }
    budget: 5m
  upload:
    request:
      method: PUT
      path: http://127.0.0.1:\${redis.PORT}/upload
      body: plain
      expect: { status: [200, 204] }
    load: 1 user
  browse: { script: ./load/browse.js, exec: browse, load: 20 users, slo: p95 < 200ms }
  lookup: { request: GET /lookup/1, load: 10000 requests by 2 users }
  overhead: { request: GET /v1/datasets, load: [5 req/s, 10 req/s, 60 req/s] }
measure: { budget: 2m, soak: 0s, warm-up: 10s }
explain: off
baseline:
  from: paired
  tolerance: { p99: 8%, tail: 2.5%, p95.0: 150% }
  confidence: 95%
`;

/** The error of a text that is no configuration. */
export function failureOf(text: string): ConfigError {
  try {
    parseConfig(text, FILE);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('The text is a configuration.');
}

/** The frames of all problems, as shown. */
export const framesOf = (text: string) => failureOf(text).detail ?? '';

/** Each problem as `line:column what`. */
export const problemsOf = (text: string) =>
  failureOf(text).problems.map(({ line, column, what }) => `${line}:${column} ${what}`);
