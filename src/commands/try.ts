import { warnOfHosts } from '../config/hosts.ts';
import { EXIT, type ExitCode } from '../errors.ts';
import { readWanted } from '../gate/gate.ts';
import { type TriedStep, tryOnce } from '../init/try.ts';
import { assertSupportedPlatform, listNoise } from '../machine/machine.ts';
import { readToolVersion } from '../processes/child.ts';
import { formatSeconds } from '../report/format/numbers.ts';
import { cleanForLog } from '../report/format/visible.ts';
import { type CommonOptions, readCommon } from './shared.ts';

/**
 * `tailgate try`: a run in miniature, which tells of each step whether it works, and of the one that does not why.
 *
 * @returns 0 when all of them work, 3 otherwise
 * @throws UserError for mistakes in the configuration, exit code 2
 */
export async function tryService(
  options: CommonOptions & { json?: boolean },
  signal: AbortSignal,
): Promise<ExitCode> {
  assertSupportedPlatform(process.platform);
  const common = readCommon(options, signal);
  const { progress, environment } = common;
  const config = readWanted(common, 'try');
  for (const note of [...warnOfHosts(config), ...listNoise()]) progress.note(note);
  const steps: TriedStep[] = [];
  const tell = (step: TriedStep) => {
    steps.push(step);
    if (!options.json) process.stdout.write(describeStep(step));
  };
  const contained = config.services.flatMap(({ name, container }) => (container ? [name] : []));
  const ask = ['version', '--format', '{{.Server.Version}}'];
  if (contained.length > 0 && (await readToolVersion('docker', ask, environment, signal)) === null) {
    const said = `is not there, or its daemon does not answer, and ${contained.join(', ')} runs in a container`;
    tell({ kind: 'machine', name: 'docker', ok: false, said });
  } else await tryOnce(config, { environment, progress, signal, tell });
  const exitCode = steps.every(({ ok }) => ok) ? EXIT.pass : EXIT.unmeasured;
  const end =
    exitCode === EXIT.pass
      ? 'All of it works. Next: `tailgate run`.'
      : 'Edit tailgate.yml, then call `tailgate try` again.';
  const told = options.json ? JSON.stringify({ schemaVersion: 1, exitCode, steps }, null, 2) : end;
  process.stdout.write(`${told}\n`);
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
