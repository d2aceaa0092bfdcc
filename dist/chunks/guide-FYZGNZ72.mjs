import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as e}from"./chunk-BXS76CBV.mjs";import"./chunk-JLN3Y4HN.mjs";var t=`# Finishing tailgate.yml: a page for coding assistants

Tailgate measures a pull request next to the commit it started from, and blocks it when its latency gets worse. \`tailgate.yml\` says how to
build, start and call the service.

## The loop

\`\`\`sh
tailgate init     # once: writes tailgate.yml and the workflow; skip it if the file exists
tailgate try      # builds, starts and calls the service for a few seconds; edit and repeat until exit code 0
tailgate plan     # how long a run takes; sends nothing
tailgate run      # measures the work tree next to the commit it started from
\`\`\`

\`try\` prints a line for each step, and the last 60 log lines of the first that fails. \`--json\` prints the same as JSON.

| Exit code | Meaning | Then |
|-|-|-|
| 0 | everything works | remove the \`# CHECK:\` lines you have answered |
| 2 | a mistake in the file, with line, key and what was expected | correct it |
| 3 | a step failed | read its log, change \`tailgate.yml\`, try again |

Change only \`tailgate.yml\` and the data files or scripts it names. If the workflow says \`<OWNER>/tailgate@<COMMIT>\`, ask the user for both. If the service itself needs a change, say so and stop. Never raise
an SLO's limit or a tolerance to make a run pass.

| The log says | Write |
|-|-|
| a variable is missing | a stand-in under \`env\` |
| a database refuses connections, or its host is not found | a service for it (below), \`needs\`, and its address in \`env\` |
| a table does not exist | \`prepare: npm run migrate\` |
| a module or file is missing | git ignores it: create it in \`build\`, a frontend too |
| it listens on a different port | the variable or flag that sets the port to \`$PORT\`; otherwise the fixed port in \`url\` |
| a port is in use, but only in \`run\` | \`ports: [admin]\` and \`$PORT_ADMIN\` for a second port, instead of a fixed one |
| docker is missing | a database with \`start: redis-server --port $PORT\` and \`ready: tcp\`; \`image\` and \`compose\` need docker |
| status 401, or a redirect to a login | a token or cookie in \`headers\`; for a session, a script whose \`setup()\` logs in |
| status 429 | a higher value in \`env\` for the service's own rate limit |
| never ready | \`ready: { path: /healthz, timeout: 120s }\`, or \`ready: tcp\` |

## Rules

- A key that is not in \`tailgate.schema.json\`, next to \`dist\` in the clone of Tailgate, is an error.
- Commands run in a fresh checkout: what git ignores (\`node_modules\`, \`.env\`, \`dist\`) must come from \`build\`, \`prepare\` or \`env\`.
- Base and head run side by side, so use no fixed port and no file or folder outside the checkout that both would share.
- \`build\` runs once per revision, without \`env\` or other services; \`prepare\` runs before each start, once everything it \`needs\` is up. It may
  start the service briefly if only that creates the tables. \`start\` stays in the foreground and listens on \`$PORT\`.
- \`\${name.PORT}\` in \`env\` is the port of another service, which must be listed in \`needs\`.
- **No real secrets** and no addresses of real systems: use stand-ins, and a closed port for anything not needed.

## What to measure

Choose requests that matter to users and do the service's own work: they return 2xx and cost what they cost in production. A health check,
a login page or an empty list proves nothing, so let \`prepare\` fill the database with realistic amounts of data. One to three scenarios
are enough. An SLO is \`METRIC < LIMIT at LOAD\`. The service should meet it with room to spare: begin with \`p95 < 250ms at 50 req/s\`, then
set the limit to about twice what \`tailgate run\` shows.

## Six examples

Node, behind a login:

\`\`\`yaml
service:
  build: npm ci && npm run build
  start: node dist/server.js
  env: { NODE_ENV: production, JWT_SECRET: only-for-measuring }
  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request:
      path: /search?q=shoes
      headers: { authorization: Bearer only-for-measuring }
      expect: { status: 200 }
    slo: p95 < 250ms at 50 req/s
\`\`\`

PostgreSQL in a separate container for each revision, with migrations and data:

\`\`\`yaml
services:
  app:
    build: npm ci
    prepare: npm run migrate && npm run seed
    start: node server.js
    needs: [db]
    env: { DATABASE_URL: "postgres://postgres@127.0.0.1:\${db.PORT}/postgres" }
    url: http://127.0.0.1:\${PORT}
  db:
    image: { name: "postgres:17", port: 5432 }
    env: { POSTGRES_HOST_AUTH_METHOD: trust }
target: app
scenarios:
  orders:
    request: GET /orders?page=2
    slo: p95 < 250ms at 50 req/s
\`\`\`

The same from your compose file: \`db: { compose: { file: compose.yaml, service: db, port: 5432 } }\`. The whole service
from a Dockerfile: \`image: { build: ., port: 8080 }\` instead of \`start\`.

Python with FastAPI and a request body:

\`\`\`yaml
service:
  build: uv sync --frozen
  start: .venv/bin/uvicorn app.main:app --host 127.0.0.1 --port $PORT
  url: http://127.0.0.1:\${PORT}
scenarios:
  checkout:
    request: { method: POST, path: /checkout, json: { item: 1 }, expect: { status: 201 } }
    slo: p95 < 250ms at 20 req/s
\`\`\`

Go, with several weighted requests:

\`\`\`yaml
service:
  build: go build -o bin/service ./cmd/server
  start: bin/service --addr 127.0.0.1:$PORT
  url: http://127.0.0.1:\${PORT}
scenarios:
  browse:
    requests:
      - { request: GET /products, weight: 8 }
      - { request: GET /products/7/reviews, weight: 2 }
    slo: p95 < 100ms at 100 req/s
\`\`\`

Spring Boot, which starts slowly:

\`\`\`yaml
service:
  build: sh ./mvnw --batch-mode --quiet -DskipTests package
  start: java -jar target/*.jar
  env: { SERVER_PORT: "\${PORT}" }
  url: http://127.0.0.1:\${PORT}
  ready: { path: /actuator/health, timeout: 120s }
scenarios:
  greeting:
    request: GET /greeting
    slo: p95 < 250ms at 50 req/s
\`\`\`

A k6 script, for what a request cannot express (several steps, a session, other methods, gRPC, WebSockets):

\`\`\`yaml
service:
  build: npm ci
  start: node server.js
  url: http://127.0.0.1:\${PORT}
scenarios:
  checkout:
    script: load/checkout.js # its default function is one iteration; the service is at \`__ENV.TARGET_URL\`
    load: 20 req/s
    slo: p95 < 250ms
\`\`\`
`;function o(){return process.stdout.write(t),e.pass}export{o as printGuide};
