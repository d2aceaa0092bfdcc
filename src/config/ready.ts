import type { Ready } from './config.ts';
import type { Path, Problems } from './diagnostics/problem.ts';
import { parseDuration } from './language/duration.ts';
import type { UserService } from './schema/service.ts';
import { DEFAULTS } from './schema/values.ts';

const LONGEST_SECONDS = 3600;

/**
 * Reads when a service counts as started; without `ready`: over HTTP at `/` when its url has a scheme of HTTP (or
 * one that only the environment knows), else by a connection to its port.
 *
 * @param context the scheme of its url, undefined when unknown, and whether Tailgate starts it
 */
export function readReady(
  path: Path,
  input: UserService,
  { scheme, isStarted }: { scheme: string | undefined; isStarted: boolean },
  problems: Problems,
): Ready {
  const at = [...path, 'ready'];
  const details = typeof input.ready === 'object' ? input.ready : {};
  const timeoutSeconds = readTimeout(
    [...at, 'timeout'],
    details.timeout ?? DEFAULTS.readyTimeout,
    LONGEST_SECONDS,
    problems,
  );
  const isHttp = input.url !== undefined && (scheme === undefined || /^https?$/.test(scheme));
  const kinds = (['path', 'log', 'tcp'] as const).filter((key) => details[key] !== undefined);
  if (kinds.length > 1) {
    problems.rejectKey(
      [...at, kinds[1]!],
      `\`ready\` has both \`${kinds[0]}\` and \`${kinds[1]}\`.`,
      'expected one of them',
    );
  }
  if (details.log !== undefined) {
    checkPattern([...at, 'log'], details.log, isStarted, problems);
    return { kind: 'log', pattern: details.log, timeoutSeconds };
  }
  if (details.path !== undefined) {
    checkPath([...at, 'path'], details.path, isHttp, input, problems);
    return { kind: 'http', path: details.path, timeoutSeconds };
  }
  if (input.ready === 'tcp' || details.tcp || !isHttp) return { kind: 'tcp', timeoutSeconds };
  return { kind: 'http', path: '/', timeoutSeconds };
}

function checkPattern(path: Path, pattern: string, isStarted: boolean, problems: Problems): void {
  if (!isStarted) {
    problems.rejectKey(
      path,
      '`log` needs `start`: only of a service that Tailgate starts can it read the output.',
      'expected `path`, or `tcp: true`',
    );
  }
  try {
    new RegExp(pattern);
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.replace(/^.*\/: /, '') : 'not valid';
    problems.add(path, {
      what: `This is not a regular expression: ${reason}.`,
      hint: 'A literal bracket is written `\\(`.',
    });
  }
}

function checkPath(path: Path, text: string, isHttp: boolean, input: UserService, problems: Problems): void {
  if (!text.startsWith('/')) {
    const isUrl = /^https?:\/\/[^/]+(\/\S*)?$/.exec(text);
    problems.reject(
      path,
      'The path of `ready` begins with `/`; it lies below the `url` of the service.',
      `did you mean \`${isUrl ? (isUrl[1] ?? '/') : `/${text}`}\`?`,
    );
  } else if (/\s/.test(text)) {
    problems.reject(path, 'A path has no blanks.', 'expected `%20` for each');
  } else if (!isHttp && !problems.isBroken([...path.slice(0, -2), 'url'])) {
    problems.rejectKey(
      path,
      input.url === undefined
        ? 'A path can only be asked for below a `url`.'
        : 'A path can only be asked for over http(s).',
      input.url === undefined
        ? 'add `url: http://127.0.0.1:${PORT}`, or use `tcp: true`'
        : 'expected `tcp: true`',
    );
  }
}

/** Reads a time limit in seconds: more than nothing, and at most `longest`. */
export function readTimeout(path: Path, text: string, longest: number, problems: Problems): number {
  const seconds = problems.attempt(path, () => parseDuration(text));
  if (seconds === undefined) return longest;
  if (seconds <= 0) problems.reject(path, 'Nothing can be done in no time.', 'expected more than 0');
  if (seconds > longest)
    problems.reject(path, 'The timeout is too long.', `expected at most \`${longest}s\``);
  return seconds;
}
