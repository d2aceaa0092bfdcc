import { type Document, isScalar, visit, type YAMLError } from 'yaml';
import type { PlacedProblem, ProblemParts } from './problem.ts';
import type { TextSpan } from './text-error.ts';
import { quote } from './words.ts';

/**
 * Puts the YAML library's errors into words for users. After the first mistake of syntax, most others only follow
 * from it, so the others are left out. Duplicate keys are independent, so all of them become problems.
 */
export function explainSyntax(
  document: Document.Parsed,
  text: string,
): { fatal: boolean; problems: PlacedProblem[] } {
  const errors = [...document.errors, ...document.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  const duplicates = errors.filter(({ code }) => code === 'DUPLICATE_KEY');
  const other = errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  const problems = duplicates.map((error) => explainDuplicate(document, text, error));
  const spot = other && (findOpenQuote(document, text, other) ?? spotOf(text, other));
  if (other)
    problems.push(
      findStrangeLine(text) ?? findOpenBracket(document, text, other) ?? { spot, ...explain(text, other) },
    );
  return { fatal: other !== undefined, problems };
}

/** Lines of which the library tells only what follows from them. */
const STRANGE_LINES: readonly [RegExp, ProblemParts][] = [
  [
    /^<{7}(?= |\r?$)/m,
    { what: 'Git left both sides of a conflict here.', expected: 'keep one side, and no marks' },
  ],
  [
    /^[\u00a0\u2000-\u200b\u202f\u3000]+/m,
    { what: 'This line begins with a character that only looks like a blank.', expected: 'expected blanks' },
  ],
];

function findStrangeLine(text: string): PlacedProblem | undefined {
  for (const [pattern, parts] of STRANGE_LINES) {
    const found = pattern.exec(text);
    if (found) return { spot: { offset: found.index, length: found[0].length }, ...parts };
  }
  return undefined;
}

function spotOf(text: string, { code, pos: [start, end] }: YAMLError): TextSpan {
  // The end of the file has nothing to point at, so the caret goes behind the last text before it.
  const last = text.trimEnd().length;
  const blanks = code === 'TAB_AS_INDENT' ? 0 : (/^ */.exec(text.slice(start))?.[0].length ?? 0);
  const offset = Math.min(start + blanks, last);
  return { offset, length: Math.max(1, Math.min(end, last) - offset) };
}

/** What the library says of a list or map in flow style that is not closed. */
const CLOSING = /end with a [\]}]/;

/** Finds where a list or map in flow style opens that is never closed. */
function findOpenBracket(
  document: Document.Parsed,
  text: string,
  { message, pos }: YAMLError,
): PlacedProblem | undefined {
  if (!CLOSING.test(message)) return undefined;
  let opening: number | undefined;
  visit(document, {
    Collection(_, { flow, range }) {
      // Of a pair in a list the library makes a map without brackets.
      const isBracket = range && /[[{]/.test(text[range[0]]!);
      const isClosed = range && text[range[1] - 1] === (text[range[0]] === '[' ? ']' : '}');
      if (flow && isBracket && !isClosed && range[0] < pos[0] && range[1] >= pos[0]) opening = range[0];
    },
  });
  return opening === undefined
    ? undefined
    : {
        spot: { offset: opening, length: 1 },
        what: `\`${text[opening]}\` opens here and is not closed.`,
        expected: `expected \`${text[opening] === '[' ? ']' : '}'}\``,
      };
}

/** Finds where a quote opens that is never closed. The library tells the place where it gave up. */
function findOpenQuote(document: Document.Parsed, text: string, { code, message, pos }: YAMLError) {
  if (code !== 'MISSING_CHAR' || !/closing/.test(message)) return undefined;
  let opening: number | undefined;
  visit(document, {
    Scalar(_, { type, range }) {
      const isOpen = type?.startsWith('QUOTE') && range && range[0] < pos[0] && range[1] >= pos[0];
      if (isOpen) opening = range[0];
    },
  });
  if (opening === undefined) return undefined;
  const rest = text.slice(opening).split(/\r?\n/, 1)[0]!;
  return { offset: opening, length: rest.trimEnd().length };
}

function explainDuplicate(document: Document.Parsed, text: string, error: YAMLError): PlacedProblem {
  let problem: PlacedProblem = {
    spot: spotOf(text, error),
    what: 'This key is given twice.',
    expected: 'leave one of them out',
  };
  visit(document, {
    Map(_, map) {
      const again = map.items.find((pair) => isScalar(pair.key) && pair.key.range?.[0] === error.pos[0])?.key;
      if (!isScalar(again)) return undefined;
      const first = map.items.find((pair) => isScalar(pair.key) && pair.key.value === again.value)?.key;
      const line = isScalar(first) ? text.slice(0, first.range?.[0]).split('\n').length : 0;
      problem = {
        spot: { offset: error.pos[0], length: String(again.source ?? again.value).length },
        what: `The key ${quote(String(again.value))} is given twice.`,
        expected: `given on line ${line} already`,
      };
      return visit.BREAK;
    },
  });
  return problem;
}

const NOT_A_KEY = {
  what: 'This is neither `key: value` nor an item of a list.',
  expected: 'expected `: ` after a key',
};

/** Mistakes that can be explained without the text. */
const KNOWN: Partial<Record<YAMLError['code'], ProblemParts>> = {
  TAB_AS_INDENT: { what: 'YAML is indented with blanks, not with tabs.', expected: 'expected blanks' },
  BAD_INDENT: {
    what: 'The indentation does not fit the lines above.',
    hint: 'Keys of one map start in the same column.',
  },
  MULTIPLE_DOCS: { what: 'A second document begins here.', expected: 'expected one document' },
  TAG_RESOLVE_FAILED: {
    what: 'YAML tags are not used in this file.',
    expected: 'expected no `!`',
    hint: 'A text that begins with `!` needs quotes.',
  },
  BAD_ALIAS: {
    what: '`*` begins the name of an anchor.',
    expected: 'expected its name, or quotes around the text',
  },
  NON_STRING_KEY: { what: 'A key is a text.', expected: 'expected a name and `:`' },
  RESOURCE_EXHAUSTION: { what: 'This is nested too deeply.', expected: 'expected fewer levels' },
};

/** Explains an error other than a duplicate key. Without a spot, the problem is where the library saw it. */
function explain(text: string, { code, message, pos: [at] }: YAMLError): PlacedProblem {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const line = text.slice(lineStart).split('\n', 1)[0] ?? '';
  if (text[at] === '{' && text[at - 1] === '$') {
    return {
      what: '`${…}` cannot stand in flow style, where `{` opens a map.',
      expected: 'expected block style, one key per line, or quotes',
    };
  }
  if (code === 'BLOCK_AS_IMPLICIT_KEY' || code === 'MULTILINE_IMPLICIT_KEY')
    return explainNestedKey(text, at, line.slice(0, at - lineStart));
  if (code === 'BAD_SCALAR_START') {
    const start = text[at] === '`' ? 'a backtick' : quote(text[at] ?? '');
    const what = `A value cannot start with ${start} unless it is in quotes.`;
    return { what, expected: 'expected quotes' };
  }
  if (message.startsWith('Missing , ')) {
    const wanted = message.includes('flow map') ? '`,` or `:`' : '`,`';
    return { what: `A ${wanted} is missing between two items.`, expected: `expected ${wanted}` };
  }
  if (code === 'MISSING_CHAR') {
    if (!/closing/.test(message)) return NOT_A_KEY;
    return { what: 'A quote that opens here is not closed.', expected: 'expected its end on this line' };
  }
  const block = /(?:^\s*-|:)\s+([>|])/.exec(line.split(/[#'"]/, 1)[0]!)?.[1];
  if (block && code === 'UNEXPECTED_TOKEN' && /^Block scalar header|^Not a YAML token/.test(message)) {
    const what = `A value that starts with ${quote(block)} opens a block of text in YAML.`;
    return { what, expected: 'expected quotes', ...(/^\s*(?:slo:|-)/.test(line) && explainSuccess(line)) };
  }
  if (code === 'UNEXPECTED_TOKEN' && /['"]/.test(line)) {
    const what = 'Text goes on after the closing quote.';
    return { what, hint: "Inside '…' a quote is doubled: 'it''s'." };
  }
  return KNOWN[code] ?? { what: 'This is not valid YAML.', hint: message };
}

/** Says how `slo: > 99% success` is written. */
function explainSuccess(line: string): Pick<ProblemParts, 'expected' | 'nearest' | 'hint'> {
  const [, operator, share] = /([>]=?)\s*(\d+(?:\.\d+)?)\s*%/.exec(line) ?? [];
  const failed = Number((100 - Number(share)).toFixed(6));
  return {
    expected: 'expected a metric first',
    nearest: failed >= 0 ? `errors ${operator === '>' ? '<' : '<='} ${failed}%` : undefined,
    hint: 'An SLO reads METRIC OPERATOR VALUE [at LOAD]: `p99 < 30ms at 1000 req/s`.',
  };
}

/** Explains a key where only a value can be: on the same line, or on the next by its indentation. */
function explainNestedKey(text: string, at: number, before: string): PlacedProblem {
  const rest = text.slice(at).split('\n', 1)[0] ?? '';
  const colon = rest.search(/:(?:\s|$)/);
  if (colon >= 0) {
    return {
      spot: { offset: at, length: colon + 1 },
      what: 'This reads as a second key on one line.',
      hint: 'A value that holds `: ` needs quotes; a nested key goes on a line of its own.',
    };
  }
  if (!/:\s/.test(before)) return NOT_A_KEY;
  const next = /\S.*/.exec(text.slice(at + rest.length));
  return {
    ...(next ? { spot: { offset: at + rest.length + next.index, length: next[0].trimEnd().length } } : {}),
    what: 'This line is indented as if it belonged to the value above it.',
    hint: 'Keys of one map start in the same column.',
  };
}
