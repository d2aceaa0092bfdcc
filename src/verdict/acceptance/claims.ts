import type { Claim } from './acceptance.ts';
import { ACCEPT_TRAILER, parseAcceptance } from './acceptance-line.ts';
import { listTrailers } from './trailers.ts';

/** Most claims in one push or pull request. More are a mistake or an abuse. */
const MOST_CLAIMS = 50;
/** Longest quote of a trailer, in UTF-16 units. */
const LONGEST_TEXT = 300;

/** Person behind the trailers of a commit, and the time; `standing` as in `Claim`. */
export type Voucher = Pick<Claim, 'by' | 'at' | 'standing'>;

/** Lists the acceptances in the trailers of commits, each text once, with the best of its vouchers. */
export function listTrailerClaims(commits: readonly { message: string; voucher: Voucher }[]): Claim[] {
  const claims = new Map<string, Claim>();
  for (const { message, voucher } of commits) {
    for (const value of listTrailers(message, ACCEPT_TRAILER)) {
      const known = claims.get(value);
      if (known ? known.standing === 'valid' : claims.size >= MOST_CLAIMS) continue;
      claims.set(value, toClaim(value, voucher));
    }
  }
  return [...claims.values()];
}

function toClaim(value: string, { by, at, standing }: Voucher): Claim {
  const text = `${ACCEPT_TRAILER}: ${value}`.slice(0, LONGEST_TEXT).trimEnd();
  const parsed = parseAcceptance(value);
  const nothing = { label: null, metric: null };
  return parsed
    ? { by, at, via: 'trailer', text, ...parsed, standing }
    : { by, at, via: 'trailer', text, scope: nothing, why: '', standing: 'matches-nothing' };
}
