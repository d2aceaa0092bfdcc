/** Longest name: what a service says of itself may be made up. */
const LONGEST_NAME = 200;

/** Function, or package (`node_modules/qs`). `file` is empty, and `line` (from 1) is 0, where it is not known. */
export type Called = { name: string; file: string; line: number; isPackage: boolean };

/**
 * Samples of an arm while its processors worked: all of them, and by function those in which it, or what it called, was
 * running, with the number of known calls down to it, added up.
 */
export type Samples = { total: number; functions: Map<string, Called & { samples: number; depths: number }> };

/** Time in which V8 collects garbage. */
export const COLLECTION = '(garbage collector)';

/** Names in place of one: code of a module, functions without a name. */
const NAMELESS = /^$|[<>]$|^\((?!garbage collector\)$)/;

/** Folders of packages, wherever they are. */
const PACKAGE = /^(?:.*\/)?((?:node_modules|site-packages|dist-packages)\/(?:@[^/]+\/)?[^/]+)/;

/**
 * Adds up the samples of an arm by function. One without a name counts as its caller, and so does one whose file is neither
 * the revision's own nor a package's. A package counts where it was called, not where it calls the revision's code.
 *
 * @param texts collapsed stacks: calls from the outermost to the innermost, parted by `;`, a blank, and the number of
 *   samples. A call is `name (file:line)`, or a name alone
 * @param roots folders (absolute) of the revision, as they are and without symbolic links
 */
export function countSamples(texts: readonly string[], roots: readonly string[]): Samples {
  const functions: Samples['functions'] = new Map();
  const known = new Map<string, Called | null>();
  const know = (call: string) => {
    if (!known.has(call)) known.set(call, readCall(call, roots));
    return known.get(call) ?? [];
  };
  let total = 0;
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const [, stack, samples = 0] = /^(.+) (\d{1,9})\s*$/.exec(line) ?? [];
    if (stack === undefined) continue;
    total += Number(samples);
    const calls = stack.split(';').flatMap(know);
    const last = calls.findLastIndex(({ isPackage }) => !isPackage);
    const below = calls.filter(({ isPackage }, i) => !isPackage || i > last);
    // Of a function that calls itself the innermost call counts, once.
    for (const [key, [call, depth]] of new Map(
      below.map((call, i) => [keyOf(call), [call, i + 1]] as const),
    )) {
      const sum = functions.get(key) ?? { ...call, samples: 0, depths: 0 };
      functions.set(key, sum);
      sum.samples += Number(samples);
      sum.depths += Number(samples) * depth;
    }
  }
  return { total, functions };
}

/** Tells functions apart, by name and file. */
export function keyOf({ file, name }: Called): string {
  return `${file}\0${name}`;
}

/** Reads which function or package a call is of; null for others. */
function readCall(call: string, roots: readonly string[]): Called | null {
  const at = call.endsWith(')') ? call.lastIndexOf(' (') : -1;
  // Functions of Go within another belong to that: `main.search.func1`.
  const name = at < 0 ? call.replace(/\.func\d.*$/, '') : call.slice(0, at);
  if (NAMELESS.test(name) || name.length > LONGEST_NAME) return null;
  if (at < 0) return { name, file: '', line: 0, isPackage: false };
  const [, path = '', line = 0] = /^(.+?)(?::(\d{1,9}))?$/.exec(call.slice(at + 2, -1)) ?? [];
  const [, found] = PACKAGE.exec(path) ?? [];
  if (found !== undefined) return { name: found.replace(/\.py$/, ''), file: '', line: 0, isPackage: true };
  const root = roots.find((each) => path.startsWith(`${each}/`));
  const file = root === undefined ? path : path.slice(root.length + 1);
  // Neither `/usr/lib/a.py` nor `node:fs`, nor `<frozen a>`.
  const isOwn = !/^[/<]|:|(^|\/)\.\.(\/|$)/.test(file);
  return isOwn ? { name, file, line: Number(line), isPackage: false } : null;
}
