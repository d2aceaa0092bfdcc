import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

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

/** Lists the patterns of the tables of `init`, which look at files of any repository, and at their paths. */
function listTabled(): Pattern[] {
  const found: Pattern[] = [];
  parse(readFileSync('src/init/tables.yml', 'utf8'), (key, value) => {
    const text = [value].flat().join('|');
    if (['text', 'path', 'in', 'without', 'unless', 'likely'].includes(String(key)))
      found.push({ where: 'init/tables.yml', regex: new RegExp(text, key === 'text' ? 'm' : '') });
    return value;
  });
  return found;
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

/** CPU time (ms) that is too much for a text of these sizes (characters): the longest takes 0.5 if time is linear, 6 if quadratic. */
const TOO_MUCH = 2.5;
const SIZES = [24, 400, 5000];

/** What may match any number of times: without it a pattern looks at each place of a text for a while and no longer. */
const REPEATS = /[*+]|\{\d+,/;

/** Says whether a pattern takes too long for a text, each time that it is tried. CPU time has no others at work in it. */
function isSlow({ regex }: Pattern, text: string): boolean {
  return [1, 2, 3].every(() => {
    regex.lastIndex = 0;
    const start = process.cpuUsage();
    text.replace(regex, '');
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 > TOO_MUCH;
  });
}

const texts = new Map<string, string>();

/** A text of so many characters, which is made once for all patterns. */
function repeat(unit: string, size: number, head: string, tail: string): string {
  const key = JSON.stringify([unit, size, head, tail]);
  const text = texts.get(key) ?? head + unit.repeat(size / unit.length) + tail;
  texts.set(key, text);
  return text;
}

/** Finds a text for which a pattern takes too long; null where there is none. */
function findSlow(pattern: Pattern): string | null {
  const own = (pattern.regex.source.match(OWN) ?? []).slice(0, 40).map((each) => each.replaceAll('\\', ''));
  for (const unit of new Set([...UNITS, ...own, ...own.map((each) => `${each} `)])) {
    for (const head of HEADS)
      for (const tail of TAILS)
        if (SIZES.some((size) => isSlow(pattern, repeat(unit, size, head, tail))))
          return JSON.stringify(`${head}${unit}…${tail}`);
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

test('no pattern of the source takes time by more than the length of its text', () => {
  expect(new Set(built.map(({ where }) => where)).size).toBeGreaterThan(1);
  const all = [...listPatterns(), ...listTabled(), ...built];
  expect(all.length).toBeGreaterThan(300);
  expect(listSlow(all.filter(({ regex }) => REPEATS.test(regex.source)))).toEqual([]);
});

test('a slow pattern is found, in each of the ways in which patterns are slow', () => {
  const slow = [/\s+$/, /^(a+)+$/, /(\d+)\.(\d+)/, /^\s*gem/m, /\$\{[^}]*\}/g, /^(.*?)\*{2,}(.*)$/, / .*$/];
  expect(listSlow(slow.map((regex) => ({ where: 'here', regex })))).toHaveLength(slow.length);
});
