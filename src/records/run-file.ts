import { readFileSync, statSync } from 'node:fs';
import { UserError } from '../errors.ts';
import { type RunRecord, readRecord } from './record.ts';

/** Record of a run, with its verdict where the file is a whole result. */
type RunFile = { record: RunRecord; verdict: string | null };

/** Most bytes of a file, far more than any record has. A larger one was named by mistake. */
const LARGEST_BYTES = 200 * 1024 * 1024;

/** Reads a file with the result of a run. @throws UserError when it cannot be read or holds no result */
export function readRunFile(path: string): RunFile {
  try {
    const { size } = statSync(path);
    if (size > LARGEST_BYTES) throw new Error(`it has ${size} bytes, more than any record`);
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    // The output of `tailgate run --json` has the record inside.
    const whole = found as { record?: unknown; verdict?: unknown } | null;
    const isWhole = typeof whole?.record === 'object' && whole.record !== null;
    const record = readRecord(JSON.stringify(isWhole ? whole.record : found));
    return { record, verdict: isWhole && typeof whole.verdict === 'string' ? whole.verdict : null };
  } catch (cause) {
    throw new UserError({
      what: `${path} is no record that can be read: ${(cause as Error).message}.`,
      hint: 'Expected a record of Tailgate: .tailgate/<suite>/*.json, or what `tailgate run --json FILE` writes.',
      cause,
    });
  }
}
