import type { Report } from '../../handover/report.ts';
import type { WorkDifference } from '../../verdict/work.ts';
import { formatCount, formatNumber, formatShare, formatSize } from '../format/numbers.ts';
import { code, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { shortLabel } from './terms.ts';

/** Most differences that are told. */
const MOST = 4;

/** Writes what base and head do differently, for the end of a headline: `answers are 99 % smaller: 1.2 kB → 2 B`. */
export function workNews({ verdict }: Report): string {
  const [first, ...others] = verdict.work ?? [];
  if (first === undefined) return '';
  return `; ${workWords(first)}${others.length > 0 ? `, and ${formatCount(others.length)} more` : ''}`;
}

/** Explains each difference of work in a sentence. */
export function explainWork({ verdict }: Report): Phrase[] {
  return (verdict.work ?? []).slice(0, MOST).map((difference) => {
    const label = code(shortLabel(difference.label));
    const note = NOTES[difference.kind];
    return say`${label}: ${workWords(difference)}.${note === '' ? '' : ` ${note}`}`;
  });
}

const NOTES: Record<WorkDifference['kind'], string> = {
  size: 'So less time is no improvement.',
  status: 'So less time is no improvement.',
  requests: 'So less time is no improvement.',
  resent:
    'The service ended a connection before it answered; k6 sends a GET again then, and says nothing. A caller of another make sees an error, and so does any POST: they count as errors.',
  connections: '',
};

function workWords(difference: WorkDifference): string {
  switch (difference.kind) {
    case 'size': {
      const { base, head, request } = difference;
      const answers = request === null ? 'answers are' : `answers to ${cut(request, 60)} are`;
      const change = (head + 1) / (base + 1) - 1;
      const other =
        change > 3 ? `${formatNumber(change + 1, 2)} times as large` : `${percent(change)} larger`;
      const size = head < 1 ? 'empty' : change < 0 ? `${percent(-change)} smaller` : other;
      return `${answers} ${size}: ${formatSize(base)} → ${formatSize(head)}`;
    }
    case 'status': {
      const { status, instead, base, head, request } = difference;
      const answers = request === null ? 'answers' : `answers to ${cut(request, 60)}`;
      const before = instead === null ? `before ${percent(base)}` : `before ${instead}`;
      return head > 0.99
        ? `${answers} are ${status}, ${before}`
        : `${percent(head)} of ${answers} are ${status}, before ${percent(base)}`;
    }
    case 'requests':
      return `an iteration sends ${formatNumber(difference.head, 2)} requests, before ${formatNumber(difference.base, 2)}`;
    case 'resent': {
      const { base, head } = difference;
      const before = base === null ? '' : `, before ${base > 0 ? oneIn(base) : 'none'}`;
      return `${oneIn(head)} needed a second connection${before}`;
    }
    case 'connections':
      return `${formatNumber(difference.head, 2)} connections for each request, before ${formatNumber(difference.base, 2)}`;
  }
}

function oneIn(share: number): string {
  return share > 0.5
    ? `${formatShare(share)} of requests`
    : `1 request in ${formatCount(Math.round(1 / share))}`;
}

/** Nearly all is not all. */
function percent(share: number): string {
  return `${Math.min(share < 1 ? 99 : Number.POSITIVE_INFINITY, Math.round(100 * share))} %`;
}
