import type { SourceFile } from '../files/source.ts';
import type { Dialect } from './dialect.ts';

/** Which names of a file mean which other files, and in which function a place is. */
export type Modules = {
  /** Name of the function that a place is in; null outside of any, and where a dialect has no such scopes. */
  findFunction(file: SourceFile, at: number): string | null;
  /** The file, and the name there, of what a file imports by this name; null when it is not the project's own. */
  findOrigin(file: SourceFile, name: string): { file: SourceFile; name: string } | null;
  defines(file: SourceFile, name: string): boolean;
  /** Tells if `target`, as written in `from`, is the router `name` of `to`. */
  resolves(from: SourceFile, target: string, to: SourceFile, name: string | undefined): boolean;
};

export function findModules(sources: readonly SourceFile[], { functions, imports = [] }: Dialect): Modules {
  const functionsOf = new Map(
    sources.map(({ path, text }) => [
      path,
      functions
        ? [...text.matchAll(functions)].map((match) => ({ at: match.index, name: match.groups!.name! }))
        : [],
    ]),
  );
  const importsOf = new Map(
    sources.map((file) => [file.path, imports.flatMap((pattern) => readImports(file, pattern))]),
  );
  /** Tells if a module passes the other file on by this name, as `routes.users` of an index that imports it. */
  const passesOn = (from: SourceFile, module: string, name: string | undefined, to: SourceFile) => {
    const index = name && sources.find((each) => isModule(from, module, each));
    if (!index) return false;
    return importsOf.get(index.path)!.some((each) => each.local === name && isModule(index, each.module, to));
  };
  return {
    findFunction(file, at) {
      const all = functionsOf.get(file.path)!;
      // An attribute such as `#[get("/x")]` belongs to the function below it.
      const below = /^\s*#\[/.test(file.text.slice(at)) ? all.find((each) => each.at >= at) : undefined;
      return (below ?? all.findLast((each) => each.at <= at))?.name ?? null;
    },
    findOrigin(file, name) {
      const found = importsOf.get(file.path)!.find(({ local }) => local === name);
      const origin = found && sources.find((each) => each !== file && isModule(file, found.module, each));
      return origin ? { file: origin, name: found.original } : null;
    },
    defines: (file, name) => functionsOf.get(file.path)!.some((each) => each.name === name),
    resolves(from, target, to, name) {
      const required = /^(?:require|import)\(\s*["'`]([^"'`]+)/.exec(target)?.[1];
      if (required !== undefined) return isModule(from, required, to);
      if (from.path.endsWith('.py') && /^[\w.]+\.urls$/.test(target) && isModule(from, target, to))
        return true;
      const [head, ...tail] = target.split('.');
      return importsOf.get(from.path)!.some(({ module, local, original }) => {
        if (local !== head) return false;
        if (!from.path.endsWith('.py'))
          return isModule(from, module, to) || passesOn(from, module, tail[0], to);
        const variable = tail.at(-1);
        // `from routes import articles`, where articles is a file or a folder of files.
        const below = [joinModule(module, original), ...tail.slice(0, -1)].join('.');
        if (isModule(from, below, to))
          return variable === undefined || name === undefined || variable === name;
        return tail.length === 0 && isModule(from, module, to) && (name === undefined || original === name);
      });
    },
  };
}

type Import = { module: string; local: string; original: string };

function readImports({ text }: SourceFile, pattern: RegExp): Import[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const { module, names } = match.groups as { module: string; names?: string };
    const list = names ?? module.split('.').at(-1)!;
    return list
      .split(/[,{}()\n]/)
      .map((each) => each.trim().replace(/^type\s+/, ''))
      .filter(Boolean)
      .map((each) => {
        const [original, local] = each.split(/(?<!\s)\s+as\s+|(?<!\s)\s*:\s*/);
        return { module, original: original!, local: local ?? original! };
      });
  });
}

function joinModule(module: string, name: string): string {
  return module.includes('/') ? `${module}/${name}` : `${module.replace(/\.$/, '')}.${name}`;
}

/** Tells if the module of that name, seen from a file, is the other file. Aliases such as `@/` are left out. */
function isModule(from: SourceFile, module: string, to: SourceFile): boolean {
  const own = stem(to.path);
  if (from.path.endsWith('.py')) {
    const parts = module.split('.').filter(Boolean).join('/');
    const dots = /^\.*/.exec(module)![0].length;
    // `from . import name` is the package of the file, `from .. import name` the one above.
    if (parts === '') return dots > 0 && own === from.path.split('/').slice(0, -dots).join('/');
    return own === parts || own.endsWith(`/${parts}`);
  }
  if (/^\.{1,2}(?:\/|$)/.test(module)) {
    const folder = from.path.split('/').slice(0, -1);
    for (const part of module.split('/')) {
      if (part === '..') folder.pop();
      else if (part !== '.' && part !== '') folder.push(part);
    }
    return own === stem(folder.join('/'));
  }
  const bare = stem(module.replace(/^(?:@|~|#)?\//, '').replace(/^src\//, ''));
  return /^(?:@|~|#)?\/|^src\//.test(module) && (own === bare || own.endsWith(`/${bare}`));
}

/** A path without its extension, and without the name that stands for its folder. */
function stem(path: string): string {
  return path.replace(/\.(?:[cm]?[jt]s|py)$/, '').replace(/(?:^|\/)(?:index|__init__)$/, '');
}
