import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { UserError } from '../errors.ts';
import { boundedText, parseDocument } from '../json-values.ts';
import { writeWhole } from '../processes/file.ts';
import { siteRunSchema } from '../report/site/runs.ts';
import { GENERATOR } from '../report/site/shell.ts';

/** File of a site that says which files are ours, and what was read of records before. */
const STATE = 'tailgate-site.json';
/** Pages that a site may have. Nothing else is ever removed, whatever the state says. */
const PAGE = /^(?:index|(?:scenarios|runs)\/[\w-][\w.-]*\/[\w-][\w.-]*)\.html$/;
/** Characters at the beginning of a page within which it says whose it is. */
const HEAD = 400;

const stateSchema = z.object({
  schemaVersion: z.literal(1),
  /** Digest of all that pages of runs depend on beside their record. */
  basis: z.string(),
  runs: z.array(siteRunSchema),
  files: z.array(z.string().regex(PAGE)),
  /** Keys of the runs whose pages are full reports. */
  reported: z.array(boundedText),
});
export type SiteState = z.infer<typeof stateSchema>;

/** Reads what an earlier call left; null where there is nothing that this version can use. */
export function readSiteState(folder: string): SiteState | null {
  try {
    return stateSchema.parse(parseDocument(readFileSync(join(folder, STATE), 'utf8')));
  } catch {
    return null;
  }
}

export function writeState(folder: string, state: SiteState): void {
  const text = JSON.stringify(state, (_, value) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );
  writeWhole(join(folder, STATE), `${text}\n`);
}

/** Gives the SHA-256 of a text, as policies of pages write it. */
export function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * Checks that a page may be written to a place.
 *
 * @throws UserError where something else is
 */
export function assertOwn(folder: string, path: string): void {
  const file = join(folder, path);
  if (!existsSync(file)) return;
  const isOwn = statSync(file).isFile() && readFileSync(file, 'utf8').slice(0, HEAD).includes(GENERATOR);
  if (isOwn) return;
  throw new UserError({
    what: `There is a ${path} that Tailgate has not written. Nothing was changed.`,
    where: folder,
    hint: 'Name a folder of its own for the site: `--out performance`.',
  });
}

/** Removes pages that an earlier call wrote and that the site has no more. */
export function removePages(folder: string, before: readonly string[], now: ReadonlySet<string>): void {
  for (const path of before)
    if (PAGE.test(path) && !now.has(path)) rmSync(join(folder, path), { force: true });
}
