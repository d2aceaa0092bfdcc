import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Most bytes that are read of a log. Its end says why a service died. */
const TAIL_BYTES = 64 * 1024;

/** Lines of a failed command's output that say why. */
export const TOLD_LINES = 5;

/** Measures the present length (bytes) of a log: what is written from here on lies after it. 0 when there is none. */
export function measureLog(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Reads the last lines of a log that lie after `from` (bytes), without colours and control characters. */
export function readTail(path: string, lines = 20, from = 0): string {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(Math.max(0, size - from), TAIL_BYTES));
    readSync(file, buffer, 0, buffer.length, size - buffer.length);
    const text = stripVTControlCharacters(buffer.toString('utf8')).replaceAll('\r', '');
    return text.trimEnd().split('\n').slice(-lines).join('\n');
  } finally {
    closeSync(file);
  }
}
