import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Texts that are repeated: those of which patterns are made, and what each pattern has of its own. */
const UNITS = [
  ...'aA0_-.,:;/\\*#@="\'`([{<)]}>$~|%+!?&',
  ...[' ', '\t', '\n', '\r\n', '\0', ' \n', '${', 'a ', 'a.', 'a:', 'a: ', ' a', ' [', ']('],
  ...['1.', '1s', '/.', ': ', 'a=', '" ', '\u001b[', '\u001b]', '\u0301'],
];
const TAILS = ['', 'x', '\n', '\u0000!'];
const HEADS = ['', 'a'];

/** Patterns that a program builds when it is called, with words in place of what it puts in. */
const PLACEHOLDER = 'word';

type Pattern = { where: string; regex: RegExp };

/** Lists the pattern literals of the source, and the templates of those that are built. */
function listPatterns(): Pattern[] {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return names.flatMap((name) => {
    const text = readFileSync(join('src', name), 'utf8');
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    const found: Pattern[] = [];
    const visit = (node: ts.Node): void => {
      const where = `${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        found.push({ where, regex: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
      }
      if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
        const [text, flags] = node.arguments ?? [];
        if (text && ts.isTemplateExpression(text)) {
          const parts = text.templateSpans.map(({ literal }) => PLACEHOLDER + literal.text);
          const given = flags && ts.isStringLiteral(flags) ? flags.text : '';
          found.push({ where, regex: new RegExp(text.head.text + parts.join(''), given) });
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** Lists the patterns that modules build as they are loaded: anew, as other tests may have loaded them. */
async function listBuilt(names: readonly string[]): Promise<Pattern[]> {
  const found: Pattern[] = [];
  const Real = RegExp;
  let name = '';
  globalThis.RegExp = new Proxy(Real, {
    construct(target, given) {
      const regex = new target(...(given as [string]));
      // Libraries build some as well, which are none of ours.
      const [, , caller = ''] = new Error().stack?.split('\n') ?? [];
      if (caller.includes(`/src/${name}`)) found.push({ where: name, regex });
      return regex;
    },
  });
  try {
    for (name of names) await import(`${pathToFileURL(resolve('src', name)).href}?anew`);
  } finally {
    globalThis.RegExp = Real;
  }
  return found;
}

/** Processor time (ms) of this process: others at work, which a busy machine puts in between, are not in it. */
function readCpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Processor time (ms) that a pattern takes for a text, the least of some trials. */
function time({ regex }: Pattern, text: string, trials: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < trials; i++) {
    regex.lastIndex = 0;
    const start = readCpu();
    text.replace(regex, '');
    least = Math.min(least, readCpu() - start);
  }
  return least;
}

/** Trials, of which the least counts: on a busy machine a single one is easily wrong. */
const TRIALS = 4;
/** Processor time (ms) from which it is looked closer, and sizes (characters) of texts that are tried. */
const NOTABLE = 1.5;
const SIZES = [24, 200, 1000, 4000, 16_000];
/** How much longer the second text is. Time by the length is as much longer, time by its square the square of it. */
const LONGER = 4;

/** Says whether a pattern's time grows by the square of a text's length, or worse: by the least of trials in turns. */
function isSlow(pattern: Pattern, make: (size: number) => string, size: number): boolean {
  const [short, long] = [make(size), make(LONGER * size)];
  // What takes so long for a few characters would never end for more.
  if (size === SIZES[0]) return time(pattern, short, TRIALS) > NOTABLE;
  const least = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
  for (let i = 0; i < TRIALS; i++) {
    least.short = Math.min(least.short, time(pattern, short, 3));
    if (least.short < NOTABLE) return false;
    least.long = Math.min(least.long, time(pattern, long, 1));
    // Half-way between the two, as ratios go.
    if (least.long / least.short < LONGER ** 1.5) return false;
  }
  return true;
}

const texts = new Map<string, string>();

/** A text of so many characters, which is made once for all patterns. */
function repeat(unit: string, size: number, head: string, tail: string): string {
  const key = JSON.stringify([unit, size, head, tail]);
  const text = texts.get(key) ?? head + unit.repeat(size / unit.length) + tail;
  texts.set(key, text);
  return text;
}

/** Finds a text for which a pattern takes longer than by its length; null where there is none. */
function findSlow(pattern: Pattern): string | null {
  const own = pattern.regex.source.match(OWN) ?? [];
  for (const unit of new Set([...UNITS, ...own.map((each) => each.replaceAll('\\', '')).slice(0, 40)])) {
    for (const head of HEADS) {
      for (const tail of TAILS) {
        const make = (size: number) => repeat(unit, size, head, tail);
        const size = SIZES.find((each) => time(pattern, make(each), 1) > NOTABLE);
        if (size !== undefined && isSlow(pattern, make, size))
          return JSON.stringify(`${head}${unit}…${tail}`);
      }
    }
  }
  return null;
}

/** What a pattern says letter by letter: words, signs, and rows of both such as `<!--`. */
const OWN = /(?:[\w \-.,:;<>=!#@&%~"'`]|\\[^\w\s]){2,}(?![?*+{])|[a-z]{2,}\b|\\?[^\w\s\\^$?*+()[\]{}|]/gi;

function listSlow(patterns: readonly Pattern[]): string[] {
  return patterns.flatMap((pattern) => {
    const text = findSlow(pattern);
    return text === null ? [] : [`${pattern.where} ${pattern.regex} with ${text}`];
  });
}

/** Once for all tries of a test: what is loaded already builds nothing. */
const built = await listBuilt(['report/format/markdown.ts', 'report/format/visible.ts']);

test('no pattern of the source takes more than four times as long for a text that is four times as long', () => {
  expect(new Set(built.map(({ where }) => where)).size).toBeGreaterThan(1);
  const patterns = [...listPatterns(), ...built];
  expect(patterns.length).toBeGreaterThan(400);
  expect(listSlow(patterns)).toEqual([]);
});

test('a slow pattern is found, in each of the ways in which patterns are slow', () => {
  const slow = [/\s+$/, /^(a+)+$/, /(\d+)\.(\d+)/, /^\s*gem/m, /\$\{[^}]*\}/g, /^(.*?)\*{2,}(.*)$/, / .*$/];
  expect(listSlow(slow.map((regex) => ({ where: 'here', regex })))).toHaveLength(slow.length);
});
