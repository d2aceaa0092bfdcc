import{createRequire as tailgateRequire}from'node:module';const require=tailgateRequire(import.meta.url),__filename=import.meta.filename??import.meta.url;
import{a as e}from"./chunk-BXS76CBV.mjs";import"./chunk-JLN3Y4HN.mjs";var t=`# Finishing tailgate.yml: a page for coding assistants

\`tailgate guide\` prints this page. Tailgate measures a pull request next to the commit it started from, and blocks it when its latency got
worse. \`tailgate.yml\` says how to build, start and ask the service.

## The loop

\`\`\`sh
tailgate init     # once: writes tailgate.yml and the workflow; skip it if the file exists; asks for \`--uses\` where
                  # the clone of Tailgate has no origin: any OWNER/REPO@REF will do until there is a workflow
tailgate try      # builds, starts and asks the service for seconds; edit and repeat until exit code 0
tailgate plan     # how long a run takes; sends nothing
tailgate run      # measures the work tree next to the commit it started from
\`\`\`

\`try\` prints a line for each step (build, prepare, start, each request). The first that fails has its last 60 log lines, which name the cause.
\`--json\` prints the same for programs.

| Exit code | Meaning | Then |
|-|-|-|
| 0 | everything works | remove the \`# CHECK:\` lines that you have answered |
| 2 | a mistake in the file: line, key, what was expected | correct it |
| 3 | a step failed | read its log, change \`tailgate.yml\`, try again |

Change nothing but \`tailgate.yml\`, and data files or scripts that it names. If the service itself has to change, say so and stop. Never raise
an SLO's limit or a tolerance to get a run to pass.

| The log says | Write |
|-|-|
| a variable is missing | \`env\`, with a stand-in |
| a database refuses, or its host is not found | a service for it (below), \`needs\`, and its address in \`env\` |
| a table does not exist | \`prepare: npm run migrate\` |
| a module or file is missing | git ignores it: make it in \`build\`, a frontend too |
| it listens on another port | the variable or flag that sets it to \`$PORT\`; else the fixed port in \`url\` |
| a port is in use, in \`run\` only | \`ports: [admin]\` and \`$PORT_ADMIN\` for a second port, in place of a fixed one |
| docker is missing | a database by \`start: redis-server --port $PORT\`, \`ready: tcp\`; \`image\` and \`compose\` need docker |
| status 401, or a redirect to a login | a token or cookie in \`headers\`; for a session, a script whose \`setup()\` logs in |
| status 429 | the service's own limit of requests, raised in \`env\` |
| never ready | \`ready: { path: /healthz, timeout: 120s }\`, or \`ready: tcp\` |

## Rules

- A key that is not in \`tailgate.schema.json\`, next to \`dist\` in the clone of Tailgate, is an error.
- Commands run in a fresh checkout: what git ignores (\`node_modules\`, \`.env\`, \`dist\`) has to come from \`build\`, \`prepare\` or \`env\`.
- Base and head run side by side: no fixed port, no file or folder outside of the checkout that both would use.
- \`build\` runs once per revision, without \`env\` and without other services; \`prepare\` before each start, when what it \`needs\` is up. It may
  start the service for a moment, if only that makes the tables. \`start\` stays in the foreground and listens on \`$PORT\`.
- \`\${name.PORT}\` in \`env\` is the port of another service, which is listed in \`needs\`.
- **No real secrets**, no address of a real system: use stand-ins, local databases, and a closed port for what is not needed.

## What to measure

Requests that matter to users and do the service's own work: they answer 2xx, and cost what they cost in production. A health check, a login
page, an empty list or a failing query proves nothing, so let \`prepare\` fill the database with realistic amounts. One to three scenarios are
enough. An SLO is \`METRIC < LIMIT at LOAD\`, which the service now meets with room to spare: begin with \`p95 < 250ms at 50 req/s\`, then set the
limit to about twice what \`tailgate run\` shows.

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

PostgreSQL in a container of its own for each revision, with migrations and data:

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
from a Dockerfile: \`image: { build: ., port: 8080 }\` in place of \`start\`.

Python with FastAPI, and a body:

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

Go, several requests with weights:

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

A k6 script, for what a request cannot say (several steps, a session, other methods, gRPC, WebSockets):

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
