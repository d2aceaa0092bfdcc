/**
 * How the frameworks of a language write routes, as patterns with named groups. Each group is optional:
 *
 * - `path` or `prefix`: the literal, with or without its first `/`; `expression`: what stands in its place
 * - `receiver`: the variable that takes a route; `parent`: the one that takes a group or a mounted router
 * - `module`: the name of the package that a mounted function is in
 * - `name`: the variable that a group is bound to; `target`: what is mounted
 */
export type Dialect = {
  extensions: readonly string[];
  /** The route `/` of a router below `/x` is `/x/`, and `/x` redirects to it. */
  keepsSlash?: boolean;
  /** A call without a receiver goes on with the router that was made last, as in `new Hono().get(…).get(…)`. */
  chains?: boolean;
  /** Routes that answer GET. */
  routes: readonly RegExp[];
  /** Routers that are bound to a variable, perhaps with a prefix. */
  groups?: readonly RegExp[];
  /** A router of another place, put below a prefix. */
  mounts?: readonly RegExp[];
  /** The prefix holds to the end of the brackets around it, or of the statement. */
  nests?: readonly RegExp[];
  /** The prefix holds to the next match of the same pattern: a class and its methods. */
  sections?: readonly RegExp[];
  /** The prefix holds to the line `end` of the same indentation. */
  blocks?: readonly RegExp[];
  /** The prefix holds for all routes. */
  globals?: readonly RegExp[];
  /** Functions, in which variables are local. */
  functions?: RegExp;
  /** Imports of a file: `names` from `module`. */
  imports?: readonly RegExp[];
};

const Q = '["\'`]';
const PATH = `(?<path>/?[\\w./~-]*)`;
const PREFIX = `(?<prefix>/?[\\w./~-]*)`;
const make = (source: string) =>
  new RegExp(
    source
      // A word is looked for from its start, and indentation in its line: else the time grows with the square of a text.
      .replace(/^\^\\s\*/, '^[ \\t]*')
      .replace(/^\(\?<\w+>(\\w|\[[^\]]+\])\+/, '(?<!$1)$&')
      .replaceAll('<Q>', Q)
      .replaceAll('<PATH>', PATH)
      .replaceAll('<PREFIX>', PREFIX),
    'gm',
  );
const all = (...sources: string[]) => sources.map(make);

/** Things with a method `get` that ask others, or look something up. */
const ASKS =
  '(?:axios|https?|client|request|agent|api|fetch\\w*|cache|redis|map|params|headers|searchParams|got|ky|\\w*[cC]lient|\\w+\\.http|config|storage|session|store|cy|Map)';

const NODE: Dialect = {
  extensions: ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts'],
  chains: true,
  routes: all(
    `(?<![\\w$.])(?!${ASKS}\\b)(?<receiver>(?:this\\.)?[\\w$]+)\\s*\\.get\\(\\s*<Q><PATH><Q>\\s*,`,
    `\\)\\s*\\.get\\(\\s*<Q>(?<path>/[\\w./~-]*)<Q>\\s*,`,
    `(?<receiver>[\\w$]+)\\s*\\.route\\(\\s*<Q><PATH><Q>\\s*\\)(?:(?!\\.route\\()[^;]){0,900}?\\.get\\(`,
    `method:\\s*<Q>GET<Q>,\\s*(?:url|path):\\s*<Q><PATH><Q>`,
    `(?:url|path):\\s*<Q><PATH><Q>,\\s*method:\\s*<Q>GET<Q>`,
    `\\b(?:url|pathname|path)\\s*={2,3}\\s*<Q>(?<path>/[\\w./~-]*)<Q>`,
    `\\bcase\\s+<Q>(?<path>/[\\w./~-]*)<Q>\\s*:`,
    `@Get\\(\\s*(?:<Q><PATH><Q>)?\\s*\\)`,
  ),
  groups: all(
    `\\b(?:const|let|var|this\\.)\\s*(?<name>[\\w$]+)(?:\\s*:[^=\\n]+)?\\s*=\\s*(?:new\\s+)?(?:[\\w$]+\\.)?(?:Router|KoaRouter|Hono|OpenAPIHono|Elysia)\\b(?:<[^>\\n]*>)?\\(\\s*(?:\\{[^}]*?prefix:\\s*(?:<Q><PREFIX><Q>|(?<expression>[\\w.]+)))?`,
  ),
  mounts: all(
    `(?<parent>[\\w$.]+)\\s*\\.(?:use|route|mount)\\(\\s*(?:<Q><PREFIX><Q>|(?<expression>[\\w$.]+|<Q>[^'"\`\\n]*<Q>))\\s*,\\s*(?:[\\w$.()]+,\\s*)*?(?<target>(?:require|import)\\(\\s*<Q>[^'"\`]+<Q>\\s*\\)|[\\w$]+(?:\\.[\\w$]+)*)[\\w$.()]*\\s*\\)`,
    `(?<parent>[\\w$.]+)\\s*\\.use\\(\\s*(?<target>(?:require|import)\\(\\s*<Q>[^'"\`]+<Q>\\s*\\)|[\\w$]+)[\\w$.()]*\\s*\\)`,
    `(?<parent>[\\w$.]+)\\s*\\.register\\(\\s*(?<target>(?:require|import)\\(\\s*<Q>[^'"\`]+<Q>\\s*\\)|[\\w$]+)\\s*(?:,\\s*\\{[^}]*?prefix:\\s*(?:<Q><PREFIX><Q>|(?<expression>[\\w.]+)))?`,
    `\\)\\s*\\.use\\(\\s*(?:<Q><PREFIX><Q>\\s*,\\s*)?(?<target>[\\w$]+)\\s*\\)`,
    `path:\\s*<Q><PREFIX><Q>,\\s*(?:route|router|handler):\\s*(?<target>[\\w$]+)`,
    `(?<![\\w.$])(?<target>require\\(\\s*<Q>[^'"\`]+<Q>\\s*\\)|(?!require|import|function|if)[\\w$]+)(?:\\.default)?\\(\\s*(?<parent>app|router|route|server|fastify)\\b`,
  ),
  sections: all(`@Controller\\(\\s*(?:\\{[^}]*?path:\\s*)?(?:<Q><PREFIX><Q>)?`),
  globals: all(`setGlobalPrefix\\(\\s*(?:<Q><PREFIX><Q>|(?<expression>[\\w.]+))`),
  imports: all(
    `import\\s+(?<names>[^'";]+?)\\s+from\\s+<Q>(?<module>[^'"\`\\n]+)<Q>`,
    `(?:const|let|var)\\s+(?<names>[\\w$]+|\\{[^}]*\\})\\s*=\\s*require\\(\\s*<Q>(?<module>[^'"\`\\n]+)<Q>\\s*\\)`,
  ),
};

const NO_POST = `(?!(?:[^()]|\\([^()]*\\))*methods\\s*=\\s*[\\[({](?![^\\])}]*GET))`;
const PYTHON: Dialect = {
  extensions: ['.py'],
  keepsSlash: true,
  routes: all(
    `@(?<receiver>\\w+)\\.(?:get|route|api_route)\\(\\s*(?:path\\s*=\\s*)?r?<Q><PATH><Q>${NO_POST}`,
    `(?<receiver>\\w+)\\.add_resource\\(\\s*\\w+,\\s*<Q><PATH><Q>`,
    `(?<receiver>\\w+)\\.add_(?:url_rule|api_route|get)\\(\\s*<Q><PATH><Q>${NO_POST}`,
    `\\b(?:Route|web\\.get)\\(\\s*<Q><PATH><Q>${NO_POST}`,
    `\\b(?:path|url|re_path)\\(\\s*r?<Q>\\^?<PATH>/?\\??\\$?<Q>\\s*,(?!\\s*include\\b)`,
    `(?<receiver>\\w+)\\.register\\(\\s*(?:prefix\\s*=\\s*)?r?<Q><PATH><Q>`,
  ),
  groups: all(
    `^\\s*(?<name>\\w+)(?:\\s*:[^=\\n]+)?\\s*=\\s*(?:\\w+\\.)?(?:APIRouter|Blueprint|Router|DefaultRouter|SimpleRouter|Api)\\((?:[^()]*?prefix\\s*=\\s*(?:<Q><PREFIX><Q>|(?<expression>[\\w.]+)))?`,
  ),
  mounts: all(
    `(?<parent>\\w+)\\.(?:include_router|register_blueprint)\\(\\s*(?<target>[\\w.]+)(?:[^()]*?prefix\\s*=\\s*(?:f?<Q><PREFIX><Q>|(?<expression>[\\w.]+|f<Q>[^'"\\n]*<Q>)))?`,
    `(?<parent>\\w+)\\.mount\\(\\s*<Q><PREFIX><Q>,\\s*(?<target>[\\w.]+)`,
    `\\b(?:path|url|re_path)\\(\\s*r?<Q>\\^?(?:<PREFIX>|(?<expression>[^'"\\n]*))<Q>\\s*,\\s*include\\(\\s*\\(?\\s*(?<target><Q>[\\w.]+<Q>|[\\w.]+)`,
  ),
  imports: all(
    `^\\s*from\\s+(?<module>[\\w.]+)\\s+import\\s+(?<names>\\([^)]*\\)|[^\\n#(]+)`,
    `^\\s*import\\s+(?<module>[\\w.]+)(?:\\s+as\\s+(?<names>\\w+))?`,
  ),
};

const GO: Dialect = {
  extensions: ['.go'],
  keepsSlash: true,
  routes: all(
    `(?<![\\w.])(?!${ASKS}\\.)(?<receiver>[\\w.]+)\\.(?:GET|Get)\\(\\s*(?:[\\w.]+\\()?"(?<path>/[\\w./~-]*|)"\\)?\\s*,`,
    `(?<receiver>[\\w.]+)\\.(?:HandleFunc|Handle)\\(\\s*(?:[\\w.]+\\()?"(?:GET )?(?<path>/[\\w./~-]*)"(?![^\\n]*\\.Methods\\((?![^)]*(?:GET|MethodGet)))`,
    `(?<receiver>[\\w.]+)\\.(?:Handle|Method|MethodFunc|Handler|HandlerFunc)\\(\\s*(?:"GET"|http\\.MethodGet),\\s*"<PATH>"`,
  ),
  groups: all(`(?<name>\\w+)\\s*:?=\\s*(?<parent>[\\w.]+)\\.(?:Group|PathPrefix|Party)\\(\\s*"<PREFIX>"`),
  mounts: all(
    `(?:\\b(?<module>\\w+)\\.)?\\b(?<target>\\w+)\\(\\s*(?<parent>[\\w.]+)\\.Group\\(\\s*"<PREFIX>"`,
    `(?<parent>[\\w.]+)\\.Mount\\(\\s*"<PREFIX>",\\s*(?:\\w+\\.)*(?<target>\\w+)`,
    `(?<!func )(?<!func \\([^()]{0,60}\\) )(?:\\b(?<module>\\w+)\\.)?\\b(?<target>[A-Za-z]\\w+)\\(\\s*(?<parent>\\w+)\\s*[,)]`,
  ),
  nests: all(`\\.Route\\(\\s*"<PREFIX>"\\s*,(?=\\s*func\\()`),
  functions: /^func (?:\([^)]*\)\s*)?(?<name>\w+)\(/gm,
};

const JVM: Dialect = {
  extensions: ['.java', '.kt'],
  routes: all(
    `@GetMapping\\b(?!\\s*\\((?!\\s*\\)))`,
    `@(?:GetMapping|Get)\\(\\s*(?:(?:value|path|uri)\\s*=\\s*)?[\\[{]?\\s*"<PATH>"`,
    `@GetMapping\\(\\s*(?:produces|params|consumes)\\b(?![^)]*\\b(?:value|path)\\s*=)`,
    `@RequestMapping\\((?=[^)]*RequestMethod\\.GET|[^)]*method\\s*=\\s*\\{?\\s*GET)[^)]*?"<PATH>"`,
    `@RequestMapping\\(\\s*(?:(?:value|path)\\s*=\\s*)?\\{?\\s*"<PATH>"(?![^)]*method)[^)]*\\)(?!(?:\\s*@\\w+(?:\\([^)]*\\))?|\\s*(?:public|final|abstract|open))*\\s*(?:class|interface)\\b)`,
    `@GET\\b(?:\\s*@(?!Path)\\w+(?:\\([^)]*\\))?)*\\s*@Path\\(\\s*"<PATH>"`,
    `@Path\\(\\s*"<PATH>"\\s*\\)(?:\\s*@\\w+(?:\\([^)]*\\))?)*?\\s*@GET\\b`,
    `@GET\\b(?!(?:\\s*@\\w+(?:\\([^)]*\\))?)*\\s*@Path)`,
  ),
  sections: all(
    `@(?:RequestMapping|Path|Controller)\\(\\s*(?:(?:value|path)\\s*=\\s*)?\\{?\\s*(?:"<PREFIX>"|(?<expression>"[^"]*"|\\w[\\w.]*))[^)]*\\)(?=(?:\\s*@\\w+(?:\\((?:[^()]|\\([^()]*\\))*\\))?|\\s*(?:public|final|abstract|open))*\\s*(?:class|interface)\\b)`,
  ),
};

const RUST: Dialect = {
  extensions: ['.rs'],
  routes: all(
    `#\\[get\\(\\s*"<PATH>"[^\\]]*\\]`,
    `\\.route\\(\\s*"<PATH>"\\s*,\\s*(?:(?:\\w+::)*\\w+\\([^()]*\\)\\s*\\.)*(?:\\w+::)*get\\b`,
    `web::resource\\(\\s*"<PATH>"\\s*\\)(?:(?!web::resource|web::scope)[^;]){0,400}?web::get\\(\\)`,
    `\\.at\\(\\s*"<PATH>"[^;]*?get\\(`,
  ),
  nests: all(`web::scope\\(\\s*"<PREFIX>"\\s*\\)`, `\\.nest\\(\\s*"<PREFIX>"\\s*,`),
  mounts: all(
    `\\.nest\\(\\s*"<PREFIX>"\\s*,\\s*(?<target>[\\w:]+)\\s*\\(`,
    `\\.(?:merge|configure|service)\\(\\s*(?<target>[\\w:]+)\\s*[()]`,
  ),
  functions: /^[ \t]*(?:pub(?:\([^)\n]*\))? )?(?:async )?fn (?<name>\w+)/gm,
};

const DOTNET: Dialect = {
  extensions: ['.cs'],
  routes: all(
    `(?<receiver>\\w+)\\.MapGet\\(\\s*"<PATH>"`,
    `\\[HttpGet(?:\\(\\s*(?:"<PATH>"|Name\\b[^)]*)?[^)]*\\))?\\s*[\\],]`,
  ),
  groups: all(`(?<name>\\w+)\\s*=\\s*(?<parent>\\w+)\\s*\\.MapGroup\\(\\s*"<PREFIX>"`),
  sections: all(
    `\\[Route\\(\\s*"(?<prefix>/?[\\w./\\[\\]~-]*)"[^)]*\\)\\](?=(?:\\s*\\[[^\\]]*\\])*\\s*(?:public|internal|sealed|abstract|\\s)*class\\s+(?<class>\\w+?)(?:Controller)?\\b)`,
  ),
};

const PHP: Dialect = {
  extensions: ['.php'],
  routes: all(
    `Route::(?:get|view)\\(\\s*<Q><PATH><Q>`,
    `\\$(?<receiver>\\w+)->get\\(\\s*<Q>(?<path>/[\\w./~-]*|)<Q>\\s*,`,
    `#\\[Route\\(\\s*(?:path:\\s*)?<Q><PATH><Q>(?![^\\]]*methods:\\s*\\[(?![^\\]]*GET))[^\\n]*\\](?!\\s*(?:#\\[[^\\n]*\\]\\s*)*(?:final\\s+)?class)`,
  ),
  nests: all(`(?:Route::|->)prefix\\(\\s*<Q><PREFIX><Q>\\s*\\)`, `->group\\(\\s*<Q><PREFIX><Q>\\s*,`),
  sections: all(
    `#\\[Route\\(\\s*(?:path:\\s*)?<Q><PREFIX><Q>[^\\n]*\\](?=\\s*(?:#\\[[^\\n]*\\]\\s*)*(?:final\\s+)?class)`,
  ),
};

const RUBY: Dialect = {
  extensions: ['.rb', '.ru'],
  routes: all(
    `^\\s*get\\s*\\(?\\s*<Q><PATH><Q>`,
    `^\\s*resources\\s*:(?<path>\\w+)(?![^\\n]*only:\\s*(?:\\[(?![^\\]]*:index)|:(?!index)))(?![^\\n]*except:[^\\n]*:index)`,
    `^\\s*root\\b(?<path>)`,
  ),
  blocks: all(`^\\s*(?:namespace|scope)\\s*\\(?\\s*(?:path:\\s*)?[:'"]<PREFIX>`),
};

const ELIXIR: Dialect = {
  extensions: ['.ex'],
  routes: all(`^\\s*(?:get|live|resources)\\s*\\(?\\s*"<PATH>"`),
  blocks: all(`^\\s*scope\\s*\\(?\\s*"<PREFIX>"`),
};

export const DIALECTS = {
  node: NODE,
  python: PYTHON,
  go: GO,
  jvm: JVM,
  rust: RUST,
  dotnet: DOTNET,
  php: PHP,
  ruby: RUBY,
  elixir: ELIXIR,
} as const;
