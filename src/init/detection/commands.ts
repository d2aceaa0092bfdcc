import { readDockerfile } from '../files/dockerfile.ts';
import type { Files } from '../files/files.ts';
import { isPlain } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';

/** Servers of Python, and all programs that serve and that a package manager installs. */
const SERVER = /^(?:gunicorn|uvicorn|hypercorn|daphne|waitress-serve|fastapi run|flask)\b/;
const SERVES = new RegExp(
  `${SERVER.source}|^(?:python3?|node|npm|yarn|pnpm|bun|bundle|puma|rails|php|java)\\b`,
);
/** Servers that only developers use. */
const DEVELOPMENT =
  /\bflask\b.{0,200}\brun\b|\bmanage\.py runserver\b|\bnodemon\b|^(?:npm|yarn|pnpm|bun) (?:run )?(?:start:)?dev\b/;
/** Gunicorn takes $PORT by itself, these do not. */
const TAKES_PORT = /^(?:uvicorn|fastapi run|flask .*\brun)\b/;
const OF_RUBY = /^(?:rails|rake|puma|rackup|unicorn|thin|falcon)\b/;
const OF_PYTHON = new RegExp(`${SERVER.source}|^(?:fastapi|python3?|alembic|celery|django-admin)\\b`);

/**
 * A finding with the command that the repository has for production: that of a Procfile, with what it does before each
 * start and release, or that of an image, where it is a server of Python, or where the language has a guess only.
 */
export function takeCommand(files: Files, finding: ServiceFinding): ServiceFinding {
  const { start, prepare, prefix = '', others = [] } = finding;
  const adapt = (command: string) => {
    const before = OF_PYTHON.test(command) ? prefix : OF_RUBY.test(command) ? 'bundle exec ' : '';
    const text = `${before}${localize(command)}`;
    return TAKES_PORT.test(command) && !text.includes('$PORT') ? `${text} --port $PORT` : text;
  };
  const procfile = files.read('Procfile') ?? '';
  const find = (name: string) => new RegExp(`^${name}:[ \\t]*(\\S[^\\n]*)$`, 'm').exec(procfile)?.[1]?.trim();
  const ofImage = (readDockerfile(files)?.commands ?? [])
    .map(splitSteps)
    // Django's server for development has a port of its own in an image, and reloads; a jar has another name there.
    .filter(([last = '']) => !/\brunserver\b|^java\b/.test(last))
    .filter(([last = '']) => start.why !== undefined || (prefix !== '' && SERVER.test(last)))
    .filter(([last = '']) => isHere(files, last));
  const found = [splitSteps(find('web') ?? ''), ...ofImage].find(
    ([last = '']) => SERVES.test(last) && isRunnable(last),
  );
  if (found === undefined) return finding;
  const [last, ...earlier] = found;
  const before = [find('release'), ...earlier.reverse()].filter((each) => each && isRunnable(each));
  const text = adapt(last!);
  const why = /development/.test(start.why ?? '') ? start.why : undefined;
  const isDoubted = DEVELOPMENT.test(last!) || (why !== undefined && isSame(text, start.text));
  const doubt = why ?? `\`${last}\` is made for development; how does it run in production?`;
  const kept = prepare && !/migrat|(?<!-)upgrade|db:/.test(before.join()) ? [prepare.text] : [];
  const steps = [...kept, ...before.map((each) => adapt(each!))];
  return {
    ...finding,
    sure: 2,
    start: { text, why: isDoubted ? doubt : undefined },
    prepare: before.length === 0 ? prepare : { text: steps.join(' && '), why: prepare?.why },
    others: [...others, { start }],
  };
}

/** `shop.web` of `shop.web:app`, and `shop/web` of `shop/web.py`; not the file of a configuration. */
const NAMED = /(?<!(?:-c|--config)[ =])(?<![\w.:/-])([A-Za-z_][\w./-]*?)(?::[A-Za-z_]|\.py\b)/g;

/** Whether the module or the script of a server of Python is here: an image may have another folder. */
function isHere(files: Files, command: string): boolean {
  if (!SERVER.test(command)) return true;
  const named = [...command.matchAll(NAMED)].at(-1)?.[1];
  if (named === undefined) return true;
  const path = named.includes('/') ? named : named.replaceAll('.', '/');
  const inside = /--(?:app-dir|chdir)[ =]([\w./-]+)/.exec(command)?.[1];
  return ['', ...(inside ? [`${inside}/`] : [])].some((folder) =>
    [`${path}.py`, `${path}/__init__.py`].some((file) => files.has(folder + file)),
  );
}

/** Whether two commands run the same script: `yarn start` is `yarn run start`. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => text.replace(/^(npm|yarn|pnpm|bun) run /, '$1 '));
  return first === second;
}

/** The steps of a command, the last one first. */
function splitSteps(command: string): string[] {
  return command
    .split(/&&|;/)
    .map((step) => step.trim())
    .reverse();
}

/** Paths of a container lead nowhere outside of it. */
function isRunnable(command: string): boolean {
  return isPlain(command) && !/(?:^|\s)\/\w/.test(command);
}

/** The command on the port that Tailgate gives it, and on loopback only. */
function localize(command: string): string {
  return command
    .replaceAll('0.0.0.0', '127.0.0.1')
    .replace(/ --reload\b/, '')
    .replace(/\$\{PORT(?::-?\d+)?\}/g, '$PORT')
    .replace(/((?:--port|--bind|-p|-b)[ =](?:[\w.]*:)?)\d{2,5}(?![.\d])/, '$1$$PORT')
    .replace(/(?<=[ =]):(?=\$PORT)/, '127.0.0.1:');
}
