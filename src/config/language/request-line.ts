import { parseOrSuggest, TextError, type TextSpan } from '../diagnostics/text-error.ts';
import { joinNames, nearest, quote } from '../diagnostics/words.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
type RequestLine = { method: string; url: string };

/**
 * Reads the short form of a request: `GET /search?q=shoes`, or a method and a whole http(s) URL.
 *
 * @throws TextError
 */
export function parseRequestLine(text: string): RequestLine {
  return parseOrSuggest(text, readRequestLine, ({ method, url }) => `${method} ${url}`);
}

function readRequestLine(text: string): RequestLine {
  const [method, url, ...rest] = [...text.matchAll(/\$\{[^{}]*\}\S*|\S+/g)].map((match) => ({
    text: match[0],
    offset: match.index,
    length: match[0].length,
  }));
  const fail = ({ offset, length }: TextSpan, fault: Fault): never => {
    throw new TextError(text, { offset, length, ...fault });
  };
  const expected = 'expected `METHOD PATH`, such as `GET /`';
  if (!method) return fail({ offset: 0, length: 0 }, { what: 'The request is empty.', expected });
  if (!url && /[/.]/.test(method.text)) {
    const start = { offset: method.offset, length: 0 };
    return fail(start, { what: 'The method is missing.', expected, replacement: 'GET ' });
  }
  const methodFault = findMethodFault(method.text);
  if (methodFault) fail(method, methodFault);
  if (!url) {
    return fail(
      { offset: method.offset + method.length, length: 0 },
      { what: 'The path is missing.', expected: 'expected a path, such as `/`', replacement: ' /' },
    );
  }
  const urlFault = findUrlFault(url.text);
  if (urlFault) fail(url, urlFault);
  const [next] = rest;
  if (next && /[\r\n]/.test(text.trim())) {
    const what = 'A request is one line.';
    fail(next, { what, expected: 'expected nothing here', hint: LONG_FORM });
  }
  if (next) {
    const { offset } = next;
    fail({ offset: offset - 1, length: text.trimEnd().length - offset + 1 }, explainRest(rest));
  }
  return { method: method.text, url: url.text };
}

const LONG_FORM = 'Headers and bodies need the long form: `method`, `path`, `headers`, `json`.';

/** Explains the words that follow a path. */
function explainRest(rest: { text: string }[]): Fault {
  if (/^HTTP\/[\d.]+$/i.test(rest[0]?.text ?? '')) {
    const what = 'The version of HTTP is not a part of this.';
    return { what, expected: 'expected nothing here', replacement: '' };
  }
  const what = 'A path has no blanks.';
  if (rest.every((word) => !/^[{[-]/.test(word.text))) {
    const replacement = rest.map((word) => `%20${word.text}`).join('');
    return { what, expected: 'expected `%20` for each blank', replacement };
  }
  return { what, expected: 'expected nothing here', hint: LONG_FORM };
}

/** Mistake that concerns a whole word. */
type Fault = { what: string; expected: string; replacement?: string; hint?: string };

/** Finds the fault of a method that cannot be sent; undefined if it can. */
export function findMethodFault(method: string): Fault | undefined {
  if (METHODS.includes(method)) return undefined;
  return {
    what: `${quote(method)} is not a method that can be sent.`,
    expected: `expected ${joinNames(METHODS)}`,
    replacement: nearest(method, METHODS),
  };
}

/** Finds the fault of a text that is neither a path nor a whole http(s) URL; undefined if it is one. */
export function findUrlFault(url: string): Fault | undefined {
  if (url.startsWith('/') || url.startsWith('${')) return undefined;
  if (/^https?:\/\//i.test(url)) {
    if (URL.canParse(url.replace(/\$\{[^{}]*\}/g, '1'))) return undefined;
    return { what: 'This is not a URL.', expected: 'expected one such as `http://127.0.0.1:8080/`' };
  }
  return {
    what: 'A path begins with `/`.',
    expected: 'expected a path, or a whole http(s) URL',
    replacement: /^[\w?%.-]/.test(url) && !url.includes('://') ? `/${url}` : undefined,
  };
}
