import type { Files, Finding, Port } from './finding.ts';

/** Of the service's own code, as text. */
export type SourceFile = { path: string; text: string };

const MOST_SOURCES = 300;
const TEST = /(?:[._]test|[._]spec|_test)\.\w+$|(?:^|\/)test_[^/]*$|(?:^|\/)conftest\.py$/;

/** @param extensions with their dot */
export function readSources(files: Files, extensions: readonly string[]): SourceFile[] {
  return files.list
    .filter((path) => extensions.some((extension) => path.endsWith(extension)) && !TEST.test(path))
    .slice(0, MOST_SOURCES)
    .map((path) => ({ path, text: files.read(path) ?? '' }));
}

/** Paths of GET requests that a service answers, as far as its code says them in one piece. */
const ROUTES = [
  /\.(?:get|GET|Get|HandleFunc|Handle|route|MapGet)\(\s*["'`](?:GET )?(\/[\w./~-]*)["'`]/g,
  /@(?:Get|Request)Mapping\(\s*(?:(?:value|path)\s*=\s*)?["'](\/[\w./~-]*)["']/g,
  /#\[get\(\s*"(\/[\w./~-]*)"/g,
  /\b(?:url|pathname|path|req\.url|request\.url)\s*={2,3}\s*["'`](\/[\w./~-]*)["'`]/g,
  /\bcase\s+["'`](\/[\w./~-]*)["'`]\s*:/g,
  /\burl:\s*["'`](\/[\w./~-]*)["'`]/g,
];

/** In the order of preference. */
const HEALTH = [
  '/healthz',
  '/health',
  '/readyz',
  '/ready',
  '/livez',
  '/health/ready',
  '/api/health',
  '/api/healthz',
  '/ping',
  '/status',
  '/_health',
  '/__health',
];

const ASIDE = /^\/(?:metrics|favicon\.ico|robots\.txt|docs|openapi\.json|static|public|assets)(?:\/|$)/;

/** A health check, and the first route that is neither one nor the root; else the root. */
export function findPaths(sources: readonly SourceFile[]): Pick<Finding, 'health' | 'path'> {
  const routes = sources.flatMap(({ text }) =>
    ROUTES.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!)),
  );
  const own = routes.filter((route) => !HEALTH.includes(route) && !ASIDE.test(route));
  const path = own.find((route) => route !== '/') ?? own[0];
  return {
    health: HEALTH.find((each) => routes.includes(each)),
    path: path
      ? { text: path }
      : { text: '/', why: 'no route was found in the code; name one that matters to your users.' },
  };
}

/**
 * @param given what code says that reads its port from `$PORT`
 * @param fixed what code says that names one, in its first group
 */
export function findPort(sources: readonly SourceFile[], given: RegExp, fixed: RegExp): Port {
  if (sources.some(({ text }) => given.test(text))) return { kind: 'given' };
  for (const { path, text } of sources) {
    const port = readPort(fixed.exec(text)?.[1]);
    if (port !== null) return { kind: 'fixed', port, where: path };
  }
  return { kind: 'given', why: 'does the service listen on $PORT? If its port is fixed, write it in `url`.' };
}

/** @param digits of a number; null when it cannot be that of a port */
export function readPort(digits: string | undefined): number | null {
  const port = Number(digits);
  return port > 0 && port < 65_536 ? port : null;
}

/** A path as one word of a POSIX shell, which no program takes for an option. */
export function quotePath(path: string): string {
  const safe = path.startsWith('-') ? `./${path}` : path;
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

/** Null where it fails: what cannot be read says nothing about the service. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Nobody names a file so on purpose, and it would not fit on a line. */
export function isPlain(text: string): boolean {
  return text !== '' && text.length <= 200 && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text);
}
