import * as Plot from '@observablehq/plot';
import { DOMImplementation, type Element, XMLSerializer } from '@xmldom/xmldom/lib/dom.js';
import { clean, cut } from '../format/visible.ts';
import { INK, PAPER_COLOUR, STROKES, STYLE } from './style.ts';

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 760;
/** Width of a picture of which two stand side by side on a wide page, and one on a phone. */
export const FIGURE_WIDTH = 520;
const LEFT = 62;
/** Heights of the title and of a row of the legend. */
const TITLE = 30;
const ROW = 18;
/** Width of a letter of 11 px, about, and of the line before a name in the legend. */
const LETTER = 6.1;
const SAMPLE = 26;
/** Most characters of a name in a picture. */
export const LONGEST_NAME = 48;

/** Options of Observable Plot, with the height of the frame and what the upright axis shows. */
export type ChartOptions = Plot.PlotOptions & { height: number; yLabel?: string };

/**
 * Draws a picture as SVG: a title, a legend, and marks of Observable Plot. The same input gives the same text. Names are
 * escaped by the serializer.
 *
 * @param legend names of the lines, in the order of `STROKES`
 */
export function drawSvg(
  title: string,
  legend: readonly string[],
  { height, yLabel, ...options }: ChartOptions,
): string {
  const rows = layOutLegend(legend);
  const top = TITLE + ROW * rows.length;
  const marginTop = top + (options.marginTop ?? (yLabel === undefined ? 12 : 34));
  const { svg, add } = plotSvg({
    ...options,
    marginTop,
    width: WIDTH,
    height: height + marginTop,
    style: 'font-size:11px',
  });
  const first = svg.firstChild as Element;
  add('title', {}, title, first);
  add('style', {}, STYLE, first);
  const paper = { class: 'paper', width: '100%', height: '100%', rx: 6, fill: PAPER_COLOUR };
  add('rect', paper, undefined, first);
  add(
    'text',
    { x: 16, y: 24, 'font-size': 14, 'font-weight': 600, 'text-anchor': 'start', fill: 'currentColor' },
    title,
  );
  if (yLabel !== undefined)
    add('text', { x: 16, y: top + 20, 'text-anchor': 'start', fill: 'currentColor' }, yLabel);
  for (const [index, row] of rows.entries()) {
    const y = TITLE + ROW * (index + 0.5) + 4;
    for (const { x, name, stroke } of row) {
      const { light, dashes } = STROKES[stroke]!;
      const names = { x: x + SAMPLE, y: y + 4, 'text-anchor': 'start', fill: 'currentColor' };
      add('text', names, name);
      const dashed: Record<string, string> = dashes === '' ? {} : { 'stroke-dasharray': dashes };
      const line = { x1: x, x2: x + SAMPLE - 6, y1: y, y2: y, stroke: light, 'stroke-width': 2, ...dashed };
      add('line', { ...line, class: `line-${stroke}` });
    }
  }
  return `${new XMLSerializer().serializeToString(svg)}\n`;
}

/**
 * Draws a picture for an HTML page, which has its title, its legend and the style sheet beside it: a policy may forbid
 * styles within the picture.
 *
 * @param description what it shows, for those who do not see it
 */
export function drawFigure(title: string, description: string, options: ChartOptions): string {
  const { height, yLabel, ...others } = options;
  const marginTop = others.marginTop ?? (yLabel === undefined ? 10 : 24);
  const { svg, add } = plotSvg({
    width: FIGURE_WIDTH,
    marginLeft: 46,
    marginRight: 18,
    ...others,
    marginTop,
    height: height + marginTop,
  });
  for (const style of [...svg.getElementsByTagName('style')]) style.parentNode!.removeChild(style);
  for (const element of [svg, ...svg.getElementsByTagName('*')]) element.removeAttribute('style');
  const first = svg.firstChild as Element;
  add('title', {}, clean(title), first);
  add('desc', {}, clean(description), first);
  if (yLabel !== undefined)
    add('text', { x: 2, y: 12, 'text-anchor': 'start', fill: 'currentColor' }, yLabel);
  return new XMLSerializer().serializeToString(svg);
}

/** Draws marks, and makes what adds elements to them. */
function plotSvg(options: Plot.PlotOptions) {
  const document = new DOMImplementation().createDocument(SVG, 'svg', null);
  const svg = Plot.plot({
    marginLeft: LEFT,
    marginRight: 24,
    marginBottom: 40,
    ...options,
    className: 'tailgate',
    document: document as never,
  }) as unknown as Element;
  svg.setAttribute('fill', INK.light);
  svg.setAttribute('role', 'img');
  const add = (
    name: string,
    attributes: Record<string, string | number>,
    text?: string,
    before?: Element,
  ) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    if (text !== undefined) element.appendChild(document.createTextNode(text));
    svg.insertBefore(element, before ?? null);
    return element;
  };
  return { svg, add };
}

/** Shortens a foreign name for a picture. */
export function showName(name: string): string {
  return cut(clean(name), LONGEST_NAME);
}

function layOutLegend(names: readonly string[]): { x: number; name: string; stroke: number }[][] {
  const rows: { x: number; name: string; stroke: number }[][] = [];
  let x = Number.POSITIVE_INFINITY;
  for (const [stroke, name] of names.entries()) {
    const width = SAMPLE + name.length * LETTER + 18;
    if (x + width > WIDTH - 10) {
      rows.push([]);
      x = 16;
    }
    rows.at(-1)!.push({ x, name, stroke });
    x += width;
  }
  return rows;
}
