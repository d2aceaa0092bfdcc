import type { Risen } from './rise.ts';

/** A service could forge what it reports: longest call. */
const LONGEST = 1000;

/** What a stack names. `plain`: a function whose owner is unknown. */
export type Called = Pick<Risen, 'name' | 'file' | 'line'> & { kind: Risen['kind'] | 'plain' };

/** Sources of an arm: the folder (absolute, without links) of its work tree, tracked files, names of Go modules. */
export type Sources = { top: string; files: readonly string[]; modules: readonly string[] };

/**
 * Samples of an arm while it used the processors: all of them, and by function those in which it, or something it called,
 * was running, with the most known calls down to it.
 */
export type Samples = {
  total: number;
  functions: Map<string, { called: Called; samples: number; depth: number }>;
};

/** Frames of garbage collection: in V8, Go or the JVM. */
const COLLECTORS =
  /^(\(garbage collector\)$|runtime\.(gcBgMarkWorker|gcAssistAlloc|bgsweep|bgscavenge|gcStart|gcMarkDone)\b|(GangWorker|WorkerThread|ConcurrentGCThread|G1\w*|Parallel\w*|Shenandoah\w*|Z[A-Z]\w*)::)/;

/** Placeholders for names: code of a module, functions without a name, a lambda's class, which each process names anew. */
const NAMELESS = /^$|[<>]$|^\(anonymous\)$|(?:\.\.|\$\$)Lambda\b/;

/** Folders of packages, wherever they are, and the path of a Go module, with which its packages begin. */
const PACKAGE = /^(?:.*\/)?((?:node_modules|site-packages|dist-packages)\/(?:@[^/]+\/)?[^/]+)/;
const MODULE = /^[^./]+\.[^/]+\/[^/]+(?:\/[^/]+)?(?:\/v\d+(?=\/|$))?/;

/** Sources of the JVM's languages, and what their paths contain besides the name of a class. */
const JVM = /\.(java|kt|scala|groovy)$/;
const AROUND = /^(.*\/)?src\/(\w+\/(java|kotlin|scala|groovy)\/)?|\.\w+$/g;

/**
 * Adds up the samples of an arm by function. One without a name counts as its caller, and so does anything that is neither
 * the revision's own code nor a package. A package counts where it was called, not where it calls the revision's code.
 *
 * @param text collapsed stacks: calls from the outermost to the innermost, separated by `;`, a space, and the number of
 *   samples. A call is `name (file:line)`, or a symbol of Go or the JVM. Anything else is ignored
 */
export function countSamples(text: string, sources: Sources): Samples {
  const functions: Samples['functions'] = new Map();
  const read = bindReader(sources);
  const known = new Map<string, Called | null>();
  const know = (call: string) => {
    if (!known.has(call)) known.set(call, call.length <= LONGEST ? read(call) : null);
    return known.get(call) ?? [];
  };
  const stacks = text.split('\n').flatMap((line) => {
    const [, calls, samples] = /^(.+) ([1-9]\d{0,8})\s*$/.exec(line) ?? [];
    return calls ? [{ calls: calls.split(';').flatMap(know), samples: Number(samples) }] : [];
  });
  // Names without a file or package say something if there is nothing else.
  const isOnly = [...known.values()].every((one) => !one || /plain|collection/.test(one.kind));
  for (const { calls, samples } of stacks) {
    const own = calls.filter(({ kind }) => isOnly || kind !== 'plain');
    const last = own.findLastIndex(({ kind }) => kind !== 'package');
    const counted = own.filter(({ kind }, i) => kind !== 'package' || i > last);
    const innermost = new Map(counted.map((call, i) => [`${call.file}\0${call.name}`, { call, i }]));
    for (const [key, { call, i }] of innermost) {
      const { samples: before = 0, depth = 0 } = functions.get(key) ?? {};
      functions.set(key, { called: call, samples: before + samples, depth: Math.max(i + 1, depth) });
    }
  }
  return { total: stacks.reduce((sum, { samples }) => sum + samples, 0), functions };
}

/** Returns what maps a call to its function or package; null for others. */
function bindReader({ top, files, modules }: Sources): (call: string) => Called | null {
  const tracked = new Set(files);
  const classes = new Map(files.filter((one) => JVM.test(one)).map((one) => [one.replace(AROUND, ''), one]));
  const make = (kind: Called['kind'], name: string, file?: string, line?: number) =>
    NAMELESS.test(name) ? null : { kind, name, ...(file && { file }), ...(line && { line }) };
  const within = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  return (call) => {
    if (COLLECTORS.test(call)) return make('collection', '(garbage collector)');
    // The end is checked first: otherwise each bracket would be tried with everything that follows.
    const [, placed, path = '', line] = /^(?=.*\)$)(.*) \((.+?)(?::(\d{1,9}))?\)$/s.exec(call) ?? [];
    if (placed !== undefined) {
      const found = PACKAGE.exec(path)?.[1];
      if (found !== undefined) return make('package', found.replace(/\.py$/, ''));
      const file = path.startsWith(`${top}/`) ? path.slice(top.length + 1) : path;
      const isOwn = file === path ? tracked.has(file) : !file.split('/').includes('..');
      return isOwn ? make('function', placed, file, Number(line ?? 0)) : null;
    }
    const symbol = call.replace(/^([^[]*)\[.*\]/, '$1'); // without generic types
    const [, outer = '', name = ''] = /^((?:.*\/)?[^./]+)\.(.+)$/.exec(symbol) ?? [];
    const [type = '', ...inner] = outer.split('$');
    const file = classes.get(type) ?? classes.get(type.replace(/Kt$/, ''));
    // The body of a lambda is a method of the enclosing class; a function nested in another Go function belongs to that.
    const method = name.replace(/^lambda\$|\$\d+$/g, '');
    if (file) return make('function', [within(type), ...inner, method].join('.'), file);
    const named = name.replace(/\.(func|gowrap|deferwrap)?\d.*|[(*)]/gs, '');
    const ofGo = outer.replaceAll('%2e', '.');
    if (modules.some((one) => ofGo === 'main' || `${ofGo}/`.startsWith(`${one}/`)))
      return make('function', `${within(ofGo)}.${named}`);
    const module = MODULE.exec(ofGo)?.[0];
    return module ? make('package', module) : make('plain', symbol);
  };
}
