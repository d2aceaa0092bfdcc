import type { Request } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { propose, quote } from './diagnostics/words.ts';
import { findMethodFault, findUrlFault, parseRequestLine } from './language/request-line.ts';
import { checkTemplate, type ReferenceScope } from './references.ts';
import type { UserRequest } from './schema/scenario.ts';
import { DEFAULTS } from './schema/values.ts';
import { readEnvironmentValue } from './services.ts';
import { readTimeout } from './time-limit.ts';

const LONGEST_TIMEOUT_SECONDS = 600;
/** Characters of a header's name: RFC 9110, 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Reads a request in either form, and adds a problem for each mistake. */
export function readRequest(place: Place, input: string | UserRequest, scope: ReferenceScope): Request {
  const { timeout = DEFAULTS.requestTimeout } = typeof input === 'string' ? {} : input;
  const timeoutSeconds = readTimeout(place.below('timeout'), timeout, LONGEST_TIMEOUT_SECONDS);
  if (typeof input === 'string') {
    const line = place.parse(input, parseRequestLine) ?? { method: 'GET', url: '/' };
    if (!place.isBroken) checkTemplate(place, input, scope);
    rejectDataHost(place, line.url);
    return { headers: {}, expectStatus: [], timeoutSeconds, ...line };
  }
  const method = input.method ?? DEFAULTS.method;
  const url = input.path ?? '/';
  const at = place.below('path');
  rejectFault(place.below('method'), findMethodFault(method));
  rejectFault(at, findUrlFault(url));
  rejectDataHost(at, url);
  if (/\s/.test(url)) at.reject('A path has no blanks.', 'expected `%20` for each');
  checkTemplate(at, url, scope);
  return {
    headers: readHeaders(place.below('headers'), input, scope),
    expectStatus: [input.expect?.status ?? []].flat().filter((status) => status !== undefined),
    ...(input.expect?.size && { expectSize: input.expect.size }),
    timeoutSeconds,
    method,
    url,
    body: readBody(place, input, scope),
    ...(scope.data && input.json !== undefined && { quotesData: true as const }),
  };
}

function rejectFault(place: Place, fault: ReturnType<typeof findUrlFault>): void {
  if (fault) place.reject(fault.what, propose(fault.replacement, fault.expected));
}

/** Rejects a host from a data file: it could not be checked before the load begins. */
function rejectDataHost(place: Place, url: string): void {
  if (!/^(?:\$\{data\.|[^/]*\/\/[^/]*\$\{data\.)/.test(url)) return;
  place.reject(
    'The host is not taken from a file.',
    'expected a path, with `${data.NAME}` after its first `/`',
  );
}

function readHeaders(place: Place, input: UserRequest, scope: ReferenceScope): Record<string, string> {
  const headers: Record<string, string> = {};
  const names = new Set<string>();
  for (const [name, given] of Object.entries(input.headers ?? {})) {
    const at = place.below(name);
    const value = readEnvironmentValue(at, given);
    if (!HEADER_NAME.test(name))
      at.rejectKey(`${quote(name)} is not a name of a header.`, 'expected one such as `accept`');
    if (names.has(name.toLowerCase()))
      at.rejectKey(`The header ${quote(name)} is given twice; case does not matter.`);
    names.add(name.toLowerCase());
    if (value === undefined) continue;
    if (/[\r\n]/.test(value)) at.reject('A header is a single line.', 'expected no line break');
    checkTemplate(at, value, scope);
    headers[name] = value;
  }
  if (input.json !== undefined && !names.has('content-type')) headers['content-type'] = 'application/json';
  return headers;
}

function readBody(place: Place, input: UserRequest, scope: ReferenceScope): string | undefined {
  const [first, second] = (['json', 'body'] as const).filter((key) => input[key] !== undefined);
  if (!first) return undefined;
  if (second) place.below('body').rejectKey('`json` and `body` are both given.', 'expected one of them');
  if (input.method === undefined && !place.below('method').isBroken) {
    const what = `A request with \`${first}\` does not say its method.`;
    place.below(first).rejectKey(what, 'add `method: POST`, or another');
  }
  if (input.json === undefined) {
    checkTemplate(place.below('body'), input.body ?? '', scope);
    return input.body;
  }
  checkJson(place.below('json'), input.json, scope);
  return JSON.stringify(input.json);
}

/** Rejects values that YAML has and JSON has not. Checks the references in texts and keys. */
function checkJson(place: Place, value: unknown, scope: ReferenceScope): void {
  if (typeof value === 'string') checkTemplate(place, value, scope);
  if (typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
    place.reject(
      Number.isFinite(value) ? 'This number is too large to be kept exactly.' : 'JSON has no such number.',
      'expected a text in quotes, or `body` instead of `json`',
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = place.below(Array.isArray(value) ? Number(key) : key);
    if (key.includes('${')) checkTemplate(at, key, scope);
    checkJson(at, inner, scope);
  }
}
