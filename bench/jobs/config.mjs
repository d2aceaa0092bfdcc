import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { BENCH_HOME, SERVICES } from '../paths.mjs';
import { isConfigured } from './cells.mjs';

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

const file = (name) => quote(join(SERVICES, 'defects', name));
const FUSEKI = join(BENCH_HOME, 'fuseki');

/** As in `../cells.mjs`, but for the compilers, which are the defaults of a JVM. */
const START = {
  node: `exec node ${file('server.mjs')}`,
  go: `exec ${quote(join(BENCH_HOME, 'defects'))}`,
  python: `exec python3 ${file('workers.py')}`,
  ...Object.fromEntries(
    ['churn', 'echo', 'steady'].map((name) => [name, `exec ${quote(join(BENCH_HOME, name))}`]),
  ),
  fuseki: `exec java -Xms256m -Xmx256m -cp ${quote(join(FUSEKI, '*'))}:${quote(FUSEKI)} Server`,
};
const READY = { fuseki: '/$/ping' };
const SPARQL =
  'PREFIX : <http://example.org/> SELECT ?title ?price { ?book :author <http://example.org/author/42> ; :title ?title ; :price ?price } ORDER BY ?price';
const PATH = { fuseki: `/shop?query=${encodeURIComponent(SPARQL)}`, echo: '/hello', steady: '/stock' };

export const SHARED = { start: `exec node ${file('shared.mjs')}` };

/** Each start takes longer by another factor, up to two. */
const SCATTER = `SLOW_FACTOR=$(od -An -N1 -tu1 /dev/urandom | awk -v own="\${SLOW_FACTOR:-1}" '{ print own * (1 + $1 / 255) }')`;

/** How an arm of a cell is started by anybody, and what is asked of it. */
export function describeService(cell, arm) {
  const { service, oneProcessor, scattered } = cell;
  const isOwn = isConfigured(service);
  return {
    start: scattered ? `${SCATTER} ${START[service]}` : START[service],
    env: isOwn ? (oneProcessor ? { GOMAXPROCS: '1' } : {}) : cell[arm],
    ready: READY[service] ?? '/healthz',
    path: PATH[service] ?? '/',
  };
}

function listScenarios({ scenarios = 1 }) {
  return ['main', 'second', 'third'].slice(0, scenarios);
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
  const config = {
    suite: cell.name,
    ...services,
    scenarios: Object.fromEntries(listScenarios(cell).map((name) => [name, scenario])),
  };
  return stringify(config, { lineWidth: 0 });
}

export const LOAD_SCRIPT = `import http from 'k6/http';

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

const AVAILABLE = {
  go: () => existsSync(join(BENCH_HOME, 'defects')) || 'is not built: node bench/services/install.mjs',
  python3: () => answers('python3', '--version') || 'is not there',
  java: () =>
    (existsSync(join(FUSEKI, 'Server.class')) && answers('java', '-version')) ||
    'or Fuseki is not there: node bench/services/install.mjs',
};

/** Why a cell cannot be run here; null if it can. */
export function findMissing({ needs }) {
  for (const need of needs) {
    const found = AVAILABLE[need]();
    if (found !== true) return `${need} ${found}`;
  }
  return null;
}

function answers(program, option) {
  try {
    execFileSync(program, [option], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
