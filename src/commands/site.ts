import { relative, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/read.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { counted } from '../report/words/terms.ts';
import { findBaseBranch } from '../revision/subject.ts';
import { writeSite } from '../site/site.ts';
import { showProgress } from '../terminal/progress.ts';
import { chooseConfigPath, openStore } from './shared.ts';

/** `config`: one for each suite; absent: the file is searched for. */
type SiteOptions = Partial<Record<'store' | 'branch', string>> & {
  config?: string[];
  out: string;
};

/**
 * `tailgate site`: writes a static site from the records of a branch.
 *
 * @throws UserError if there is no record, and for a folder that contains something else
 */
export async function site(options: SiteOptions, signal: AbortSignal): Promise<ExitCode> {
  const { env: environment } = process;
  const { branch, store, out, config = [undefined] } = options;
  const configs = config.map((path) => readConfig(chooseConfigPath(path), process.cwd()));
  if (new Set(configs.map(({ suite }) => suite)).size < configs.length)
    throw new UserError({ what: 'A site shows each suite once: give each configuration its own `suite:`.' });
  const folder = resolve(out);
  const progress = showProgress();
  const open = async (one: Config) => ({ config: one, store: await openStore(one, store, signal) });
  const { runs, path } = await writeSite({
    suites: await Promise.all(configs.map(open)),
    branch: branch ?? (await findBaseBranch(configs[0]!.directory, environment, signal)),
    ...{ folder, progress, environment, signal },
  }).finally(() => progress.done());
  process.stdout.write(`${relative(process.cwd(), path)} shows ${counted(runs, 'run')}.\n`);
  return EXIT.pass;
}
