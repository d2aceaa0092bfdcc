import { readConfig } from '../config/read.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { renderHistory } from '../report/history.ts';
import { chooseColor, measureWidth } from '../terminal/stream.ts';
import { chooseConfigPath } from './config-path.ts';
import { openStore } from './store.ts';

type HistoryOptions = {
  /** Path of `--config`; absent: the file is looked for. */
  config?: string;
  store?: string;
  branch?: string;
  /** Most records to show. */
  newest?: string;
  /** Number of records to keep. The others are removed, and none are shown. */
  prune?: string;
  json?: boolean;
};

/** `tailgate history`: shows the records of the suite as a table with sparklines, or removes old ones. */
export async function history(options: HistoryOptions, signal: AbortSignal): Promise<ExitCode> {
  const { stdout, stderr, env } = process;
  const keep = readCount('--prune', options.prune);
  const newest = readCount('--newest', options.newest);
  if (keep !== undefined && options.branch !== undefined)
    throw new UserError({
      what: '--prune removes records of all branches, and --branch only chooses what is shown.',
      hint: 'Leave one of them out.',
    });
  const config = readConfig(chooseConfigPath(options.config), process.cwd());
  const { suite } = config;
  const store = openStore(config, options.store, signal);
  if (keep !== undefined) {
    const removed = await store.prune(keep);
    if (options.json) stdout.write(`${JSON.stringify({ schemaVersion: 1, suite, removed }, null, 2)}\n`);
    else stdout.write(`${removed} ${removed === 1 ? 'record' : 'records'} of ${suite} removed\n`);
    return EXIT.pass;
  }
  const { branch } = options;
  const { records, unreadable } = await store.list(branch === undefined ? { newest } : {});
  const own = branch === undefined ? records : records.filter((record) => record.branch === branch);
  const shown = newest === undefined ? own : own.slice(Math.max(0, own.length - newest));
  for (const { name, reason } of unreadable) stderr.write(`left out: ${name}: ${reason}\n`);
  if (options.json) stdout.write(`${JSON.stringify({ schemaVersion: 1, suite, records: shown }, null, 2)}\n`);
  else {
    const style = { color: chooseColor(stdout, env), width: measureWidth(stdout) };
    stdout.write(`${renderHistory(shown, style)}\n`);
  }
  return EXIT.pass;
}

function readCount(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UserError({
    what: `${option} takes a number of records, not ${JSON.stringify(text)}.`,
    hint: `For instance \`${option} 200\`.`,
  });
}
