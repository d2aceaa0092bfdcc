/** Room around the plot, and its size, in pixels. */
const BOX = { left: 60, top: 40, right: 200, bottom: 50, width: 470, height: 290 };

/** Colours that are told apart on white and on near black; the second of each pair is for dark pages. */
const COLOURS = [
  ['#0969da', '#58a6ff'],
  ['#cf222e', '#ff7b72'],
  ['#1a7f37', '#3fb950'],
  ['#8250df', '#bc8cff'],
  ['#9a6700', '#d29922'],
  ['#57606a', '#9ea7b3'],
];

/** Marks, so that colour is not the only difference. */
const MARKS = [
  (x, y) => `<circle cx="${x}" cy="${y}" r="3.5"/>`,
  (x, y) => `<path d="M${x - 4} ${y + 3.5}L${x} ${y - 4.5}L${x + 4} ${y + 3.5}Z"/>`,
  (x, y) => `<rect x="${x - 3.5}" y="${y - 3.5}" width="7" height="7"/>`,
  (x, y) => `<path d="M${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}L${x - 5} ${y}Z"/>`,
];

/**
 * A line plot as SVG: shares (0 to 1) against a relative change. An image in a page does not know the page's colours,
 * only whether its reader prefers dark ones, so it brings its own background.
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
    `<rect class="page" width="${width}" height="${height}"/>`,
    text(title, BOX.left, 24, 'font-size="15" font-weight="600"'),
  ];
  for (let fifth = 0; fifth <= 5; fifth++) {
    parts.push(`<path class="grid" d="M${BOX.left} ${up(fifth / 5)}H${right}"/>`);
    parts.push(text(`${fifth * 20} %`, BOX.left - 8, up(fifth / 5) + 4, 'text-anchor="end"'));
  }
  for (const tick of listTicks(most)) {
    parts.push(text(`${Math.round(tick * 100)} %`, across(tick), bottom + 18, 'text-anchor="middle"'));
  }
  if (dashed !== undefined) {
    parts.push(`<path class="mark" stroke-dasharray="5 4" d="M${BOX.left} ${up(dashed)}H${right}"/>`);
  }
  parts.push(text(x, BOX.left + BOX.width / 2, bottom + 38, 'text-anchor="middle"'));
  parts.push(
    text(y, 0, 0, `transform="translate(16 ${BOX.top + BOX.height / 2}) rotate(-90)" text-anchor="middle"`),
  );
  for (const [index, { name, points }] of lines.entries()) {
    const line = `class="line${index % COLOURS.length}"`;
    const drawMark = MARKS[index % MARKS.length];
    const shown = points.filter((point) => point.x <= most).sort((a, b) => a.x - b.x);
    const path = shown.map((point) => `${across(point.x)} ${up(point.y)}`).join('L');
    const row = BOX.top + 10 + index * 24;
    parts.push(
      `<g ${line}><path d="M${path}" fill="none"/>`,
      ...shown.map((point) => drawMark(across(point.x), up(point.y))),
      `<path d="M${right + 16} ${row}h22"/>${drawMark(right + 27, row)}</g>`,
      text(name, right + 46, row + 4),
    );
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<title>${escapeText(title)}</title>`,
    `<style>${writeStyle(0)}@media (prefers-color-scheme: dark){${writeStyle(1)}}</style>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/** @param {0 | 1} scheme  light, dark */
function writeStyle(scheme) {
  const [page, words, grid, mark] = [
    ['#ffffff', '#1f2328', '#d8dee4', '#57606a'],
    ['#0d1117', '#e6edf3', '#30363d', '#9ea7b3'],
  ][scheme];
  const lines = COLOURS.map(
    (colours, index) =>
      `.line${index}{stroke:${colours[scheme]};fill:${colours[scheme]};stroke-width:${index === 0 ? 3 : 2}}`,
  );
  return `.page{fill:${page}}text{fill:${words}}.grid{stroke:${grid}}.mark{stroke:${mark}}${lines.join('')}`;
}

function listTicks(most) {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2].find((size) => most / size <= 8) ?? 0.5;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => index * step);
}

const round = (value) => Math.round(value * 10) / 10;

function escapeText(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
