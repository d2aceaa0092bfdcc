import type { Ready } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import type { UserService } from './schema/service.ts';
import { DEFAULTS } from './schema/values.ts';
import { readTimeout } from './time-limit.ts';

const LONGEST_SECONDS = 3600;

/**
 * Reads when a service counts as started. Without `ready`, it is asked over HTTP at `/` if its url has a scheme of
 * HTTP, or one from an environment variable. Otherwise a connection to its port is enough.
 *
 * @param service the place of the service
 * @param scheme of its url, undefined when unknown
 * @param isStarted whether Tailgate starts it
 */
export function readReady(
  service: Place,
  input: UserService,
  { scheme, isStarted }: { scheme: string | undefined; isStarted: boolean },
): Ready {
  const place = service.below('ready');
  const details = typeof input.ready === 'object' ? input.ready : {};
  const timeout = details.timeout ?? DEFAULTS.readyTimeout;
  const timeoutSeconds = readTimeout(place.below('timeout'), timeout, LONGEST_SECONDS);
  const isHttp = input.url !== undefined && (scheme === undefined || /^https?$/.test(scheme));
  const [first, second] = (['path', 'log', 'tcp'] as const).filter((key) => details[key] !== undefined);
  if (second) {
    place
      .below(second)
      .rejectKey(`\`ready\` has both \`${first}\` and \`${second}\`.`, 'expected one of them');
  }
  if (details.log !== undefined) {
    checkPattern(place.below('log'), details.log, isStarted);
    return { kind: 'log', pattern: details.log, timeoutSeconds };
  }
  if (details.path !== undefined) {
    checkPath(place.below('path'), details.path, isHttp || service.below('url').isBroken, input.url);
    return { kind: 'http', path: details.path, timeoutSeconds };
  }
  if (input.ready === 'tcp' || details.tcp || !isHttp) return { kind: 'tcp', timeoutSeconds };
  return { kind: 'http', path: '/', timeoutSeconds };
}

function checkPattern(place: Place, pattern: string, isStarted: boolean): void {
  if (!isStarted) {
    place.rejectKey(
      '`log` needs `start`: only of a service that Tailgate starts can it read the output.',
      'expected `path`, or `tcp: true`',
    );
  }
  try {
    new RegExp(pattern);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.replace(/^.*\/: /, '') : 'not valid';
    place.add({
      what: `This is not a regular expression: ${reason}.`,
      hint: 'A literal bracket is written `\\(`.',
    });
  }
}

function checkPath(place: Place, text: string, isAskable: boolean, url: string | undefined): void {
  if (!text.startsWith('/')) {
    const isUrl = /^https?:\/\/[^/]+(\/\S*)?$/.exec(text);
    place.reject(
      'The path of `ready` begins with `/`; it lies below the `url` of the service.',
      `did you mean \`${isUrl ? (isUrl[1] ?? '/') : `/${text}`}\`?`,
    );
  } else if (/\s/.test(text)) {
    place.reject('A path has no blanks.', 'expected `%20` for each');
  } else if (!isAskable && url !== undefined) {
    place.rejectKey('A path can only be asked for over http(s).', 'expected `tcp: true`');
  } else if (!isAskable) {
    const expected = 'add `url: http://127.0.0.1:${PORT}`, or use `tcp: true`';
    place.rejectKey('A path can only be asked for below a `url`.', expected);
  }
}
