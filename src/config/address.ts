import { TextError } from './diagnostics/text-error.ts';
import { findReferences } from './interpolation.ts';

/**
 * Reads `HOST:PORT`, for instance `localhost:5432` or `[::1]:5432`.
 *
 * @throws TextError
 */
export function parseAddress(text: string): { host: string; port: number } {
  const match = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+):(\d{1,5})$/.exec(text);
  const port = Number(match?.[2]);
  if (match && port >= 1 && port <= 65_535) return { host: match[1]!.replace(/^\[|\]$/g, ''), port };
  const fail = (length: number, what: string, meant?: string, offset = 0): never => {
    const expected = 'expected HOST:PORT, such as `localhost:5432`';
    const nearest = meant !== undefined && isAddress(meant) ? meant : undefined;
    throw new TextError(text, { offset, length, what, expected }, nearest);
  };
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.exec(text)?.[0];
  if (scheme) {
    const authority = text.slice(scheme.length).split(/[/?#]/, 1)[0]!.split('@').at(-1)!;
    return fail(scheme.length, 'An external service is named by its address alone.', authority);
  }
  if (match) {
    const { length } = match[2]!;
    return fail(length, 'Ports go from 1 to 65535.', undefined, text.length - length);
  }
  if (/^\d+$/.test(text)) return fail(text.length, 'The host is missing.', `localhost:${text}`);
  if (!text.includes(':')) return fail(0, 'The port is missing.', undefined, text.length);
  return fail(text.length, 'This is not an address.');
}

function isAddress(text: string): boolean {
  try {
    parseAddress(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks the `url` of a service: it needs a scheme and a host, and may hold `${…}`.
 *
 * @returns its scheme, for instance `http`; undefined if it comes from an environment variable
 * @throws TextError
 */
export function readScheme(template: string): string | undefined {
  const fail = (
    what: string,
    expected: string,
    nearest?: string,
    offset = 0,
    length = template.length,
  ): never => {
    throw new TextError(template, { offset, length, what, expected }, nearest);
  };
  const references = findReferences(template);
  const first = references[0];
  if (first?.offset === 0 && first.name.startsWith('env.')) return undefined;
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(template)?.[1]?.toLowerCase();
  if (!scheme) {
    const nearest = /^[\w.$[]/.test(template) ? `http://${template}` : undefined;
    return fail('The URL has no scheme.', 'expected `http://127.0.0.1:${PORT}`', nearest);
  }
  let filled = template;
  for (const { offset, length } of references.reverse())
    filled = `${filled.slice(0, offset)}1${filled.slice(offset + length)}`;
  if (/\s/.test(template) || !URL.canParse(filled) || new URL(filled).hostname === '') {
    fail('This is not a URL.', 'expected one such as `http://127.0.0.1:${PORT}`');
  }
  if (new URL(filled).port === '0') fail('Nothing listens on port 0.', 'expected `http://127.0.0.1:${PORT}`');
  const tail = /^https?$/.test(scheme)
    ? template.replace(/\$\{[^{}]*\}/g, (name) => 'x'.repeat(name.length)).search(/[?#]/)
    : -1;
  if (tail >= 0) {
    const what = 'Requests go below this URL, so it cannot have a query or fragment.';
    fail(what, 'expected nothing here', template.slice(0, tail), tail, template.length - tail);
  }
  return scheme;
}
