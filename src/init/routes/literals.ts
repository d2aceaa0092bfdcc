import type { SourceFile } from '../files/source.ts';

/** A path that code may answer, and the file that names it. */
export type PossiblePath = { path: string; file: string };

/** Literals and paths that are kept: enough to choose from, and soon asked. */
const MOST_LITERALS = 400;
const MOST_PREFIXES = 16;
const LONGEST_LINE = 400;

/** A text that looks like a path, or stands where frameworks have one. Parameters are left out. */
const LITERAL = /["'`](?:GET )?(\/[\w./~-]{0,80})["'`]/g;
const BARE =
  /(?:(?<![.>\w])get|::get|@Get|(?<![.\w])(?:path|re_path|url|scope|namespace|resources?)|\b(?:GetMapping|HttpGet|route|Route|Controller|RequestMapping|MapGroup|prefix|group))(?!::)[\s(:=,]{1,4}(?:path: ?)?r?["'`:^]{1,3}([A-Za-z][\w./~-]{0,80}?)\/?\$?(?:["'`](?! ?=>)|[\s,)]|$)/g;
/** Words of lines in which a path is put before others. */
const PREFIX =
  /prefix|mount|group|nest|scope|namespace|include|\.use\(|blueprint|controller|router|RequestMapping|basePath|base_path|contextPath|\.route\(|setGlobal|PathPrefix/i;
/** Words of lines in which a path is answered. */
const ROUTE =
  /\bget|\bmap|handle|\broutes?\b|\bpath|\burl|\bview|resource|\bcase\b|={2,3}|\bmatch\b|\broot\b|=>|service\(|\bat\(/i;
const OTHER_METHOD = /\b(?:post|put|patch|delete)\b|HttpPost|PostMapping/i;
const NO_PATH =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|html?|css|json|ya?ml|png|svg|sql|env|log|db)$|\/\/|^\/(?:bin|etc|usr|tmp|var|dev|proc|home|app|opt)(?:\/|$)/;
/** What an API lies below, often put before all routes in one place. */
const ROOT = /^\/?(?:api|rest|v\d+|api\/v\d+|public|internal)$/;

/**
 * Lists paths that the code may answer to GET, the likeliest first: the literals of lines that look like routes, alone
 * and below those of lines that look like prefixes. Which of them exist is seen by asking. Each line is read once.
 */
export function listCandidates(sources: readonly SourceFile[]): PossiblePath[] {
  const routes: (PossiblePath & { sure: boolean })[] = [];
  const prefixes: PossiblePath[] = [];
  for (const { path: file, text } of sources) {
    const folder = /(?:^|\/)routes\/([\w-]+)\/[^/]+$/.exec(file)?.[1];
    if (folder !== undefined) prefixes.push({ path: `/${folder}`, file });
    let before = '';
    for (const whole of text.split('\n')) {
      if (routes.length + prefixes.length >= MOST_LITERALS) break;
      const line = whole.slice(0, LONGEST_LINE);
      // The first argument of a call may stand on a line of its own.
      const call = /\(\s*$/.test(before) ? `${before.trim()}${line}` : line;
      before = line;
      const found = [...line.matchAll(LITERAL), ...line.matchAll(BARE)].map(
        ([, path]) => `/${path!.replace(/^\//, '')}`,
      );
      const isRoute = ROUTE.test(call) && (!OTHER_METHOD.test(call) || /\bget\b/i.test(call));
      for (const path of found.filter((each) => !NO_PATH.test(each))) {
        if (PREFIX.test(call)) prefixes.push({ path, file });
        if (isRoute) routes.push({ path, file, sure: /\bget|HttpGet|GetMapping/i.test(call) });
      }
      // A route without a path of its own answers its prefix.
      if (/@Get(?:Mapping)?(?:\(\s*\))?\s*$|\bget\(\s*["'`]{2}|\[HttpGet\]|@GET\b/.test(line))
        routes.push({ path: '/', file, sure: true });
    }
  }
  return combine(
    routes.sort((a, b) => Number(b.sure) - Number(a.sure)),
    prefixes,
  );
}

function combine(routes: readonly PossiblePath[], prefixes: readonly PossiblePath[]): PossiblePath[] {
  const known = [...new Map(prefixes.map((each) => [each.path, each])).values()]
    .filter(({ path }) => path !== '/')
    .slice(0, MOST_PREFIXES);
  // Frameworks and settings put whole APIs there, where no line of the code says so.
  const usual = known.some(({ path }) => path === '/api') ? [] : [{ path: '/api', file: '' }];
  const roots = [...known.filter(({ path }) => ROOT.test(path)), ...usual];
  const bases = [
    '',
    ...roots.map(({ path }) => path),
    ...roots.flatMap((a) => roots.filter((b) => b !== a).map((b) => a.path + b.path)),
  ];
  const found = new Map<string, PossiblePath>();
  const add = (parts: readonly string[], file: string) => {
    const path = joinPaths(...parts);
    if (!found.has(path)) found.set(path, { path, file });
  };
  // Prefixes of the same file are the likeliest, then none, then those of others.
  for (const near of [true, false])
    for (const { path, file } of routes) {
      const own = roots.filter((each) => each.file === file && each.path !== path).map((each) => each.path);
      const below = known.filter(
        (each) => (each.file === file) === near && each.path !== path && !ROOT.test(each.path),
      );
      for (const base of near ? [...own, ''] : bases) {
        // Where only the one with a slash at its end is there, the service redirects to it.
        for (const prefix of below) add([base, prefix.path, ...(path === '/' ? [] : [path])], file);
        add([base, path], file);
      }
    }
  for (const { path, file } of known) add([path], file);
  return [...found.values()];
}

/** Joins parts with one `/` between them. A slash at the end stays. */
export function joinPaths(...parts: string[]): string {
  return `/${parts.join('/')}`.replace(/\/{2,}/g, '/');
}
