import { readFileSync } from 'node:fs';
import { UserError } from '../errors.ts';
import { type RunRecord, readRecord } from './record.ts';

/**
 * Reads a file with a run: a stored record, or the output of `tailgate run --json`, which has the record inside and a
 * verdict beside it.
 *
 * @throws UserError when it cannot be read or holds no run
 */
export function readRunFile(path: string): { record: RunRecord; verdict: string | null } {
  try {
    const found: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const { record, verdict } = (found ?? {}) as { record?: unknown; verdict?: unknown };
    return {
      record: readRecord(JSON.stringify(record ?? found)),
      verdict: record && typeof verdict === 'string' ? verdict : null,
    };
  } catch (cause) {
    throw new UserError({
      what: `${path} is no record that can be read: ${(cause as Error).message}.`,
      hint: 'Expected a record of Tailgate: .tailgate/<suite>/*.json, or what `tailgate run --json FILE` writes.',
      cause,
    });
  }
}
