import { relative, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
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
  const { env: environment } = process;
  const { repository, branch, store, out, config = [undefined] } = options;
  const configs = config.map((path) => readConfig(chooseConfigPath(path), process.cwd()));
  if (new Set(configs.map(({ suite }) => suite)).size < configs.length)
    throw new UserError({ what: 'A site has each suite once: give each configuration its own `suite:`.' });
  const folder = resolve(out);
  const progress = showProgress();
  const open = async (one: Config) => ({ config: one, store: await openStore(one, store, signal) });
  const { runs, pages } = await writeSite({
    suites: await Promise.all(configs.map(open)),
    branch: branch ?? (await findBaseBranch(configs[0]!.directory, environment, signal)),
    repository: repository === undefined ? undefined : readAddress(repository),
    ...{ folder, progress, environment, signal },
  }).finally(() => progress.done());
  const index = relative(process.cwd(), `${folder}/index.html`);
  process.stdout.write(`${index} shows ${counted(runs, 'run')} on ${counted(pages, 'page')}.\n`);
  return EXIT.pass;
}
