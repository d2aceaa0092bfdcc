import * as z from 'zod';
import { parseCapacity, printCapacity } from '../language/capacity.ts';
import { parseLoad, printLoad } from '../language/load.ts';
import { type ParsedSlo, parseSlo, printSlo } from '../language/slo.ts';
import {
  BUDGET_SECONDS,
  DEFAULTS,
  duration,
  environmentValue,
  grammars,
  parsed,
  sensitivity,
  text,
} from './values.ts';

/** Longest time that an answer may take, and shortest. */
const TIMEOUT_SECONDS = { least: 0.001, most: 600 };

/** Greatest weight of a request. With more, the order would hardly repeat within a run. */
export const HIGHEST_WEIGHT = 100;

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
    .register(grammars, { parse: JSON.parse, print: JSON.stringify, isLate: true })
    .optional(),
  body: z.string().meta({ description: 'Body, sent as it is. May hold `${…}`.' }).optional(),
  expect: z
    .strictObject({
      status: z.union([status, z.array(status).min(1)]).meta({
        description: 'Status that counts as success, or a list. Default: 200 to 399.',
        examples: [201, [200, 404]],
      }),
      size: z.literal('same').meta({
        description:
          'Blocks where a typical answer is 30 % smaller or larger than that of the base. Otherwise this is only told.',
      }),
    })
    .partial()
    .meta({
      description: 'What the answer must be; any other counts as failed.',
      examples: [{ status: 201 }],
    })
    .optional(),
  timeout: duration(TIMEOUT_SECONDS, {
    description: 'A request that takes longer counts as failed.',
    examples: ['10s'],
    default: DEFAULTS.requestTimeout,
  }).optional(),
});

const request = z
  .union([text({ description: 'METHOD PATH', examples: ['GET /search?q=shoes'] }), requestDetails])
  .meta({
    description: 'The request to send: `METHOD PATH`, or its parts.',
    examples: [
      'GET /search?q=shoes',
      { method: 'POST', path: '/checkout', json: { item: 1 }, expect: { status: 201 } },
    ],
  });

const weighted = z
  .strictObject({
    request: request,
    weight: z
      .int()
      .min(1)
      .max(HIGHEST_WEIGHT)
      .meta({
        description: 'Its share of the arrivals, of the sum of all weights.',
        default: 1,
        examples: [3],
      }),
  })
  .partial();

const loadHelp = {
  description:
    'Open model: `1000 req/s` arrive whatever the answers do. Closed model: `20 users`, each waiting for its answer. Fixed work: `10000 requests by 2 users`, done by each revision in each block, all of it, and repeated as a whole where it takes less than a second; at least one for each user. The first two may last `for 30s`.',
  examples: ['1000 req/s', '20 users for 30s', '10000 requests by 2 users'],
};

const sloHelp = {
  description:
    'METRIC OPERATOR VALUE [at LOAD]. Metrics: `p50` … `p99.999`, `avg`, `min`, `max`, `errors` (failed share), `rate` (achieved), `cpu` (processor time for each request), `memory` (peak), `startup` (from start to ready), `capacity` (see there). Operators: `<` `<=` `>` `>=`. Units: `us` `ms` `s` `%` `req/s` `kB` `MB` `GB`. VALUE may be a metric of another scenario: `[N x] NAME.METRIC [+ TIME]` or `[- TIME]`. With `script` also `NAME.p95` or `NAME.rate` of a metric that it feeds. See docs/slo.md.',
  examples: [
    'p99 < 30ms at 1000 req/s',
    'p99 < 80ms',
    'errors < 0.1%',
    'rate > 900 req/s',
    'p95 < sparql.p95 + 150ms',
    'p50 < 0.5 x backend.p50',
    'queue_wait.p95 < 200ms',
  ],
};

const LOAD = { parse: parseLoad, print: printLoad };
const SLO = { parse: parseSlo, print: ({ slo, load }: ParsedSlo) => printSlo(slo, load) };

export const scenario = z
  .strictObject({
    request: request,
    requests: z
      .array(z.union([text({ description: 'METHOD PATH', examples: ['GET /search?q=shoes'] }), weighted]))
      .min(1)
      .max(50)
      .meta({
        description:
          'Several requests instead of `request`, dealt out alike to base and head. Latency is judged of all together; for limits of its own a request needs a scenario.',
        examples: [['GET /', { request: 'GET /search?q=shoes', weight: 3 }]],
      }),
    data: text({
      description:
        'CSV with names of columns in its first line, or JSON with a list of maps; at most 10 MB and 100,000 rows. Requests hold `${data.NAME}`: in a path the value is encoded for a URL, in `json` quoted. Rows are dealt out in order, alike to base and head.',
      examples: ['load/items.csv'],
    }),
    script: text({
      description:
        "Your own k6 script instead of `request`, relative to this file. It finds the target's address in `__ENV.TARGET_URL` and `__ENV.BASE_URL`.",
      examples: ['load/browse.js'],
    }),
    exec: text({
      description: 'The function that the script exports for this scenario.',
      examples: ['browse'],
      default: 'default',
    }),
    load: z.union([parsed(LOAD, loadHelp), z.array(parsed(LOAD, loadHelp)).min(1)]).meta({
      ...loadHelp,
      description: `${loadHelp.description} A list is a sweep: each load is measured and judged by itself.`,
    }),
    arrivals: z.enum(['poisson', 'even']).meta({
      description:
        'How requests of an open model arrive: by chance, as from many callers who know nothing of each other, or one after the other at equal distances, which hides the queues that chance makes.',
      default: 'poisson',
      examples: ['even'],
    }),
    capacity: parsed(
      { parse: parseCapacity, print: printCapacity },
      {
        description: `In place of \`load\`: the highest arrival rate of a range that meets an SLO is searched. Gated by \`slo: capacity > N req/s\`, and compared with that of the base. \`budget\` is the time of the search; default: ${DEFAULTS.capacityBudget}.`,
        examples: ['p99 < 30ms between 100 and 5000 req/s'],
      },
    ),
    slo: z
      .union([parsed(SLO, sloHelp), z.array(parsed(SLO, sloHelp)).min(1)])
      .meta({ ...sloHelp, description: `${sloHelp.description} One, or a list.` }),
    budget: duration(BUDGET_SECONDS, {
      description:
        'Measured load that this scenario may take, base and head together, from 1s to 6h. Fixed work is done as often as fits, and in the fewest blocks that a verdict takes. Default: `measure.budget`.',
      examples: ['5m'],
    }),
    ...sensitivity,
  })
  .partial();

export type UserScenario = z.infer<typeof scenario>;
export type UserRequest = z.infer<typeof requestDetails>;
