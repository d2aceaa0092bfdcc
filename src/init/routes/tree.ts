import type { SourceFile } from '../files/source.ts';
import type { Dialect } from './dialect.ts';
import { findModules, type Modules } from './modules.ts';

/** A route that answers GET, with the prefixes of its routers. */
export type Route = {
  path: string;
  /** File that names it, relative to the folder. */
  file: string;
  /** Code around it. */
  around: string;
  /** What of it was not found; absent when all was. */
  unsure?: string;
};

/** A place in a file, with what the pattern found there. */
type Mark = { file: SourceFile; at: number; end: number; groups: Record<string, string | undefined> };
type Prefix = { text: string; unsure?: string };

const MOST_ROUTES = 500;
const DEEPEST = 8;
const BEFORE = 160;
const AFTER = 320;

/** Finds all routes that answer GET, and joins them with the prefixes of the routers that they hang below. */
export function findRoutes(sources: readonly SourceFile[], dialect: Dialect, outer = ''): Route[] {
  const tree = new RouteTree(sources, dialect);
  const routes = tree.routes.slice(0, MOST_ROUTES).flatMap((mark) => tree.list(mark));
  return routes.map((route) => ({ ...route, path: joinPaths(outer, route.path) }));
}

/** Joins a prefix and a path with one `/` between them. A slash at the end of the path stays. */
export function joinPaths(prefix: string, path: string): string {
  const [left, right] = [`/${prefix}`.replace(/(?<!\/)\/+$/, ''), path.replace(/^\/+/, '')];
  return `${left}${right === '' ? '' : `/${right}`}`.replace(/\/{2,}/g, '/') || '/';
}

class RouteTree {
  readonly routes: Mark[];
  private readonly groups: Mark[];
  private readonly mounts: Mark[];
  private readonly globals: Mark[];
  private readonly modules: Modules;
  private readonly extents: { file: SourceFile; from: number; to: number; prefix: Prefix }[];
  private readonly sources: readonly SourceFile[];
  private readonly dialect: Dialect;

  constructor(sources: readonly SourceFile[], dialect: Dialect) {
    this.sources = sources;
    this.dialect = dialect;
    const scan = (patterns: readonly RegExp[] = []) =>
      sources.flatMap((file) => patterns.flatMap((pattern) => findMarks(file, pattern)));
    this.routes = scan(dialect.routes);
    this.groups = scan(dialect.groups);
    this.mounts = scan(dialect.mounts);
    this.globals = scan(dialect.globals);
    this.modules = findModules(sources, dialect);
    this.extents = [
      ...scan(dialect.nests).map((mark) => ({ mark, to: endOfBrackets(mark) })),
      ...scan(dialect.blocks).map((mark) => ({ mark, to: endOfBlock(mark) })),
      ...(dialect.sections ?? []).flatMap((pattern) =>
        sources.flatMap((file) => {
          const marks = findMarks(file, pattern);
          return marks.map((mark, index) => ({ mark, to: marks[index + 1]?.at ?? file.text.length }));
        }),
      ),
    ].map(({ mark, to }) => ({ file: mark.file, from: mark.end, to, prefix: this.readPrefix(mark) }));
  }

  /** One route may be mounted several times; three places are enough to choose from. */
  list(mark: Mark): Route[] {
    const { file, at, end, groups } = mark;
    // The code of the next route says nothing of this one.
    const others = this.routes.filter((each) => each.file === file);
    const from = Math.max(at - BEFORE, ...others.filter((each) => each.at < at).map((each) => each.end));
    const to = Math.min(end + AFTER, ...others.filter((each) => each.at > at).map((each) => each.at));
    const around = file.text.slice(Math.max(0, from), to);
    const outer = this.globals[0] ? this.readPrefix(this.globals[0]) : { text: '' };
    return this.findBases(file, at, groups.receiver, 0)
      .slice(0, 3)
      .map((base) => ({
        path: this.addPath(joinPaths(outer.text, base.text), groups.path ?? ''),
        file: file.path,
        around,
        unsure: outer.unsure ?? base.unsure,
      }));
  }

  private addPath(prefix: string, path: string): string {
    const joined = joinPaths(prefix, path);
    return path === '/' && this.dialect.keepsSlash && joined !== '/' ? `${joined}/` : joined;
  }

  /** Prefixes of what is written at a place, with this variable as its router. */
  private findBases(
    file: SourceFile,
    at: number,
    receiver: string | undefined,
    depth: number,
    except?: string,
  ): Prefix[] {
    const inside = this.extents
      .filter((each) => each.file === file && each.from <= at && at < each.to)
      .sort((a, b) => a.from - b.from)
      .map(({ prefix }) => prefix);
    const own = inside.reduce(join, { text: '' });
    const scope = this.modules.findFunction(file, at);
    const group = this.groups
      .filter(
        ({ groups, ...each }) =>
          each.file === file &&
          (receiver === undefined
            ? this.dialect.chains === true && groups.name !== except
            : groups.name === receiver),
      )
      .filter(
        (each) => this.modules.findFunction(file, each.at) === scope || this.dialect.functions === undefined,
      )
      .findLast((each) => each.at <= at || this.dialect.functions === undefined);
    if (depth >= DEEPEST) return [own];
    if (group?.groups.parent !== undefined) {
      const prefix = join(this.readPrefix(group), own);
      if (group.groups.parent === receiver) return [prefix];
      return this.findBases(file, group.at, group.groups.parent, depth + 1).map((base) => join(base, prefix));
    }
    const origin =
      group === undefined && receiver !== undefined ? this.modules.findOrigin(file, receiver) : null;
    if (origin) {
      const bases = this.findBases(origin.file, origin.file.text.length, origin.name, depth + 1);
      return bases.map((base) => join(base, own));
    }
    const inner = group ? join(this.readPrefix(group), own) : own;
    const mounts = this.mounts.filter((mount) =>
      this.leadsTo(mount, file, receiver ?? group?.groups.name, scope),
    );
    const near = mounts.filter(
      (mount) => mount.file === file && this.modules.findFunction(file, mount.at) !== (scope ?? ''),
    );
    const chosen = near.length > 0 ? near : this.nearest(mounts, file);
    if (chosen.length === 0) {
      const router = group && /Router|Blueprint/.test(file.text.slice(group.at, group.end));
      return [
        router ? { ...inner, unsure: inner.unsure ?? 'no place was seen that mounts its router' } : inner,
      ];
    }
    return chosen
      .flatMap((mount) =>
        this.findBases(mount.file, mount.at, mount.groups.parent, depth + 1, headOf(mount)).map((base) =>
          join(join(base, this.readPrefix(mount)), inner),
        ),
      )
      .slice(0, 8);
  }

  /** Functions of one name are in many packages: the call from the nearest folder is meant. */
  private nearest(mounts: readonly Mark[], file: SourceFile): Mark[] {
    const others = mounts.filter((mount) => mount.file !== file);
    if (!this.dialect.functions) return others;
    const shared = ({ path }: SourceFile) => {
      const parts = path.split('/');
      const own = file.path.split('/');
      return parts.findIndex((part, index) => part !== own[index]);
    };
    const folder = file.path.split('/').at(-2);
    const named = others.filter(({ groups }) => groups.module !== undefined && groups.module === folder);
    if (named.length > 0) return named;
    const most = Math.max(...others.map((mount) => shared(mount.file)));
    return others.filter((mount) => shared(mount.file) === most);
  }

  private leadsTo(
    mount: Mark,
    file: SourceFile,
    receiver: string | undefined,
    scope: string | null,
  ): boolean {
    const target = targetOf(mount);
    if (this.dialect.functions) {
      const name = target.split('::').at(-1)!;
      return scope === name && this.modules.defines(file, name);
    }
    const head = headOf(mount);
    const isOwn =
      mount.file === file && receiver !== undefined && head === receiver && mount.groups.parent !== receiver;
    return isOwn || (mount.file !== file && this.modules.resolves(mount.file, target, file, receiver));
  }

  /** Reads a literal prefix, or looks for the constant that stands in its place. */
  private readPrefix({ groups, file }: Mark): Prefix {
    const { prefix, expression } = groups;
    if (prefix !== undefined) return { text: prefix.replace('[controller]', groups.class ?? '') };
    if (expression === undefined) return { text: '' };
    const name = /(?<!\w)(\w+)\W*$/.exec(expression)?.[1];
    const pattern = new RegExp(`\\b${name}\\b["']?(?:\\s*:\\s*\\w+)?\\s*[:=]\\s*["'\`](/?[\\w./~-]+)["'\`]`);
    const literal = /^[\w$.]+$/.test(expression) && name !== undefined;
    for (const { text } of literal ? [file, ...this.sources] : []) {
      const value = pattern.exec(text)?.[1];
      if (value !== undefined) return { text: value };
    }
    return { text: '', unsure: `its prefix is ${expression.slice(0, 40)}, whose value was not found` };
  }
}

/** What is mounted, without quotes: `items.routes`. */
function targetOf({ groups }: Mark): string {
  return groups.target!.replace(/^["'`]|["'`]$/g, '');
}

/** The variable that is mounted: `items` of `items.routes`. */
function headOf(mount: Mark): string {
  return targetOf(mount).split('.')[0]!;
}

function join(left: Prefix, right: Prefix): Prefix {
  return { text: joinPaths(left.text, right.text), unsure: left.unsure ?? right.unsure };
}

function findMarks(file: SourceFile, pattern: RegExp): Mark[] {
  return [...file.text.matchAll(pattern)].map((match) => ({
    file,
    at: match.index,
    end: match.index + match[0].length,
    groups: match.groups ?? {},
  }));
}

/** The end of the brackets that a place is in, or of its statement. Brackets within texts are rare in such code. */
function endOfBrackets({ file: { text }, end }: Mark): number {
  let depth = 0;
  // A pattern may end behind an open bracket of its own.
  for (let index = end; index < text.length; index++) {
    const letter = text[index]!;
    if ('([{'.includes(letter)) depth++;
    else if (')]}'.includes(letter)) depth--;
    if (depth < 0 || (letter === ';' && depth === 0)) return index;
  }
  return text.length;
}

function endOfBlock({ file: { text }, at, end }: Mark): number {
  const indentation = /^\n*([ \t]*)/.exec(text.slice(at))![1]!;
  const rest = text.slice(end);
  const close = new RegExp(`^${indentation}end\\b`, 'm').exec(rest);
  return close ? end + close.index : text.length;
}
