import * as z from 'zod';
import { service } from './service.ts';
import { ENVIRONMENT_NAME, environmentValue, name } from './values.ts';

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
      .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))
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
