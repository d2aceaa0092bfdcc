import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** All that a study has so far, oldest first, a line of JSON each. Half a line, left by a kill, is none. */
export function readLines(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return line === '' ? [] : [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

/** The newline comes first as well, so that half a line before it takes nothing with it. */
export function appendLine(line, path) {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, `\n${JSON.stringify(line)}\n`);
}

/** As `appendLine`, for lines of megabytes: each is a gzip member of its own. */
export function pack(line, path) {
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(path, gzipSync(`${JSON.stringify(line)}\n`));
}

/** All that was packed, oldest first. @throws when the file is damaged */
export function unpack(path) {
  if (!existsSync(path)) return [];
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
