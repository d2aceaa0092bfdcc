import { readConfig } from '../config/read.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import { renderHistory } from '../report/history.ts';
import { chooseConfigPath, chooseStyle, openStore } from './shared.ts';

type HistoryOptions = Partial<Record<'config' | 'store' | 'branch', string>> & { json?: boolean };

/** `tailgate history`: shows the records of the suite as a table with sparklines. */
export async function history(options: HistoryOptions, signal: AbortSignal): Promise<ExitCode> {
  const { branch, json } = options;
  const config = readConfig(chooseConfigPath(options.config), process.cwd());
  const note = (text: string) => void process.stderr.write(`${text}\n`);
  const records = await (await openStore(config, options.store, signal)).list(note);
  const shown = records.filter((record) => branch === undefined || record.branch === branch);
  const document = { schemaVersion: 1, suite: config.suite, records: shown };
  process.stdout.write(`${json ? JSON.stringify(document, null, 2) : renderHistory(shown, chooseStyle())}\n`);
  return EXIT.pass;
}
