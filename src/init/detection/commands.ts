import { readDockerfile } from '../files/dockerfile.ts';
import type { Files } from '../files/files.ts';
import { isPlain } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';

/** Programs that serve, and that a package manager installs: what images and Procfiles start in production. */
const SERVES =
  /^(?:gunicorn|uvicorn|hypercorn|daphne|waitress-serve|fastapi|flask|python3?|node|npm|yarn|pnpm|bun|bundle|puma|rails|php|java)\b/;
const OF_PYTHON =
  /^(?:gunicorn|uvicorn|hypercorn|daphne|waitress|fastapi|flask|python|alembic|celery|django-admin)/;

/**
 * A finding with the command that the repository has for production: that of a Procfile, with what it does before each
 * start and release, or that of an image, where the one of the language is a guess.
 */
export function takeCommand(files: Files, finding: ServiceFinding): ServiceFinding {
  const { start, prepare, build } = finding;
  const prefix = build?.text.includes('.venv/bin/')
    ? '.venv/bin/'
    : build?.text.startsWith('uv ')
      ? 'uv run --no-sync '
      : '';
  const adapt = (command: string) => `${OF_PYTHON.test(command) ? prefix : ''}${localize(command)}`;
  const procfile = files.read('Procfile') ?? '';
  const find = (name: string) => new RegExp(`^${name}:[ \\t]*(\\S[^\\n]*)$`, 'm').exec(procfile)?.[1]?.trim();
  const [last, ...steps] = (find('web') ?? '').split(' && ').reverse();
  if (SERVES.test(last!) && isRunnable(last!)) {
    const before = [find('release'), ...steps.reverse()].filter(
      (each) => each !== undefined && isRunnable(each),
    );
    return {
      ...finding,
      sure: 2,
      start: { text: adapt(last!) },
      prepare: before.length === 0 ? prepare : { text: before.map((each) => adapt(each!)).join(' && ') },
    };
  }
  const command = readDockerfile(files)?.command ?? '';
  if (start.why === undefined || !SERVES.test(command) || !isRunnable(command)) return finding;
  return { ...finding, sure: 2, start: { text: adapt(command) } };
}

/** Paths of a container lead nowhere outside of it. */
function isRunnable(command: string): boolean {
  return isPlain(command) && !/(?:^|\s)\/\w/.test(command);
}

/** The command on the port that Tailgate gives it, and on loopback only. */
function localize(command: string): string {
  return command
    .replaceAll('0.0.0.0', '127.0.0.1')
    .replace(/\$\{PORT(?::-?\d+)?\}/g, '$PORT')
    .replace(/((?:--port|--bind|-p|-b)[ =](?:[\w.]+:)?)\d{2,5}(?![.\d])/, '$1$$PORT');
}
