/** Words and tables of the study, Markdown. */
export const percent = (share, digits = 0) => `${(share * 100).toFixed(digits)} %`;

export const signed = (change, digits = 1) =>
  `${change >= 0 ? '+' : '−'}${percent(Math.abs(change), digits)}`;

/** A change for which there may be no number, because one side was never answered. */
export const signedOrInfinite = (change, digits) => (Number.isFinite(change) ? signed(change, digits) : '∞');

export function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '-' : '-:'))), ...rows.map(line)].join('\n');
}

/** `3 regressed, 1 unchanged` */
export function tally(names) {
  const counts = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return Object.entries(counts)
    .map(([name, number]) => `${number} ${name}`)
    .join(', ');
}

/** The middle value, the upper one of two. @returns {number | undefined} undefined without values */
export function findMedian(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
