import { warnOfHosts } from '../config/hosts.ts';
import { readConfig } from '../config/read.ts';
import { selectScenarios, splitNames } from '../config/selection.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import { type TriedStep, tryOnce } from '../init/try.ts';
import { assertSupportedPlatform } from '../machine/machine.ts';
import { findNoise } from '../machine/noise.ts';
import { readToolVersion } from '../processes/child.ts';
import { childEnvironment } from '../processes/environment.ts';
import { assertAimed } from '../records/work-files.ts';
import { formatSeconds } from '../report/format/numbers.ts';
import { cleanForLog } from '../report/format/visible.ts';
import { showProgress } from '../terminal/progress.ts';
import { chooseConfigPath } from './config-path.ts';

/** `config`: path of the file; absent: it is looked for. */
type TryCommandOptions = { config?: string; only?: string[]; json?: boolean; verbose?: boolean };

/**
 * `tailgate try`: a run in miniature, which tells of each step whether it works, and of the one that does not why.
 *
 * @returns 0 when all of them work, 3 otherwise
 * @throws UserError for mistakes in the configuration, exit code 2
 */
export async function tryService(options: TryCommandOptions, signal: AbortSignal): Promise<ExitCode> {
  assertSupportedPlatform(process.platform);
  const environment = process.env;
  const only = (options.only ?? []).flatMap(splitNames);
  const calling = { command: 'tailgate try', variables: childEnvironment(environment) };
  const whole = readConfig(chooseConfigPath(options.config), process.cwd(), { only, calling });
  const config = selectScenarios(whole, only);
  assertAimed(config);
  const progress = showProgress(options);
  for (const warning of warnOfHosts(config)) progress.note(warning);
  const steps: TriedStep[] = [];
  const tell = (step: TriedStep) => {
    steps.push(step);
    if (!options.json) process.stdout.write(describeStep(step));
  };
  for (const { seen, means, advice } of findNoise()) progress.note(`${seen}. ${means} ${advice}`);
  const contained = config.services.flatMap(({ name, container }) => (container ? [name] : []));
  const ask = ['version', '--format', '{{.Server.Version}}'];
  if (contained.length > 0 && (await readToolVersion('docker', ask, environment, signal)) === null)
    tell({
      kind: 'machine',
      name: 'docker',
      ok: false,
      said: `is not there, or its daemon does not answer, and ${contained.join(', ')} runs in a container`,
    });
  else await tryOnce(config, { environment, progress, signal, tell });
  const exitCode = steps.every(({ ok }) => ok) ? EXIT.pass : EXIT.unmeasured;
  if (options.json)
    process.stdout.write(`${JSON.stringify({ schemaVersion: 1, exitCode, steps }, null, 2)}\n`);
  else
    process.stdout.write(
      exitCode === EXIT.pass
        ? 'All of it works. Next: `tailgate run`.\n'
        : 'Edit tailgate.yml, then call `tailgate try` again.\n',
    );
  return exitCode;
}

function describeStep({ kind, name, ok, said, milliseconds, statuses, bytes, log = [] }: TriedStep): string {
  const facts = [
    Object.keys(statuses ?? {}).join(' and '),
    bytes === undefined ? '' : `${Math.round(bytes)} bytes`,
    milliseconds === undefined ? '' : formatTime(milliseconds),
    said,
  ].filter(Boolean);
  const line = `${ok ? '✓' : '✗'} ${kind.padEnd(7)} ${name}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}`;
  return `${[cleanForLog(line), ...log.map((each) => `    ${cleanForLog(each)}`)].join('\n')}\n`;
}

const formatTime = (milliseconds: number) =>
  milliseconds < 1000 ? `${Number(milliseconds.toPrecision(2))} ms` : formatSeconds(milliseconds / 1000);
