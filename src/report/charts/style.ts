/**
 * Styles of lines: their colours on light and dark paper, and their dashes, which distinguish them in greyscale. People with any
 * kind of colour blindness can tell the colours apart, the first ones after Okabe and Ito (https://jfly.uni-koeln.de/color/);
 * each has a contrast of at least 3 : 1.
 */
export const STROKES: readonly { light: string; dark: string; dashes: string }[] = [
  { light: '#0072b2', dark: '#56b4e9', dashes: '' },
  { light: '#c04a00', dark: '#ff9d4d', dashes: '7 3' },
  { light: '#007a5a', dark: '#2cc79b', dashes: '2 2' },
  { light: '#9c3e84', dark: '#e39bc8', dashes: '9 3 2 3' },
  { light: '#6b5b00', dark: '#e6d25a', dashes: '4 2' },
  { light: '#3b3fa0', dark: '#9da3ff', dashes: '1 2' },
];

/** Style of a line, by its place in the legend. */
export function strokeOf(index: number, strokeWidth = 2) {
  const { light, dashes } = STROKES[index]!;
  return { stroke: light, strokeWidth, strokeDasharray: dashes || undefined, className: `line-${index}` };
}

/** Style of a dot, or of an area with an opacity (fraction). */
export function fillOf(index: number, fillOpacity?: number) {
  const className = `${fillOpacity === undefined ? 'dot' : 'band'}-${index}`;
  return { fill: STROKES[index]!.light, fillOpacity, className };
}

export const INK = { light: '#1f2328', dark: '#e6edf3' };
export const LIMIT = { light: '#a40e26', dark: '#ff938a' };
export const GOOD = '#1a7f37';
export const PAPER = { light: '#ffffff', dark: '#0d1117' };

/**
 * Style sheet of a picture. Light colours are also attributes, for programs that ignore style sheets. The background
 * is painted: a page may be dark on a light system.
 */
export const STYLE = [
  `.tailgate{color:${INK.light};background:${PAPER.light}}`,
  '@media (prefers-color-scheme:dark){',
  `.tailgate{color:${INK.dark};fill:${INK.dark};background:${PAPER.dark}}`,
  `.paper{fill:${PAPER.dark}}.limit{fill:${LIMIT.dark};stroke:${PAPER.dark}}.limit-line{stroke:${LIMIT.dark}}`,
  ...STROKES.map(({ dark }, i) => `.line-${i}{stroke:${dark}}.dot-${i},.band-${i}{fill:${dark}}`),
  '}',
].join('');

/** Outline of texts that lines may cross. */
export const HALO = { stroke: PAPER.light, strokeWidth: 4, paintOrder: 'stroke' };
