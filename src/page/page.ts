import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import * as z from 'zod';
import type { Config } from '../config/config.ts';
import { printDuration } from '../config/language/duration.ts';
import { printLoad } from '../config/language/load.ts';
import { printCapacity, printSlo } from '../config/language/slo.ts';
import { UserError } from '../errors.ts';
import { boundedList, boundedText } from '../json-values.ts';
import { writeWhole } from '../processes/file.ts';
import { nameRecord } from '../records/folder.ts';
import { type DeclaredParts, nameWork, type PageContent } from '../report/page/content.ts';
import { writePage } from '../report/page/page.ts';
import type { Picture } from '../report/page/pictures.ts';
import { fillRegion, findRegion, type Region } from './region.ts';
import { listDeclared, type RecordSource, readContent, readSource } from './source.ts';

/** Appears in all pictures that Tailgate draws. */
const MARK = 'class="tailgate"';

/** Hidden data of a page: what it was made from, used to check it. */
const dataSchema = z.object({
  version: z.literal(2),
  /** Record from which all figures come. */
  record: z.object({ name: boundedText, recordedAt: boundedText }),
  /** Digest of the steps, searches and buckets on it. */
  declared: boundedText,
  /** Its bucket bounds (ms), which it keeps until others are given. Absent: none. */
  buckets: boundedList(z.number()).optional(),
  /** Names of its files. */
  pictures: boundedList(boundedText),
  /** Digest of everything above, the visible text and the pictures. */
  seal: boundedText,
});
type PageData = z.infer<typeof dataSchema>;

/** Reads a page; null if there is none. @throws UserError if it cannot be read, or is not UTF-8 text */
export function readPageFile(path: string, shownAs: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(path));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    const what = `${shownAs} cannot be read: ${(cause as Error).message}`;
    throw new UserError({ what, where: path, cause });
  }
}

/** Reads the bucket bounds (ms) of a page; absent: none. */
export function readBuckets(region: Region): number[] | undefined {
  return readData(region)?.buckets;
}

/**
 * Writes the pictures of a page, then the page with its region filled, each completely or not at all, and removes our
 * pictures that it had before.
 *
 * @throws the system's error, with the path
 */
export async function writePageFile(path: string, region: Region, content: PageContent): Promise<void> {
  const { body, pictures } = await render(path, region, content);
  const { record, groups, capacities, buckets } = content;
  const steps = groups.flatMap((group) => group.steps.map(({ declared }) => declared));
  const searches = capacities.map(({ declared }) => declared);
  const data = {
    version: 2 as const,
    record: { name: nameRecord(record), recordedAt: record.recordedAt },
    declared: digestDeclared({ steps, searches }, buckets),
    ...(buckets.length > 0 && { buckets: [...buckets] }),
    pictures: pictures.map(({ name }) => name),
  };
  const svgs = pictures.map(({ svg }) => svg);
  for (const { name, svg } of pictures) writeWhole(join(folderOf(path), name), svg);
  const sealed: PageData = { ...data, seal: digest([data, body, svgs]) };
  writeWhole(path, fillRegion(region, JSON.stringify(sealed), body));
  for (const name of readData(region)?.pictures ?? [])
    if (!data.pictures.includes(name) && readPicture(path, name)?.includes(MARK))
      rmSync(join(folderOf(path), name));
}

export type PageCheck = {
  /** Absolute path, and the name in messages. */
  path: string;
  shownAs: string;
  config: Config;
  /** Null: only what needs no record is checked. */
  source: RecordSource | null;
  /** Age from which the check fails. Absent: none. */
  maxAgeSeconds?: number | undefined;
  /** Unix ms. */
  now: number;
  note: (text: string) => void;
};

/**
 * Checks a page. Without a record: that neither it nor a picture was edited by hand since it was written, that its
 * measurement is recent enough, and that it has the scenarios, loads and SLOs that are declared now. With one: that it
 * shows what its record produces. A newer record is only mentioned: two measurements at different times differ.
 *
 * @returns everything that is wrong with it
 * @throws UserError if the file has no region, and if there is no record
 */
export async function checkPage(text: string, check: PageCheck): Promise<string[]> {
  const { path, config, source, maxAgeSeconds, now, note } = check;
  const region = findRegion(text, check.shownAs);
  const data = readData(region);
  if (data === null) return ['The page has not been written yet, or its hidden data cannot be read.'];
  const { seal, ...sealed } = data;
  const { recordedAt, name } = data.record;
  const age = (now - Date.parse(recordedAt)) / 1000;
  const svgs = data.pictures.map((picture) => readPicture(path, picture));
  const problems: string[] = [];
  if (digest([sealed, region.body, svgs]) !== seal)
    problems.push('The page, its hidden data or a picture was changed by hand, or is missing.');
  if (maxAgeSeconds !== undefined && !(age <= maxAgeSeconds))
    problems.push(
      `The page is too old: measured at ${recordedAt}, ${Math.floor(age / 86_400)} days ago; at most ${printDuration(maxAgeSeconds)} is allowed.`,
    );
  if (digestDeclared(listDeclared(config), data.buckets ?? []) !== data.declared)
    problems.push(
      'The page does not have the scenarios, requests, loads and SLOs that the configuration declares.',
    );
  if (source === null) return problems;
  const read = await readSource(source, note);
  const newest = nameRecord(read.record);
  if (newest !== name) {
    note(`The page is not from the newest record, ${newest}, so its figures were not checked.`);
    return problems;
  }
  const { body, pictures } = await render(path, region, readContent(config, read, data.buckets).content);
  if (body !== region.body || pictures.some((one) => readPicture(path, one.name) !== one.svg))
    problems.push('The page or a picture differs from what its record now produces.');
  return problems;
}

/** Writes the visible text of a region and its pictures. The drawing library is only loaded here. */
async function render(
  path: string,
  { level }: Region,
  content: PageContent,
): Promise<{ body: string; pictures: Picture[] }> {
  const { drawPictures } = await import('../report/page/pictures.ts');
  const pictures = drawPictures(content);
  return { body: writePage(content, pictures, basename(folderOf(path)), level), pictures };
}

/** Names the folder of a page's pictures, beside it: `docs/performance` for `docs/performance.md`. */
function folderOf(path: string): string {
  return join(dirname(path), basename(path, extname(path)));
}

/** Reads a picture of a page; null if there is none of that name. */
function readPicture(path: string, name: string): string | null {
  if (!/^[\w-]+\.svg$/.test(name)) return null;
  try {
    // Git may have converted the file's line endings.
    return readFileSync(join(folderOf(path), name), 'utf8').replaceAll('\r\n', '\n');
  } catch {
    return null;
  }
}

function readData({ data: json }: Region): PageData | null {
  try {
    const data = JSON.parse(json ?? '');
    // As it was written: the digest is of its text.
    return dataSchema.safeParse(data).success ? data : null;
  } catch {
    return null;
  }
}

/** Digests what a page has, or should have: steps and searches with request, load and SLOs, in any order, and buckets (ms). */
function digestDeclared({ steps, searches }: DeclaredParts, buckets: readonly number[]): string {
  const described = [...steps, ...searches].map((one) => [
    one.label,
    nameWork(one.work),
    'goal' in one ? printCapacity(one.goal) : printLoad(one.load),
    ...one.slos.map((slo) => printSlo(slo)),
  ]);
  return digest([described.map((one) => JSON.stringify(one)).sort(), buckets]);
}

/** Digests a value, so that a manual change is noticed. */
function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
}
