import { relative, resolve } from 'node:path';
import { TextError } from '../config/diagnostics/problem.ts';
import { parseBound, parseDurationWithin } from '../config/language/duration.ts';
import { readConfig } from '../config/read.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { checkPage, readBuckets, readPageFile, writePageFile } from '../page/page.ts';
import { findRegion, startPage } from '../page/region.ts';
import { type RecordSource, readContent, readSource } from '../page/source.ts';
import { quoteWord } from '../processes/shell-words.ts';
import { clean } from '../report/format/visible.ts';
import { chooseConfigPath, openStore } from './shared.ts';

/** `from`: file with a record or a result. Absent: the newest record of the store. `check` writes nothing. */
export type PageOptions = Partial<
  Record<'config' | 'buckets' | 'maxAge' | 'from' | 'store' | 'branch', string>
> & { write: string; check?: 'all' | 'structure' };

/**
 * `tailgate page`: fills the region of a Markdown file with the results of a record, or checks that what is there still
 * holds.
 *
 * @returns 1 when a check fails, else 0
 * @throws UserError for files that cannot be read, and when there is no record
 */
export async function page(options: PageOptions, signal: AbortSignal): Promise<ExitCode> {
  const { stdout, stderr } = process;
  const note = (text: string) => void stderr.write(`${clean(text)}\n`);
  const config = readConfig(chooseConfigPath(options.config), process.cwd());
  const path = choosePath(options);
  const readAge = (text: string) => parseDurationWithin(text, 3600, 3650 * 86_400);
  const maxAgeSeconds = options.maxAge === undefined ? undefined : read(options.maxAge, 'max-age', readAge);
  const shownAs = relative(process.cwd(), path) || path;
  const source: RecordSource =
    options.from === undefined
      ? { kind: 'store', store: openStore(config, options.store, signal), branch: options.branch }
      : { kind: 'file', path: options.from };
  const text = readPageFile(path, shownAs);
  if (options.check === undefined) {
    const title = config.suite === 'default' ? 'Performance' : `Performance of ${config.suite}`;
    const region = findRegion(text ?? startPage(title), shownAs);
    const buckets = options.buckets === undefined ? readBuckets(region) : parseBuckets(options.buckets);
    const { content, leftOut } = readContent(config, await readSource(source, note), buckets);
    for (const label of leftOut)
      note(
        `${label} is left out: the record does not hold it as it is declared. \`tailgate run --record\` measures it.`,
      );
    await writePageFile(path, region, content);
    stdout.write(`${shownAs} is ${text === null ? 'made' : 'up to date'}.\n`);
    return EXIT.pass;
  }
  const command = repeat(options);
  if (text === null) {
    stdout.write(`There is no ${shownAs}. Write it: ${command}\n`);
    return EXIT.failed;
  }
  const problems = await checkPage(text, {
    path,
    shownAs,
    config,
    source: options.check === 'structure' ? null : source,
    maxAgeSeconds,
    now: Date.now(),
    note,
  });
  stdout.write(problems.map((problem) => `${shownAs}: ${clean(problem)}\n`).join(''));
  stdout.write(problems.length === 0 ? `${shownAs} holds.\n` : `Write it anew: ${command}\n`);
  return problems.length === 0 ? EXIT.pass : EXIT.failed;
}

/** Reads the bounds of buckets (ms), rising. @throws UserError */
function parseBuckets(text: string): number[] {
  const bounds = text.split(',').map((bound) => read(bound.trim(), 'buckets', parseBound));
  if (bounds.every((ms, index) => index === 0 || ms > bounds[index - 1]!)) return bounds;
  throw new UserError({
    what: '`--buckets` takes bounds that rise.',
    hint: 'For instance `--buckets 5ms,20ms,100ms`.',
  });
}

/** Reads the text of an option. @throws UserError that names it */
function read<T>(text: string, option: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new UserError({ what: `\`--${option} ${text}\`: ${error.message}`, hint: error.hint });
  }
}

function choosePath({ write }: PageOptions): string {
  if (/\.(?:md|markdown)$/i.test(write)) return resolve(write);
  throw new UserError({
    what: `A page is Markdown, and ${write} does not end in \`.md\`.`,
    hint: 'For instance `--write docs/performance.md`.',
  });
}

/** Writes the command that writes the page with the same options. */
function repeat({ config, write, buckets, from, store, branch }: PageOptions): string {
  const given = Object.entries({ config, write, buckets, from, store, branch });
  const words = given.flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, quoteWord(value)],
  );
  return ['tailgate page', ...words].join(' ');
}
