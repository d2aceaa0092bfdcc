import * as z from 'zod';
import { parseDuration } from './duration.ts';
import { parseLoad } from './load.ts';
import { printPercent } from './percent.ts';
import { DEFAULT_CONFIDENCE } from './sensitivity.ts';
import { parseConfidence, parseTolerance } from './setting.ts';
import { parseSlo } from './slo.ts';

/** Names of suites, services, scenarios: they become parts of refs, file names and SLOs. */
export const NAME = /^[a-z][a-z0-9_-]*$/;
export const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const DEFAULTS = {
  suite: 'default',
  budget: '1m',
  readyTimeout: '60s',
  requestTimeout: '10s',
  stop: 'SIGTERM',
  method: 'GET',
  baseline: 'paired',
  onBaseFailure: 'invalid',
  scope: 'instance',
} as const;

/** Texts that have a grammar of their own: a value that is no text at all still gets that grammar's error. */
export const grammars = z.registry<{ parse: (text: string) => unknown }>();

type Help = { description: string; examples?: unknown[]; default?: unknown; [keyword: string]: unknown };

function text(help: Help) {
  return z.string().meta({ pattern: '\\S', ...help });
}

function durationText(help: Help) {
  return text(help).register(grammars, { parse: parseDuration });
}

function sloText(help: Help) {
  return text(help).register(grammars, { parse: parseSlo });
}

/** A percentage for all metrics, or one for each of some by its name. */
function setting(
  parse: (text: string) => number,
  { examples, ...help }: Help & { examples: [string, object] },
) {
  const percentage = text({ ...help, examples: examples.slice(0, 1) });
  const metric = z.string().meta({
    pattern: '^(p[5-9]\\d(\\.\\d+)?|tail|errors)$',
    description: '`p50` … `p99.999`, `tail` or `errors`.',
  });
  return z
    .union([
      percentage.register(grammars, { parse }),
      z.record(
        metric,
        text({ description: 'For this metric.', examples: examples.slice(0, 1) }).register(grammars, {
          parse,
        }),
      ),
    ])
    .meta({ ...help, examples });
}

function loadText(help: Help) {
  return text(help).register(grammars, { parse: parseLoad });
}

const name = (description: string) => z.string().regex(NAME).meta({ description });

const environmentValue = z.union([z.string(), z.number(), z.boolean()]).meta({
  description: 'Kept as it is written: `1.10` stays `1.10`. May hold `${…}`.',
});

const ready = z
  .union([
    z.literal('tcp').meta({ description: 'Ready when its port accepts a connection.' }),
    z.strictObject({
      path: text({
        description: 'Path that must answer with a status below 500.',
        examples: ['/healthz'],
      }).optional(),
      tcp: z.literal(true).meta({ description: 'Ready when its port accepts a connection.' }).optional(),
      log: text({
        description: 'Regular expression (JavaScript) that a line of its output must match.',
        examples: ['listening on port \\d+'],
      }).optional(),
      timeout: durationText({
        description: 'How long it may take; then the run fails and shows the last lines of its log.',
        examples: ['60s'],
        default: DEFAULTS.readyTimeout,
      }).optional(),
    }),
  ])
  .meta({
    description:
      'When the service counts as started. Default: with an http(s) `url`, once `/` answers with any status below 500; otherwise once its port accepts a connection.',
    examples: ['tcp', { path: '/healthz', timeout: '60s' }, { log: 'ready to accept connections' }],
  });

const service = z.strictObject({
  build: text({
    description: 'Shell command that runs once for each revision, before anything starts.',
    examples: ['npm ci && npm run build'],
  }).optional(),
  reuse: z
    .record(
      z.string().meta({ description: 'What to copy: a file or folder, relative to this file.' }),
      text({
        description: 'The lock file that it follows from, relative to this file.',
        examples: ['package-lock.json'],
      }),
    )
    .meta({
      description:
        'What a build would only make again: copied from the checkout into the tree of a revision whose lock file is the same.',
      examples: [{ node_modules: 'package-lock.json' }],
    })
    .optional(),
  prepare: text({
    description: 'Shell command that runs before each start, for instance to make a database.',
    examples: ['createdb app_$TAILGATE_INSTANCE && npm run migrate'],
  }).optional(),
  start: text({
    description:
      'Shell command that runs the service in the foreground. It finds a free port in `$PORT` and the name of the instance in `$TAILGATE_INSTANCE`. Without it the service must be running already, at `url`.',
    examples: ['node server.js', 'redis-server --port $PORT'],
  }).optional(),
  needs: z
    .array(name('Name of another service.'))
    .meta({ description: 'Services that must be ready before this one starts.', examples: [['redis']] })
    .optional(),
  env: z
    .record(z.string().regex(ENVIRONMENT_NAME), environmentValue)
    .meta({
      description:
        'Environment of its commands, beside the one Tailgate runs in. Values may hold `${PORT}`, `${TAILGATE_INSTANCE}`, `${redis.PORT}` of a service it needs, and `${env.NAME}`.',
      examples: [{ REDIS_URL: 'redis://127.0.0.1:${redis.PORT}' }],
    })
    .optional(),
  url: text({
    description: 'Where it answers. May hold `${PORT}`, `${TAILGATE_INSTANCE}` and `${env.NAME}`.',
    examples: ['http://127.0.0.1:${PORT}'],
  }).optional(),
  ready: ready.optional(),
  stop: text({
    description: 'A signal, or a shell command that stops the service.',
    examples: ['SIGINT', 'docker compose -p $TAILGATE_INSTANCE down -v'],
    default: DEFAULTS.stop,
  }).optional(),
  cleanup: text({
    description:
      'Shell command that runs after each stop, also after a failure, and so also when there is nothing to clear up. One that fails is told, and tried once more by the next run.',
    examples: ['dropdb --if-exists app_$TAILGATE_INSTANCE'],
  }).optional(),
  scope: z
    .enum(['instance', 'run'])
    .meta({
      description:
        '`instance`: started anew with each instance of the target. `run`: started once and shared by all of them, with `run` as its `$TAILGATE_INSTANCE`; never the target.',
      default: DEFAULTS.scope,
      examples: ['run'],
    })
    .optional(),
});

const status = z.int().min(100).max(599);

const requestDetails = z.strictObject({
  method: text({ description: 'HTTP method.', examples: ['POST'], default: DEFAULTS.method }).optional(),
  path: text({
    description: "Path below the target's `url`, or a whole http(s) URL. May hold `${…}`.",
    examples: ['/checkout'],
  }),
  headers: z
    .record(z.string(), environmentValue)
    .meta({ description: 'Request headers.', examples: [{ authorization: 'Bearer ${env.API_TOKEN}' }] })
    .optional(),
  json: z
    .unknown()
    .meta({
      description: 'Body, sent as JSON with its content type. Texts in it may hold `${…}`.',
      examples: [{ item: 1 }],
    })
    .optional(),
  body: z.string().meta({ description: 'Body, sent as it is. May hold `${…}`.' }).optional(),
  expect: z
    .strictObject({
      status: z
        .union([status, z.array(status).min(1)])
        .meta({
          description: 'Status that counts as success, or a list. Default: 200 to 399.',
          examples: [201, [200, 404]],
        })
        .optional(),
    })
    .meta({
      description: 'What the answer must be; any other counts as failed.',
      examples: [{ status: 201 }],
    })
    .optional(),
  timeout: durationText({
    description: 'A request that takes longer counts as failed.',
    examples: ['10s'],
    default: DEFAULTS.requestTimeout,
  }).optional(),
});

const loadHelp = {
  description:
    'Open model: `1000 req/s` arrive whatever the answers do. Closed model: `20 users`, each waiting for its answer. Fixed work: `10000 requests by 2 users`, shared among the blocks, at least one for each user in each. The first two may last `for 30s`.',
  examples: ['1000 req/s', '20 users for 30s', '10000 requests by 2 users'],
};

const sloHelp = {
  description:
    'METRIC OPERATOR VALUE [at LOAD]. Metrics: `p50` … `p99.999`, `avg`, `min`, `max`, `errors` (failed share), `rate` (achieved). Operators: `<` `<=` `>` `>=`. Units: `us` `ms` `s` `%` `req/s`.',
  examples: ['p99 < 30ms at 1000 req/s', 'p99 < 80ms', 'errors < 0.1%', 'rate > 900 req/s'],
};

/** The same under `baseline` and in a scenario, where it comes first. */
const sensitivity = {
  tolerance: setting(parseTolerance, {
    description:
      'A change smaller than this never blocks. One percentage for all latencies, or one by metric. Default: 5% for `p50`, for percentiles below p95 and for `tail` (the latencies between p90 and p99 together); 10% from p95 on. For `errors` it is a difference of shares (default: 0.1%, as from 2% to 2.1% of the requests), so it is set by name only: 5% for all would let every twentieth request fail.',
    examples: ['5%', { p50: '3%', p99: '10%', tail: '5%', errors: '0.1%' }],
  }).optional(),
  confidence: setting(parseConfidence, {
    description:
      'How sure a run must be before it calls a change a regression, from 50% to 99.99%; at 99% one run of a hundred on identical code raises a false alarm. More confidence takes more budget to see the same change. One percentage, or one by metric.',
    examples: ['99%', { tail: '99.9%' }],
    default: printPercent(DEFAULT_CONFIDENCE),
  }).optional(),
};

const scenario = z.strictObject({
  request: z
    .union([text({ description: 'METHOD PATH', examples: ['GET /search?q=shoes'] }), requestDetails])
    .meta({
      description: 'The request to send: `METHOD PATH`, or its parts.',
      examples: [
        'GET /search?q=shoes',
        { method: 'POST', path: '/checkout', json: { item: 1 }, expect: { status: 201 } },
      ],
    })
    .optional(),
  script: text({
    description:
      "Your own k6 script instead of `request`, relative to this file. It finds the target's address in `__ENV.TARGET_URL` and `__ENV.BASE_URL`.",
    examples: ['load/browse.js'],
  }).optional(),
  exec: text({
    description: 'The function that the script exports for this scenario.',
    examples: ['browse'],
    default: 'default',
  }).optional(),
  load: z
    .union([loadText(loadHelp), z.array(loadText(loadHelp)).min(1)])
    .meta({
      ...loadHelp,
      description: `${loadHelp.description} A list is a sweep: each load is measured and judged by itself.`,
    })
    .optional(),
  slo: z
    .union([sloText(sloHelp), z.array(sloText(sloHelp)).min(1)])
    .meta({ ...sloHelp, description: `${sloHelp.description} One, or a list.` })
    .optional(),
  budget: durationText({
    description: 'Time under load that this scenario may take, from 1s to 6h. Default: `measure.budget`.',
    examples: ['5m'],
  }).optional(),
  ...sensitivity,
});

/** What users may write in `tailgate.yml`; grammars inside texts and what spans several keys are checked later. */
export const userConfig = z
  .strictObject({
    suite: name('Names the baseline, the status and the comment; one repository may have several suites.')
      .meta({ default: DEFAULTS.suite, examples: ['api'] })
      .optional(),
    when: z
      .strictObject({
        changed: z
          .array(
            text({
              description:
                'A file or folder, relative to this file; `*`, `**`, `?`, `[a-z]` and `{a,b}` as usual, `!` takes out of what stands before it.',
              examples: ['src/**'],
            }),
          )
          .min(1)
          .meta({
            description:
              'Nothing is measured, and the verdict is `skipped`, when no file that matches differs between base and head. This file and the scripts that it names always count. Of several patterns the last that matches decides. Use it in place of the path filters of a workflow, with which a required check never reports.',
            examples: [['src/**', 'package-lock.json', '!src/**/*.md']],
          }),
      })
      .meta({ description: 'When to measure. Default: always.', examples: [{ changed: ['src/**'] }] })
      .optional(),
    service: service
      .meta({
        description: 'The service under test. Several: `services`.',
        examples: [{ build: 'npm ci', start: 'node server.js', url: 'http://127.0.0.1:${PORT}' }],
      })
      .optional(),
    services: z
      .record(name('Name of a service.'), service.meta({ description: 'A service.' }))
      .meta({
        description: 'The services, by name; one of them is the `target`.',
        examples: [{ app: { start: 'node server.js', url: 'http://127.0.0.1:${PORT}' } }],
      })
      .optional(),
    external: z
      .record(
        name('Name of an external service.'),
        text({ description: 'HOST:PORT that must accept a connection.', examples: ['localhost:5432'] }),
      )
      .meta({
        description:
          'What others start and stop, for instance a container under `services:` of the workflow. Waited for before any service starts.',
        examples: [{ postgres: 'localhost:5432' }],
      })
      .optional(),
    target: name('The service that takes the load. Needed only when several have a `url`.')
      .meta({ examples: ['app'] })
      .optional(),
    secrets: z
      .array(z.string().regex(ENVIRONMENT_NAME).meta({ description: 'Name of an environment variable.' }))
      .meta({
        description: 'Environment variables whose values are blacked out wherever text is kept or shown.',
        examples: [['DATABASE_PASSWORD']],
      })
      .optional(),
    scenarios: z
      .record(
        name('Name of a scenario.'),
        scenario.meta({
          description: 'A request or script, its load and its SLOs.',
          examples: [{ request: 'GET /search?q=shoes', slo: 'p99 < 30ms at 1000 req/s' }],
        }),
      )
      .meta({
        description: 'What is measured, by name.',
        examples: [{ search: { request: 'GET /search?q=shoes', slo: 'p99 < 30ms at 1000 req/s' } }],
      }),
    measure: z
      .strictObject({
        budget: durationText({
          description: 'Time under load that one scenario may take, from 1s to 6h.',
          examples: ['2m'],
          default: DEFAULTS.budget,
        }).optional(),
      })
      .meta({ description: 'How much is measured.', examples: [{ budget: '2m' }] })
      .optional(),
    baseline: z
      .strictObject({
        from: z
          .enum(['paired', 'history'])
          .meta({
            description:
              '`paired`: the base revision, started and measured beside this one. `history`: earlier recorded runs of the base branch on like machines; the default where the target runs already and so has no `start`.',
            default: DEFAULTS.baseline,
          })
          .optional(),
        'on-base-failure': z
          .enum(['invalid', 'history'])
          .meta({
            description:
              'When the base revision cannot be built or started. `invalid`: there is no verdict. `history`: earlier runs take its place.',
            default: DEFAULTS.onBaseFailure,
          })
          .optional(),
        ...sensitivity,
      })
      .meta({ description: 'What this run is compared with.', examples: [{ tolerance: '5%' }] })
      .optional(),
    k6: z
      .strictObject({
        path: text({
          description:
            'A k6 to use, absolute or relative to this file. Default: found or installed by Tailgate.',
          examples: ['tools/k6'],
        }).optional(),
      })
      .meta({ description: 'Which k6 drives the load.', examples: [{ path: 'tools/k6' }] })
      .optional(),
  })
  .meta({
    title: 'Tailgate',
    description: 'tailgate.yml: services, scenarios and SLOs of the tail-latency gate.',
  });

export type UserConfig = z.infer<typeof userConfig>;
export type UserService = z.infer<typeof service>;
export type UserScenario = z.infer<typeof scenario>;
export type UserRequest = z.infer<typeof requestDetails>;
export type UserReady = z.infer<typeof ready>;

/** The schema that editors understand: draft-07, the newest one that YAML's language server knows in full. */
export function describeSchema(): object {
  return z.toJSONSchema(userConfig, { target: 'draft-7', io: 'input' });
}
