import { match, refuse } from './text.ts';

export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
export type RequestLine = { method: (typeof METHODS)[number]; path: string };

const LINE = new RegExp(`^(?<method>${METHODS.join('|')}) (?<path>[^ ]+)$`);
const EXAMPLES = ['GET /search?q=shoes'];

/** Reads the short form of a request: `GET /search?q=shoes`, or a method and a whole http(s) URL. @throws TextError */
export function parseRequestLine(text: string): RequestLine {
  const { method, path = '' } = match(text, LINE) ?? {};
  if (method === undefined || !isRequestUrl(path)) {
    const hint = 'Headers and a body need the long form: `{method: POST, path: /cart, json: {item: 1}}`.';
    return refuse(text, 'a request', EXAMPLES, hint);
  }
  return { method: method as RequestLine['method'], path };
}

/** Tells whether a text is a path or a whole http(s) URL. Both may hold `${…}`. */
export function isRequestUrl(url: string): boolean {
  if (/\s/.test(url)) return false;
  if (url.startsWith('/') || url.startsWith('${')) return true;
  return /^https?:\/\//i.test(url) && URL.canParse(url.replace(/\$\{[^{}]*\}/g, '1'));
}
