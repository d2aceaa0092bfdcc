import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { EXIT, UserError } from '../errors.ts';
import type { Report } from '../handover/report.ts';
import { asSuite } from '../handover/suite.ts';
import { explainUnwritable, followLinks, writeWhole } from '../processes/file.ts';
import { renderJson } from '../report/json.ts';
import { renderTerminal } from '../report/terminal.ts';
import { askGit, bindGit, gitEnvironment } from '../revision/git.ts';
import { chooseColor, measureWidth } from '../terminal/stream.ts';

/** Files for results, by option. `true` is standard output. */
type Places = Record<string, string | true | undefined>;

/**
 * Checks where results go, before they are there.
 *
 * @param inputs files that the command reads
 * @throws UserError for a place that cannot be written, or that holds something else
 */
export async function checkPlaces(places: Places, inputs: string[], signal: AbortSignal): Promise<void> {
  const taken = new Map(inputs.map((path) => [followLinks(path), 'this command reads it']));
  for (const [option, path] of Object.entries(places)) {
    if (typeof path !== 'string') continue;
    const unwritable = explainUnwritable(path);
    const file = unwritable === null ? followLinks(path) : resolve(path);
    const git = bindGit(dirname(file), gitEnvironment(process.env), signal);
    const isTracked = existsSync(file) && (await askGit(git, 'ls-files', '--error-unmatch', '--', file));
    const reason = unwritable ?? taken.get(file) ?? (isTracked && 'git tracks it, so it is no result');
    const hint = 'Name another file.';
    if (reason)
      throw new UserError({ what: `--${option} cannot write its file: ${reason}.`, where: path, hint });
    if (!file.startsWith('/dev/')) taken.set(file, `--${option} writes it already`);
  }
}

/** Shows a report as a table on standard output, or as JSON where `json` is true. */
export function showReport(report: Report, json: Places[string], write: (text: string) => void): void {
  const { stdout, env } = process;
  const style = { color: chooseColor(stdout, env), width: measureWidth(stdout) };
  write(`${json === true ? renderJson(report) : renderTerminal(asSuite(report), style)}\n`);
}

/** Writes each result that has a file, whole or not at all. @throws UserError for those that could not be written */
export async function writeResults(
  results: [path: Places[string], render: () => string | Promise<string>][],
): Promise<void> {
  const failures: string[] = [];
  for (const [path, render] of results) {
    if (typeof path !== 'string') continue;
    try {
      writeWhole(path, `${(await render()).replace(/\n$/, '')}\n`);
    } catch (error) {
      failures.push(`${resolve(path)}: ${(error as Error).message}`);
    }
  }
  const what = 'The run is complete, and a result of it could not be written.';
  if (failures.length > 0)
    throw new UserError({ what, detail: failures.join('\n'), exitCode: EXIT.unmeasured });
}
