import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { printAge, printBound } from '../config/language/duration.ts';
import { nameRecord } from '../records/store.ts';
import { type PageData, parsePageData } from './data.ts';
import { pictureFolder } from './file.ts';
import type { PageProblem } from './problem.ts';
import { digestBody, findRegion, formOf, type Region } from './region.ts';
import { drawPictures, renderBody } from './rendering.ts';
import { listDeclared, type RecordSource, readContent, readSource } from './source.ts';
import { compareDeclared } from './structure.ts';

/** Most characters of a line that are shown. */
const LONGEST_LINE = 200;

type Check = {
  /** Absolute path, and the name in messages. */
  path: string;
  shownAs: string;
  config: Config;
  /** Null: only what needs no record is checked. */
  source: RecordSource | null;
  /** Unix ms. */
  now: number;
  note: (text: string) => void;
};

/**
 * Checks a page. Without a record: that its region was filled and not changed by hand since, that its measurement is
 * young enough, that it has the scenarios, loads, SLOs and buckets that are declared now, and its pictures. With one:
 * that it says what its record gives. A newer record is only named: two measurements at different times differ.
 *
 * @throws UserError when the file has no region, and when there is no record
 */
export async function checkPage(text: string, check: Check): Promise<PageProblem[]> {
  const region = findRegion(text, formOf(check.path), check.shownAs);
  const { data, problems } = checkRegion(region, check);
  if (data !== null && check.source !== null) {
    const read = await readSource(check.source, check.note);
    const { content } = readContent(check.config, read);
    const name = nameRecord(content.record);
    if (name !== data.record.name || content.record.recordedAt !== data.record.recordedAt) {
      check.note(`The page is of another record than the newest, ${name}: its figures are not checked.`);
    } else if (problems.length === 0) {
      const pictures = await drawPictures(content);
      problems.push(...compareBodies(region, renderBody(content, pictures, check.path, region)));
    }
  }
  return problems.map((problem) => ({ line: region.line, ...problem }));
}

function checkRegion(
  region: Region,
  { path, config, now }: Check,
): { data: PageData | null; problems: PageProblem[] } {
  if (region.data === null) return { data: null, problems: [{ what: 'The page was never written.' }] };
  let data: PageData;
  try {
    data = parsePageData(region.data);
  } catch (error) {
    const what = `The hidden data of the page cannot be read: ${(error as Error).message}.`;
    return { data: null, problems: [{ what }] };
  }
  const problems = [
    ...(digestBody(region.body) === data.body
      ? []
      : [{ what: 'The page was changed by hand since it was written.' }]),
    ...checkAge(data, config.page.maxAgeSeconds, now),
    ...compareDeclared(data.steps, listDeclared(config)),
    ...compareBuckets(data.buckets, config.page.buckets.map(printBound)),
    ...data.pictures
      .filter(
        (name) => !/^[\w-]+\.svg$/.test(name) || !existsSync(join(dirname(path), pictureFolder(path), name)),
      )
      .map((name) => ({ what: `The picture ${name} is missing.` })),
  ];
  return { data, problems };
}

function checkAge({ record }: PageData, maxAgeSeconds: number | undefined, now: number): PageProblem[] {
  if (maxAgeSeconds === undefined) return [];
  const age = (now - Date.parse(record.recordedAt)) / 1000;
  if (age <= maxAgeSeconds) return [];
  const found = Number.isNaN(age)
    ? `no time: ${record.recordedAt}`
    : `measured at ${record.recordedAt}, ${Math.floor(age / 86_400)} days ago`;
  return [{ what: 'The page is too old.', found, expected: `at most ${printAge(maxAgeSeconds)}` }];
}

function compareBuckets(found: readonly string[], expected: readonly string[]): PageProblem[] {
  const [on, of] = [found.join(', '), expected.join(', ')];
  return on === of
    ? []
    : [{ what: 'The page has other buckets.', found: on || 'none', expected: of || 'none' }];
}

/** Finds the first line that differs between a page and what its own record gives now. */
function compareBodies(region: Region, expected: string): PageProblem[] {
  if (region.body === expected) return [];
  const [found, wanted] = [region.body.split('\n'), expected.split('\n')];
  const at = found.findIndex((line, i) => line !== wanted[i]);
  const index = at < 0 ? found.length : at;
  const show = (line: string | undefined) => line?.slice(0, LONGEST_LINE) ?? 'the end of the page';
  return [
    {
      what: 'The page differs from what its record gives now.',
      found: show(found[index]),
      expected: show(wanted[index]),
    },
  ];
}
