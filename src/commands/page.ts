import { relative, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { isPageFile } from '../config/page.ts';
import { readConfig } from '../config/read.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { checkPage } from '../page/check.ts';
import { readPageFile, writePageFile } from '../page/file.ts';
import type { PageProblem } from '../page/problem.ts';
import { findRegion, formOf, startPage } from '../page/region.ts';
import { drawPictures, renderFile } from '../page/rendering.ts';
import { type RecordSource, readContent, readSource } from '../page/source.ts';
import { quoteWord } from '../processes/shell-words.ts';
import { clean } from '../report/format/visible.ts';
import type { LeftOut } from '../report/page/content.ts';
import { chooseConfigPath } from './config-path.ts';
import { openStore } from './store.ts';

export type PageOptions = {
  /** Path of `--config`; absent: the file is looked for. */
  config?: string;
  /** File of the page. Absent: `page.write` of the configuration. */
  write?: string;
  /** File with a record or a result. Absent: the newest record of the store. */
  from?: string;
  store?: string;
  branch?: string;
  /** Checks instead of writing. */
  check?: 'all' | 'structure';
};

/**
 * `tailgate page`: fills the region of a Markdown or reStructuredText file with the results of a record, or checks that
 * what is there still holds.
 *
 * @returns 1 when a check fails, else 0
 * @throws UserError for files that cannot be read, and when there is no record
 */
export async function page(options: PageOptions, signal: AbortSignal): Promise<ExitCode> {
  const { stdout, stderr } = process;
  const note = (text: string) => void stderr.write(`${clean(text)}\n`);
  const config = readConfig(chooseConfigPath(options.config), process.cwd());
  const path = choosePath(options, config);
  const shownAs = relative(process.cwd(), path) || path;
  const source: RecordSource =
    options.from === undefined
      ? { kind: 'store', store: openStore(config, options.store, signal), branch: options.branch }
      : { kind: 'file', path: options.from };
  const text = await readPageFile(path, shownAs);
  if (options.check === undefined) {
    const form = formOf(path);
    const region = findRegion(text ?? startPage(titleOf(config), form), form, shownAs);
    const { content, leftOut } = readContent(config, await readSource(source, note));
    for (const step of leftOut) note(explain(step));
    const pictures = await drawPictures(content);
    writePageFile(path, renderFile(content, pictures, path, region), pictures);
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
    now: Date.now(),
    note,
  });
  stdout.write(`${problems.map((problem) => `${describe(problem, shownAs)}\n`).join('')}`);
  stdout.write(problems.length === 0 ? `${shownAs} holds.\n` : `Write it anew: ${command}\n`);
  return problems.length === 0 ? EXIT.pass : EXIT.failed;
}

function choosePath({ write }: PageOptions, config: Config): string {
  if (write === undefined && config.page.file === undefined) {
    throw new UserError({
      what: 'Nothing says which file the page is in.',
      hint: 'Give `--write docs/performance.md`, or put `page: { write: docs/performance.md }` into the configuration.',
    });
  }
  const path = write === undefined ? config.page.file! : resolve(write);
  if (isPageFile(path)) return path;
  throw new UserError({
    what: `A page is Markdown or reStructuredText, and ${write} ends in neither \`.md\` nor \`.rst\`.`,
    hint: 'For instance `--write docs/performance.md`.',
  });
}

function titleOf({ suite }: Config): string {
  return suite === 'default' ? 'Performance' : `Performance of ${suite}`;
}

function explain({ label, because }: LeftOut): string {
  return because === 'not-in-record'
    ? `${label} is left out: the record does not hold it. \`tailgate run --record\` measures it.`
    : `${label} is left out: the record measured it under another load or with another request. \`tailgate run --record\` measures it.`;
}

function describe({ what, found, expected, line }: PageProblem, shownAs: string): string {
  const where = line === undefined ? shownAs : `${shownAs}:${line}`;
  const details = [
    ...(found === undefined ? [] : [`  found:    ${clean(found)}`]),
    ...(expected === undefined ? [] : [`  expected: ${clean(expected)}`]),
  ];
  return [`${where}: ${clean(what)}`, ...details].join('\n');
}

/** Writes the command that writes the page with the same options. */
function repeat({ config, write, from, store, branch }: PageOptions): string {
  const parts: [string, string | undefined][] = [
    ['--config', config],
    ['--write', write],
    ['--from', from],
    ['--store', store],
    ['--branch', branch],
  ];
  const given = parts.flatMap(([name, value]) => (value === undefined ? [] : [name, quoteWord(value)]));
  return ['tailgate page', ...given].join(' ');
}
