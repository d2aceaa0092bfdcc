import { appendFileSync, closeSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Maximum number of bytes that are read of a log. Its end says why a service died. */
const TAIL_BYTES = 64 * 1024;

/** Lines of a failed command's output that are shown. */
export const TOLD_LINES = 5;

/** Returns the current length (bytes) of a log: whatever is written later comes after it. 0 if there is none. */
export function measureLog(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Reads at most `most` bytes of a log from an offset on. Empty if there is no such log. */
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

/** Reads the last lines of a log, without colours and control characters. */
export function readTail(path: string, count = 20): string {
  const start = Math.max(0, measureLog(path) - TAIL_BYTES);
  const tail = readPart(path, start, TAIL_BYTES).toString('utf8');
  const text = stripVTControlCharacters(start > 0 ? dropCut(tail) : tail).replaceAll('\r', '');
  return text.trimEnd().split('\n').slice(-count).join('\n');
}

/** Characters of one line that is longer than what is read, and may be the rest of a secret. */
const LONGEST_SECRET = 4096;

/** Leaves out a line whose beginning was not read: half a secret would not be recognised. */
function dropCut(tail: string): string {
  const others = tail.slice(tail.indexOf('\n') + 1);
  return others !== tail && others.trim() !== '' ? others : tail.slice(LONGEST_SECRET);
}

/** Size (bytes) up to which a log is left alone, and what is kept of the start and the end of a longer one. */
const LONG = { bytes: 2 ** 24, first: 2 ** 20, last: 2 ** 22 };

/**
 * Cuts the middle out of a log that has grown too long, at line breaks. Processes go on appending to it (`O_APPEND`);
 * what they write in these milliseconds may be lost. A pipe through Tailgate would take CPU time from what is
 * measured.
 */
export function boundLog(path: string): void {
  const size = measureLog(path);
  if (size <= LONG.bytes) return;
  try {
    const last = readPart(path, size - LONG.last, LONG.last);
    truncateSync(path, readPart(path, 0, LONG.first).lastIndexOf('\n') + 1);
    appendFileSync(path, '… Tailgate keeps the first MiB and the last 4 of a log of more than 16 MiB …\n');
    appendFileSync(path, last.subarray(last.indexOf('\n') + 1));
  } catch {
    // The disk is full, or the log is gone: its writer will notice.
  }
}
