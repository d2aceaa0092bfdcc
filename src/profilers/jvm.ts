import { basename, dirname, extname } from 'node:path';
import { findEnd, indentOf } from '../profiles/extent.ts';
import type { Tool } from './attached.ts';
import { type Locate, listSources, readLines, rememberPlaces } from './sources.ts';

/** Threads and operations of HotSpot that collect garbage, and the one that compiles: no work of a request. */
const GARBAGE =
  /^(GangWorker|WorkerThread|AbstractGangWorker|ConcurrentGCThread|G1\w*|Parallel\w*|Shenandoah\w*|Z[A-Z]\w*)::|^VM_(G1|Parallel|Gen|Z|Shenandoah)/;
const COMPILER = 'CompileBroker::';

/** Events of samples: processor time by timers of the threads, and one for so many bytes that are allocated. */
const EVENTS = { time: '-e ctimer -i 1ms', allocations: '-e alloc --alloc 64k' };

/** async-profiler, through the attach socket of the JVM. It needs no rights. */
export const jvm: Tool = {
  runtime: 'Java',
  file: 'asprof',
  advice:
    'async-profiler: https://github.com/async-profiler/async-profiler/releases, its bin folder on the PATH',
  explainLimit: () => null,
  choose: (processes) => processes.filter(({ program }) => program === 'java').map(({ pid }) => pid),
  seesAllocations: true,
  async sample({ run, read }, pid, seconds, of) {
    const order = `-d ${seconds} ${EVENTS[of]} -o collapsed`.split(' ');
    await run([...order, '-f', read.path, `${pid}`]);
    return read()
      .split('\n')
      .flatMap((line) => {
        const blank = line.lastIndexOf(' ');
        const samples = Number(line.slice(blank + 1));
        const isCompiler = line.includes(COMPILER);
        return blank > 0 && samples > 0 && !isCompiler
          ? [{ symbols: line.slice(0, blank).split(';'), samples }]
          : [];
      });
  },
  bindSources: (top) => rememberPlaces(bindSources(top), GARBAGE),
};

/** Finds methods such as `com/acme/Shop$Index.search` in the sources of a work tree. */
function bindSources(top: string): Locate {
  const byName = new Map<string, string[]>();
  for (const path of listSources(top, ['.java', '.kt', '.scala', '.groovy'])) {
    const name = basename(path, extname(path));
    byName.set(name, [...(byName.get(name) ?? []), path]);
  }
  return (symbol) => {
    const dot = symbol.indexOf('.');
    const type = symbol.slice(0, dot);
    // The body of a lambda is a method of the class around it; its own class is the JVM's.
    const method = /^lambda\$([\w$]+)\$\d+$/.exec(symbol.slice(dot + 1))?.[1] ?? symbol.slice(dot + 1);
    const [outer = '', ...inner] = type.slice(type.lastIndexOf('/') + 1).split('$');
    if (dot < 0 || inner.includes('')) return null;
    const folder = type.includes('/') ? `/${type.slice(0, type.lastIndexOf('/'))}` : '';
    const named = byName.get(outer) ?? byName.get(outer.replace(/Kt$/, '')) ?? [];
    const files = named.filter((path) => dirname(path).endsWith(folder));
    const own = inner.at(-1);
    const line =
      files.length === 1 ? findMethod(readLines(files[0]!), own ?? outer, own !== undefined, method) : 0;
    return line > 0 ? `${[outer, ...inner, method].join('.')} (${files[0]}:${line})` : null;
  };
}

/** Beginnings of lines in which a method is called, not declared. */
const STATEMENTS = /^(return|throw|else|new|case|assert|yield|await|\*|\/)/;

/**
 * Finds the line in which a method is declared within its class, by its indentation: in none within that, and in none around
 * it. Of overloads it is the first.
 *
 * @param isInner whether the class stands within another
 * @returns 0 where there is none, or it is not clear which
 */
function findMethod(lines: readonly string[], type: string, isInner: boolean, method: string): number {
  const begins = lines.findIndex((line) =>
    ['class', 'record', 'enum', 'interface', 'object'].some((kind) => {
      const at = line.indexOf(`${kind} ${type}`);
      return at >= 0 && !/\w/.test(line.charAt(at + kind.length + 1 + type.length));
    }),
  );
  const depthOf = (index: number) => indentOf(lines[index]!);
  const declares = (line: string) => {
    const at = line.indexOf(`${method}(`);
    const before = line.slice(0, Math.max(0, at));
    // A type, or `fun`, is before the name.
    return /[\w>\]?]\s$/.test(before) && !/[=(]/.test(before) && !STATEMENTS.test(before.trimStart());
  };
  const end = begins < 0 ? 0 : findEnd(lines, begins + 1);
  const isWithin = (index: number) => index > begins && index < end && depthOf(index) > depthOf(begins);
  const found = [...lines.keys()].filter(
    (index) => (begins < 0 || index === begins || isWithin(index)) && declares(lines[index]!),
  );
  if (begins < 0 && isInner && found.length > 1) return 0;
  const [first = -1] = found.sort((a, b) => depthOf(a) - depthOf(b));
  return first + 1;
}
