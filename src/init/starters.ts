import { quotePath } from '../processes/shell-words.ts';
import { type Files, readSources, type SourceFile } from './files.ts';
import { type Starter, TABLES } from './tables.ts';

/** A repository as the rows see it. `manifests`: the text of all of them. */
export type Survey = {
  files: Files;
  sources: readonly SourceFile[];
  manifests: string;
  scripts: Record<string, string>;
};

/** What a row has found, what somebody has to look at, and variables. */
export type Found = { what: string; check?: string; env?: Record<string, string> };

export const MANIFEST =
  /^(?:package\.json|requirements\.txt|pyproject\.toml|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|\.env\.example)$|\.csproj$|(?:^|\/)schema\.prisma$/;

/** Reads what the tables look at. */
export function survey(files: Files): Survey {
  const sources = readSources(files);
  const texts = files.list.filter((path) => MANIFEST.test(path)).map((path) => files.read(path) ?? '');
  const manifests = texts.join('\n').replace(/^.*\/\/ indirect$|^[ \t]*#.*$/gm, '');
  try {
    const { scripts } = JSON.parse(files.read('package.json') ?? '{}');
    return { files, sources, manifests, scripts: scripts ?? {} };
  } catch {
    return { files, sources, manifests, scripts: {} };
  }
}

/** Tells whether a manifest names one of these packages. */
export function depends({ manifests }: Survey, names: readonly string[]): boolean {
  const quoted = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`(?:^|["'\\s:/<>=(\\[,])(?:${quoted.join('|')})(?![\\w-])`, 'im').test(manifests);
}

/** Lists the rows that match a repository, with what they have found. */
export function findStarters(all: Survey): { row: Starter; found: Found }[] {
  return TABLES.starters.flatMap((row) => {
    if (row.mark !== undefined && !all.files.has(row.mark)) return [];
    if (row.needs !== undefined && !depends(all, row.needs)) return [];
    const found = row.find === undefined ? '' : FINDERS[row.find]!(all);
    return found === null ? [] : [{ row, found: typeof found === 'string' ? { what: found } : found }];
  });
}

const SCRIPTS = ['start:prod', 'start:production', 'start', 'serve', 'server'];
/** Matches commands that do not start a program as in production, in the foreground. */
const DEVELOPMENT =
  /\b(?:nodemon|ts-node-dev|tsx watch|--watch|(?:next|nuxt|remix|astro|vinxi) dev|react-scripts start|turbo|concurrently|(?:ng|nx|webpack) serve|pm2 start)\b|^vite(?!\s+preview)/;

/** Finds the module and the variable of a Python application: `app.main:app`. */
const findApplication =
  (call: RegExp) =>
  ({ files, sources }: Survey): Found | null => {
    const isUsual = ({ path }: SourceFile) =>
      /(?:^|\/)(?:main|app|wsgi|asgi|server|run|__init__)\.py$/.test(path);
    const all = sources.filter(({ path, text }) => path.endsWith('.py') && call.test(text));
    const found = all.find(isUsual) ?? all[0];
    if (found === undefined) return null;
    const [, variable, factory] = call.exec(found.text)!;
    const name = (path: string) => `${nameModule(path)}:${variable ?? `${factory}()`}`;
    // Python searches the folder that its own imports are relative to.
    const imports = [...found.text.matchAll(/^[ \t]*(?:from|import) (\w+)/gm)].map(([, one]) => one!);
    const folders = [...found.path.matchAll(/\//g)].map(({ index }) => found.path.slice(0, index + 1));
    const root = ['', ...folders].find((each) =>
      files.list.some(
        (path) => path.startsWith(each) && imports.includes(path.slice(each.length).split(/[/.]/)[0]!),
      ),
    );
    const top = root ?? folders.find((each) => each === 'src/') ?? '';
    return {
      what: name(found.path.slice(top.length)),
      ...(top && { env: { PYTHONPATH: top.slice(0, -1) } }),
    };
  };

const nameModule = (path: string) => path.replace(/(?:\/__init__)?\.py$/, '').replaceAll('/', '.');

const MANAGE = /^((?:[^/]+\/)?)manage\.py$/;

/** Names for `find` in the table. They return null if they find nothing. */
const FINDERS: Record<string, (repository: Survey) => Found | string | null> = {
  procfile: ({ files }) => /^web:[ \t]*(\S.*?)[ \t]*$/m.exec(files.read('Procfile') ?? '')?.[1] ?? null,
  asgi: findApplication(
    /^(\w+)(?::\s*\w+)?\s*=\s*(?:FastAPI|Starlette|Litestar|create_app|get_app|get_application)\(/m,
  ),
  flask: findApplication(
    /^(\w+)(?::\s*\w+)?\s*=\s*(?:Flask|Quart|create_app|make_app)\(|^def\s+(create_app|make_app)\((?:\)|[^)]{0,300}=)/m,
  ),
  manage: ({ files }) => files.list.find((path) => MANAGE.test(path)) ?? null,
  django({ files }) {
    const [manage, folder = ''] = files.list.flatMap((path) => MANAGE.exec(path) ?? []);
    const path = files.list.find((each) => each.startsWith(folder) && each.endsWith('/wsgi.py'));
    if (manage === undefined || path === undefined) return null;
    const what = nameModule(path.slice(folder.length));
    return { what, ...(folder && { env: { PYTHONPATH: folder.slice(0, -1) } }) };
  },
  /** Go's main package: in the folder itself, otherwise in the likeliest folder below. */
  go({ files, sources }) {
    const mains = sources.filter(({ path, text }) => path.endsWith('.go') && /^func main\(\)/m.test(text));
    const folders = [...new Set(mains.map(({ path }) => `./${path}`.replace(/\/[^/]*$/, '')))];
    const name = /^module\s+\S*?([\w-]+?)(?:\/v\d+)?\s*$/m.exec(files.read('go.mod') ?? '')?.[1];
    const likely = new RegExp(`/(?:server|api|web|app|httpd?|serve|${name})$`);
    if (folders.includes('.')) return '.';
    return choose(folders, (each) => likely.test(each));
  },
  cargo({ files }) {
    const text = files.read('Cargo.toml') ?? '';
    const named = (section: string) =>
      new RegExp(`^\\[${section}\\][^[]*?^name\\s*=\\s*"([\\w-]+)"`, 'm').exec(text)?.[1];
    return named('\\[bin\\]') ?? (files.has('src/main.rs') ? (named('package') ?? null) : null);
  },
  /** How it is packaged. The parent of modules is packaged as `pom`, and starts nothing. */
  maven({ files }) {
    const kind = /<packaging>\s{0,9}(\w+)/.exec(files.read('pom.xml') ?? '')?.[1] ?? 'jar';
    return kind === 'pom' ? null : kind;
  },
  dotnet: ({ files }) =>
    choose(
      files.list.filter((path) => /\.csproj$/.test(path) && /\.Sdk\.Web"/.test(files.read(path) ?? '')),
      () => true,
    ),
  /** The script in package.json, preferably one for production. A plain program receives signals itself. */
  script({ scripts }) {
    const there = SCRIPTS.filter((each) => scripts[each] !== undefined);
    const isLasting = (each: string) => !DEVELOPMENT.test(scripts[each]!);
    const name = there.find(isLasting) ?? there[0];
    if (name === undefined) return null;
    const text = String(scripts[name]);
    const check = 'this script does not start it as production does, in the foreground: what does?';
    const [, plain] = /^(?:cross-env )?((?:\w+=[\w.-]+ )*node [\w./ =-]+)$/.exec(text) ?? [];
    // Otherwise the steps that npm runs before it would be lost.
    const what = plain !== undefined && scripts[`pre${name}`] === undefined ? plain : `@ ${name}`;
    return { what, ...(DEVELOPMENT.test(text) && { check }) };
  },
  main({ files }) {
    const [, main] = /"main"\s{0,9}:\s{0,9}"(?:\.\/)?([^"]+)"/.exec(files.read('package.json') ?? '') ?? [];
    const usual = files.list.find((path) => /^(?:src\/)?(?:server|index|app)\.[cm]?js$/.test(path));
    const path = main !== undefined && files.has(main) ? main : usual;
    return path === undefined ? null : quotePath(path);
  },
};

function choose(all: readonly string[], isLikely: (each: string) => boolean): Found | null {
  const what = all.find(isLikely) ?? all[0];
  if (what === undefined) return null;
  const check = `there are several (${all.join(', ')}): is this the service?`;
  return { what: quotePath(what), ...(all.length > 1 && { check }) };
}
