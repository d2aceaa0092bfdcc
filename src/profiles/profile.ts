/** What a service says of itself may be made up. Names and paths are cut, and there are only so many of them. */
const LONGEST_NAME = 200;
const MOST_STACKS = 200_000;
const DEEPEST = 1000;
/** Most stacks that are written for people. */
const MOST_PRINTED = 5000;

/** Function of the service's own code. `file` is relative to its revision, `line` counts from 1. */
export type OwnFunction = { name: string; file: string; line: number };

/**
 * Samples of an arm while its processors worked: all of them, and by function those in which it, or what it called, was
 * running, with the number of own functions above it, added up.
 */
export type FunctionSamples = {
  total: number;
  functions: Map<string, OwnFunction & { samples: number; depths: number }>;
  /** Own functions that were running, from the outermost to the innermost, by their keys. */
  stacks: Map<string, { calls: readonly OwnFunction[]; samples: number }>;
};

/** Frame for the time in which garbage is collected; a function without a file here. */
export const GARBAGE_COLLECTION = '(garbage collector)';

/**
 * Adds up the samples of an arm's processes by function of its own code. Anonymous functions count as their callers:
 * nothing says which is which in another revision.
 *
 * @param texts collapsed stacks, as a profiler wrote them: in each line the calls from the outermost to the innermost,
 *   parted by `;`, a blank, and the number of samples. A call of code is `name (file:line)`. Other lines count as nothing
 * @param roots folders (absolute) of the revision, as they are and without symbolic links
 */
export function countSamples(texts: readonly string[], roots: readonly string[]): FunctionSamples {
  const counted: FunctionSamples = { total: 0, functions: new Map(), stacks: new Map() };
  const known = new Map<string, OwnFunction | null>();
  const readKnown = (call: string) => {
    if (!known.has(call)) known.set(call, readOwn(call, roots));
    return known.get(call)!;
  };
  for (const text of texts) {
    for (const line of text.split('\n', MOST_STACKS)) {
      const blank = line.lastIndexOf(' ');
      const samples = /^\d{1,9}$/.test(line.slice(blank + 1)) ? Number(line.slice(blank + 1)) : 0;
      if (blank < 0 || samples === 0) continue;
      counted.total += samples;
      const calls = line.slice(0, blank).split(';', DEEPEST).reverse();
      addStack(
        counted,
        calls.flatMap((call) => readKnown(call) ?? []),
        samples,
      );
    }
  }
  return counted;
}

/** @param stack functions from the innermost to the outermost */
function addStack(
  { functions, stacks }: FunctionSamples,
  stack: readonly OwnFunction[],
  samples: number,
): void {
  const calls = stack.toReversed();
  const whole = calls.map(keyOf).join(';');
  stacks.set(whole, { calls, samples: samples + (stacks.get(whole)?.samples ?? 0) });
  const seen = new Set<string>();
  for (const [index, own] of stack.entries()) {
    const key = keyOf(own);
    // Of a function that calls itself the innermost call counts, once.
    if (seen.has(key)) continue;
    seen.add(key);
    const sum = functions.get(key) ?? { ...own, samples: 0, depths: 0 };
    sum.samples += samples;
    sum.depths += samples * (stack.length - index);
    functions.set(key, sum);
  }
}

/** Tells functions of an arm apart. */
export function keyOf({ file, name, line }: OwnFunction): string {
  return `${file}\0${name}\0${line}`;
}

/** Without the line: tools that compare two profiles go by the text, and most lines differ between two revisions. */
function printFrame({ name, file }: OwnFunction): string {
  return `${name}${file === '' ? '' : ` (${file})`}`.replace(/[;\p{Cc}]/gu, ' ');
}

/** Writes the commonest stacks of an arm in all rounds as collapsed stacks, which tools for flame graphs read. */
export function printStacks(rounds: readonly FunctionSamples[]): string {
  const sums = new Map<string, number>();
  for (const { calls, samples } of rounds.flatMap(({ stacks }) => [...stacks.values()])) {
    const stack = calls.map(printFrame).join(';') || '(elsewhere)';
    sums.set(stack, (sums.get(stack) ?? 0) + samples);
  }
  const commonest = [...sums].sort((a, b) => b[1] - a[1]).slice(0, MOST_PRINTED);
  return commonest.map(([stack, samples]) => `${stack} ${samples}\n`).join('');
}

/** Folders of packages, which are not the revision's own code though they may be within it. */
const PACKAGES = ['node_modules', 'site-packages', 'dist-packages', 'vendor'];
/** What stands in place of a name: Python's code of a module, and functions without one. */
const NAMELESS = /^$|<[^<>]*>$/;

/** Reads a call of the service's own code. Null for others: the runtime, packages, what has no name. */
function readOwn(call: string, roots: readonly string[]): OwnFunction | null {
  if (call === GARBAGE_COLLECTION) return { name: call, file: '', line: 0 };
  if (call.length > 5 * LONGEST_NAME || !call.endsWith(')')) return null;
  const at = call.lastIndexOf(' (');
  const colon = call.lastIndexOf(':');
  const name = call.slice(0, Math.max(0, at));
  const path = call.slice(at + 2, colon);
  const line = Number(call.slice(colon + 1, -1));
  const root = roots.find((each) => path.startsWith(`${each}/`));
  if (root === undefined || NAMELESS.test(name) || name.length > LONGEST_NAME) return null;
  const file = path.slice(root.length + 1);
  const parts = file.split('/');
  if (parts.includes('..') || parts.some((part) => PACKAGES.includes(part))) return null;
  return Number.isSafeInteger(line) && line > 0 ? { name, file, line } : null;
}
