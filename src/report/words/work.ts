import type { Report } from '../../handover/report.ts';
import { isCall, type WorkDifference } from '../../verdict/work.ts';
import { formatCount, formatNumber, formatShare, formatSize } from '../format/numbers.ts';
import { code, type Phrase, say } from '../format/phrase.ts';
import { cut } from '../format/visible.ts';
import { listSlower, shortLabel } from './terms.ts';

/** Most differences that are told. */
const MOST = 4;

/** Writes what base and head do differently, for the end of a headline: `answers are 99 % smaller: 1.2 kB → 2 B`. */
export function workNews({ verdict, record }: Report): string {
  const [first, ...others] = (verdict.work ?? []).filter(({ kind }) => !isCall(kind));
  if (first === undefined) return '';
  const isOnly = record.steps.every(({ label }) => label === first.label);
  return `; ${isOnly ? '' : `${shortLabel(first.label)}: `}${workWords(first)}${others.length > 0 ? `, and ${formatCount(others.length)} more` : ''}`;
}

/**
 * Says whom the service calls more often for each request, or gets more from: `db gets 11 messages for each request,
 * before 1`. Empty where it does not.
 */
export function callWords({ work = [] }: Report['verdict'], label: string): string {
  const more = work.filter((one) => isCall(one.kind) && one.label === label && one.head > (one.base ?? 0));
  return more.slice(0, MOST).map(workWords).join('; ');
}

/** Explains each difference of work in a sentence, but for calls that explain a slowdown. */
export function explainWork(report: Report): Phrase[] {
  const slower = new Set(listSlower(report));
  const told = (report.verdict.work ?? []).filter(({ kind, label }) => !(isCall(kind) && slower.has(label)));
  return told.slice(0, MOST).map((difference) => {
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
  messages: '',
  received: '',
};

function workWords(difference: WorkDifference): string {
  switch (difference.kind) {
    case 'size': {
      const { base, head, request } = difference;
      const answers = request === null ? 'answers are' : `answers to ${cut(request, 60)} are`;
      if (base < 1) return `${answers} no longer empty: ${formatSize(base)} → ${formatSize(head)}`;
      const change = head / base - 1;
      const other =
        change > 3 ? `${formatNumber(change + 1, 2)} times as large` : `${percent(change)} larger`;
      const size = head < 1 ? 'empty' : change < 0 ? `${percent(-change)} smaller` : other;
      return `${answers} ${size}: ${formatSize(base)} → ${formatSize(head)}`;
    }
    case 'status': {
      const { status, instead, base, head, request } = difference;
      const answers = request === null ? 'answers' : `answers to ${cut(request, 60)}`;
      const before = instead === null || base >= 0.01 ? `before ${percent(base)}` : `before ${instead}`;
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
    case 'messages': {
      const { peer, base, head } = difference;
      const [before, now] = [base, head].map((value) => (value < 0.01 ? 'no' : formatNumber(value, 2)));
      const unit = now === '1' ? 'message' : 'messages';
      return `${cut(peer, 60)} gets ${now} ${unit} for each request, before ${before === 'no' ? 'none' : before}`;
    }
    case 'received': {
      const { peer, base, head } = difference;
      return `${cut(peer, 60)} sends ${formatSize(head)} for each request, before ${formatSize(base)}`;
    }
    case 'connections': {
      const head = formatNumber(difference.head, 2);
      const unit = head === '1' ? 'connection' : 'connections';
      return `${head} ${unit} for each request, before ${formatNumber(difference.base, 2)}`;
    }
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
