import { dirname, resolve } from 'node:path';
import { openDirectory } from '../baseline/directory.ts';
import { readConfig } from '../config/read.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import { renderHistory } from '../report/history.ts';
import { chooseColor, measureWidth } from './terminal.ts';

/** `tailgate history`: the records of the suite as a table with sparklines. */
export async function history(options: {
  config: string;
  store?: string;
  branch?: string;
  json?: boolean;
}): Promise<ExitCode> {
  const configPath = resolve(options.config);
  const { suite } = readConfig(configPath, process.cwd());
  const store = openDirectory(resolve(options.store ?? `${dirname(configPath)}/.tailgate`), suite);
  const { records, unreadable } = await store.list();
  const shown =
    options.branch === undefined ? records : records.filter(({ branch }) => branch === options.branch);
  for (const { name, reason } of unreadable) process.stderr.write(`left out: ${name}: ${reason}\n`);
  const { stdout, env } = process;
  if (options.json) stdout.write(`${JSON.stringify({ schemaVersion: 1, suite, records: shown }, null, 2)}\n`);
  else
    stdout.write(
      `${renderHistory(shown, { color: chooseColor(stdout, env), width: measureWidth(stdout) })}\n`,
    );
  return EXIT.pass;
}
