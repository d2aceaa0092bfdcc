import type { Request } from './config.ts';
import type { Path, Problems } from './diagnostics/problem.ts';
import { quote } from './diagnostics/quotation.ts';
import type { YamlSource } from './diagnostics/source.ts';
import { checkMethod, checkRequestUrl, parseRequestLine } from './language/request-line.ts';
import { readTimeout } from './ready.ts';
import { checkTemplate, type ReferenceScope } from './references.ts';
import type { UserRequest } from './schema/scenario.ts';
import { DEFAULTS } from './schema/values.ts';
import { readEnvironmentValue } from './services.ts';

const LONGEST_TIMEOUT_SECONDS = 600;
/** RFC 9110, 5.6.2: the characters of a field name. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Reads a request in either form, adding whatever is wrong with it to the problems. */
export function readRequest(
  path: Path,
  input: string | UserRequest,
  scope: ReferenceScope,
  { problems, source }: { problems: Problems; source: YamlSource },
): Request {
  const timeoutAt = [...path, 'timeout'];
  const defaults = {
    headers: {},
    expectStatus: [],
    timeoutSeconds: readTimeout(timeoutAt, DEFAULTS.requestTimeout, 600, problems),
  };
  if (typeof input === 'string') {
    const line = problems.attempt(path, () => parseRequestLine(input)) ?? { method: 'GET', url: '/' };
    if (!problems.isBroken(path)) checkTemplate(problems, path, input, scope);
    return { ...defaults, ...line };
  }
  const method = input.method ?? DEFAULTS.method;
  checkMethod(method, (parts) => addProblem(problems, [...path, 'method'], parts));
  const url = input.path ?? '/';
  checkRequestUrl(url, (parts) => addProblem(problems, [...path, 'path'], parts));
  if (/\s/.test(url)) problems.reject([...path, 'path'], 'A path has no blanks.', 'expected `%20` for each');
  checkTemplate(problems, [...path, 'path'], url, scope);
  const body = readBody(path, input, scope, problems);
  const expected = input.expect?.status;
  return {
    ...defaults,
    method,
    url,
    headers: readHeaders(path, input, scope, problems, source),
    body,
    expectStatus: [expected ?? []].flat().filter((status) => status !== undefined),
    timeoutSeconds: readTimeout(
      timeoutAt,
      input.timeout ?? DEFAULTS.requestTimeout,
      LONGEST_TIMEOUT_SECONDS,
      problems,
    ),
  };
}

function addProblem(
  problems: Problems,
  path: Path,
  parts: { what: string; expected: string; replacement?: string },
): void {
  const { replacement, ...rest } = parts;
  problems.add(path, { ...rest, expected: replacement ? `did you mean \`${replacement}\`?` : rest.expected });
}

function readHeaders(
  path: Path,
  input: UserRequest,
  scope: ReferenceScope,
  problems: Problems,
  source: YamlSource,
): Record<string, string> {
  const headers: Record<string, string> = {};
  const names = new Set<string>();
  for (const name of Object.keys(input.headers ?? {})) {
    const at = [...path, 'headers', name];
    const value = readEnvironmentValue(at, input.headers?.[name], source);
    if (!HEADER_NAME.test(name)) {
      problems.rejectKey(at, `${quote(name)} is not a name of a header.`, 'expected one such as `accept`');
    }
    if (names.has(name.toLowerCase())) {
      problems.rejectKey(at, `The header ${quote(name)} is given twice; case does not matter.`);
    }
    names.add(name.toLowerCase());
    if (value === undefined) continue;
    if (/[\r\n]/.test(value)) problems.reject(at, 'A header is a single line.', 'expected no line break');
    checkTemplate(problems, at, value, scope);
    headers[name] = value;
  }
  if (input.json !== undefined && !names.has('content-type')) headers['content-type'] = 'application/json';
  return headers;
}

function readBody(
  path: Path,
  input: UserRequest,
  scope: ReferenceScope,
  problems: Problems,
): string | undefined {
  const given = (['json', 'body'] as const).filter((key) => input[key] !== undefined);
  const [first] = given;
  if (!first) return undefined;
  if (given.length > 1) {
    problems.rejectKey([...path, 'body'], '`json` and `body` are both given.', 'expected one of them');
  }
  if (input.method === undefined && !problems.isBroken([...path, 'method'])) {
    problems.rejectKey(
      [...path, first],
      `A request with \`${first}\` does not say its method.`,
      'add `method: POST`, or another',
    );
  }
  if (input.json === undefined) {
    checkTemplate(problems, [...path, 'body'], input.body ?? '', scope);
    return input.body;
  }
  checkJson([...path, 'json'], input.json, scope, problems);
  return JSON.stringify(input.json);
}

/** What YAML can say and JSON cannot; and the references in texts and keys. */
function checkJson(path: Path, value: unknown, scope: ReferenceScope, problems: Problems): void {
  if (typeof value === 'string') checkTemplate(problems, path, value, scope);
  if (typeof value === 'number' && (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)) {
    problems.reject(
      path,
      Number.isFinite(value) ? 'This number is too large to be kept exactly.' : 'JSON has no such number.',
      'expected a text in quotes, or `body` instead of `json`',
    );
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    if (key.includes('${')) checkTemplate(problems, at, key, scope);
    checkJson(at, inner, scope, problems);
  }
}
