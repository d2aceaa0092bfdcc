import { isAt, type Path } from '../diagnostics/problem.ts';

const DEPLOYMENTS =
  'Write `service: {url: URL}`, and pass both URLs to the command, `--base-url URL --head-url URL`, or to the inputs of the same names.';
const OTHER_SIZE = 'Write `expect: {body: contains "…"}`, or look at `work` in the result.';
const CONFIDENCE = 'One `confidence` under `baseline` applies to all metrics.';

/** Keys of an earlier edition, by place, and what to write instead. */
export const GONE_KEYS: Record<string, string> = {
  external: 'It is a service that is already running: `services: {postgres: {url: "tcp://localhost:5432"}}`.',
  base: DEPLOYMENTS,
  head: DEPLOYMENTS,
  page: 'Pass it to the command: `tailgate page --write docs/performance.md --buckets 5ms,20ms --max-age 30d`.',
  drift:
    'Run `tailgate run --base TAG --tolerance 10%` in a scheduled workflow: examples/workflows/drift.yml.',
  'services.*.halt': 'A service that must never be halted is shared: `scope: run`.',
  'services.*.reuse':
    'Let `build` take it from the cache of the package manager: docs/recipes.md#compiled-languages.',
  'services.*.tls.ca':
    '`tls: {insecure: true}` accepts any certificate; or have it trusted by `SSL_CERT_FILE` and `NODE_EXTRA_CA_CERTS`.',
  'services.*.ready.log': 'Write `ready: tcp`, or a path that answers once it is ready.',
  'variants.*.*.services':
    'Write `env: {STORE: memory}`: every service gets it, and a command reads it: `start: ./server --store=$STORE`.',
  'variants.*.*.with':
    'Write `env: {API: /v2}`, which requests read as `${env.API}` and scripts as `__ENV.API`.',
  'scenarios.*.arrivals': 'Leave it out: arrivals are always random.',
  'scenarios.*.capacity':
    'Write `load: 100 to 5000 req/s`, and what each rate must meet as an SLO: `slo: [p99 < 30ms, capacity > 1500 req/s]`.',
  'scenarios.*.confidence': CONFIDENCE,
  'scenarios.*.request.expect.size': OTHER_SIZE,
  'scenarios.*.requests.request.expect.size': OTHER_SIZE,
  'baseline.on-base-failure': 'The label `tailgate:accept` accepts a base that cannot be built or started.',
};

/** Finds what to write instead of a removed key. */
export function findInstead(path: Path): string | undefined {
  return Object.entries(GONE_KEYS).find(([at]) => isAt(path, at))?.[1];
}
