import { quotePath } from '../processes/shell-words.ts';
import { type Files, MOST_SOURCES, readSources, type SourceFile } from './files.ts';
import { DEVELOPMENT, MANIFEST } from './patterns.ts';
import { type Starter, TABLES } from './tables.ts';

/** A repository as the rows see it. `manifests`: the text of all of them. */
export type Survey = {
  files: Files;
  sources: readonly SourceFile[];
  manifests: string;
  scripts: Record<string, string>;
};

/** What a row has found, what somebody has to look at, variables, and what `$1` and so on stand for. */
export type Found = { what: string; check?: string; env?: Record<string, string>; groups?: string[] };

export function survey(files: Files): Survey {
  const sources = readSources(files);
  const above = (files.above ?? []).flatMap((up) => [`${up}Cargo.toml`, `${up}go.mod`]);
  const named = [...files.list.filter((path) => MANIFEST.test(path)).slice(0, MOST_SOURCES), ...above];
  const texts = named.map((path) => files.read(path) ?? '');
  const manifests = texts.join('\n').replace(/^.*\/\/ indirect$|^[ \t]*#.*$/gm, '');
  try {
    const { scripts } = JSON.parse(files.read('package.json') ?? '{}');
    return { files, sources, manifests, scripts: scripts ?? {} };
  } catch {
    return { files, sources, manifests, scripts: {} };
  }
}

export function depends({ manifests }: Survey, names: readonly string[]): boolean {
  const quoted = names.map((name) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`(?:^|["'\\s:/<>=(\\[,])(?:${quoted.join('|')})(?![\\w-])`, 'im').test(manifests);
}

export function findStarters(all: Survey): { row: Starter; found: Found }[] {
  return TABLES.starters.flatMap((row) => {
    if (row.mark !== undefined && !all.files.has(row.mark)) return [];
    if (row.needs !== undefined && !depends(all, row.needs)) return [];
    if (row.path !== undefined) return findFile(row, all.files);
    const found = row.find === undefined ? '' : FINDERS[row.find]!(all, row.text ?? '');
    return found === null ? [] : [{ row, found: typeof found === 'string' ? { what: found } : found }];
  });
}

/** Finds the file of a row, with what its path and its text have said. */
function findFile(row: Starter, files: Files): { row: Starter; found: Found }[] {
  const hits = new Map<string, string[]>();
  const [named, wanted] = [new RegExp(row.path!), new RegExp(row.text ?? '', 'im')];
  for (const path of files.list.filter((each) => named.test(each)).slice(0, MOST_SOURCES)) {
    const parts = named.exec(path)!.slice(1);
    const said = wanted.exec(files.read(path) ?? '')?.slice(1);
    if (said) hits.set(quotePath(path), ['', ...parts.map((part) => part && quotePath(part)), ...said]);
  }
  const found = choose([...hits.keys()], (path) => new RegExp(row.likely ?? '^', 'i').test(path));
  return found === null ? [] : [{ row, found: { ...found, groups: hits.get(found.what)! } }];
}

const ALIAS = /^(?:npm run|pnpm(?: run)?|yarn(?: run)?|bun run) ([\w:-]+)$/;
const SCRIPTS = ['start:prod', 'start:production', 'start', 'start:server', 'prod', 'serve', 'server'];
const nameModule = (path: string) => path.replace(/(?:\/__init__)?\.py$/, '').replaceAll('/', '.');

/** Names for `find` in the table. They return null if they find nothing. */
const FINDERS: Record<string, (repository: Survey, text: string) => Found | string | null> = {
  /** The module and the variable of a Python application: `app.main:app`. */
  application({ files, sources }, calls) {
    const call = new RegExp(calls, 'm');
    const all = sources.filter(({ path, text }) => path.endsWith('.py') && call.test(text));
    const named = (names: RegExp) => all.find(({ path }) => names.test(path));
    const usual = named(/(?:^|\/)[aw]sgi\.py$/) ?? named(/(?:^|\/)(?:main|app|server|run|__init__)\.py$/);
    const found = usual ?? all[0];
    if (found === undefined) return null;
    const { check } = choose(usual ? [found.path] : all.map(({ path }) => path), () => true)!;
    const [, variable, factory] = call.exec(found.text)!;
    // Python searches the folder that its own imports are relative to.
    const imports = [...found.text.matchAll(/^[ \t]*(?:from|import) (\w+)/gm)].map(([, one]) => one!);
    const folders = [...found.path.matchAll(/\//g)].map(({ index }) => found.path.slice(0, index + 1));
    const isTop = (name: string) => imports.includes(name.split(/[/.]/)[0]!);
    const root = ['', ...folders].find((each) =>
      files.list.some((path) => path.startsWith(each) && isTop(path.slice(each.length))),
    );
    const top = root ?? folders.find((each) => each === 'src/') ?? '';
    const what = `${nameModule(found.path.slice(top.length))}:${variable ?? `${factory}()`}`;
    return { what, ...(top && { env: { PYTHONPATH: top.slice(0, -1) } }), ...(check && { check }) };
  },
  django({ files }) {
    const [manage, folder = ''] = files.list.flatMap((path) => /^((?:[^/]+\/)?)manage\.py$/.exec(path) ?? []);
    const path = files.list.find((each) => each.startsWith(folder) && each.endsWith('/wsgi.py'));
    if (path === undefined || !/django/.test(files.read(manage ?? '') ?? '')) return null;
    const what = nameModule(path.slice(folder.length));
    return { what, ...(folder && { env: { PYTHONPATH: folder.slice(0, -1) } }) };
  },
  /** Go's main package: in the folder itself, otherwise in the likeliest folder below. */
  go({ files, sources }) {
    const isMain = /(?<![\s\S])(?![\s\S]*^\/\/go:build ignore)[\s\S]*^func main\(\)/m;
    const mains = sources.filter((one) => /^(?!.*internal\/).+\.go$/.test(one.path) && isMain.test(one.text));
    const folders = [...new Set(mains.map(({ path }) => quotePath(`./${path}`.replace(/\/[^/]*$/, ''))))];
    const name = /^module\s+\S*?([\w-]+?)(?:\/v\d+)?\s*$/m.exec(files.read('go.mod') ?? '')?.[1];
    const likely = new RegExp(`/(?:server|api|web|app|httpd?|serve|${name})$`);
    if (folders.includes('.')) return '.';
    return choose(folders, (each) => likely.test(each));
  },
  /** The script in package.json, preferably one for production. A plain program receives signals itself. */
  script({ scripts }) {
    const there = SCRIPTS.filter((each) => scripts[each] !== undefined);
    const follow = (text: string) => scripts[ALIAS.exec(text)?.[1] ?? ''] ?? text;
    const isLasting = (each: string) => !DEVELOPMENT.test(follow(follow(scripts[each]!)));
    const name = there.find(isLasting) ?? there[0];
    if (name === undefined) return null;
    const [, plain] = /^(?:cross-env )?((?:\w+=[\w.-]+ )*node [\w./ =-]+)$/.exec(scripts[name]!) ?? [];
    // Otherwise the steps that npm runs before it would be lost.
    const what = plain !== undefined && scripts[`pre${name}`] === undefined ? plain : `@ ${name}`;
    const check = 'this script is for development, or not in the foreground: what starts it in production?';
    return { what, ...(!isLasting(name) && { check }) };
  },
};

function choose(all: readonly string[], isLikely: (each: string) => boolean): Found | null {
  const what = all.find(isLikely) ?? all[0];
  if (what === undefined) return null;
  const check = `there are several (${all.slice(0, 8).join(', ')}): is this the service?`;
  return { what, ...(all.length > 1 && { check }) };
}
