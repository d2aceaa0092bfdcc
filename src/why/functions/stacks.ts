/** What a service says of itself may be made up: longest name, most stacks of one text, and calls in each. */
const LONGEST_NAME = 200;
const MOST_STACKS = 200_000;
const DEEPEST = 1000;

/** Column from which a function stands in minified code. Its names differ with each build. */
const MINIFIED = 500;

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
  /** Go modules of the tree, with their folder (`` or `tools/`), and those that they require. */
  modules: readonly { name: string; folder: string }[];
  required: readonly string[];
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

/** Folders of packages, wherever they are, and names in place of one: code of a module, functions without a name. */
const PACKAGES = ['node_modules/', 'site-packages/', 'dist-packages/'];
const NAMELESS = /^$|[<>]$|^\(anonymous\)$/;

/** Sources of the JVM's languages. */
const JVM = /\.(java|kt|scala|groovy)$/;

/**
 * Adds up the samples of an arm by function. One without a name counts as its caller, and so does what is neither the
 * revision's own code nor a package. A package counts where it was called, not where it calls the revision's code.
 *
 * @param texts profiles of Node (`.cpuprofile`), or collapsed stacks: calls from the outermost to the innermost, parted
 *   by `;`, a blank, and the number of samples. A call is `name (file:line)`, or a symbol of Go or the JVM. What is
 *   neither counts as nothing
 */
export function countSamples(texts: readonly string[], sources: Sources): Samples {
  const counted: Samples = { total: 0, functions: new Map() };
  const stacks = texts.flatMap((text) => (text.startsWith('{') ? readProfile(text) : readCollapsed(text)));
  const read = bindReader(sources);
  const known = new Map<string, Called | null>();
  const know = (call: string) => {
    if (!known.has(call)) known.set(call, call.length <= 5 * LONGEST_NAME ? read(call) : null);
    return known.get(call) ?? [];
  };
  const all = stacks.map(({ calls, samples }) => ({ stack: calls.flatMap(know), samples }));
  // Names without a file or package say something where there is nothing else.
  const isPlain = [...known.values()].every((one) => !one || one.isPlain || one.name === COLLECTION);
  for (const { stack, samples } of all) {
    counted.total += samples;
    const own = stack.filter((one) => isPlain || !one.isPlain);
    const last = own.findLastIndex(({ isPackage }) => !isPackage);
    const below = own.filter(({ isPackage }, i) => !isPackage || i > last);
    addStack(counted.functions, below, samples);
  }
  return counted;
}

function addStack(functions: Samples['functions'], stack: readonly Called[], samples: number): void {
  const seen = new Set<string>();
  for (let depth = stack.length; depth > 0; depth--) {
    const own = stack[depth - 1]!;
    const key = keyOf(own);
    // Of a function that calls itself the innermost call counts, once.
    if (seen.has(key)) continue;
    seen.add(key);
    const sum = functions.get(key) ?? { ...own, samples: 0, depths: 0 };
    sum.samples += samples;
    sum.depths += samples * depth;
    functions.set(key, sum);
  }
}

/** Tells functions apart, by name and file. */
export function keyOf({ file, name }: Called): string {
  return `${file}\0${name}`;
}

type Stack = { calls: string[]; samples: number };

function readCollapsed(text: string): Stack[] {
  return text.split('\n', MOST_STACKS).flatMap((line) => {
    const blank = line.lastIndexOf(' ');
    const count = line.slice(blank + 1).trimEnd();
    const samples = blank > 0 && /^\d{1,9}$/.test(count) ? Number(count) : 0;
    return samples > 0 ? [{ calls: line.slice(0, blank).split(';', DEEPEST), samples }] : [];
  });
}

type Node = {
  id: number;
  hitCount: number;
  children?: number[];
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
};

/** Reads a profile of V8 as stacks. Empty where it is none, or has been made up. */
function readProfile(text: string): Stack[] {
  try {
    const nodes: Node[] = JSON.parse(text).nodes.slice(0, MOST_STACKS);
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
    return nodes.flatMap((node) => {
      const { hitCount: samples, callFrame } = node;
      if (!(samples > 0 && samples < 1e9) || callFrame.functionName === '(idle)') return [];
      const calls: string[] = [];
      // Whoever makes a profile up may let nodes be their own parents.
      for (let at: Node | undefined = node; at && calls.length < DEEPEST; at = byId.get(parents.get(at.id)!))
        calls.push(nameFrame(at.callFrame));
      return [{ calls: calls.reverse(), samples }];
    });
  } catch {
    return [];
  }
}

function nameFrame({ functionName, url, lineNumber, columnNumber }: Node['callFrame']): string {
  if (url === '') return functionName === COLLECTION ? COLLECTION : '';
  return columnNumber > MINIFIED ? '' : `${functionName} (${pathOf(url)}:${lineNumber + 1})`;
}

function pathOf(url: string): string {
  try {
    return url.startsWith('file:') ? decodeURIComponent(new URL(url).pathname) : url;
  } catch {
    return url;
  }
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
    const found = findPackage(path);
    if (found !== null) return found;
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
    const isWithin = (name: string) => path === name || path.startsWith(`${name}/`);
    const own = sources.modules.find(({ name }) => isWithin(name));
    const [other] = sources.required.filter(isWithin).sort((a, b) => b.length - a.length);
    if (own === undefined && other !== undefined) return makePackage(other);
    if (own === undefined && !(path === 'main' && sources.modules.length > 0)) return null;
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

/** Finds the package whose file it is: the innermost. */
function findPackage(path: string): Called | null {
  const [at = -1, kind = ''] = PACKAGES.map((each): [number, string] => [
    `/${path}`.lastIndexOf(`/${each}`),
    each,
  ]).sort(([a], [b]) => b - a)[0]!;
  const [first = '', second = ''] = path.slice(at + kind.length).split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  return at < 0 || name.length > LONGEST_NAME ? null : makePackage(kind + name.replace(/\.py$/, ''));
}

function makeCalled(name: string, file: string, line = 0): Called | null {
  return NAMELESS.test(name) || name.length > LONGEST_NAME ? null : { name, file, line, isPackage: false };
}

function makePackage(name: string): Called {
  return { name, file: '', line: 0, isPackage: true };
}
