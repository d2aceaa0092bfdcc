import { parseDotenv, type Variable } from './dotenv.ts';
import type { Files } from './files.ts';

/** What an image of the service says: variables of its last stage and of all, and its command. */
export type Dockerfile = {
  from: string;
  last: Variable[];
  all: Variable[];
  command: string | null;
  port: string | undefined;
};

/** Reads the first Dockerfile; null without one. */
export function readDockerfile(files: Files): Dockerfile | null {
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
  const command = last
    .findLast((line) => /^CMD\s/i.test(line))
    ?.slice(4)
    .trim();
  return {
    from,
    last: listVariables(last),
    all: listVariables(lines),
    command: command === undefined ? null : readCommand(command),
    port: /^EXPOSE\s+(\d{1,5})\b/i.exec(last.find((line) => /^EXPOSE\s/i.test(line)) ?? '')?.[1],
  };
}

/** `ENV NAME=value OTHER="a b"` and the older `ENV NAME value`. */
function readEnv(line: string): Omit<Variable, 'from'>[] {
  const text = /^ENV\s+(.*)$/i.exec(line)?.[1];
  if (text === undefined) return [];
  const [, name, value] = /^(\w+)\s+([^=\s].*)$/.exec(text) ?? [];
  if (name !== undefined && !/^\w+=/.test(text)) return [{ name, value: value! }];
  const pairs = text.match(/(?<!\w)\w+=(?:"[^"]*"|'[^']*'|\S*)/g) ?? [];
  return parseDotenv(pairs.join('\n')).filter(({ value: each }) => !each.includes('$'));
}

function readCommand(text: string): string {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts.join(' ') : text;
  } catch {
    return text;
  }
}
