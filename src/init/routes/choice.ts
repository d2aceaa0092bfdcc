import type { Guessable, SourceFile } from '../files/source.ts';
import { joinPaths, listCandidates } from './literals.ts';

/** The request to measure, and the paths that are worth asking, the likeliest first. */
export type Paths = { path: Guessable; candidates: string[] };

/** Last parts of paths of health checks, in the order of preference. */
const HEALTH =
  /\/(?:healthz|health|health[-_]?check|_health|__health|readyz|ready|readiness|livez|live|liveness|ping|status|up|heartbeat)\/?$/i;
/** Paths that fail on purpose, end something, or take something away: never proposed, and never asked. */
const NEVER =
  /(?:^|[/_.~-])(?:panic|crash|errors?|err|fail\w*|throw|exception|delete|destroy|remove|log-?_?out|sign-?_?out|shut-?_?down|kill|exit|abort|unsubscribe|reset|flush|purge|revoke|drop|clear|oops|undefined|null|restart|reload|stop|[45]\d\d)(?=$|[/_.~-])/i;
const ASIDE =
  /(?:^|\/)(?:_[\w-]+|legacy|deprecated|metrics|favicon\.ico|[\w-]+\.(?:txt|xml|ico|css|js|png|svg|webmanifest)|docs|redoc|openapi[\w.-]*|swagger[\w.-]*|api-docs|schema|static|public|assets|graphiql|playground|debug|pprof|version|env|actuator)(?=\/|$)/i;
const LATER =
  /(?:^|[/_.~-])(?:log-?_?in|sign-?_?in|sign-?_?up|register|auth\w*|oauth\w*|callback|sessions?|tokens?|password|verify|confirm\w*|user|me|self|whoami|my|profile|account|settings|admin|dashboard|feed|new|edit|create|update|upload|download|import|export|web-?hooks?|ws|sockets?|websocket|sse|stream\w*|events?|subscribe|slow|sleep|delay\w*|wait|timeout|redirect\w*|cart|checkout|graphql|setup|install|test)(?=$|[/_.~-])/i;
const MOST_CANDIDATES = 120;

/**
 * Chooses the request to measure by its words, and lists what is worth asking.
 *
 * @param others paths of a description of the API
 * @param outer prefix of all routes of the code
 * @param name makes the name of a file that people know
 */
export function choosePaths(
  sources: readonly SourceFile[],
  others: readonly { path: string; file: string }[] = [],
  outer = '',
  name = (file: string) => file,
): Paths {
  const listed = listCandidates(sources).map(({ path, file }) => ({ path: joinPaths(outer, path), file }));
  const ranked = [...others, ...listed]
    .filter(({ path }) => mayBeAsked(path))
    .map((each, index) => ({ ...each, rank: rankPath(each.path) + index / 1000 }))
    .sort((a, b) => a.rank - b.rank);
  const [first] = ranked;
  const candidates = [...new Set(ranked.map(({ path }) => path))].slice(0, MOST_CANDIDATES);
  if (first === undefined)
    return {
      candidates,
      path: { text: '/', why: 'no GET route was found in the code; name one that matters to your users.' },
    };
  const why = `read in ${name(first.file)}; is it the whole path, does it answer without a login, and does it matter to your users?`;
  return { candidates, path: { text: first.path, why } };
}

/** False for a path that by its words fails on purpose, ends something, or takes something away. */
export function mayBeAsked(path: string): boolean {
  return !NEVER.test(separate(path));
}

/** The best of health checks among paths; undefined without one. */
export function chooseHealthCheck(paths: readonly string[]): string | undefined {
  return paths.filter((path) => HEALTH.test(path)).sort((a, b) => rankHealth(a) - rankHealth(b))[0];
}

/** How little a path is the service's own work, or how likely it wants a login or data: 0 for neither. */
export function rankPath(path: string): number {
  const plain = separate(path);
  return (
    (HEALTH.test(path) ? 7 : 0) +
    (ASIDE.test(plain) ? 6 : 0) +
    (LATER.test(plain) ? 5 : 0) +
    (/^\/(?:api|v\d+|api\/v\d+)?\/?$/.test(path) ? 4 : 0)
  );
}

function rankHealth(path: string): number {
  const order = ['healthz', 'health', 'readyz', 'ready', 'livez', 'ping', 'status'];
  const place = order.findIndex((name) => path.replace(/\/$/, '').endsWith(`/${name}`));
  return (place < 0 ? order.length : place) * 100 + path.length;
}

/** `deleteUser` becomes `delete-User`, so that words in it are seen. */
function separate(path: string): string {
  return path.replace(/([a-z])([A-Z])/g, '$1-$2');
}
