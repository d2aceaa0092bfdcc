import { readFileSync, statSync } from 'node:fs';
import { UserError } from '../errors.ts';
import { type RunRecord, readRecord } from '../records/record.ts';
import { type ForeignSummary, readForeignSummary } from './foreign-summary.ts';

/** File with the result of a run. */
export type RunFile = { path: string } /** `verdict` of the run, where the file is a whole result. */ & (
  | { kind: 'record'; record: RunRecord; verdict: string | null }
  /** Summary of k6; `changedAt`: time in ISO 8601 when the file was written. */
  | { kind: 'summary'; summary: ForeignSummary; changedAt: string }
);

/** Most bytes of a file, far more than any record has. A larger one was named by mistake. */
const LARGEST_BYTES = 200 * 1024 * 1024;

const KNOWN =
  'It compares records of Tailgate (.tailgate/<suite>/*.json, or what `run --json` writes) and summaries of k6 (`k6 run --summary-export FILE`, or JSON.stringify(data) in handleSummary).';

/** Reads a file with the result of a run. @throws UserError when it cannot be read or holds no result */
export function readRunFile(path: string): RunFile {
  const { text, changedAt } = readText(path);
  const document = parse(path, text);
  const found = document as { schemaVersion?: unknown; record?: unknown; verdict?: unknown } | null;
  // The output of `tailgate run --json` has the record inside.
  const inner = typeof found?.record === 'object' && found.schemaVersion !== undefined ? found.record : found;
  if (typeof inner === 'object' && inner !== null && 'schemaVersion' in inner) {
    try {
      const verdict = inner !== found && typeof found?.verdict === 'string' ? found.verdict : null;
      return { kind: 'record', path, record: readRecord(JSON.stringify(inner)), verdict };
    } catch (cause) {
      throw new UserError({
        what: `${path} is no record that this Tailgate can read: ${(cause as Error).message}.`,
        hint: KNOWN,
        cause,
      });
    }
  }
  const summary = readForeignSummary(document);
  if (summary !== null) return { kind: 'summary', path, summary, changedAt };
  throw new UserError({
    what: `${path} is neither a record of Tailgate nor a summary of k6 with HTTP requests.`,
    hint: KNOWN,
  });
}

function readText(path: string): { text: string; changedAt: string } {
  try {
    const { size, mtime } = statSync(path);
    if (size > LARGEST_BYTES) throw new Error(`it has ${size} bytes, more than any record or summary`);
    return { text: readFileSync(path, 'utf8'), changedAt: mtime.toISOString() };
  } catch (cause) {
    throw new UserError({ what: `${path} cannot be read: ${(cause as Error).message}`, hint: KNOWN, cause });
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const isStream = /^\{"(?:type|metric)":"[^"]*","(?:data|type|metric)":/.test(text);
    throw new UserError({
      what: isStream
        ? `${path} is the stream of samples that \`k6 run --out json\` writes, not a summary.`
        : `${path} is not JSON: ${(cause as Error).message}`,
      hint: KNOWN,
      cause,
    });
  }
}
