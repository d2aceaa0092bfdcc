import type { Report } from '../handover/report.ts';
import { composeDocument } from './document.ts';
import { plain } from './format/phrase.ts';
import { cut } from './format/visible.ts';

export type Annotation = { level: 'error' | 'warning' | 'notice'; title: string; message: string };

/** Most annotations: GitHub shows ten errors and ten warnings of a step and drops the rest silently. */
const SHOWN = 10;

/** Writes what must not be overlooked as annotations, all of them: plain text, errors when the merge is blocked. */
export function annotate(report: Report): Annotation[] {
  const { alerts } = composeDocument(report, Number.POSITIVE_INFINITY);
  return alerts.map(({ level, title, text }) => ({ level, title: plain(title), message: plain(text) }));
}

/** Keeps as many errors and warnings as are shown of a step, and tells how many more there are. */
export function limitAnnotations(all: readonly Annotation[]): Annotation[] {
  return (['error', 'warning'] as const).flatMap((level) => limit(all.filter((one) => one.level === level)));
}

/** Keeps the first annotations of a level, and tells how many more there are. */
function limit(annotations: Annotation[]): Annotation[] {
  if (annotations.length <= SHOWN) return annotations;
  const rest = annotations.slice(SHOWN - 1);
  const titles = rest.map((annotation) => annotation.title).join('; ');
  const last = { level: rest[0]!.level, title: `${rest.length} more`, message: cut(titles, 1000) };
  return [...annotations.slice(0, SHOWN - 1), last];
}
