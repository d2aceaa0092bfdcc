import type { Report } from '../handover/report.ts';
import { tell } from './document.ts';
import { plain } from './format/phrase.ts';
import { cut } from './format/visible.ts';

export type Annotation = { level: 'error' | 'warning'; title: string; message: string };

/** Most annotations: GitHub shows ten errors and ten warnings of a step and drops the rest silently. */
const SHOWN = 10;

/** Writes what must not be overlooked as annotations, all of them: plain text, errors when the merge is blocked. */
export function annotate(report: Report): Annotation[] {
  return tell(report).alerts.map(({ level, title, text }) => ({
    level,
    title: plain(title),
    message: plain(text),
  }));
}

/** Keeps as many errors and warnings as are shown of a step, and tells how many more there are. */
export function limitAnnotations(all: readonly Annotation[]): Annotation[] {
  return (['error', 'warning'] as const).flatMap((level) => {
    const own = all.filter((one) => one.level === level);
    if (own.length <= SHOWN) return own;
    const rest = own.slice(SHOWN - 1);
    const message = cut(rest.map(({ title }) => title).join('; '), 1000);
    return [...own.slice(0, SHOWN - 1), { level, title: `${rest.length} more`, message }];
  });
}
