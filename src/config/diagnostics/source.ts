import {
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import type { Path, Problem, Spot } from './problem.ts';
import { sanitize } from './words.ts';

/** Deepest nesting that is read: more than any configuration has, and still safe for recursion. */
const DEEPEST = 100;
/** Most values of a file once aliases are written out, each looked at twice: an anchor's content is repeated. */
const MOST_READS = 100_000;

/** Key and value at a path. An item has no key, so a caret for it goes under the item itself. */
type Found = { key: Node; value: Node | null };

/** What no later stage can handle. */
class Fault extends Error {
  readonly problem: Problem;
  constructor(node: Node, what: string, expected: string) {
    super(what);
    this.problem = { spot: spotOf(node), what, expected };
  }
}

/** Text of a YAML file, in which each value can be found by its path. */
export class YamlSource {
  readonly #text: string;
  readonly #isText: (path: Path) => boolean;
  readonly #lines = new LineCounter();
  readonly #found = new Map<string, Found>();
  /** What each alias stands for. */
  readonly #targets = new Map<Node, Node | undefined>();
  #reads = 0;
  /** Undefined if there are problems. */
  readonly value: unknown;
  readonly problems: readonly Problem[];

  /** @param isText tells whether a value is a text, however it is written: `1.10` is a version, not 1.1 */
  constructor(text: string, isText: (path: Path) => boolean) {
    this.#text = text;
    this.#isText = isText;
    const lineCounter = this.#lines;
    const document = parseDocument(text, { lineCounter, prettyErrors: false, stringKeys: true });
    this.problems = listErrors(document, text);
    if (this.problems.length > 0) return;
    const anchors = new Map<string, Node>();
    visit(document, (_, node) => {
      if (isAlias(node)) this.#targets.set(node, anchors.get(node.source));
      else if (isNode(node) && node.anchor) anchors.set(node.anchor, node);
    });
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

  /**
   * Finds a key or its value. For a missing value this is the key that should hold it; for what a short form says in one
   * scalar it is the scalar.
   */
  find(path: Path, on: 'key' | 'value'): Spot | undefined {
    let depth = path.length;
    while (depth > 0 && !this.#found.has(JSON.stringify(path.slice(0, depth)))) depth--;
    const { key, value } = this.#found.get(JSON.stringify(path.slice(0, depth))) ?? {};
    const isShort = isScalar(value) && (value.value !== null || value.source);
    const node = isShort && (on === 'value' || depth < path.length) ? value : key;
    return node && spotOf(node);
  }

  /** Makes the value of a node, and notes where each part of it is. @throws Fault */
  #read(written: Node | null, path: Path): unknown {
    const node = this.#follow(written, path.length);
    const note = (key: Node, value: Node | null, name: string | number) => {
      const inner = [...path, name];
      this.#found.set(JSON.stringify(inner), { key, value: this.#follow(value, inner.length) });
      return this.#read(value, inner);
    };
    if (isMap<Node, Node | null>(node)) {
      const pairs = this.#listPairs(node, path.length);
      return Object.fromEntries(pairs.map(([name, { key, value }]) => [name, note(key, value, name)]));
    }
    if (isSeq<Node>(node)) return node.items.map((item, index) => note(item, item, index));
    const { value, source } = isScalar(node) ? node : { value: null, source: undefined };
    if (typeof value !== 'string' && value !== null && this.#isText(path)) return source ?? value;
    if (typeof value === 'string' && value.includes('\0'))
      throw new Fault(node!, 'A NUL character cannot be passed on to a command or request.', 'leave it out');
    return value;
  }

  /** Finds what an alias stands for; any other node stands for itself. @throws Fault */
  #follow(node: Node | null, depth: number): Node | null {
    if (node === null) return null;
    const target = isAlias(node) ? this.#targets.get(node) : node;
    if (target === undefined)
      throw new Fault(node, 'There is no such anchor before this.', 'expected quotes, if this is a text');
    if (depth > DEEPEST)
      throw new Fault(node, 'This is nested too deeply.', `expected ${DEEPEST} levels at most`);
    if (++this.#reads > MOST_READS)
      throw new Fault(node, 'Anchors repeat too much.', `expected ${MOST_READS / 2} values at most`);
    return target;
  }

  /** Lists the pairs of a map, and of those that it merges. Of one key the nearest counts. @throws Fault */
  #listPairs(map: YAMLMap<Node, Node | null>, depth: number): [name: string, Pair<Node, Node | null>][] {
    const named = map.items.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : '', pair] as const);
    const merged = named.flatMap(([name, { key, value }]) => {
      // JavaScript objects do not hold this key reliably.
      if (name === '__proto__') throw new Fault(key, '`__proto__` cannot be a key.', 'expected another name');
      if (name !== '<<') return [];
      const from = this.#follow(value, depth + 1);
      return (isSeq<Node>(from) ? from.items : [from]).flatMap((item) => {
        const source = this.#follow(item, depth + 1);
        if (isMap<Node, Node | null>(source)) return this.#listPairs(source, depth + 1);
        throw new Fault(
          key,
          '`<<` merges maps, and this is none.',
          'expected `*name`, of an anchor at a map',
        );
      });
    });
    const all = [...named.filter(([name]) => name !== '<<'), ...merged];
    return [...new Map(all.toReversed().map(([name, pair]) => [name, pair]))].reverse();
  }
}

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
function listErrors(document: ReturnType<typeof parseDocument>, text: string): Problem[] {
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
