import type { Files, Finding, Port } from './finding.ts';

/** A file of the service's own code. */
export type SourceFile = { path: string; text: string };

const MOST_SOURCES = 300;
const TEST = /(?:[._]test|[._]spec|_test)\.\w+$|(?:^|\/)test_[^/]*$|(?:^|\/)conftest\.py$/;

/** Reads the service's own code, without tests. @param extensions with their dot */
export function readSources(files: Files, extensions: readonly string[]): SourceFile[] {
  return files.list
    .filter((path) => extensions.some((extension) => path.endsWith(extension)) && !TEST.test(path))
    .slice(0, MOST_SOURCES)
    .map((path) => ({ path, text: files.read(path) ?? '' }));
}

/** Patterns of routes for GET, as common frameworks write them. Only paths in one piece are found. */
const ROUTES = [
  /\.(?:get|GET|Get|HandleFunc|Handle|route|MapGet)\(\s*["'`](?:GET )?(\/[\w./~-]*)["'`]/g,
  /@(?:Get|Request)Mapping\(\s*(?:(?:value|path)\s*=\s*)?["'](\/[\w./~-]*)["']/g,
  /#\[get\(\s*"(\/[\w./~-]*)"/g,
  /\b(?:url|pathname|path|req\.url|request\.url)\s*={2,3}\s*["'`](\/[\w./~-]*)["'`]/g,
  /\bcase\s+["'`](\/[\w./~-]*)["'`]\s*:/g,
  /\burl:\s*["'`](\/[\w./~-]*)["'`]/g,
];

/** Usual paths of health checks, in the order of preference. */
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

/** Finds a health check, and the path to measure: the first other route that is not the root, else the root. */
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
 * Finds the port that the code listens on.
 *
 * @param given pattern of code that reads `$PORT`
 * @param fixed pattern of code that names a port, in its first group
 */
export function findPort(sources: readonly SourceFile[], given: RegExp, fixed: RegExp): Port {
  if (sources.some(({ text }) => given.test(text))) return { kind: 'given' };
  for (const { path, text } of sources) {
    const port = readPort(fixed.exec(text)?.[1]);
    if (port !== null) return { kind: 'fixed', port, where: path };
  }
  return { kind: 'given', why: 'does the service listen on $PORT? If its port is fixed, write it in `url`.' };
}

/** Reads the digits of a port; null when they are no port. */
export function readPort(digits: string | undefined): number | null {
  const port = Number(digits);
  return port > 0 && port < 65_536 ? port : null;
}

/** Quotes a path as one word of a POSIX shell that no program takes for an option. */
export function quotePath(path: string): string {
  const safe = path.startsWith('-') ? `./${path}` : path;
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

/** Returns null when reading fails: an unreadable file says nothing about the service. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** False for names with control characters, and for names that do not fit on a line. */
export function isPlain(text: string): boolean {
  return text !== '' && text.length <= 200 && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text);
}
