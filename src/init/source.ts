import type { Files, Port } from './finding.ts';

/** Of the service's own code, as text. */
export type SourceFile = { path: string; text: string };

const MOST_SOURCES = 300;

/** @param extensions with their dot */
export function readSources(files: Files, extensions: readonly string[]): SourceFile[] {
  return files.list
    .filter((path) => extensions.some((extension) => path.endsWith(extension)))
    .filter(
      (path) => !/(?:[._]test|[._]spec|_test)\.\w+$|(?:^|\/)test_[^/]*$|(?:^|\/)conftest\.py$/.test(path),
    )
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

export function findRoutes(sources: readonly SourceFile[]): string[] {
  const routes = sources.flatMap(({ text }) =>
    ROUTES.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1]!)),
  );
  return [...new Set(routes)];
}

export function findHealth(routes: readonly string[]): string | undefined {
  return HEALTH.find((path) => routes.includes(path));
}

const ASIDE = /^\/(?:metrics|favicon\.ico|robots\.txt|docs|openapi\.json|static|public|assets)(?:\/|$)/;

/** What is worth measuring: the first route that is neither the root nor a health check; else the root. */
export function choosePath(routes: readonly string[]): { text: string; why?: string } {
  const own = routes.filter((route) => !HEALTH.includes(route) && !ASIDE.test(route));
  const path = own.find((route) => route !== '/') ?? own[0];
  if (path !== undefined) return { text: path };
  return { text: '/', why: 'no route was found in the code; name one that matters to your users.' };
}

/**
 * @param given what code says that reads its port from `$PORT`
 * @param fixed what code says that names one, in its first group
 */
export function findPort(sources: readonly SourceFile[], given: RegExp, fixed: RegExp): Port {
  if (sources.some(({ text }) => given.test(text))) return { kind: 'given' };
  for (const { path, text } of sources) {
    const port = Number(fixed.exec(text)?.[1]);
    if (port > 0 && port < 65_536) return { kind: 'fixed', port, where: path };
  }
  return { kind: 'given', why: 'does the service listen on $PORT? If its port is fixed, write it in `url`.' };
}

/** As one word of a POSIX shell. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A path as the argument of a program that would take a leading dash for an option. */
export function quotePath(path: string): string {
  return quoteWord(path.startsWith('-') ? `./${path}` : path);
}

/** Nobody names a file so on purpose, and it would not fit on a line. */
export function isPlain(text: string): boolean {
  return text !== '' && text.length <= 200 && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text);
}
