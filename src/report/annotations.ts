import type { Report } from '../handover/report.ts';
import { tell } from './document.ts';
import { plain } from './format/phrase.ts';

export type Annotation = { level: 'error' | 'warning'; title: string; message: string };

/** Writes what must not be overlooked as annotations: plain text, the gravest first, errors when the merge is blocked. */
export function annotate(report: Report): Annotation[] {
  return tell(report).alerts.map(({ level, title, text }) => ({
    level,
    title: plain(title),
    message: plain(text),
  }));
}
