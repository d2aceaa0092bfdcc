import { relative, resolve } from 'node:path';
import { readConfig } from '../config/read.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { counted } from '../report/words/terms.ts';
import { findBaseBranch } from '../revision/subject.ts';
import { readAddress } from '../site/repository.ts';
import { writeSite } from '../site/site.ts';
import { showProgress } from '../terminal/progress.ts';
import { chooseConfigPath, openStore } from './shared.ts';

/** `config`: one for each suite; absent: the file is looked for. */
type SiteOptions = Partial<Record<'store' | 'branch' | 'repository', string>> & {
  config?: string[];
  out: string;
};

/**
 * `tailgate site`: writes a static site from the records of a branch.
 *
 * @throws UserError when there is no record, and for a folder that holds something else
 */
export async function site(options: SiteOptions, signal: AbortSignal): Promise<ExitCode> {
  const { stdout, env } = process;
  const repository = options.repository === undefined ? undefined : readAddress(options.repository);
  const configs = (options.config ?? [undefined]).map((path) =>
    readConfig(chooseConfigPath(path), process.cwd()),
  );
  const names = configs.map(({ suite }) => suite);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined)
    throw new UserError({
      what: `Two configurations are of the suite ${twice}. A site has each suite once.`,
      hint: 'Give each its own `suite:`, or name one of the two files.',
    });
  const folder = resolve(options.out);
  const progress = showProgress();
  const { runs, pages } = await writeSite({
    suites: configs.map((config) => ({ config, store: openStore(config, options.store, signal) })),
    folder,
    branch: options.branch ?? (await findBaseBranch(configs[0]!.directory, env, signal)),
    repository,
    progress,
    environment: env,
    signal,
  }).finally(() => progress.done());
  const index = relative(process.cwd(), `${folder}/index.html`);
  stdout.write(`${index} shows ${counted(runs, 'run')} on ${counted(pages, 'page')}.\n`);
  return EXIT.pass;
}
