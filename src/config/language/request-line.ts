import { quote } from '../diagnostics/quotation.ts';
import { nearest } from '../diagnostics/suggestion.ts';
import { parseOrSuggest, TextError, type TextSpan } from '../diagnostics/text-error.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const EXPECTED_METHOD = `expected ${METHODS.slice(0, -1).join(', ')} or ${METHODS.at(-1)}`;
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
  const [method, url, ...rest] = [...text.matchAll(/\$\{[^}]*\}\S*|\S+/g)].map((match) => ({
    text: match[0],
    offset: match.index,
    length: match[0].length,
  }));
  const fail = (
    span: TextSpan,
    parts: { what: string; expected: string; replacement?: string; hint?: string },
  ): never => {
    throw new TextError(text, { offset: span.offset, length: span.length, ...parts });
  };
  if (!method) {
    return fail(
      { offset: 0, length: 0 },
      { what: 'The request is empty.', expected: 'expected `METHOD PATH`, such as `GET /`' },
    );
  }
  if (!url && /[/.]/.test(method.text)) {
    return fail(
      { offset: method.offset, length: 0 },
      {
        what: 'The method is missing.',
        expected: 'expected `METHOD PATH`, such as `GET /`',
        replacement: 'GET ',
      },
    );
  }
  checkMethod(method.text, (parts) => fail(method, parts));
  if (!url) {
    return fail(
      { offset: method.offset + method.length, length: 0 },
      { what: 'The path is missing.', expected: 'expected a path, such as `/`', replacement: ' /' },
    );
  }
  checkRequestUrl(url.text, (parts) => fail(url, parts));
  const [next] = rest;
  if (next) {
    const isVersion = /^HTTP\/[\d.]+$/i.test(next.text);
    const isBlank = !isVersion && rest.every((word) => !/^[{[-]/.test(word.text));
    return fail(
      { offset: next.offset - 1, length: text.trimEnd().length - next.offset + 1 },
      {
        what: isVersion ? 'The version of HTTP is not a part of this.' : 'A path has no blanks.',
        expected: isVersion
          ? 'expected nothing here'
          : isBlank
            ? 'expected `%20` for each blank'
            : 'expected nothing here',
        replacement: isVersion ? '' : isBlank ? rest.map((word) => `%20${word.text}`).join('') : undefined,
        hint:
          isBlank || isVersion
            ? undefined
            : 'Headers and bodies need the long form: `method`, `path`, `headers`, `json`.',
      },
    );
  }
  return { method: method.text, url: url.text };
}

/** Tells a mistake of a whole word. */
type Fail = (parts: { what: string; expected: string; replacement?: string }) => void;

/** Calls `fail` when the method is none that can be sent. */
export function checkMethod(method: string, fail: Fail): void {
  if (METHODS.includes(method)) return;
  fail({
    what: `${quote(method)} is not a method that can be sent.`,
    expected: EXPECTED_METHOD,
    replacement: nearest(method, METHODS),
  });
}

/** Calls `fail` unless this is a path or a whole http(s) URL. */
export function checkRequestUrl(url: string, fail: Fail): void {
  if (url.startsWith('/') || url.startsWith('${')) return;
  if (/^https?:\/\//i.test(url)) {
    const filled = url.replace(/\$\{[^}]*\}/g, '1');
    if (!URL.canParse(filled)) {
      fail({ what: 'This is not a URL.', expected: 'expected one such as `http://127.0.0.1:8080/`' });
    }
    return;
  }
  fail({
    what: 'A path begins with `/`.',
    expected: 'expected a path, or a whole http(s) URL',
    replacement: /^[\w?%.-]/.test(url) && !url.includes('://') ? `/${url}` : undefined,
  });
}
