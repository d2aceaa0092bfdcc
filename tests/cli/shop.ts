import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Docker, startDocker } from './docker.ts';
import { createRepository, type Repository } from './repository.ts';

/** Names and ports of which there can be only one each. */
const COMPOSE = `services:
  app:
    build: .
    image: acme/app:dev
    container_name: acme-app
    restart: unless-stopped
    ports: ["8080:8080"]
    environment: {DB: "db:5432", MODE: "\${MODE:-}"}
    depends_on: [db]
  db:
    image: acme/app:dev
    container_name: acme-db
    command: [/app, db]
    ports: ["5432:5432"]
    volumes: ["data:/data"]
    networks: [default, back]
volumes: {data: {name: acme-data}}
networks: {back: {name: acme-back}}
`;

/** More than a pool of 7 can answer, which shows where one arm has the whole load alone. */
const LOAD = `  url: http://127.0.0.1:\${PORT}
scenarios:
  search:
    request: GET /
    slo: p99 < 900ms at 320 req/s
measure: {budget: 16s, soak: 0s}
baseline: {confidence: 75%, tolerance: 10%}
explain: off
`;

export const IMAGE = `service:\n  image: {build: ., port: 8080}\n  env: {MODE: "\${env.MODE}"}\n${LOAD}`;
export const BY_COMPOSE = `service:\n  compose: {file: compose.yaml, service: app}\n${LOAD}`;

/** An engine for the tests of a file, which are skipped where there is none, and shops that run in it. */
export function useDocker() {
  let docker: Docker | string;
  let repositories: Repository[] = [];
  const engine = () => docker as Docker;
  beforeAll(async () => {
    docker = await startDocker();
  });
  afterAll(async () => {
    if (typeof docker !== 'string') await docker.stop();
  });
  beforeEach((context) => {
    if (typeof docker === 'string') context.skip(docker);
  });
  afterEach(() => {
    if (typeof docker !== 'string') docker.clear();
    for (const repository of repositories) repository.remove();
    repositories = [];
  });
  return {
    engine,
    /** A project with two commits: the second one changes these files. */
    createShop(config: string, changes: Record<string, string>, k6?: 'real'): Repository {
      const repository = createRepository({ 'tailgate.yml': config }, { ...(k6 && { k6 }) });
      repositories.push(repository);
      cpSync(join(engine().folder, 'app'), join(repository.folder, 'app'));
      repository.commit({
        Dockerfile: 'FROM scratch\nCOPY app capacity /\nCMD ["/app"]\n',
        'compose.yaml': COMPOSE,
        capacity: '20\n',
      });
      repository.commit(changes);
      return repository;
    },
    /** What runs of a shop need. */
    environment: (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
      ...engine().environment,
      MODE: 'fine',
      REPLAY: '{"seconds":60}',
      ...more,
    }),
  };
}
