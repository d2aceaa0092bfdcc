import { parse } from 'yaml';
import * as z from 'zod';
import type { Files } from './files.ts';

/** A file of the service's own code. */
export type SourceFile = { path: string; text: string };

/** `why` is there for a guess only: the sentence that a person should look at. */
export type Guessable = { text: string; why?: string };

const MOST_SOURCES = 400;
const MOST_LETTERS = 8_000_000;
const TEST =
  /(?:[._-]test|[._-]spec|_test|\.d|\.stories)\.\w+$|^[\w.-]+\.config\.\w+$|(?:^|\/)test_[^/]*$|(?:^|\/)conftest\.py$|Tests?\.(?:java|kt|cs)$/;
/** Code for browsers, and code that only helps. */
const OTHER_CODE =
  /(?:^|\/)(?:frontend|client|web-?app|public|static|assets|wwwroot|e2e|cypress|migrations?|alembic|seeds?|_[\w-]*|scripts?|extra|tools?|hack|benchmarks?|storybook)\//i;

/** Reads the service's own code, without tests and comments. @param extensions with their dot */
export function readSources(files: Files, extensions: readonly string[]): SourceFile[] {
  let letters = 0;
  return files.list
    .filter((path) => extensions.some((extension) => path.endsWith(extension)))
    .filter((path) => !TEST.test(path) && !OTHER_CODE.test(path))
    .slice(0, MOST_SOURCES)
    .map((path) => ({ path, text: removeComments(files.read(path) ?? '') }))
    .filter(({ text }) => {
      letters += text.length;
      return letters <= MOST_LETTERS;
    });
}

/** Takes out comments that have lines of their own. A mark such as `#[get]` of Rust or PHP is code. */
function removeComments(text: string): string {
  return text
    .replace(/^[ \t]*\/\*(?:(?!^[ \t]*\/\*)[\s\S])*?\*\//gm, '')
    .replace(/^[ \t]*(?:\/\/|#(?![[!])|\*\s).*$/gm, '');
}

/** Reads the digits of a port; null when they are no port. */
export function readPort(digits: string | undefined): number | null {
  const port = Number(digits);
  return port > 0 && port < 65_536 ? port : null;
}

/** Returns null when reading fails: an unreadable file says nothing about the service. */
export function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** A value of YAML that stands for a text. */
export const word = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Reads a file as YAML of a shape; null when it is another, or cannot be read. */
export function readShape<T>(files: Files, path: string, shape: z.ZodType<T>): T | null {
  return attempt(() => shape.parse(parse(files.read(path) ?? '', { logLevel: 'silent', merge: true })));
}

/** False for names with control characters, and for names that do not fit on a line. */
export function isPlain(text: string): boolean {
  return text !== '' && text.length <= 200 && !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text);
}
