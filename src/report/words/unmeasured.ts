import type { Verdict } from '../../verdict/verdict.ts';
import { formatCount } from '../format/numbers.ts';
import { plain } from '../format/phrase.ts';
import { nameServiceFault } from './causes.ts';
import { title } from './terms.ts';

/** Names what has died, or has left k6 no processor: it was not measured to its end, so nothing clears it. */
export function brokenWords({ faults }: Verdict): string[] {
  const broken = faults.filter(({ kind }) => kind === 'crashed' || kind === 'fills-machine');
  return broken.map((fault) => plain(nameServiceFault(fault, true)));
}

/** Says of each percentile that had too few requests to compare how many it takes. */
export function unreadWords({ pair }: Verdict): string[] {
  return (pair?.unread ?? []).map(
    ({ label, metric, requests, needed }) =>
      `${title(label, metric)} is not compared: it takes ${formatCount(needed)} requests of each revision, and ${formatCount(requests)} were due`,
  );
}
