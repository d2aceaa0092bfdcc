import { relative, resolve } from 'node:path';
import { parseBound, parseDurationWithin } from '../config/language/duration.ts';
import { readConfig } from '../config/read.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { checkPage, readBuckets, readPageFile, writePageFile } from '../page/page.ts';
import { findRegion, startPage } from '../page/region.ts';
import { type RecordSource, readContent, readSource } from '../page/source.ts';
import { clean } from '../report/format/visible.ts';
import { chooseConfigPath, openStore } from './shared.ts';

/** `from`: file with a record or a result. Absent: the newest record of the store. `check` writes nothing. */
export type PageOptions = Partial<
  Record<'config' | 'buckets' | 'maxAge' | 'from' | 'store' | 'branch', string>
> & { write: string; check?: 'all' | 'structure' };

/**
 * `tailgate page`: fills the region of a Markdown file with the results of a record, or checks whether its contents are
 * still correct.
 *
 * @returns 1 if a check fails, otherwise 0
 * @throws UserError for unreadable files, and if there is no record
 */
export async function page(options: PageOptions, signal: AbortSignal): Promise<ExitCode> {
  const { write, check, buckets, maxAge, from, branch } = options;
  const note = (text: string) => void process.stderr.write(`${clean(text)}\n`);
  const tell = (text: string) => void process.stdout.write(`${clean(text)}\n`);
  const config = readConfig(chooseConfigPath(options.config), process.cwd());
  if (!/\.(?:md|markdown)$/i.test(write))
    throw new UserError({ what: `A page is Markdown, and ${write} does not end in \`.md\`.` });
  const path = resolve(write);
  const shownAs = relative(process.cwd(), path);
  const source: RecordSource =
    from === undefined
      ? { kind: 'store', store: await openStore(config, options.store, signal), branch }
      : { kind: 'file', path: from };
  const text = readPageFile(path, shownAs);
  if (check === undefined) {
    const title = config.suite === 'default' ? 'Performance' : `Performance of ${config.suite}`;
    const region = findRegion(text ?? startPage(title), shownAs);
    const bounds = buckets === undefined ? readBuckets(region) : parseBuckets(buckets);
    const { content, leftOut } = readContent(config, await readSource(source, note), bounds);
    for (const label of leftOut) note(`${label} is left out: the record does not match its declaration.`);
    await writePageFile(path, region, content);
    tell(`${shownAs} is ${text === null ? 'made' : 'up to date'}.`);
    return EXIT.pass;
  }
  const wanted = {
    ...{ path, shownAs, config, note, now: Date.now() },
    source: check === 'structure' ? null : source,
    maxAgeSeconds: maxAge === undefined ? undefined : parseDurationWithin(maxAge, 3600, 3650 * 86_400),
  };
  const problems = text === null ? ['There is no such page.'] : await checkPage(text, wanted);
  for (const problem of problems) tell(`${shownAs}: ${problem}`);
  tell(problems.length === 0 ? `${shownAs} holds.` : 'Write it again: the same command without `--check`.');
  return problems.length === 0 ? EXIT.pass : EXIT.failed;
}

/** Parses the bucket bounds (ms), ascending. @throws UserError */
function parseBuckets(text: string): number[] {
  const bounds = text.split(',').map((bound) => parseBound(bound.trim()));
  if (bounds.every((ms, index) => index === 0 || ms > bounds[index - 1]!)) return bounds;
  throw new UserError({ what: '`--buckets` takes ascending bounds, such as `5ms,20ms,100ms`.' });
}
