#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import { COMMANDS, type CommandTable } from './commands/table.ts';
import { codeForBisect, describeError, EXIT, type ExitCode, UserError } from './errors.ts';
import { runEntry } from './processes/entry.ts';
import { VERSION } from './version.ts';

type Act = (options: never, signal: AbortSignal) => ExitCode | Promise<ExitCode>;

/** Commands are loaded on demand, so `--help` is quick. */
const LOAD: Record<keyof typeof COMMANDS, () => Promise<Act>> = {
  run: async () => (await import('./commands/run.ts')).run,
  plan: async () => (await import('./commands/plan.ts')).plan,
  prove: async () => (await import('./commands/prove.ts')).prove,
  history: async () => (await import('./commands/history.ts')).history,
  page: async () => (await import('./commands/page.ts')).page,
  site: async () => (await import('./commands/site.ts')).site,
  init: async () => (await import('./commands/init.ts')).init,
  try: async () => (await import('./commands/try.ts')).tryService,
  guide: async () => (await import('./commands/guide.ts')).printGuide,
};

const EXAMPLES = `Examples:
  tailgate init                       write tailgate.yml and the workflow
  tailgate try                        does the file work? build, start and ask, for seconds
  tailgate run                        judge the service described in tailgate.yml
  tailgate COMMAND --help             more of a command
`;

const EXIT_CODES = `
Exit codes:
  0 pass · 1 regressed or missed · 2 configuration · 3 could not measure · 130 interrupted`;

/** Entry point of the command line: argv → command → exit code. */
async function main(signal: AbortSignal): Promise<ExitCode> {
  const codes: ExitCode[] = [];
  const program = new Command('tailgate')
    .description('The tail-latency gate for pull requests.')
    .version(VERSION, '-V, --version')
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('  `--help` shows what can be given.')
    .addHelpText('before', EXAMPLES)
    .addHelpText('after', EXIT_CODES)
    .hook('preAction', (_, command) => prepare(command));
  for (const [name, load] of Object.entries(LOAD)) {
    const { what, options, examples }: CommandTable = COMMANDS[name as keyof typeof COMMANDS];
    const command = program.command(name).description(what).addHelpText('before', `Examples:${examples}\n`);
    for (const [flags, told] of Object.entries(options)) command.addOption(makeOption(flags, told));
    command.action(async (given) => void codes.push(await (await load())(given as never, signal)));
  }
  try {
    await program.parseAsync(process.argv);
    return codes[0] ?? EXIT.pass;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.configuration;
    throw error;
  }
}

function makeOption(flags: string, told: CommandTable['options'][string]): Option {
  if (typeof told === 'string') return new Option(flags, told);
  const option = new Option(flags, told.what).makeOptionMandatory(told.required ?? false);
  if (told.choices) option.choices(told.choices);
  return told.preset === undefined ? option : option.preset(told.preset);
}

/** Refuses blank values, and shows details where they are asked for. @throws UserError */
async function prepare(command: Command): Promise<void> {
  const { verbose } = command.opts();
  const isBlank = (value = '-') => /^[\s,]*$/.test(value);
  // Such as of a variable that is not set. It would mean all, or the folder of the call.
  const blank = command.options.find((option) =>
    [command.getOptionValue(option.attributeName())].flat().some(isBlank),
  );
  if (blank) throw new UserError({ what: `${blank.long} has no value.`, hint: 'Give one, or leave it out.' });
  if (verbose) (await import('./terminal/details.ts')).showDetails(process.stderr, process.env);
}

runEntry(main, (error) => void process.stderr.write(`${describeError(error)}\n`));
if (process.argv.includes('--bisect'))
  // After the listener of `runEntry`: whatever has ended the run, a mistake in an option too, git must not take it for bad.
  process.on('exit', () => {
    process.exitCode = codeForBisect(Number(process.exitCode));
  });
