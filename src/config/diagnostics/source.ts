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
import { isSentAsJson, type Path, type Problem, type Spot } from './problem.ts';
import { sanitize } from './words.ts';

/** Deepest nesting that is read: deeper than any configuration, and still safe for recursion. */
const DEEPEST = 100;
/** Maximum number of values of a file after expanding aliases, each looked at twice: an anchor's content is repeated. */
const MOST_READS = 100_000;
const LIMITS = `expected at most ${DEEPEST} levels and ${MOST_READS / 2} values`;

const YAML =
  "expected `key: value`, the keys of a map in one column, closed brackets, and quotes around a value with special characters: `key: 'a: b'`";

type Pairs = Map<string, Pair<Node, Node | null>>;

/** Text of a YAML file in which each value can be found by its path. */
export class YamlSource {
  readonly #lines: string[];
  readonly #counter = new LineCounter();
  /** Key and value at a path. An item has no key, so its caret goes under the item itself. */
  readonly #found = new Map<string, { key: Node; value: Node | null }>();
  /** What each alias stands for. */
  readonly #targets = new Map<Node, Node | undefined>();
  #reads = 0;
  /** Undefined if there are problems. */
  readonly value: unknown;
  /** Syntax errors, or the first thing that no later stage can handle. */
  readonly problems: Problem[];

  constructor(text: string) {
    this.#lines = text.split(/\r?\n/);
    const lineCounter = this.#counter;
    const document = parseDocument(text, { lineCounter, prettyErrors: false, stringKeys: true });
    this.problems = listErrors([...document.errors, ...document.warnings]);
    if (this.problems.length > 0) return;
    const anchors = new Map<string, Node>();
    visit(document, (_, node) => {
      if (isAlias(node)) this.#targets.set(node, anchors.get(node.source));
      else if (isNode(node) && node.anchor) anchors.set(node.anchor, node);
    });
    this.value = this.#read(document.contents, []);
  }

  /** Finds the line of an offset: its number from 1, the column from 0, and its text. */
  lineAt(offset: number): { line: number; column: number; text: string } {
    const { line, col } = this.#counter.linePos(offset);
    const text = this.#lines[line - 1] ?? '';
    return { line: Math.max(1, line), column: Math.max(0, Math.min(col - 1, text.length)), text };
  }

  /** Finds a key or its value: for a missing value, the key that should hold it; for parts of a short form, that form. */
  find(path: Path, on: 'key' | 'value'): Spot {
    let depth = path.length;
    while (depth > 0 && !this.#found.has(JSON.stringify(path.slice(0, depth)))) depth--;
    const { key, value } = this.#found.get(JSON.stringify(path.slice(0, depth))) ?? {};
    const isShort = isScalar(value) && (value.value !== null || value.source);
    const node = isShort && (on === 'value' || depth < path.length) ? value : key;
    return node ? spotOf(node) : { offset: 0, length: 1 };
  }

  /** Builds the value of a node, and records where each part of it is. */
  #read(written: Node | null, path: Path): unknown {
    const node = this.#follow(written, path.length);
    const note = (key: Node, value: Node | null, name: string | number) => {
      const inner = [...path, name];
      this.#found.set(JSON.stringify(inner), { key, value: this.#follow(value, inner.length) });
      return this.#read(value, inner);
    };
    if (isMap<Node, Node | null>(node)) {
      const pairs = [...this.#listPairs(node, path.length)];
      return Object.fromEntries(pairs.map(([name, { key, value }]) => [name, note(key, value, name)]));
    }
    if (isSeq<Node>(node)) return node.items.map((item, index) => note(item, item, index));
    const { value, source } = isScalar(node) ? node : { value: null, source: undefined };
    if (typeof value === 'string' && value.includes('\0'))
      this.#reject(node!, 'A NUL character cannot be passed to a command or request.', 'leave it out');
    // `1.10` is a version, not 1.1, except in JSON.
    const isAsWritten = value === null || isSentAsJson(path) || String(value) === source;
    return isAsWritten || typeof value === 'string' ? value : source;
  }

  /** Finds what an alias stands for; any other node stands for itself. */
  #follow(node: Node | null, depth: number): Node | null {
    if (node === null || this.problems.length > 0) return null;
    const target = isAlias(node) ? this.#targets.get(node) : node;
    if (target === undefined)
      this.#reject(node, 'No such anchor is defined above.', 'expected quotes if this is text');
    if (depth > DEEPEST || ++this.#reads > MOST_READS)
      this.#reject(node, 'This is nested too deeply, or repeated too often.', LIMITS);
    return this.problems.length > 0 ? null : target!;
  }

  #reject(node: Node, what: string, expected: string): void {
    if (this.problems.length === 0) this.problems.push({ what, expected, spot: spotOf(node) });
  }

  /** Lists the pairs of a map, and of those that it merges. Of equal keys, the nearest counts. */
  #listPairs(map: YAMLMap<Node, Node | null>, depth: number): Pairs {
    const pairs: Pairs = new Map(
      map.items.map((pair) => [String(isScalar(pair.key) && pair.key.value), pair]),
    );
    const merged = pairs.get('<<');
    pairs.delete('<<');
    // JavaScript objects do not hold this key reliably.
    const proto = pairs.get('__proto__');
    if (proto) this.#reject(proto.key, '`__proto__` cannot be a key.', 'expected another name');
    const from = merged ? this.#follow(merged.value, depth + 1) : null;
    for (const item of isSeq<Node>(from) ? from.items : merged ? [from] : []) {
      const source = this.#follow(item, depth + 1);
      const inner = isMap<Node, Node | null>(source) ? this.#listPairs(source, depth + 1) : undefined;
      if (!inner)
        this.#reject(merged!.key, '`<<` merges maps, but this is not one.', 'expected `*name` of a map');
      for (const [name, pair] of inner ?? []) if (!pairs.has(name)) pairs.set(name, pair);
    }
    return pairs;
  }
}

function spotOf({ range }: Node): Spot {
  const [start, end] = range ?? [0, 0];
  return { offset: start, length: end - start };
}

/** Lists the syntax errors: duplicate keys, and the first of the others, which usually causes the rest. */
function listErrors(errors: readonly YAMLError[]): Problem[] {
  const sorted = errors.toSorted((a, b) => a.pos[0] - b.pos[0]);
  const first = sorted.find(({ code }) => code !== 'DUPLICATE_KEY');
  return sorted
    .filter((error) => error === first || error.code === 'DUPLICATE_KEY')
    .map(({ code, message, pos: [start, end] }) => ({
      spot: { offset: start, length: Math.max(1, end - start) },
      what: `${sanitize(message.split(';', 1)[0]!).slice(0, 120)}.`,
      expected: code === 'DUPLICATE_KEY' ? 'leave one of them out' : YAML,
    }));
}
