import * as z from 'zod';
import { DEFAULTS, duration, ENVIRONMENT_NAME, environmentValue, name, plainValue, text } from './values.ts';

/** Shortest and longest time that a service may take to be ready. */
const READY_SECONDS = { least: 0.001, most: 3600 };

const ready = z
  .union([
    z.literal('tcp').meta({ description: 'Ready when its port accepts a connection.' }),
    z
      .strictObject({
        path: text({
          description: 'Path that must answer with a status below 500.',
          examples: ['/healthz'],
        }),
        tcp: z.literal(true).meta({ description: 'Ready when its port accepts a connection.' }),
        log: text({
          description:
            'Regular expression (JavaScript) that a line of its output must match, small and capital letters as they are, colours left out.',
          examples: ['listening on port \\d+'],
        }),
        timeout: duration(READY_SECONDS, {
          description: 'How long it may take; then the run fails and shows the last lines of its log.',
          examples: ['60s'],
          default: DEFAULTS.readyTimeout,
        }),
      })
      .partial(),
  ])
  .meta({
    description:
      'When the service counts as started. Default: with an http(s) `url`, once `/` answers with any status below 500; otherwise once its port accepts a connection.',
    examples: ['tcp', { path: '/healthz', timeout: '60s' }, { log: 'ready to accept connections' }],
  });

const containerPort = z
  .int()
  .min(1)
  .max(65_535)
  .meta({
    description: 'Port at which the service listens in its container, which finds it in `$PORT`.',
    examples: [8080],
  });

export const service = z
  .strictObject({
    build: text({
      description: 'Shell command that runs once for each revision, before anything starts.',
      examples: ['npm ci && npm run build'],
    }),
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
      }),
    prepare: text({
      description: 'Shell command that runs before each start, for instance to make a database.',
      examples: ['createdb app_$TAILGATE_INSTANCE && npm run migrate'],
    }),
    start: text({
      description:
        'Shell command that runs the service in the foreground. It finds a free port in `$PORT` and the name of the instance in `$TAILGATE_INSTANCE`. Without it the service must be running already, at `url`.',
      examples: ['node server.js', 'redis-server --port $PORT'],
    }),
    image: z
      .strictObject({
        build: text({
          description:
            'Folder with a Dockerfile, relative to this file. Built once for each revision, from its tree.',
          examples: ['.'],
        }).optional(),
        dockerfile: text({
          description: 'Dockerfile in that folder, if it has another name.',
          examples: ['Dockerfile.prod'],
        }).optional(),
        name: text({
          description: 'Image that is there, or that Docker can pull.',
          examples: ['postgres:17'],
        }).optional(),
        port: containerPort,
        command: z
          .array(z.string())
          .meta({ description: 'Replaces the command of the image.', examples: [['node', 'server.js']] })
          .optional(),
      })
      .meta({
        description:
          'Runs the service in a container in place of `start`, from a folder with a Dockerfile (`build`) or from an image (`name`). Containers of one instance reach each other by the names of their services.',
        examples: [
          { build: '.', port: 8080 },
          { name: 'postgres:17', port: 5432 },
        ],
      }),
    compose: z
      .strictObject({
        file: text({ description: 'The compose file, relative to this file.', examples: ['compose.yaml'] }),
        service: text({
          description: 'The service in it that this one is. What it depends on is started with it.',
          examples: ['app'],
        }),
        port: containerPort
          .meta({ description: 'Its port in the container, unless the file names only one.' })
          .optional(),
      })
      .meta({
        description:
          'Runs the service by `docker compose up` in place of `start`. Each instance has its own containers, networks and volumes, whatever names and ports the file gives them. `env` of this service is for `${…}` in the file, and for the environment of the service in it.',
        examples: [{ file: 'compose.yaml', service: 'app' }],
      }),
    ports: z.array(text({ description: 'Name of letters, digits and `_`.', examples: ['admin'] })).meta({
      description:
        'More ports that it opens, by names of yours. For `admin` it finds a free one in `$PORT_ADMIN`; templates write `${PORT_ADMIN}`, and `${app.PORT_ADMIN}` where another service needs `app`.',
      examples: [['admin']],
    }),
    needs: z
      .array(name('Name of another service.'))
      .meta({ description: 'Services that must be ready before this one starts.', examples: [['redis']] }),
    env: z.record(z.string().regex(ENVIRONMENT_NAME), environmentValue).meta({
      description:
        'Environment of its commands, beside the one Tailgate runs in. Values may hold `${PORT}`, `${TAILGATE_INSTANCE}`, `${redis.PORT}` of a service it needs, and `${env.NAME}`.',
      examples: [{ REDIS_URL: 'redis://127.0.0.1:${redis.PORT}' }],
    }),
    url: text({
      description:
        'Where it answers. May hold `${PORT}`, `${TAILGATE_INSTANCE}`, `${redis.PORT}` of a service it needs, and `${env.NAME}`.',
      examples: ['http://127.0.0.1:${PORT}'],
    }),
    tls: z
      .strictObject({
        ca: text({
          description:
            'File (PEM) with the certificate, or with that of whoever signed it, relative to this file. `build`, `prepare` or `start` may make it.',
          examples: ['certs/ca.pem'],
        }),
        insecure: z.literal(true).meta({
          description: 'Any certificate is accepted. Not beside `allow`, since k6 verifies none then.',
        }),
      })
      .partial()
      .meta({
        description:
          'Which certificate is accepted of a service at `https://` on this machine, if this machine does not trust it by itself: `ca` or `insecure`.',
        examples: [{ ca: 'certs/ca.pem' }, { insecure: true }],
      }),
    ready: ready,
    stop: text({
      description: 'A signal, or a shell command that stops the service.',
      examples: ['SIGINT', 'docker compose -p $TAILGATE_INSTANCE down -v'],
      default: DEFAULTS.stop,
    }),
    cleanup: text({
      description:
        'Shell command that runs after each stop, also after a failure, and so also when there is nothing to clear up. One that fails is told, and tried once more by the next run.',
      examples: ['dropdb --if-exists app_$TAILGATE_INSTANCE'],
    }),
    halt: z.literal('never').meta({
      description:
        'Its processes are not halted while the other revision is under load alone. For what holds leases or sends heartbeats, whose work in the background then takes processors from the other revision.',
      examples: ['never'],
    }),
    scope: z.enum(['instance', 'run']).meta({
      description:
        '`instance`: started anew with each instance of the target. `run`: started once and shared by all of them, with `run` as its `$TAILGATE_INSTANCE`; never the target.',
      default: DEFAULTS.scope,
      examples: ['run'],
    }),
  })
  .partial();

export type UserService = z.infer<typeof service>;

const { env, needs, prepare, start, stop, cleanup } = service.shape;

/** Keys of a service that may differ between variants. A build runs once for all of them. */
const serviceChange = z.strictObject({ env, needs, prepare, start, stop, cleanup });

const axisValue = z
  .strictObject({
    env: z.record(z.string().regex(ENVIRONMENT_NAME), environmentValue).meta({
      description:
        'Environment of every service that is started for each instance; that of a service below goes before it.',
      examples: [{ CACHE: '0' }],
    }),
    services: z.record(name('Name of a service.'), serviceChange).meta({
      description: 'Keys of a service that are other in this variant. Its `env` is added, all else replaced.',
      examples: [{ api: { env: { STORE: 'memory' } } }],
    }),
    target: name('The service that takes the load. Services that only other targets need are not started.'),
    with: z.record(z.string().regex(ENVIRONMENT_NAME), environmentValue).meta({
      description:
        'Parameters of requests: `${variant.NAME}` in path, headers and body; `__ENV.VARIANT_NAME` in a k6 script.',
      examples: [{ path: '/v2' }],
    }),
  })
  .partial();

const axis = z.record(
  z.string().meta({ description: 'Name of a value: letters, digits, `.`, `_` and `-`.' }),
  axisValue.meta({
    description: 'What is other with this value; `{}` where nothing is.',
    examples: [{ env: { CACHE: '0' } }],
  }),
);

export const variants = z
  .object({
    exclude: z
      .array(z.record(z.string(), plainValue()))
      .meta({
        description: 'Combinations to leave out: all variants that have these values.',
        examples: [[{ cache: 'off', storage: 'memory' }]],
      })
      .optional(),
  })
  .catchall(
    axis.meta({
      description: 'An axis: its values, by name.',
      examples: [{ on: {}, off: { env: { CACHE: '0' } } }],
    }),
  );

export type UserOverlay = z.infer<typeof axisValue>;
export type UserServiceChange = z.infer<typeof serviceChange>;
export type UserExclusion = NonNullable<z.infer<typeof variants>['exclude']>[number];
