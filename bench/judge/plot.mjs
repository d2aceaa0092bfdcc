/** Room around the plot, and its size, in pixels. */
const BOX = { left: 60, top: 40, right: 190, bottom: 50, width: 470, height: 290 };
const COLOURS = ['#0969da', '#cf222e', '#1a7f37', '#8250df', '#9a6700', '#57606a', '#bf3989', '#0550ae'];

/**
 * A line plot as SVG: shares (0 to 1) against a relative change.
 *
 * @param {{title: string, x: string, y: string, most: number, dashed?: number,
 *   lines: {name: string, points: {x: number, y: number}[]}[]}} plot  `most`: right end of the x axis, fraction;
 *   `dashed`: a level to mark
 */
export function drawPlot({ title, x, y, most, dashed, lines }) {
  const across = (value) => round(BOX.left + (value / most) * BOX.width);
  const up = (value) => round(BOX.top + (1 - value) * BOX.height);
  const [right, bottom] = [BOX.left + BOX.width, BOX.top + BOX.height];
  const width = right + BOX.right;
  const height = bottom + BOX.bottom;
  const text = (content, px, py, more = '') =>
    `<text x="${px}" y="${py}" ${more}>${escapeText(content)}</text>`;
  const parts = [
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(title, BOX.left, 22, 'font-size="15" font-weight="600"'),
  ];
  for (let share = 0; share <= 1; share += 0.2) {
    parts.push(`<path d="M${BOX.left} ${up(share)}H${right}" stroke="#d0d7de"/>`);
    parts.push(text(`${Math.round(share * 100)} %`, BOX.left - 8, up(share) + 4, 'text-anchor="end"'));
  }
  for (const tick of listTicks(most)) {
    parts.push(text(`${Math.round(tick * 100)} %`, across(tick), bottom + 18, 'text-anchor="middle"'));
  }
  if (dashed !== undefined) {
    parts.push(
      `<path d="M${BOX.left} ${up(dashed)}H${right}" stroke="#57606a" stroke-dasharray="4 4" fill="none"/>`,
    );
  }
  parts.push(text(x, BOX.left + BOX.width / 2, bottom + 38, 'text-anchor="middle"'));
  parts.push(
    text(y, 0, 0, `transform="translate(16 ${BOX.top + BOX.height / 2}) rotate(-90)" text-anchor="middle"`),
  );
  for (const [index, { name, points }] of lines.entries()) {
    const colour = COLOURS[index % COLOURS.length];
    const shown = points.filter((point) => point.x <= most);
    const path = shown.map((point) => `${across(point.x)} ${up(point.y)}`).join('L');
    parts.push(`<path d="M${path}" stroke="${colour}" stroke-width="2" fill="none"/>`);
    parts.push(
      ...shown.map((point) => `<circle cx="${across(point.x)}" cy="${up(point.y)}" r="3" fill="${colour}"/>`),
    );
    const row = BOX.top + 10 + index * 20;
    parts.push(`<path d="M${right + 14} ${row}h18" stroke="${colour}" stroke-width="2"/>`);
    parts.push(text(name, right + 38, row + 4));
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="12" fill="#1f2328">`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

function listTicks(most) {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2].find((size) => most / size <= 8) ?? 0.5;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => index * step);
}

const round = (value) => Math.round(value * 10) / 10;

function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
