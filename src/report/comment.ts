import type { Report } from '../handover/report.ts';
import { clean, cut } from './format/visible.ts';
import { fitSections } from './room.ts';
import { sectionsOf } from './sections.ts';

/** Most characters of a comment. GitHub refuses more than 65,536; some room is left for how it counts. */
export const COMMENT_LIMIT = 65_000;
/** Most characters of a job summary. GitHub takes 1 MiB per step; a character has three bytes at worst. */
export const SUMMARY_CHARACTERS = 300_000;
/** Most characters of a name in the marker, which must leave room for the text. */
const LONGEST_NAME = 100;

/** Makes the hidden first line of a suite's comment, by which the comment is found again. */
export function commentMarker(suite: string): string {
  const name = clean(suite);
  const start = cut(name, LONGEST_NAME);
  // Legs of a matrix may differ in their last words alone, and must not share a comment.
  const ending = start === name ? '' : `-${hash(name)}`;
  return `<!-- tailgate:${encodeURIComponent(start)}${ending} -->`;
}

/** Hashes with FNV-1a over UTF-16 units, to eight hexadecimal digits. */
function hash(text: string): string {
  let sum = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, '0');
}

/** Renders the pull-request comment: GitHub Markdown, at most 65,000 characters, all foreign text escaped. */
export function renderComment(report: Report): string {
  const marker = `${commentMarker(report.suite)}\n`;
  return marker + fitSections(sectionsOf(report), COMMENT_LIMIT - marker.length);
}
