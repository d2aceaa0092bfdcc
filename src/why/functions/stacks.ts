/** What a service says of itself may be made up: longest name, most stacks of one text, and calls in each. */
const LONGEST_NAME = 200;
const MOST_STACKS = 200_000;
const DEEPEST = 1000;

/**
 * Function of the revision's own code, or package (`node_modules/qs`). `line` counts from 1; 0 where it is not known.
 * `isPlain`: nothing tells whose it is.
 */
export type Called = { name: string; file: string; line: number; isPackage: boolean; isPlain?: true };

/** Where the sources of an arm are. */
export type Sources = {
  /** Folders (absolute) of the work tree, as they are and without symbolic links. */
  roots: readonly string[];
  /** Tracked files, relative to the top folder. */
  files: readonly string[];
  /** Go modules of the tree, with their folder (`` or `tools/`). */
  modules: readonly { name: string; folder: string }[];
};

/**
 * Samples of an arm while its processors worked: all of them, and by function those in which it, or what it called, was
 * running, with the number of known calls down to it, added up.
 */
export type Samples = { total: number; functions: Map<string, Called & { samples: number; depths: number }> };

/** Time in which garbage is collected, whatever collects it: V8, Go or the JVM. */
export const COLLECTION = '(garbage collector)';
const COLLECTORS =
  /^(\(garbage collector\)$|runtime\.(gcBgMarkWorker|gcAssistAlloc|bgsweep|bgscavenge|gcStart|gcMarkDone)\b|(GangWorker|WorkerThread|ConcurrentGCThread|G1\w*|Parallel\w*|Shenandoah\w*|Z[A-Z]\w*)::)/;

/** Names in place of one: code of a module, functions without a name. */
const NAMELESS = /^$|[<>]$|^\(anonymous\)$/;

/** Folders of packages, wherever they are, and the path of a module of Go, as packages in it begin with it. */
const PACKAGE = /^(?:.*\/)?((?:node_modules|site-packages|dist-packages)\/(?:@[^/]+\/)?[^/]+)/;
const MODULE = /^[^./]+\.[^/]+\/[^/]+(?:\/[^/]+)?(?:\/v\d+(?=\/|$))?/;

/** Sources of the JVM's languages. */
const JVM = /\.(java|kt|scala|groovy)$/;

/**
 * Adds up the samples of an arm by function. One without a name counts as its caller, and so does what is neither the
 * revision's own code nor a package. A package counts where it was called, not where it calls the revision's code.
 *
 * @param texts collapsed stacks: calls from the outermost to the innermost, parted by `;`, a blank, and the number of
 *   samples. A call is `name (file:line)`, or a symbol of Go or the JVM. What is neither counts as nothing
 */
export function countSamples(texts: readonly string[], sources: Sources): Samples {
  const functions: Samples['functions'] = new Map();
  const read = bindReader(sources);
  const known = new Map<string, Called | null>();
  const know = (call: string) => {
    if (!known.has(call)) known.set(call, call.length <= 5 * LONGEST_NAME ? read(call) : null);
    return known.get(call) ?? [];
  };
  const stacks = texts.flatMap((text) =>
    text.split('\n', MOST_STACKS).flatMap((line) => {
      const blank = line.lastIndexOf(' ');
      const count = line.slice(blank + 1).trimEnd();
      const samples = blank > 0 && /^\d{1,9}$/.test(count) ? Number(count) : 0;
      return samples > 0 ? [{ calls: line.slice(0, blank).split(';', DEEPEST).flatMap(know), samples }] : [];
    }),
  );
  // Names without a file or package say something where there is nothing else.
  const isPlain = [...known.values()].every((one) => !one || one.isPlain || one.name === COLLECTION);
  for (const { calls, samples } of stacks) {
    const own = calls.filter((one) => isPlain || !one.isPlain);
    const last = own.findLastIndex(({ isPackage }) => !isPackage);
    const below = own.filter(({ isPackage }, i) => !isPackage || i > last);
    // Of a function that calls itself the innermost call counts, once.
    for (const [key, [call, depth]] of new Map(
      below.map((call, i) => [keyOf(call), [call, i + 1]] as const),
    )) {
      const sum = functions.get(key) ?? { ...call, samples: 0, depths: 0 };
      functions.set(key, sum);
      sum.samples += samples;
      sum.depths += samples * depth;
    }
  }
  return { total: stacks.reduce((sum, { samples }) => sum + samples, 0), functions };
}

/** Tells functions apart, by name and file. */
export function keyOf({ file, name }: Called): string {
  return `${file}\0${name}`;
}

/** Binds what tells of a call which function or package it is; null for others. */
function bindReader(sources: Sources): (call: string) => Called | null {
  const tracked = new Set(sources.files);
  const classes = new Map<string, string>();
  for (const file of sources.files.filter((each) => JVM.test(each))) {
    const parts = file.replace(JVM, '').split('/');
    for (let i = 0; i < parts.length; i++) classes.set(parts.slice(i).join('/'), file);
  }
  const readPlaced = (name: string, path: string, line: number) => {
    const [, found] = PACKAGE.exec(path) ?? [];
    if (found !== undefined) return makePackage(found.replace(/\.py$/, ''));
    const root = sources.roots.find((each) => path.startsWith(`${each}/`));
    const file = root === undefined ? path : path.slice(root.length + 1);
    const isOwn = root === undefined ? tracked.has(file) : !file.split('/').includes('..');
    return isOwn ? makeCalled(name, file, line) : null;
  };
  const readJava = (type: string, method: string) => {
    const [outer = '', ...inner] = type.split('$');
    const file = classes.get(outer) ?? classes.get(outer.replace(/Kt$/, ''));
    // The body of a lambda is a method of the class around it.
    const name = /^lambda\$([^$]+)\$/.exec(method)?.[1] ?? method;
    return file && makeCalled([outer.slice(outer.lastIndexOf('/') + 1), ...inner, name].join('.'), file);
  };
  const readGo = (path: string, symbol: string) => {
    const own = sources.modules.find(({ name }) => path === name || path.startsWith(`${name}/`));
    if (own === undefined && path !== 'main') return makePackage(MODULE.exec(path)?.[0] ?? '');
    if (sources.modules.length === 0) return null;
    const folder = own ? `${own.folder}${path.slice(own.name.length + 1)}/`.replace(/^\//, '') : '';
    // A function within another belongs to that: `search.func1`.
    const name = symbol.replace(/\.(func|gowrap|deferwrap)?\d[\s\S]*$/, '').replace(/[(*)]/g, '');
    return makeCalled(name, folder);
  };
  return (call) => {
    if (COLLECTORS.test(call)) return makeCalled(COLLECTION, '');
    const at = call.endsWith(')') ? call.lastIndexOf(' (') : -1;
    const [, placed, line = '0'] =
      at < 0 ? [] : (/^(.+?)(?::(\d{1,9}))?$/.exec(call.slice(at + 2, -1)) ?? []);
    if (placed !== undefined) return readPlaced(call.slice(0, at), placed, Number(line));
    // Types of generics, and the mark of functions in assembly.
    const [open, close] = [call.indexOf('['), call.lastIndexOf(']')];
    const bare = open >= 0 && close > open ? call.slice(0, open) + call.slice(close + 1) : call;
    const symbol = bare.replace(/\.abi\d$/, '');
    const dot = symbol.indexOf('.', symbol.lastIndexOf('/') + 1);
    const [path, name] = [symbol.slice(0, dot).replaceAll('%2e', '.'), symbol.slice(dot + 1)];
    const found = dot < 0 ? null : readJava(path, name) || readGo(path, name);
    if (found) return found;
    const plain = makeCalled(symbol, '');
    return plain && { ...plain, isPlain: true };
  };
}

function makeCalled(name: string, file: string, line = 0): Called | null {
  return NAMELESS.test(name) || name.length > LONGEST_NAME ? null : { name, file, line, isPackage: false };
}

function makePackage(name: string): Called | null {
  return name && name.length <= LONGEST_NAME ? { name, file: '', line: 0, isPackage: true } : null;
}
