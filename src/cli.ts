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
    .addHelpText('after', EXIT_CODES)
    .hook('preAction', (_, command) => prepare(command));
  for (const [name, load] of Object.entries(LOAD)) {
    const { what, options }: CommandTable = COMMANDS[name as keyof typeof COMMANDS];
    const command = program.command(name).description(what);
    for (const [flags, given] of Object.entries(options)) {
      const told = typeof given === 'string' ? { what: given } : given;
      const option = new Option(flags, told.what).makeOptionMandatory(told.required ?? false);
      if (told.choices) option.choices(told.choices);
      if (told.preset !== undefined) option.preset(told.preset);
      command.addOption(option);
    }
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

/** Refuses blank values, such as of a variable that is not set, and shows details where asked to. @throws UserError */
async function prepare(command: Command): Promise<void> {
  const isBlank = (value = '-') => /^[\s,]*$/.test(value);
  const blank = command.options.find((option) =>
    [command.getOptionValue(option.attributeName())].flat().some(isBlank),
  );
  if (blank) throw new UserError({ what: `${blank.long} has no value.`, hint: 'Give one, or leave it out.' });
  if (command.opts().verbose)
    (await import('./terminal/details.ts')).showDetails(process.stderr, process.env);
}

runEntry(main, (error) => void process.stderr.write(`${describeError(error)}\n`));
if (process.argv.includes('--bisect'))
  // After the listener of `runEntry`: whatever has ended the run, a mistake in an option too, git must not take it for bad.
  process.on('exit', () => {
    process.exitCode = codeForBisect(Number(process.exitCode));
  });
