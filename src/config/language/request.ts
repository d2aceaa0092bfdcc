import { match, refuse } from './text.ts';

// biome-ignore format: one list, one line
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'REPORT'] as const;
export type RequestLine = { method: (typeof METHODS)[number]; path: string };

const LINE = new RegExp(`^(?<method>${METHODS.join('|')}) (?<path>[^ ]+)$`);

/** Parses the short form of a request: `GET /search?q=shoes`, or a method and a whole http(s) URL. @throws TextError */
export function parseRequestLine(text: string): RequestLine {
  const { method, path = '' } = match(text, LINE) ?? {};
  if (method === undefined || !isRequestUrl(path))
    return refuse(text, 'a request', ['GET /search?q=shoes', '{method: POST, path: /cart, json: {item: 1}}']);
  return { method: method as RequestLine['method'], path };
}

/** Tells whether a text is a path or a whole http(s) URL. Both may contain `${…}`. */
export function isRequestUrl(url: string): boolean {
  if (/\s/.test(url)) return false;
  if (url.startsWith('/') || url.startsWith('${')) return true;
  return /^https?:\/\//i.test(url) && URL.canParse(url.replace(/\$\{[^{}]*\}/g, '1'));
}

/** What a response body must contain, or must not. */
export type BodyCheck = { text: string; isWanted: boolean };

/** Parses `contains "…"` or `not contains "…"`, with the text as a JSON string. @throws TextError */
export function parseBodyCheck(text: string): BodyCheck {
  const [, not, quoted = ''] = /^(not )?contains ("(?:[^"\\]|\\.)+")$/s.exec(text.trim()) ?? [];
  try {
    return { text: JSON.parse(quoted), isWanted: not === undefined };
  } catch {
    return refuse(text, 'a body check', ['contains "items"', 'not contains "errors"']);
  }
}

/** Prints a check so that `parseBodyCheck` reads it back. */
export function printBodyCheck({ text, isWanted }: BodyCheck): string {
  return `${isWanted ? '' : 'not '}contains ${JSON.stringify(text)}`;
}

const HOST = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)$/;
/** Names and addresses of this machine. k6 itself refuses to connect elsewhere, whatever a name resolves to. */
export const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/;

/** Parses a host that load may go to: `staging.example.com`, `*.example.com` or `[2001:db8::1]`. @throws TextError */
export function parseHost(text: string): string {
  // Nobody owns a whole top-level domain.
  if (/^\*\.[\w-]+\.[\w.-]+$/.test(text)) return `*.${parseHost(text.slice(2))}`;
  const { hostname } = HOST.test(text) && URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : {};
  // Load may always go to this machine.
  if (hostname === undefined || LOOPBACK.test(hostname))
    return refuse(text, 'a remote host', ['staging.example.com', '*.example.com']);
  return hostname;
}
