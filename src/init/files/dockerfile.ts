import * as z from 'zod';
import { quoteWord } from '../../processes/shell-words.ts';
import { parseDotenv, type Variable } from './dotenv.ts';
import type { Files } from './files.ts';
import { attempt } from './source.ts';

/**
 * Reads the first Dockerfile: variables of its last stage and of all, and what it runs, the likeliest first. Null without
 * one.
 */
export function readDockerfile(files: Files) {
  const from = ['Dockerfile', 'Containerfile', 'docker/Dockerfile', 'Dockerfile.prod'].find(files.has);
  if (from === undefined) return null;
  // A line goes on after a backslash.
  const lines = (files.read(from) ?? '')
    .replace(/\\\r?\n/g, ' ')
    .split('\n')
    .map((line) => line.trim());
  const stage = lines.findLastIndex((line) => /^FROM\s/i.test(line));
  const last = lines.slice(Math.max(0, stage));
  const listVariables = (some: readonly string[]) =>
    some.flatMap((line) => readEnv(line)).map((each) => ({ ...each, from }));
  const find = (word: string) => {
    const line = last.findLast((each) => new RegExp(`^${word}\\s`, 'i').test(each));
    return line === undefined ? [] : [readCommand(line.slice(word.length).trim())];
  };
  const [command, entry] = [find('CMD'), find('ENTRYPOINT')];
  return {
    from,
    last: listVariables(last),
    all: listVariables(lines),
    // An entry point is often a script that runs the command in the end.
    commands: [...command, [...entry, ...command].join(' ')],
    port: /^EXPOSE\s+(\d{1,5})\b/i.exec(last.find((line) => /^EXPOSE\s/i.test(line)) ?? '')?.[1],
  };
}

/** `ENV NAME=value OTHER="a b"` and the older `ENV NAME value`. */
function readEnv(line: string): Omit<Variable, 'from'>[] {
  const text = /^ENV\s+(\S.*)$/i.exec(line)?.[1];
  if (text === undefined) return [];
  const [, name, value] = /^(\w+)\s+([^=\s].*)$/.exec(text) ?? [];
  if (name !== undefined && !/^\w+=/.test(text)) return [{ name, value: value! }];
  const pairs = text.match(/(?<!\w)\w+=(?:"[^"]*"|'[^']*'|\S*)/g) ?? [];
  return parseDotenv(pairs.join('\n')).filter(({ value: each }) => !each.includes('$'));
}

/** A list of words, such as `["gunicorn", "app:make()"]`, needs quotes in a shell; that of a shell is its last word. */
function readCommand(text: string): string {
  const words = attempt(() => z.array(z.string()).parse(JSON.parse(text)));
  if (words === null) return text;
  return /^(?:\/bin\/)?(?:ba)?sh$/.test(words[0] ?? '') ? words.at(-1)! : words.map(quoteWord).join(' ');
}
