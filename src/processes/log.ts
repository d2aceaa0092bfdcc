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

/** Reads bytes of a log from a place on, `most` of them. Empty when there is no such log. */
export function readPart(path: string, from: number, most: number): Buffer {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return Buffer.alloc(0);
  }
  try {
    const part = Buffer.alloc(Math.min(Math.max(0, fstatSync(file).size - from), most));
    return part.subarray(0, readSync(file, part, 0, part.length, from));
  } finally {
    closeSync(file);
  }
}

/** Reads the last lines of a log that lie after `from` (bytes), without colours and control characters. */
export function readTail(path: string, lines = 20, from = 0): string {
  const tail = readPart(path, Math.max(from, measureLog(path) - TAIL_BYTES), TAIL_BYTES);
  const text = stripVTControlCharacters(tail.toString('utf8')).replaceAll('\r', '');
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}
