import { readFileSync, statSync } from 'node:fs';
import { EXIT, UserError } from '../errors.ts';
import { type RunRecord, readRecord } from '../records/record.ts';

/** File with the record of a run. `verdict` of the run, where the file is a whole result. */
export type RunFile = { path: string; record: RunRecord; verdict: string | null };

/** Most bytes of a file, far more than any record has. A larger one was named by mistake. */
const LARGEST_BYTES = 200 * 1024 * 1024;

const KNOWN =
  'Expected a record of Tailgate: .tailgate/<suite>/*.json, or what `tailgate run --json FILE` writes.';

/** Reads a file with the result of a run. @throws UserError when it cannot be read or holds no result */
export function readRunFile(path: string): RunFile {
  const found = parse(path, readText(path)) as {
    schemaVersion?: unknown;
    record?: unknown;
    verdict?: unknown;
  } | null;
  // The output of `tailgate run --json` has the record inside.
  const inner = typeof found?.record === 'object' && found.schemaVersion !== undefined ? found.record : found;
  if (typeof inner !== 'object' || inner === null || !('schemaVersion' in inner))
    throw new UserError({ what: `${path} is no record of Tailgate.`, hint: KNOWN });
  try {
    const verdict = inner !== found && typeof found?.verdict === 'string' ? found.verdict : null;
    return { path, record: readRecord(JSON.stringify(inner)), verdict };
  } catch (cause) {
    throw new UserError({
      what: `${path} is no record that this Tailgate can read: ${(cause as Error).message}.`,
      hint: KNOWN,
      cause,
    });
  }
}

/**
 * Refuses a run that could not be measured.
 *
 * @param purpose what the file is for, in a sentence; empty where that is plain
 * @throws UserError (exit code 3)
 */
export function assertMeasured({ path, verdict }: RunFile, hint: string, purpose = ''): void {
  if (verdict !== 'invalid') return;
  const what = [`${path} is of a run that could not be measured.`, purpose].join(' ').trimEnd();
  throw new UserError({ what, hint, exitCode: EXIT.unmeasured });
}

function readText(path: string): string {
  try {
    const { size } = statSync(path);
    if (size > LARGEST_BYTES) throw new Error(`it has ${size} bytes, more than any record`);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new UserError({ what: `${path} cannot be read: ${(cause as Error).message}`, hint: KNOWN, cause });
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError({ what: `${path} is not JSON: ${(cause as Error).message}`, hint: KNOWN, cause });
  }
}
