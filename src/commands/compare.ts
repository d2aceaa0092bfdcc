import { readRunFile } from '../compare/run-file.ts';
import { type Caveat, compareRuns } from '../compare/runs.ts';
import { printSlo } from '../config/language/slo.ts';
import { readConfig } from '../config/read.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import { cleanForLog } from '../report/format/visible.ts';
import { renderJson } from '../report/json.ts';
import { checkPlaces, showReport, writeResults } from './result-file.ts';

export type CompareOptions = {
  /** Path of tailgate.yml, for its SLOs and tolerances. Without it only p50, p95, p99 and errors are compared. */
  config?: string;
  /** A file for the JSON, or true for standard output instead of the table. */
  json?: string | true;
  write?: (text: string) => void;
  /** Receives the caveats when standard output is JSON. */
  writeNote?: (text: string) => void;
};

/**
 * `tailgate compare A B`: judges run B against run A, both measured before.
 *
 * @returns 1 when B is slower or misses an SLO, else 0
 * @throws UserError for files that cannot be read or compared, or are of runs without a verdict
 */
export async function compare(base: string, head: string, options: CompareOptions): Promise<ExitCode> {
  const { stdout, stderr } = process;
  const write = options.write ?? ((text) => void stdout.write(text));
  const inputs = [base, head, ...(options.config === undefined ? [] : [options.config])];
  await checkPlaces({ json: options.json }, inputs, new AbortController().signal);
  const config = options.config === undefined ? null : readConfig(options.config, process.cwd());
  const reproduce = ['tailgate compare', base, head, ...(config ? ['--config', options.config] : [])].join(
    ' ',
  );
  const { report, caveats } = compareRuns(readRunFile(base), readRunFile(head), config, reproduce);
  const notes = caveats.flatMap((caveat) => explain(caveat, head)).map((note) => `${cleanForLog(note)}\n`);
  const writeNote = options.writeNote ?? ((text) => void stderr.write(text));
  if (options.json === true) writeNote(notes.join(''));
  else write(`${notes.join('')}\n`);
  showReport(report, options.json, write);
  await writeResults([[options.json, () => renderJson(report)]]);
  return report.verdict.blocks ? EXIT.failed : EXIT.pass;
}

function explain(caveat: Caveat, head: string): string[] {
  switch (caveat.kind) {
    case 'not-side-by-side':
      return [
        'The two runs were not measured side by side: whatever else changed on the machine between them counts as a change.',
      ];
    case 'only-in':
      return [`Only in ${caveat.path}: ${caveat.labels.join(', ')}.`];
    case 'searched':
      return [`Capacities are not compared, nor held against their SLOs: ${caveat.labels.join(', ')}.`];
    case 'untold':
      return caveat.slos.map((slo) => `${caveat.label}: ${head} does not tell about \`${printSlo(slo)}\`.`);
  }
}
