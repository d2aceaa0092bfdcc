import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLSeq,
} from 'yaml';
import type { Path, PlacedProblem, Problem } from './problem.ts';
import { findInSource } from './scalar-offset.ts';
import type { TextSpan } from './text-error.ts';
import { explainSyntax } from './yaml-syntax.ts';

/** Deepest nesting that is read: more than any configuration has, and still safe for recursion. */
const DEEPEST = 100;
/** Most uses of anchors, as the YAML library proposes. Each use repeats the content of its anchor. */
const MOST_ALIASES = 100;

const OPTIONS = {
  prettyErrors: false,
  merge: true,
  stringKeys: true,
  uniqueKeys: true,
  logLevel: 'error',
} as const;

/** Text of a YAML file together with its nodes, so that each value can be found in the text. */
export class YamlSource {
  readonly text: string;
  readonly #lineStarts: number[] = [0];
  readonly #root: Node | null;
  readonly #anchored: ReadonlyMap<Alias, Node>;

  constructor(text: string, root: Node | null, anchored: ReadonlyMap<Alias, Node>) {
    this.text = text;
    this.#root = root;
    this.#anchored = anchored;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
  }

  /** Finds the line of an offset: its number from 1, the column from 0, and its text. */
  lineAt(offset: number): { line: number; column: number; text: string } {
    const after = this.#lineStarts.findIndex((start) => start > offset);
    const index = (after < 0 ? this.#lineStarts.length : after) - 1;
    const start = this.#lineStarts[index]!;
    const end = this.text.indexOf('\n', start);
    const text = this.text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '');
    return { line: index + 1, column: Math.min(offset - start, text.length), text };
  }

  /** Reads a scalar as the file writes it: `1.10`, which as a number would be `1.1`. */
  written(path: Path): string | undefined {
    const { value, depth } = this.#find(path);
    if (depth < path.length || !isScalar(value)) return undefined;
    return value.source ?? (typeof value.value === 'string' ? value.value : undefined);
  }

  /** Finds the place of a problem; for a missing value this is the key that should hold it. */
  place(problem: Problem): PlacedProblem {
    const { path, on, span, ...parts } = problem;
    return { ...parts, spot: this.#spot(path, on, span) };
  }

  #spot(path: Path, on: 'key' | 'value', span: TextSpan | undefined): TextSpan | undefined {
    const { key, value, depth } = this.#find(path);
    const found = depth === path.length;
    if (found && on === 'value' && isScalar(value) && (value.value !== null || value.source)) {
      if (!span) return spanOf(value);
      const start = findInSource(this.text, value, span.offset);
      return { offset: start, length: findInSource(this.text, value, span.offset + span.length) - start };
    }
    return key ? spanOf(key) : undefined;
  }

  /** Follows a path as far as it goes, through aliases and merged maps. */
  #find(path: Path): { key?: Node; value: Node | null; depth: number } {
    let key: Node | undefined;
    let value = this.#root;
    let depth = 0;
    for (const segment of path) {
      const inner = this.#resolve(value);
      if (isSeq(inner) && typeof segment === 'number') {
        const item = inner.items[segment];
        if (item === undefined) break;
        // An item has no key, so the caret goes under the first line of the item.
        key = isPair(item) ? undefined : (item as Node);
        value = item as Node;
      } else {
        const pair = this.#pairOf(inner, String(segment));
        if (!pair) break;
        key = pair.key;
        value = pair.value;
      }
      depth++;
    }
    return { key, value: this.#resolve(value), depth };
  }

  #resolve(node: Node | null): Node | null {
    return isAlias(node) ? (this.#anchored.get(node) ?? null) : node;
  }

  #pairOf(node: Node | null, name: string): Pair<Node, Node | null> | undefined {
    if (!isMap<Node, Node | null>(node)) return undefined;
    const own = node.items.findLast((pair) => isScalar(pair.key) && String(pair.key.value) === name);
    if (own) return own;
    for (const pair of node.items) {
      if (!isScalar(pair.key) || pair.key.source !== '<<') continue;
      const merged = this.#resolve(pair.value);
      for (const map of isSeq<Node>(merged) ? merged.items : [merged]) {
        const found = this.#pairOf(this.#resolve(map), name);
        if (found) return found;
      }
    }
    return undefined;
  }
}

function spanOf(node: Node): TextSpan {
  const [start, end] = node.range ?? [0, 0];
  return { offset: start, length: end - start };
}

/** Result of reading a YAML text. `value` is undefined if the problems allow no further check. */
type ReadYaml = { source: YamlSource; value: unknown; problems: PlacedProblem[] };

/** Reads one YAML document into plain values. Never throws: each mistake becomes a problem. */
export function readYaml(text: string): ReadYaml {
  const document = parseDocument(text, OPTIONS);
  const { fatal, problems } = explainSyntax(document, text);
  const anchored = new Map<Alias, Node>();
  const structure = checkStructure(document, anchored, text);
  const source = new YamlSource(text, document.contents, anchored);
  problems.push(...structure);
  if (fatal || structure.length > 0) return { source, value: undefined, problems };
  try {
    return { source, value: document.toJS({ maxAliasCount: MOST_ALIASES }), problems };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    // Only one error is possible here: the library refuses anchors that repeat too much.
    const what = `Anchors are repeated more than ${MOST_ALIASES} times in all.`;
    return {
      source,
      value: undefined,
      problems: [...problems, { what, expected: 'write the content out instead' }],
    };
  }
}

const DEPTH = `expected ${DEEPEST} levels at most`;

/** Tells whether `<<` can merge a value: a map, an alias of one, or a list of such. Unknown aliases are told elsewhere. */
function isMergeable(value: Node | null, anchors: ReadonlyMap<string, Node>): boolean {
  if (isSeq<Node>(value)) return value.items.every((item) => !isSeq(item) && isMergeable(item, anchors));
  if (!isAlias(value)) return isMap(value);
  const target = anchors.get(value.source);
  return target === undefined || isMap(target);
}

/** Finds decimal commas, which part two items between brackets: `[p99 < 1,5ms]`. */
function findCommas({ items }: YAMLSeq<Node>, text: string): PlacedProblem[] {
  return items.slice(1).flatMap((item, index) => {
    const [start, end] = [spanOf(items[index]!), spanOf(item)];
    const written = text.slice(start.offset, end.offset + end.length);
    const isParted = /(?:^|[<>=]\s{0,9})\d+,\d[^,]*$/.test(written);
    const rest = /^(\d+) ?(?:[nuµm]?s|%|req\/s|[kMG]B|users?)(?!\w)/.exec(
      written.slice(end.offset - start.offset),
    );
    if (!isParted || rest === null) return [];
    const isThousands = rest[1]!.length === 3 && /(?:^|\D)[1-9]\d{0,2},/.test(written);
    return {
      spot: { offset: start.offset, length: written.length },
      what: 'A comma between brackets parts two items.',
      expected: /^[1-9]/.test(written)
        ? 'give each a unit, or write a full stop in place of the comma'
        : `did you mean: ${written.replace(/(\d),(\d)/, isThousands ? '$1$2' : '$1.$2')}`,
    };
  });
}

/** Finds nesting, aliases and characters that no later check can handle. Fills in the node of each alias. */
function checkStructure(
  document: Document.Parsed,
  anchored: Map<Alias, Node>,
  text: string,
): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  const anchors = new Map<string, Node>();
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.source === '<<' && !isMergeable(value as Node | null, anchors)) {
        const expected = 'expected `*name`, of an anchor at a map';
        problems.push({
          spot: spanOf((value as Node | null) ?? key),
          what: '`<<` merges maps, and this is none.',
          expected,
        });
      }
      // JavaScript objects do not hold this key reliably.
      if (isScalar(key) && key.value === '__proto__')
        problems.push({
          spot: spanOf(key),
          what: '`__proto__` cannot be a key.',
          expected: 'expected another name',
        });
    },
    Node(_, node, ancestors) {
      if (ancestors.length > DEEPEST) {
        problems.push({
          spot: { ...spanOf(node), length: 1 },
          what: 'This is nested too deeply.',
          expected: DEPTH,
        });
        return visit.BREAK;
      }
      if (isAlias(node) && node.source === '') return undefined;
      if (!isAlias(node)) {
        if (node.anchor) anchors.set(node.anchor, node);
        if (isSeq<Node>(node) && node.flow) problems.push(...findCommas(node, text));
        const { value } = node as Scalar;
        if (node instanceof Scalar && typeof value === 'string' && value.includes('\0')) {
          problems.push({
            spot: spanOf(node),
            what: 'A NUL character cannot be passed on to a command or request.',
            expected: 'leave it out',
          });
        }
        return undefined;
      }
      const target = anchors.get(node.source);
      if (!target || ancestors.includes(target)) {
        problems.push({
          spot: spanOf(node),
          what: target
            ? `\`*${node.source}\` stands inside of what it repeats.`
            : `There is no anchor \`&${node.source}\` before this.`,
          expected: target ? 'write the content out instead' : 'expected an anchor from above',
          hint: target ? undefined : 'A text that begins with `*` needs quotes.',
        });
      } else anchored.set(node, target);
      return undefined;
    },
  });
  return problems;
}
