import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { BENCH_HOME, SERVICES } from '../paths.mjs';
import { isConfigured } from './cells.mjs';

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const file = (name) => quote(join(SERVICES, 'defects', name));

const START = {
  node: `exec node ${file('server.mjs')}`,
  go: `exec ${quote(join(BENCH_HOME, 'defects'))}`,
  python: `exec python3 ${file('workers.py')}`,
  churn: `exec ${quote(join(BENCH_HOME, 'churn'))}`,
  echo: `exec ${quote(join(BENCH_HOME, 'echo'))}`,
  steady: `exec ${quote(join(BENCH_HOME, 'steady'))}`,
};
const PATH = { echo: '/hello', steady: '/stock' };

export const SHARED = { start: `exec node ${file('shared.mjs')}` };

/** How an arm of a cell is started by anybody, and what is asked of it. */
export function describeService(cell, arm) {
  const { service, oneProcessor } = cell;
  const isOwn = isConfigured(service);
  return {
    start: START[service],
    env: isOwn ? (oneProcessor ? { GOMAXPROCS: '1' } : {}) : cell[arm],
    ready: '/healthz',
    path: PATH[service] ?? '/',
  };
}

/** `tailgate.yml` of one revision. */
export function writeConfig(cell, arm) {
  const { start, env, ready, path } = describeService(cell, arm);
  const own = { ...env, ...(cell.shared ? { SHARED_URL: 'http://127.0.0.1:${shared.PORT}' } : {}) };
  const app = {
    start,
    ...(cell.shared ? { needs: ['shared'] } : {}),
    ...(Object.keys(own).length > 0 ? { env: own } : {}),
    url: 'http://127.0.0.1:${PORT}',
    ready: { path: ready, timeout: '30s' },
  };
  const services = cell.shared
    ? { services: { shared: { ...SHARED, ready: 'tcp', scope: 'run' }, app }, target: 'app' }
    : { service: app };
  const scenario = {
    ...(cell.script ? { script: 'load.js' } : { request: `GET ${path}` }),
    load: cell.load.rate ? `${cell.load.rate} req/s` : `${cell.load.users} users`,
    slo: cell.slo,
  };
  return stringify({ suite: cell.name, ...services, scenarios: { main: scenario } }, { lineWidth: 0 });
}

const LOAD_SCRIPT = `import http from 'k6/http';

export default function () {
  http.get(\`\${__ENV.BASE_URL}/\`);
}
`;

/** All files of one revision by their names. `loops` of a millisecond, by the service. */
export function listFiles(cell, arm, loops) {
  return {
    'tailgate.yml': writeConfig(cell, arm),
    '.gitignore': '.tailgate/\n',
    ...(isConfigured(cell.service)
      ? { 'defect.json': `${JSON.stringify({ ...cell[arm], loopsPerMs: loops[cell.service] }, null, 2)}\n` }
      : { 'version.txt': `${arm} ${JSON.stringify(cell[arm])}\n` }),
    ...(cell.script ? { 'load.js': LOAD_SCRIPT } : {}),
  };
}

/** Why a cell cannot be run here; null if it can. */
export function findMissing({ needs }) {
  if (needs.includes('go') && !existsSync(join(BENCH_HOME, 'defects')))
    return 'go is not built: node bench/services/install.mjs';
  if (needs.includes('python3') && spawnSync('python3', ['--version']).error) return 'python3 is not there';
  return null;
}
