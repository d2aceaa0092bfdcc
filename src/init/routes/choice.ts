import type { Guessable } from '../files/source.ts';
import type { Route } from './tree.ts';

/** The request to measure, and the path of a health check. */
export type Paths = { health?: string; path: Guessable };

/** Last parts of paths of health checks, in the order of preference. */
const HEALTH =
  /\/(?:healthz|health|health[-_]?check|_health|__health|readyz|ready|readiness|livez|live|liveness|ping|status|up|heartbeat)\/?$/i;
/** Paths that fail on purpose, end something, or take something away: never proposed. */
const NEVER =
  /(?:^|[/_.~-])(?:panic|crash|errors?|err|fail\w*|throw|exception|delete|destroy|remove|log-?_?out|sign-?_?out|shut-?_?down|kill|exit|abort|unsubscribe|reset|flush|purge|revoke|drop|clear|oops|undefined|null|[45]\d\d)(?=$|[/_.~-])/i;
const ASIDE =
  /(?:^|\/)(?:_[\w-]+|legacy|deprecated|metrics|favicon\.ico|[\w-]+\.(?:txt|xml|ico|css|js|png|svg|webmanifest)|docs|redoc|openapi[\w.-]*|swagger[\w.-]*|api-docs|static|public|assets|graphiql|playground|debug|pprof|version|env|actuator)(?=\/|$)/i;
const LATER =
  /(?:^|[/_.~-])(?:log-?_?in|sign-?_?in|sign-?_?up|register|auth\w*|oauth\w*|callback|sessions?|tokens?|password|verify|confirm\w*|user|me|self|whoami|my|profile|account|settings|admin|dashboard|feed|new|edit|create|update|upload|download|import|export|web-?hooks?|ws|sockets?|websocket|sse|stream\w*|events?|subscribe|slow|sleep|delay\w*|wait|timeout|redirect\w*|cart|checkout|graphql|setup|install|test)(?=$|[/_.~-])/i;
/** Words of code around a route that ask who is calling. */
const GUARD =
  /login_required|requires?_?-?auth|is_?authenticated|\bauthenticate|\bauth\(|ensure_?(?:logged|auth)|current_user|CurrentUser|jwt_required|AuthGuard|\[Authorize|@(?:PreAuthorize|Secured|RolesAllowed)|permission_required|\bprotect(?:ed)?\b|verify_?token|isAuth\b|auth\.required|preHandler:|onRequest:/i;
const REDIRECT = /\bredirect\w*\s*\(|RedirectResponse|RedirectView|c\.Redirect\b|permanentRedirect/i;
const ELSEWHERE = /(?:^|\/)(?:admin|internal|debug|mocks?|samples?|legacy|old)(?:\/|\.\w+$)/i;

/** Chooses the route to measure. It is a guess always: only a person knows what matters to the users. */
export function choosePaths(routes: readonly Route[]): Paths {
  const candidates = routes.filter(({ path }) => !NEVER.test(separate(path)));
  const checks = candidates.filter(({ path, unsure }) => HEALTH.test(path) && !unsure);
  const health = checks.sort((a, b) => rankHealth(a.path) - rankHealth(b.path))[0]?.path;
  const [first] = candidates
    .map((route) => ({ route, ...judge(route) }))
    .sort((a, b) => a.penalty - b.penalty);
  if (first === undefined)
    return {
      path: { text: '/', why: 'no GET route was found in the code; name one that matters to your users.' },
    };
  const { route, doubts } = first;
  const found = `found in ${route.file}; does it matter to your users, and does it answer without a login?`;
  return {
    health,
    path: { text: route.path, why: [found, ...doubts.map((doubt) => `It ${doubt}.`)].join(' ') },
  };
}

const LEADS_AWAY = 'seems to redirect, and redirects are not followed';

function judge({ path, around, file, unsure }: Route) {
  const plain = separate(path);
  const isRoot = /^\/(?:api|v\d+|api\/v\d+)?\/?$/.test(path);
  const doubts = [
    ...(unsure === undefined
      ? []
      : [{ cost: 4, text: `may lack a prefix, or have one too many: ${unsure}` }]),
    ...(GUARD.test(around) ? [{ cost: 4, text: 'may need a login' }] : []),
    ...(REDIRECT.test(around) ? [{ cost: 5, text: LEADS_AWAY }] : []),
    ...(HEALTH.test(path) ? [{ cost: 7, text: 'is a health check' }] : []),
    ...(ASIDE.test(plain) ? [{ cost: 6, text: 'is beside the service’s own work' }] : []),
    ...(LATER.test(plain) ? [{ cost: 5, text: 'may need a login or data' }] : []),
  ];
  const extra = (isRoot ? 4 : 0) + (ELSEWHERE.test(file) ? 6 : 0);
  return {
    penalty: doubts.reduce((sum, { cost }) => sum + cost, extra),
    doubts: [...new Set(doubts.map(({ text }) => text))],
  };
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
