import * as z from 'zod';
import { parseAge, parseBound, printAge, printBound } from '../language/duration.ts';
import { printPercent } from '../language/percent.ts';
import { parseDriftTolerance, parseReference, printReference } from '../language/reference.ts';
import { loadFrom } from './load-from.ts';
import { scenario } from './scenario.ts';
import { service, variants } from './service.ts';
import {
  BUDGET_SECONDS,
  DEFAULTS,
  duration,
  ENVIRONMENT_NAME,
  name,
  parsed,
  sensitivity,
  text,
} from './values.ts';

function deployment(description: string, url: string) {
  return z
    .strictObject({
      url: text({
        description: 'Where it answers. May hold `${env.NAME}`.',
        examples: [url, '${env.PREVIEW_URL}'],
      }),
    })
    .meta({
      description: `A deployment that runs already, in place of a \`service\`: \`base\` and \`head\` are compared. ${description}`,
      examples: [{ url }],
    });
}

/** Longest soak: a gate that takes longer is switched off. */
const SOAK_SECONDS = { least: 0, most: 600 };
const WARM_UP_SECONDS = { least: 1, most: 60 };

/** Keys at the top that Tailgate does not read: places for YAML anchors. */
export const EXTENSION = /^x-/;

/** Shape of `tailgate.yml`. Grammars inside texts, and rules across several keys, are checked later. */
export const userConfig = z
  .strictObject({
    suite: name(
      'Names the baseline, the status and the comment; one repository may have several suites.',
    ).meta({ default: DEFAULTS.suite, examples: ['api'] }),
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
              'Nothing is measured, and the verdict is `skipped`, when no file that matches differs between base and head. This file, the scripts that it names and the files that these read always count. Of several patterns the last that matches decides. Use it in place of the path filters of a workflow, with which a required check never reports.',
            examples: [['src/**', 'package-lock.json', '!src/**/*.md']],
          }),
      })
      .meta({ description: 'When to measure. Default: always.', examples: [{ changed: ['src/**'] }] }),
    service: service.meta({
      description: 'The service under test. Several: `services`.',
      examples: [{ build: 'npm ci', start: 'node server.js', url: 'http://127.0.0.1:${PORT}' }],
    }),
    services: z.record(name('Name of a service.'), service.meta({ description: 'A service.' })).meta({
      description: 'The services, by name; one of them is the `target`.',
      examples: [{ app: { start: 'node server.js', url: 'http://127.0.0.1:${PORT}' } }],
    }),
    external: z
      .record(
        name('Name of an external service.'),
        text({ description: 'HOST:PORT that must accept a connection.', examples: ['localhost:5432'] }),
      )
      .meta({
        description:
          'What others start and stop, for instance a container under `services:` of the workflow. Waited for before any service starts.',
        examples: [{ postgres: 'localhost:5432' }],
      }),
    target: name('The service that takes the load. Needed only when several have a `url`.').meta({
      examples: ['app'],
    }),
    base: deployment('What the head is compared with.', 'https://main.example.com'),
    head: deployment('What the change has been deployed to.', 'https://pr-12.example.com'),
    'load-from': loadFrom,
    allow: z
      .array(
        text({
          description:
            'A host, by name or address, without a port. `*.` before a name stands for all below it.',
          examples: ['10.0.0.7'],
        }),
      )
      .meta({
        description:
          'Hosts other than this machine that load may go to: that of a target without `start`, or one that a script of yours needs. Without it, nothing that k6 sends leaves this machine; with it, scripts may connect to any host.',
        examples: [['staging.example.com']],
      }),
    secrets: z
      .array(z.string().regex(ENVIRONMENT_NAME).meta({ description: 'Name of an environment variable.' }))
      .meta({
        description:
          'Environment variables whose values are blacked out wherever text is kept or shown. One that is set but empty is a mistake.',
        examples: [['DATABASE_PASSWORD']],
      }),
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
    variants: variants.meta({
      description:
        'Every scenario is measured in every variant: axes by name, each with its values. Several axes multiply, `exclude` leaves combinations out. All variants share one chance of a false alarm.',
      examples: [{ cache: { on: {}, off: { env: { CACHE: '0' } } } }],
    }),
    measure: z
      .strictObject({
        budget: duration(BUDGET_SECONDS, {
          description:
            'Measured load that one scenario may take, base and head together, from 1s to 6h. Warm-up, soak and a search for rare slow requests come on top.',
          examples: ['2m'],
          default: DEFAULTS.budget,
        }),
        'warm-up': duration(WARM_UP_SECONDS, {
          description:
            'Time, from 1s to 1m, for which each start is under load before anything counts. Absent: until its typical request is about as fast as later, 4s at most, 5s for scripts. A JVM gets faster for longer.',
          examples: ['10s'],
        }),
        soak: duration(SOAK_SECONDS, {
          description:
            'Time, up to 10m, for which the last start of the head is kept under load without a pause, shared by all scenarios, at least 6s each: stalls by the clock of the process, latency and memory that grow, SLOs that are missed only then. `0s`: none.',
          examples: ['30s'],
          default: DEFAULTS.soak,
        }),
      })
      .partial()
      .meta({ description: 'How much is measured.', examples: [{ budget: '2m' }] }),
    baseline: z
      .strictObject({
        from: z.enum(['paired', 'history']).meta({
          description:
            '`paired`: the base revision, started and measured beside this one. `history`: earlier recorded runs of the base branch on like machines; the default where the target runs already and so has no `start`.',
          default: DEFAULTS.baseline,
        }),
        'on-base-failure': z.enum(['invalid', 'history']).meta({
          description:
            'When the base revision cannot be built, started or loaded. `invalid`: there is no verdict. `history`: earlier runs take its place.',
          default: DEFAULTS.onBaseFailure,
        }),
        ...sensitivity,
      })
      .partial()
      .meta({ description: 'What this run is compared with.', examples: [{ tolerance: '5%' }] }),
    explain: z.enum(['auto', 'off']).meta({
      description:
        '`auto`: a run that finds a slowdown by more processor time, or memory that has grown too much, profiles both revisions on one more start of each, for up to 40 s, and names the function that takes it. `off`: it does not.',
      default: DEFAULTS.explain,
    }),
    page: z
      .strictObject({
        write: text({
          description:
            'The file that `tailgate page` writes, Markdown or reStructuredText, relative to this file. The region between two markers is filled; all else in it stays.',
          examples: ['docs/performance.md'],
        }),
        buckets: z
          .array(
            parsed(
              { parse: parseBound, print: printBound },
              { description: 'A latency.', examples: ['100ms'] },
            ),
          )
          .meta({
            description:
              'Bounds of the buckets in which the page counts requests, rising. Default: no buckets.',
            examples: [['100ms', '800ms', '1.2s']],
          }),
        'max-age': parsed(
          { parse: parseAge, print: printAge },
          {
            description: 'Age of the measurement from which `tailgate page --check` fails. Default: none.',
            examples: ['30d'],
          },
        ),
      })
      .partial()
      .meta({
        description: 'The page with the results, for people.',
        examples: [{ write: 'docs/performance.md', buckets: ['100ms', '800ms', '1.2s'] }],
      }),
    drift: z
      .strictObject({
        against: parsed(
          { parse: parseReference, print: printReference },
          {
            description:
              'What `tailgate drift` compares the newest commit with: a tag, branch or commit, `latest-release-tag`, or an age, for the commit that the branch had then.',
            examples: ['30d', 'v1.4.0', 'latest-release-tag'],
            default: DEFAULTS.driftAgainst,
          },
        ),
        tolerance: parsed(
          { parse: parseDriftTolerance, print: printPercent },
          {
            description:
              'How much slower a latency may have become. In place of the tolerances of single changes; for `errors` and costs those stay.',
            examples: ['10%'],
            default: DEFAULTS.driftTolerance,
          },
        ),
      })
      .partial()
      .meta({
        description: 'What many small slowdowns may add up to: `tailgate drift`.',
        examples: [{ against: 'latest-release-tag', tolerance: '10%' }],
      }),
  })
  .partial()
  .required({ scenarios: true })
  .meta({
    title: 'Tailgate',
    description: 'tailgate.yml: services, scenarios and SLOs of the tail-latency gate.',
  });

/** The file as `readTexts` leaves it. What is broken is undefined. */
export type UserConfig = z.infer<typeof userConfig>;

/** Prints the schema for editors, as draft-07: the newest that YAML's language server knows in full. */
export function describeSchema(): object {
  const extension = {
    description: 'Not read: a place for YAML anchors, to be merged elsewhere with `<<: *name`.',
  };
  return {
    ...z.toJSONSchema(userConfig, { target: 'draft-7', io: 'input' }),
    patternProperties: { [EXTENSION.source]: extension },
  };
}
