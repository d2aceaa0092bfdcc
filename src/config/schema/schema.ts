import * as z from 'zod';
import { LOADS, parseLoad, printLoad } from '../language/load.ts';
import {
  isRequestUrl,
  METHODS,
  parseBodyCheck,
  parseHost,
  parseRequestLine,
  printBodyCheck,
} from '../language/request.ts';
import { DEFAULT_CONFIDENCE, parseConfidence, printPercent } from '../language/setting.ts';
import { type ParsedSlo, parseSlo, printSlo, SLOS } from '../language/slo.ts';
import {
  about,
  DEFAULTS,
  duration,
  grammar,
  name,
  oneOrMore,
  plainValue,
  templateValue,
  text,
  textLike,
  tolerance,
  usual,
  variableName,
} from './values.ts';

const map = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape).partial();
const count = (most: number) => z.int().min(1).max(most);
const flag = z.literal(true);
const filled = <Schema extends z.ZodType<object>>(schema: Schema) =>
  schema.refine((map) => Object.keys(map).length > 0);
const environment = z.record(variableName, templateValue);

const readyPath = textLike(/^\/\S*$/, 'Path that must answer with a status below 500.', '/healthz');
const TCP = 'Ready when its port accepts a connection.';
const readiness = map({
  path: readyPath,
  tcp: about(flag, TCP),
  timeout: usual(DEFAULTS.readyTimeout, duration(0.001, 3600, 'How long it may take.', '60s')),
});
const READY = 'Default: once `/` answers with a status below 500; without an http(s) `url`, like `tcp`.';
const readyForms = z.union([readiness, about(z.literal('tcp'), TCP), readyPath]);
const ready = z.codec(
  about(readyForms, READY, '/healthz', 'tcp', { path: '/healthz', timeout: '60s' }),
  z.custom<z.infer<typeof readiness>>(),
  {
    decode: (given) =>
      typeof given !== 'string' ? given : given === 'tcp' ? { tcp: true as const } : { path: given },
    encode: (given) => given,
  },
);

const containerPort = about(count(65_535), 'Port it listens on in its container: its `$PORT`.', 8080);
const image = map({
  build: text('Folder with a Dockerfile; built once for each revision.', '.'),
  dockerfile: text('Dockerfile in that folder, if it has a different name.', 'Dockerfile.prod'),
  name: text('Local image, or one that Docker can pull.', 'postgres:17'),
  port: containerPort,
  command: about(z.array(z.string()), 'Replaces the command of the image.', ['node', 'server.js']),
}).required({ port: true });
const IMAGE = 'Runs it in a container instead of `start`, from a folder or by name.';
const compose = map({
  file: text('The compose file, relative to this file.', 'compose.yaml'),
  service: text('The service in that file. Its dependencies start with it.', 'app'),
  port: containerPort,
}).required({ file: true, service: true });
const COMPOSE = 'Runs it with `docker compose up` instead of `start`.';

const STOP = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP', 'SIGKILL', 'SIGUSR1', 'SIGUSR2', 'SIGABRT'] as const;
const SCOPE = 'Started with each instance of the target, or once for the run and shared.';
const SERVICE = { build: 'npm ci', start: 'node server.js', url: 'http://127.0.0.1:${PORT}' };
const port = textLike(/^[a-z]\w{0,29}$/i, 'A name.', 'admin');
const tls = map({ insecure: about(flag, 'Accepts any certificate. Not allowed with `allow`.') });
const insecure = tls.required({ insecure: true });
const service = map({
  build: text('Shell command, once for each revision, before anything starts.', 'npm ci && npm run build'),
  prepare: text('Shell command, before each start.', 'createdb app_$TAILGATE_INSTANCE'),
  start: text('Shell command: runs it on the free port `$PORT`. Absent: already running.', 'node server.js'),
  image: about(image, IMAGE, { build: '.', port: 8080 }, { name: 'postgres:17', port: 5432 }),
  compose: about(compose, COMPOSE, { file: 'compose.yaml', service: 'app' }),
  ports: about(z.array(port), 'More ports: `admin` is `$PORT_ADMIN`, `${app.PORT_ADMIN}`.', ['admin']),
  needs: about(z.array(name('A service.', 'redis')), 'Services that must be ready before it.', ['redis']),
  env: about(environment, 'For all commands but `build`.', { REDIS_URL: 'redis://127.0.0.1:${redis.PORT}' }),
  url: text('Where it answers. May contain `${PORT}`, `${redis.PORT}`, `${env.NAME}`.', SERVICE.url),
  tls: about(insecure, 'For `https://` on this machine with its own certificate.', { insecure: true }),
  ready,
  stop: usual(DEFAULTS.stop, about(z.enum(STOP), 'The signal that stops it.', 'SIGINT')),
  cleanup: text('Shell command, after each stop, even after a failure.', 'dropdb app_$TAILGATE_INSTANCE'),
  scope: usual(DEFAULTS.scope, about(z.enum(['instance', 'run']), SCOPE)),
});
export type UserService = z.infer<typeof service>;

const STATUS = 'Status that counts as success, or a list. Default: 200 to 299.';
const BODY = '`contains "text"` or `not contains "text"`. Checked in samples.';
const body = grammar(parseBodyCheck, printBodyCheck, BODY, 'contains "items"', 'not contains "errors"');
const expectation = map({
  status: oneOrMore(z.int().min(100).max(599), STATUS, 201, [200, 404]),
  body: oneOrMore(body, BODY, 'contains "items"'),
});
const PATH = "Path below the target's `url`, or a full URL. May contain `${…}`.";
/** RFC 9110, 5.6.2. */
const headerName = textLike(/^[!#$%&'*+.^_`|~\w-]+$/, 'Name of a header.', 'accept');
const headers = z.record(headerName, templateValue);
const timeout = duration(0.001, 600, 'A request that takes longer counts as failed.', '10s');
const requestDetails = map({
  method: usual(DEFAULTS.method, about(z.enum(METHODS), 'HTTP method.', 'POST')),
  path: about(z.string().refine(isRequestUrl), PATH, '/cart'),
  headers: about(headers, 'Request headers.', { authorization: 'Bearer ${env.API_TOKEN}' }),
  json: about(z.unknown(), 'Body, sent as JSON. Its strings may contain `${…}`.', { item: 1 }),
  body: about(z.string(), 'Body, sent as is. May contain `${…}`.', 'item=1'),
  expect: about(expectation, 'Expected response; any other counts as failed.', { status: 201 }),
  timeout: usual(DEFAULTS.requestTimeout, timeout),
}).required({ path: true });
export type UserRequest = z.infer<typeof requestDetails>;

const printLine = ({ method, path }: UserRequest) => `${method} ${path}`;
const requestLine = grammar<UserRequest>(parseRequestLine, printLine, 'METHOD PATH', 'GET /search?q=shoes');
// Requests in parts come first when writing, since a one-line form would lose the other parts.
const requestForms = z.union([requestDetails, requestLine]);
const PARTS = { method: 'POST', path: '/cart', json: { item: 1 } };
const request = about(requestForms, 'The request to send, in one line or in parts.', 'GET /search', PARTS);
const weighted = map({
  request,
  weight: usual(1, about(count(100), 'Its share of arrivals, out of the sum of all weights.', 3)),
}).required({ request: true });
const MIX = ['GET /', { request: 'GET /search', weight: 3 }];
const itemForms = about(z.union([weighted, requestLine]), 'A request, or one with its weight.', ...MIX);
const item = z.codec(itemForms, z.custom<z.infer<typeof weighted>>(), {
  decode: (given) => ('path' in given ? { request: given } : given),
  encode: (given) => given,
});
const mix = z.array(about(item, 'A request.', ...MIX));

const LOAD =
  'Open model: `1000 req/s` arrive however slow the responses are. Closed model: `20 users`, each waiting for its response. Fixed work: `10000 requests by 2 users`. A list is a sweep: each load is judged separately. With a range, the highest rate that meets the one latency SLO is searched for, see docs/slo.md#capacity.';
const SLO =
  'METRIC OPERATOR VALUE [at LOAD], one or a list. Metrics: `p50` … `p99.999`, `avg`, `max`, `errors`, `rate`, `cpu`, `memory`, `startup`, `capacity`, and `NAME.p95` or `NAME.rate` of a script. Operators: `<` `<=` `>` `>=`. Units: `us` `ms` `s` `%` `req/s` `kB` `MB` `GB`. VALUE may be `[N x] SCENARIO.METRIC [+ TIME]`. See docs/slo.md.';
const printParsed = ({ slo, load }: ParsedSlo) => printSlo(slo, load);
/** Shortest and longest budget (s). */
export const BUDGET = [1, 6 * 3600] as const;
const DATA =
  'CSV with column names in its first line, for `${data.NAME}` in requests. Rows are used in order.';
const EXEC = 'The function that the script exports for this scenario.';

const scenario = map({
  request,
  requests: about(mix.min(1).max(50), 'Several requests, mixed.', MIX),
  data: textLike(/\.csv$/, DATA, 'load/items.csv'),
  script: text('Your k6 script, relative to this file. The target is `__ENV.TARGET_URL`.', 'load/browse.js'),
  exec: usual('default', textLike(/^[A-Za-z_$][\w$]*$/, EXEC, 'browse')),
  load: oneOrMore(grammar(parseLoad, printLoad, LOAD, ...LOADS), LOAD, ...LOADS, ['5 req/s', '9 req/s']),
  slo: oneOrMore(grammar(parseSlo, printParsed, SLO, ...SLOS), SLO, ...SLOS, ['p99 < 80ms', 'errors < 1%']),
  budget: duration(...BUDGET, 'Measured load of this scenario. Default: `measure.budget`.', '5m'),
  tolerance,
});
export type UserScenario = z.infer<typeof scenario>;

const CACHE = { env: { CACHE: '0' } };
const axisValue = map({
  env: about(environment, 'For services, requests (`${env.CACHE}`) and scripts (`__ENV.CACHE`).', CACHE.env),
  target: name('The service that takes the load.', 'cached'),
});
/** They become parts of labels, such as `[cache=off storage=memory]`. */
const valueName = textLike(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/, 'Name of a value.', 'off');
const values = about(axisValue, 'What differs with this value; `{}` if nothing does.', CACHE);
const AXIS = { on: {}, off: CACHE };
const NO_AXIS = '% has no axis.\nexpected one, such as `cache: {on: {}}`';
const exclude = z.array(z.record(z.string(), plainValue('Name of a value.', /^/, 'off')));
const axis = filled(z.record(valueName, values));
export type UserAxis = z.infer<typeof axis>;
const variants = z
  .object({
    exclude: about(exclude, 'Combinations to leave out.', [{ cache: 'off', storage: 'memory' }]).optional(),
  })
  .catchall(about(axis, 'An axis: its values, by name.', AXIS))
  .refine((axes) => Object.keys(axes).some((key) => key !== 'exclude'), { error: NO_AXIS });
export type UserVariants = z.infer<typeof variants>;

const resources = map({
  cpu: plainValue('Processors of each pod.', /^(\d{1,4}(\.\d{1,3})?|\d{1,6}m)$/, 2, '500m'),
  memory: plainValue('Memory of each pod.', /^\d{1,6}[MG]i$/, '1Gi', '512Mi'),
});
/** RFC 1123. */
const NAMESPACE = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const pods = map({
  pods: about(count(1000), 'How many pods send the load, each an equal part of it.', 8),
  namespace: textLike(NAMESPACE, 'Where the pods run. Default: the namespace of the context.', 'load'),
  context: text('The context of `kubectl`. Default: the one it uses.', 'staging'),
  image: text('Image with `k6` on its PATH, of the version that runs here.', 'registry.example.com/k6:2.2.0'),
  resources: about(resources, 'What each pod asks for, and its limit. Default: no limit.', { cpu: 2 }),
}).required({ pods: true });
export type UserPods = z.infer<typeof pods>;
const PODS = { pods: 8, namespace: 'load' };
const loadFrom = map({
  kubernetes: about(pods, 'Pods of a cluster that `kubectl` reaches.', PODS),
}).required({ kubernetes: true });

const PATTERN = 'A path or pattern below this file, or with `/` below the repository; `!` excludes.';
const CHANGED = 'Nothing is measured unless a file that matches differs between base and head.';
const patterns = z.array(text(PATTERN, 'src/**')).min(1);
const when = map({
  changed: about(patterns, CHANGED, ['src/**', '/package-lock.json', '!src/**/*.md']),
}).required({ changed: true });

const measure = map({
  budget: usual(DEFAULTS.budget, duration(...BUDGET, 'Measured load per scenario, both revisions.', '2m')),
  'warm-up': duration(1, 60, 'Load on a start before anything counts. Default: until it is steady.', '10s'),
  soak: usual(DEFAULTS.soak, duration(0, 600, 'Load on the last head without a pause, in total.', '30s')),
});

const FROM = 'The base revision, measured side by side; or earlier recorded runs of the base branch.';
const CONFIDENCE = 'At 99%, at most one run in a hundred on identical code says `regressed`.';
const confidence = grammar(parseConfidence, printPercent, CONFIDENCE, '99%');
const baseline = map({
  from: usual(DEFAULTS.baseline, about(z.enum(['paired', 'history']), FROM)),
  tolerance,
  confidence: usual(printPercent(DEFAULT_CONFIDENCE), confidence),
});

/** Top-level keys that Tailgate does not read: places for YAML anchors. */
export const EXTENSION = /^x-/;
const SCENARIO = { request: 'GET /search?q=shoes', slo: 'p99 < 30ms at 1000 req/s' };
const EXPLAIN =
  'What names the function of a slowdown: `auto` for Node, `py-spy`, `async-profiler`, `perf`, `pprof`, or a command that writes collapsed stacks of `$PIDS` to `$OUT`; `off`.';
const aService = about(service, 'A service.', SERVICE);
const services = filled(z.record(name('Name of a service.', 'app'), aService));
const aScenario = about(scenario, 'What is sent, and its SLOs.', SCENARIO);
const scenarios = filled(z.record(name('Name of a scenario.'), aScenario));
const HOST = 'A host without a port; `*.` before a name stands for all names below it.';
const hosts = z.array(grammar(parseHost, String, HOST, 'staging.example.com'));
const VARIANTS = 'Each scenario is measured in each variant: axes, and their values.';

/** Shape of `tailgate.yml`, with the grammars of its texts. Rules across several keys are checked later. */
export const userConfig = map({
  suite: usual(DEFAULTS.suite, name('Names the baseline, the status and the comment.', 'api')),
  when: about(when, 'When to measure. Default: always.', { changed: ['src/**'] }),
  service: about(service, 'The service under test. Several: `services`.', SERVICE),
  services: about(services, 'The services, by name; one of them is the `target`.', { app: SERVICE }),
  target: name('The service that takes the load. Needed only when several have a `url`.', 'app'),
  'load-from': about(loadFrom, 'Where load comes from. Default: this machine.', { kubernetes: PODS }),
  allow: about(hosts, 'Other machines that load may go to. Scripts may then go anywhere.', ['10.0.0.7']),
  secrets: about(z.array(variableName), 'Variables whose values are redacted.', ['DB_PASSWORD']),
  scenarios: about(scenarios, 'What is measured, by name.', { search: SCENARIO }),
  variants: about(variants, VARIANTS, { cache: AXIS }),
  measure: about(measure, 'How much is measured.', { budget: '2m' }),
  baseline: about(baseline, 'What this run is compared with.', { tolerance: '5%' }),
  explain: usual(DEFAULTS.explain, text(EXPLAIN, 'py-spy')),
})
  .required({ scenarios: true })
  .meta({
    title: 'Tailgate',
    description: 'Services, scenarios and SLOs of the tail-latency gate.',
    examples: [{ service: SERVICE, scenarios: { search: SCENARIO } }],
  });

/** What the file says. */
export type UserConfig = z.infer<typeof userConfig>;

/** Writes what a file says, each text in its canonical form. */
export function printConfig(config: UserConfig): z.input<typeof userConfig> {
  return z.encode(userConfig, config);
}

/** Prints the schema for editors, as draft-07: the newest that YAML's language server fully supports. */
export function describeSchema(): object {
  const extension = { description: 'Not read: a place for YAML anchors, merged elsewhere by `<<: *name`.' };
  // zod omits the default of a value that is a text in the file and something else afterwards.
  const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }) =>
    Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
  return {
    ...z.toJSONSchema(userConfig, { target: 'draft-7', io: 'input', override }),
    patternProperties: { [EXTENSION.source]: extension },
  };
}
