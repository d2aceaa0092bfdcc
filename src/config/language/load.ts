import type { Load } from '../../measurement/measurement.ts';
import { printDecimal } from '../../metrics/decimal.ts';
import { parseDurationWithin, printDuration } from './duration.ts';
import { match, NUMBER, refuse, within } from './text.ts';

/** Shortest and longest load requested from k6, in seconds. */
const LENGTH = [1, 6 * 3600] as const;
/**
 * Most virtual users, and highest rate (req/s): what one k6 process can handle on a large machine, according to
 * https://grafana.com/docs/k6/latest/testing-guides/running-large-tests/
 */
const MOST_USERS = 40_000;
const HIGHEST_RATE = 300_000;
const LOWEST_RATE = 0.001;
const MOST_REQUESTS = 1_000_000_000;

/** Smallest factor between the ends of a range. A narrower range says nothing that a load would not. */
const NARROWEST = 1.2;

/** Rates (req/s) among which the highest that meets an SLO is searched for: the capacity. */
export type LoadRange = { kind: 'range'; from: number; to: number };

const RANGE = new RegExp(`^(?<from>${NUMBER}) to (?<to>${NUMBER}) ?req/s$`);
const RATE = new RegExp(`^(?<rate>${NUMBER}) ?req/s(?: for (?<length>\\S+))?$`);
const WORK = /^(?:(?<requests>\d+) requests? by )?(?<users>\d+) users?$/;

export const LOADS = ['1000 req/s', '20 users', '10000 requests by 2 users', '100 to 5000 req/s'];

/** Parses a load, also `1000 req/s for 30s`, or a range of rates. @throws TextError */
export function parseLoad(text: string): Load | LoadRange {
  const range = match(text, RANGE);
  if (range !== null) {
    const from = within(Number(range.from), [LOWEST_RATE, HIGHEST_RATE / NARROWEST], printRate);
    const least = Number((from * NARROWEST).toFixed(6));
    return { kind: 'range', from, to: within(Number(range.to), [least, HIGHEST_RATE], printRate) };
  }
  const { rate, length } = match(text, RATE) ?? {};
  if (rate !== undefined) {
    return {
      kind: 'arrival-rate',
      rate: within(Number(rate), [LOWEST_RATE, HIGHEST_RATE], printRate),
      ...(length !== undefined && { seconds: parseDurationWithin(length, ...LENGTH) }),
    };
  }
  const work = match(text, WORK);
  if (work === null) return refuse(text, 'a load', LOADS);
  const users = within(Number(work.users), [1, MOST_USERS], printUsers);
  if (work.requests === undefined) return { kind: 'users', users };
  // At least one request for each user.
  const requests = within(Number(work.requests), [users, MOST_REQUESTS], printRequests);
  return { kind: 'fixed-work', requests, users };
}

/** Prints a load so that `parseLoad` reads it back. */
export function printLoad(load: Load | LoadRange): string {
  switch (load.kind) {
    case 'range':
      return `${printDecimal(load.from)} to ${printRate(load.to)}`;
    case 'arrival-rate':
      return `${printRate(load.rate)}${load.seconds === undefined ? '' : ` for ${printDuration(load.seconds)}`}`;
    case 'users':
      return printUsers(load.users);
    case 'fixed-work':
      return `${printRequests(load.requests)} by ${printUsers(load.users)}`;
  }
}

const printRate = (rate: number) => `${printDecimal(rate)} req/s`;
const printUsers = (users: number) => (users === 1 ? '1 user' : `${users} users`);
const printRequests = (requests: number) => (requests === 1 ? '1 request' : `${requests} requests`);
