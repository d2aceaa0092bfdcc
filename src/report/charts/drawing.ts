import * as Plot from '@observablehq/plot';
import { DOMImplementation, type Element, XMLSerializer } from '@xmldom/xmldom/lib/dom.js';
import { clean, cut } from '../format/visible.ts';
import { INK, PAPER, STROKES, STYLE } from './style.ts';

const SVG = 'http://www.w3.org/2000/svg';
/** Widths (px) of a picture in its own file, and of one that sits beside another on a wide page and alone on a phone. */
const WIDTH = { file: 760, figure: 520 };
/** Heights of the title and of a row of the legend. */
const TITLE = 30;
const ROW = 18;
/** Width of the line sample in the legend. */
const SAMPLE = 26;
/** Maximum number of characters of a name in a picture. */
const LONGEST_NAME = 48;

/** Options of Observable Plot, with the height of the frame and what the vertical axis shows. */
type ChartOptions = Plot.PlotOptions & { height: number; yLabel?: string };

/** What a picture shows. `legend`: names of the lines, in the order of `STROKES`. */
export type Drawing = { title: string; legend?: readonly string[]; plot: ChartOptions };

/**
 * Draws marks of Observable Plot, with a legend, as SVG. The same input gives the same text. The serializer escapes
 * names.
 *
 * @param description what a picture in an HTML page shows, for readers who cannot see it. The page supplies the title and
 *   the style sheet, as a policy may forbid styles within the picture. Absent: the picture is a file of its own.
 */
export function drawSvg({ title, legend = [], plot }: Drawing, description?: string): string {
  const isFile = description === undefined;
  const { height, yLabel, ...options } = plot;
  const width = isFile ? WIDTH.file : WIDTH.figure;
  const start = isFile ? TITLE : 0;
  const top = start + ROW * legend.length;
  const marginTop = top + (options.marginTop ?? (yLabel === undefined ? 12 : isFile ? 34 : 28));
  const document = new DOMImplementation().createDocument(SVG, 'svg', null);
  const svg = Plot.plot({
    marginLeft: isFile ? 62 : 46,
    marginRight: 24,
    marginBottom: 40,
    ...(isFile && { style: 'font-size:11px' }),
    ...options,
    ...{ width, marginTop, height: height + marginTop, className: 'tailgate' },
    document: document as never,
  }) as unknown as Element;
  if (!isFile) removeStyles(svg);
  const first = svg.firstChild;
  const add = (name: string, attributes: Record<string, string | number>, text = '', isFirst = false) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text !== '') element.appendChild(document.createTextNode(text));
    svg.insertBefore(element, isFirst ? first : null);
  };
  const write = (x: number, y: number, text: string, more = {}) =>
    add('text', { x, y, 'text-anchor': 'start', fill: 'currentColor', ...more }, text);
  svg.setAttribute('fill', INK.light);
  svg.setAttribute('role', 'img');
  add('title', {}, clean(title), true);
  if (isFile) {
    add('style', {}, STYLE, true);
    add('rect', { class: 'paper', width: '100%', height: '100%', rx: 6, fill: PAPER.light }, '', true);
    write(16, 24, title, { 'font-size': 14, 'font-weight': 600 });
  } else add('desc', {}, clean(description), true);
  if (yLabel !== undefined) write(isFile ? 16 : 2, top + (isFile ? 20 : 14), yLabel);
  for (const [i, name] of legend.entries()) {
    const x = isFile ? 16 : 2;
    const y = start + ROW * (i + 0.5) + 2;
    const { light, dashes } = STROKES[i]!;
    const line = { x1: x, x2: x + SAMPLE - 6, y1: y, y2: y, stroke: light, 'stroke-width': 2 };
    add('line', { ...line, class: `line-${i}`, ...(dashes && { 'stroke-dasharray': dashes }) });
    write(x + SAMPLE, y + 4, name);
  }
  return new XMLSerializer().serializeToString(svg);
}

/** Shortens a name given by the user for a picture. */
export function showName(name: string): string {
  return cut(clean(name), LONGEST_NAME);
}

/** Removes what a content policy forbids. */
function removeStyles(svg: Element): void {
  for (const style of [...svg.getElementsByTagName('style')]) style.parentNode!.removeChild(style);
  for (const element of [svg, ...svg.getElementsByTagName('*')]) element.removeAttribute('style');
}
