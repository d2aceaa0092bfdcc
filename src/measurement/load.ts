import * as z from 'zod';
import { variant } from '../json-values.ts';

export const loadSchema = z.discriminatedUnion('kind', [
  /** Open model: arrivals at a constant rate whatever the answers do, by chance (a Poisson process). */
  variant('arrival-rate', { rate: z.number().positive(), seconds: z.number().optional() }),
  /** Closed model: each user waits for an answer before the next request. */
  variant('users', { users: z.number().int().positive() }),
  /** Closed model, until so many requests (script: iterations) are done. */
  variant('fixed-work', { requests: z.number().int(), users: z.number().int() }),
]);
export type Load = z.infer<typeof loadSchema>;
