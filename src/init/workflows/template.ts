/**
 * Fills a template. `<name>` stands for a value. A line whose value is missing is left out. A line that ends with
 * `#if name` is kept only with that value, and one that ends with `#if !name` only without it.
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
