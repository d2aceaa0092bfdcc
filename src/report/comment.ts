import type { Report } from './report.ts';
import { DROPPABLE, type SectionKind, sectionsOf } from './sections.ts';
import { clean, cut } from './visible.ts';

/** GitHub refuses comments of more than 65,536 characters; some room is left for how it counts. */
const COMMENT_LIMIT = 65_000;
/** GitHub takes 1 MiB per step in a job summary; three bytes per character at worst. */
const SUMMARY_LIMIT = 300_000;
/** The marker must leave room for the text; a suite's name has no limit of its own. */
const LONGEST_NAME = 100;

/** First line of a suite's comment, by which it is found again; nobody sees it. */
export function commentMarker(suite: string): string {
  return `<!-- tailgate:${encodeURIComponent(cut(clean(suite), LONGEST_NAME))} -->`;
}

/** The pull-request comment: Markdown as GitHub reads it, at most 65,000 characters, all foreign text escaped. */
export function renderComment(report: Report): string {
  const marker = `${commentMarker(report.suite)}\n`;
  return marker + renderBody(report, COMMENT_LIMIT - marker.length);
}

/** The comment's text for the job summary, which has more room and needs no marker. */
export function renderSummary(report: Report): string {
  return renderBody(report, SUMMARY_LIMIT);
}

function renderBody(report: Report, limit: number): string {
  const sections = sectionsOf(report);
  const dropped = new Set<SectionKind>();
  for (const next of [null, ...DROPPABLE]) {
    if (next !== null && !sections.some((section) => section.kind === next)) continue;
    if (next !== null) dropped.add(next);
    const kept = sections.filter((section) => !dropped.has(section.kind));
    const left = dropped.size > 0 ? [{ text: `Left out for want of room: ${[...dropped].join(', ')}.` }] : [];
    const body = `${[...kept.slice(0, -1), ...left, ...kept.slice(-1)].map((section) => section.text).join('\n\n')}\n`;
    if (body.length <= limit) return body;
  }
  // Everything that is left has a bounded length, so this is out of reach; the verdict would be what remains.
  return `${sections[0]!.text}\n`;
}
