import { stringify } from 'yaml';

/**
 * Fills a template. `<name>` is a value. A line whose value is missing is left out. A line that ends with `#if name`
 * or `#if !name` stands only with, or only without, that value.
 */
export function fill(template: string, values: Record<string, string | boolean | null | undefined>): string {
  const has = (name: string) => (values[name] ?? false) !== false;
  const stands = (line: string, not?: string, name?: string) =>
    (name === undefined || has(name) === (not === '')) &&
    [...line.matchAll(/<(\w+)>/g)].every(([, each]) => has(each!));
  return template
    .replace(/^(.*?)(?: #if (!?)(\w+))?\n/gm, (_all, line, not, name) =>
      stands(line, not, name) ? `${line}\n` : '',
    )
    .replace(/<(\w+)>/g, (_all, name) => String(values[name]));
}

/** A value on one line, in the lightest quotes that keep it what it is. */
export function scalar(text: string): string {
  const plain = stringify(text, { lineWidth: 0, blockQuote: false }).trimEnd();
  return plain.includes('\n') ? JSON.stringify(text) : plain;
}
