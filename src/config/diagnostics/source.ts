import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Path, PlacedProblem, Problem, Spot } from './problem.ts';
import { sanitize } from './words.ts';

/** Deepest nesting that is read: more than any configuration has, and still safe for recursion. */
const DEEPEST = 100;
/** Most values of a file once aliases are written out: each use of an anchor repeats its content. */
const MOST_VALUES = 50_000;

/** Key and value at a path. An item has no key, so a caret for it goes under the item itself. */
type Found = { key: Node; value: Node | null };

/** What no later stage can handle. */
class Fault extends Error {
  readonly problem: PlacedProblem;
  constructor(node: Node, what: string, expected: string) {
    super(what);
    this.problem = { spot: spotOf(node), what, expected };
  }
}

/** Text of a YAML file, in which each value can be found by its path. */
export class YamlSource {
  readonly #text: string;
  readonly #lines = new LineCounter();
  readonly #found = new Map<string, Found>();
  readonly #anchors = new Map<string, Node>();
  /** Aliases that are being written out. */
  readonly #open: Node[] = [];
  #reads = 0;
  /** Undefined if there are problems. */
  readonly value: unknown;
  readonly problems: readonly PlacedProblem[];

  constructor(text: string) {
    this.#text = text;
    const lineCounter = this.#lines;
    const document = parseDocument(text, { lineCounter, prettyErrors: false, stringKeys: true });
    this.problems = listErrors(document, text);
    if (this.problems.length > 0) return;
    try {
      this.value = this.#read(document.contents, []);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.problems = [fault.problem];
    }
  }

  /** Finds the line of an offset: its number from 1, the column from 0, and its text. */
  lineAt(offset: number): { line: number; column: number; text: string } {
    const { lineStarts } = this.#lines;
    const line = Math.max(1, this.#lines.linePos(offset).line);
    const start = lineStarts[line - 1] ?? 0;
    const text = this.#text.slice(start, lineStarts[line]).replace(/\r?\n$/, '');
    return { line, column: Math.min(offset - start, text.length), text };
  }

  /** Reads a scalar as the file writes it: `1.10`, which as a number would be `1.1`. */
  written(path: Path): string | undefined {
    const value = this.#found.get(JSON.stringify(path))?.value;
    return isScalar(value) ? value.source : undefined;
  }

  /**
   * Finds the place of a problem. For a missing value this is the key that should hold it; for what a short form says in
   * one scalar it is the scalar.
   */
  place({ path, on, ...parts }: Problem): PlacedProblem {
    let depth = path.length;
    while (depth > 0 && !this.#found.has(JSON.stringify(path.slice(0, depth)))) depth--;
    const { key, value } = this.#found.get(JSON.stringify(path.slice(0, depth))) ?? {};
    const isShort = isScalar(value) && (value.value !== null || value.source);
    const node = isShort && (on === 'value' || depth < path.length) ? value : key;
    return { ...parts, spot: node && spotOf(node) };
  }

  /** Makes the value of a node, and notes where each part of it is. @throws Fault */
  #read(node: Node | null, path: Path): unknown {
    if (node === null) return null;
    if (path.length > DEEPEST)
      throw new Fault(node, 'This is nested too deeply.', `expected ${DEEPEST} levels at most`);
    this.#count(node);
    if (isAlias(node)) {
      const target = this.#follow(node);
      this.#open.push(target);
      const value = this.#read(target, path);
      this.#open.pop();
      return value;
    }
    if (node.anchor && this.#open.length === 0) this.#anchors.set(node.anchor, node);
    if (isMap<Node, Node | null>(node)) return this.#readMap(node, path, {});
    if (isSeq<Node>(node))
      return node.items.map((item, index) => this.#note({ key: item, value: item }, [...path, index]));
    const { value } = node as { value?: unknown };
    if (typeof value === 'string' && value.includes('\0'))
      throw new Fault(node, 'A NUL character cannot be passed on to a command or request.', 'leave it out');
    return value;
  }

  /** Counts what is read. @throws Fault */
  #count(node: Node): void {
    if (++this.#reads > MOST_VALUES)
      throw new Fault(node, 'Anchors repeat too much.', `expected ${MOST_VALUES} values at most`);
  }

  #readMap(map: YAMLMap<Node, Node | null>, path: Path, into: Record<string, unknown>, isOwn = true): object {
    // Of maps that are merged the nearer one counts, so its own keys come before those that it merges itself.
    const items = isOwn ? map.items : map.items.toSorted((a, b) => Number(isMerge(a)) - Number(isMerge(b)));
    for (const { key, value } of items) {
      const name = isScalar(key) ? String(key.value) : '';
      if (isMerge({ key })) {
        const merged = this.#follow(value);
        for (const one of isSeq<Node>(merged) ? merged.items : [merged]) {
          const source = this.#follow(one);
          if (!isMap<Node, Node | null>(source) || this.#open.includes(source))
            throw new Fault(
              key,
              '`<<` merges maps, and this is none.',
              'expected `*name`, of an anchor at a map',
            );
          this.#count(key);
          this.#open.push(source);
          this.#readMap(source, path, into, false);
          this.#open.pop();
        }
        continue;
      }
      // JavaScript objects do not hold this key reliably.
      if (name === '__proto__') throw new Fault(key, '`__proto__` cannot be a key.', 'expected another name');
      if (isOwn || !Object.hasOwn(into, name)) into[name] = this.#note({ key, value }, [...path, name]);
    }
    return into;
  }

  #note(found: Found, path: Path): unknown {
    this.#found.set(JSON.stringify(path), { key: found.key, value: this.#follow(found.value) });
    return this.#read(found.value, path);
  }

  /** Finds what an alias stands for; any other node stands for itself. @throws Fault */
  #follow<T extends Node | null>(node: T): T | Node {
    const target = isAlias(node) ? this.#anchors.get(node.source) : node;
    if (target === undefined)
      throw new Fault(
        node as Node,
        'There is no such anchor before this.',
        'expected quotes, if this is a text',
      );
    return target;
  }
}

const isMerge = ({ key }: { key: Node }) => isScalar(key) && String(key.value) === '<<';

function spotOf({ range }: Node): Spot {
  const [start, end] = range ?? [0, 0];
  return { offset: start, length: end - start };
}

/** What to do about an error of syntax, by its code. For all others: */
const QUOTES = "Put quotes around the whole value: `key: '…'`.";
const HINTS: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'Indent with blanks, two for each level.',
  BAD_INDENT: 'Keys of one map start in the same column, and each bracket is closed.',
  BLOCK_AS_IMPLICIT_KEY:
    "Put quotes around a value that holds `: `, as in `key: 'a: b'`. Keys of one map start in the same column, each on its own line.",
  MULTILINE_IMPLICIT_KEY: 'Write `key: value`, with a blank after the colon.',
  MISSING_CHAR: 'Close each quote and bracket, and write `, ` between items.',
  DUPLICATE_KEY: 'Leave one of them out.',
  MULTIPLE_DOCS: 'Leave out `---` and all that follows.',
};

/** Lists the errors of syntax: keys that are given twice, and the first of the others, which most only follow from. */
function listErrors(document: ReturnType<typeof parseDocument>, text: string): PlacedProblem[] {
  const errors = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const first = errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  return errors
    .filter((error) => error === first || error.code === 'DUPLICATE_KEY')
    .map(({ code, message, pos: [start, end] }) => {
      const isUnclosed = /^Missing closing|end with a [\]}]/.test(message);
      let offset = start;
      // The library tells the place where it gave up. What opens there is more telling.
      const findOpening = (_: unknown, { range }: Node) => {
        if (range && range[0] < start && range[1] >= start && /['"[{]/.test(text[range[0]]!))
          offset = range[0];
      };
      if (isUnclosed) visit(document, { Node: findOpening });
      // The end of the file has nothing to point at, so the caret goes behind the last text before it.
      const last = text.trimEnd().length;
      const what = code === 'RESOURCE_EXHAUSTION' ? 'This is nested too deeply' : message.split(';', 1)[0]!;
      return {
        spot: { offset: Math.min(offset, last), length: Math.max(1, Math.min(end, last) - offset) },
        what: `${sanitize(what).slice(0, 120)}.`,
        hint: HINTS[code] ?? QUOTES,
      };
    });
}
