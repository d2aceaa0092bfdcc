import * as z from 'zod';
import { variant } from '../json-values.ts';

const seconds = z.number().optional();

export const loadSchema = z.discriminatedUnion('kind', [
  /** Open model: arrivals at a constant rate whatever the answers do, by chance (a Poisson process) or evenly. */
  variant('arrival-rate', {
    rate: z.number().positive(),
    seconds,
    arrivals: z.literal('even').optional(),
  }),
  /** Closed model: each user waits for an answer before the next request. */
  variant('users', { users: z.number().int().positive(), seconds }),
  /** Closed model, until so many requests (script: iterations) are done. */
  variant('fixed-work', { requests: z.number().int(), users: z.number().int() }),
]);
export type Load = z.infer<typeof loadSchema>;
