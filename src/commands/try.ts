import { EXIT, type ExitCode } from '../errors.ts';
import { readWanted } from '../gate/gate.ts';
import { type TriedStep, tryOnce } from '../init/try.ts';
import { assertSupportedPlatform } from '../machine/machine.ts';
import { formatMs } from '../report/format/numbers.ts';
import { cleanForLog } from '../report/format/visible.ts';
import { type CommonOptions, readCommon } from './shared.ts';

/**
 * `tailgate try`: a run in miniature, which says for each step whether it works, and why not.
 *
 * @returns 0 if all of them work, otherwise 3
 * @throws UserError for mistakes in the configuration, exit code 2
 */
export async function tryService(
  { json, ...options }: CommonOptions & { json?: boolean },
  signal: AbortSignal,
): Promise<ExitCode> {
  assertSupportedPlatform(process.platform);
  const common = readCommon(options, signal);
  const config = readWanted(common, 'try');
  const steps: TriedStep[] = [];
  const tell = (step: TriedStep) => {
    steps.push(step);
    if (!json) process.stdout.write(describeStep(step));
  };
  await tryOnce(config, { ...common, tell });
  const works = steps.every(({ ok }) => ok);
  const exitCode = works ? EXIT.pass : EXIT.unmeasured;
  const end = works
    ? 'Everything works. Next: `tailgate run`.'
    : 'Edit tailgate.yml, then call `tailgate try` again.';
  process.stdout.write(`${json ? JSON.stringify({ schemaVersion: 1, exitCode, steps }, null, 2) : end}\n`);
  return exitCode;
}

function describeStep({ kind, name, ok, said, milliseconds, statuses, bytes, log = [] }: TriedStep): string {
  const facts = [
    Object.keys(statuses ?? {}).join(' and '),
    bytes !== undefined && `${Math.round(bytes)} bytes`,
    milliseconds !== undefined && formatMs(milliseconds, 2),
    said,
  ].filter(Boolean);
  const line = `${ok ? '✓' : '✗'} ${kind.padEnd(7)} ${name}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}`;
  return `${[cleanForLog(line), ...log.map((each) => `    ${cleanForLog(each)}`)].join('\n')}\n`;
}
