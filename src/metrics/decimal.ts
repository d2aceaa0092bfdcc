/**
 * Parses a decimal number and moves its point: `shiftDecimal('0.1', -2)` is 0.001. The result is exact, because
 * the text is converted once; a division by 100 would round twice.
 */
export function shiftDecimal(digits: string, places: number): number {
  return Number(`${digits}e${places}`);
}

/** Prints a number ≥ 0 exactly, without an exponent, its point moved: `printDecimal(0.001, 2)` is `0.1`. */
export function printDecimal(value: number, places = 0): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent) + places;
  const padded = digits.padStart(digits.length - Math.min(0, point - 1), '0').padEnd(point, '0');
  const at = Math.max(1, point);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(at).replace(/(?<!0)0+$/, '');
  return rest === '' ? integer : `${integer}.${rest}`;
}

export function round3(x: number): number {
  return Math.round(x * 1000) / 1000;
}
