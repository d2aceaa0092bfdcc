import { resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Postgres, startPostgres } from './postgres.ts';
import { eventually } from './project.ts';
import { createRepository, type Repository } from './repository.ts';

/** Fails at the start, and on every request, unless its database has the schema of its own revision. */
const SERVICE = `
const http = require('node:http');
const { readFileSync } = require('node:fs');
const { Pool } = require('pg');
const query = readFileSync('query.sql', 'utf8');
const pool = new Pool({ database: process.env.DATABASE, max: 5 });
pool.on('error', () => {}); // the database may be dropped before the service ends
const server = http.createServer(async (request, response) => {
  try {
    const { rows } = await pool.query(query);
    response.end(JSON.stringify(rows));
  } catch (error) {
    response.statusCode = 500;
    response.end(String(error));
  }
});
pool.query(query).then(() => server.listen(process.env.PORT, '127.0.0.1'));
`;

/** As a migration tool does: `create` makes the database with its schema, `drop` does away with it. */
const MIGRATE = `
const { readFileSync } = require('node:fs');
const { Client } = require('pg');
const name = process.env.DATABASE;
async function query(database, statements) {
  const client = new Client({ database });
  await client.connect();
  await client.query(statements).finally(() => client.end());
}
const verbs = {
  create: () =>
    query('postgres', 'create database ' + name).then(() => query(name, readFileSync('schema.sql', 'utf8'))),
  drop: () => query('postgres', 'drop database if exists ' + name + ' with (force)'),
};
verbs[process.argv[2]]().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
`;

const CONFIG = `
service:
  prepare: node migrate.cjs create
  start: exec node server.cjs
  cleanup: node migrate.cjs drop
  env:
    DATABASE: app_\${TAILGATE_INSTANCE}
  url: http://127.0.0.1:\${PORT}
scenarios:
  shoes:
    request: GET /
    slo: p50 < 200ms at 50 req/s
measure:
  budget: 10s
baseline:
  confidence: 75%
  tolerance: 100%
`;

const FILES = {
  'server.cjs': SERVICE,
  'migrate.cjs': MIGRATE,
  'tailgate.yml': CONFIG,
  'schema.sql': `create table shoes (id serial primary key, name text);
insert into shoes (name) select 'shoe ' || n from generate_series(1, 100) n;\n`,
  'query.sql': 'select name from shoes where id = 7',
};

/** The base's query fails on this schema, and the head's on that of the base. */
const MIGRATION = `alter table shoes rename column name to title;
alter table shoes add column price integer not null default 10;\n`;

let postgres: Postgres;
let repository: Repository;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

beforeEach(() => {
  repository = createRepository(FILES);
  repository.commit({
    'schema.sql': FILES['schema.sql'] + MIGRATION,
    'query.sql': 'select title, price from shoes where id = 7',
  });
});
afterEach(() => repository.remove());

const environment = () => ({ ...postgres.environment, NODE_PATH: resolve('node_modules') });

/** What is to be interrupted lasts. */
const SLOWLY = { REPLAY: '{"seconds":60}' };

describe('a database for each instance', () => {
  it('lets a revision with a schema migration be measured beside one without, and is dropped', async () => {
    const { code, stdout, stderr, running } = await repository.run(['run'], environment());
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/shoes p50/);
    expect(stdout).toContain(repository.git('rev-parse', '--short=7', 'HEAD^'));
    expect(await postgres.databases()).toEqual([]);
    await eventually(() => running.orphans().length === 0, 3);
    expect(running.orphans()).toEqual([]);
    expect(repository.leftovers()).toEqual([]);
  });

  it('is dropped after SIGKILL', async () => {
    const running = repository.start(['run'], { ...environment(), ...SLOWLY });
    await running.saw(/block 1 of \d+: measuring/);
    expect(await postgres.databases()).toEqual(['app_base_1', 'app_head_1']);
    process.kill(running.pid, 'SIGKILL');
    await running.ended;
    await eventually(() => repository.leftovers().length === 0, 10);
    expect(repository.leftovers()).toEqual([]);
    expect(running.orphans()).toEqual([]);
    expect(await postgres.databases()).toEqual([]);
  });
});
