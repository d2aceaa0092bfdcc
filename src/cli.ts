#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { describeError, EXIT, type ExitCode } from './errors.ts';
import { runEntry } from './processes/entry.ts';
import { FAIL_ON_CODES } from './verdict/codes.ts';
import { VERSION } from './version.ts';

type Act = (options: never, signal: AbortSignal) => ExitCode | Promise<ExitCode>;

const EXIT_CODES = '0 pass · 1 regressed or missed · 2 configuration · 3 could not measure · 130 interrupted';

/** Rejects a blank value, such as that of a variable that is not set. */
function readValue(text: string): string {
  if (/[^\s,]/.test(text)) return text;
  throw new InvalidArgumentError('It is blank.');
}

/** Makes an option whose values are not blank, or one of `choices`. */
function option(flags: string, what: string, choices?: readonly string[]): Option {
  const made = new Option(flags, what);
  if (choices) return made.choices(choices);
  if (!/[<[]/.test(flags)) return made;
  const isList = flags.endsWith('...>');
  return made.argParser<unknown>((text, before) =>
    isList ? [before ?? [], readValue(text)].flat() : readValue(text),
  );
}

const config = () =>
  option('-c, --config <file>', 'configuration (default: tailgate.yml here or above, within the repository)');
const only = () => option('--only <names...>', 'scenarios and variants: search, "search [cache=off]"');
const budget = () => option('--budget <duration>', 'measured load per scenario, both revisions, such as 2m');
const store = () =>
  option('--store <place>', 'folder of the records, or `git` for refs (default: .tailgate)');
const jsonFile = () => option('--json [file]', 'write the result as JSON to a file, or to standard output');
const json = () => option('--json', 'as JSON');
const branch = () => option('--branch <name>', 'only records of this branch');
const sides = () => [
  option('--base-url <url>', 'compare running deployments: URL of the base'),
  option('--head-url <url>', 'and of the head; their hosts must be listed under `allow`'),
  option('--from <source>', 'compare with the base, or with recorded runs', ['paired', 'history']),
];

/** Entry point of the command line: argv → command → exit code. */
async function main(signal: AbortSignal): Promise<ExitCode> {
  let code: ExitCode = EXIT.pass;
  const program = new Command('tailgate')
    .description('The tail-latency gate for pull requests.')
    .version(VERSION, '-V, --version')
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('  `--help` lists commands and options.')
    .addHelpText('after', `\nExit codes:\n  ${EXIT_CODES}`);
  /** Commands are loaded on demand, so `--help` is fast. */
  const add = (name: string, what: string, load: () => Promise<Act>, ...options: Option[]) => {
    const command = program.command(name).description(what);
    for (const one of options) command.addOption(one);
    command.action(async (given) => {
      code = await (await load())(given as never, signal);
    });
  };
  add(
    'init',
    'write tailgate.yml and the workflow from what this folder contains; starts nothing, asks nothing',
    async () => (await import('./commands/init.ts')).init,
    option('--force', 'overwrite existing files'),
    option('--shards <count>', 'split the suite among COUNT jobs'),
    option('--one-step', 'measure and publish in one job; the code under test then runs beside the token'),
    option('--forks', 'also write the workflow that comments on pull requests from forks'),
    option('--uses <reference>', 'action for the workflow (default: this clone, if origin has its commit)'),
    option('--forge <name>', 'kind of remote (default: guessed from its address)', ['github', 'ghes']),
  );
  add(
    'try',
    'build, start and call the service as a run would, but only for seconds; show the step that fails',
    async () => (await import('./commands/try.ts')).tryService,
    ...[config(), only(), json()],
  );
  add(
    'guide',
    'print instructions for coding assistants that complete tailgate.yml',
    async () => (await import('./commands/guide.ts')).printGuide,
  );
  add(
    'run',
    'start the service, drive it with k6, judge SLOs and the change against the baseline',
    async () => (await import('./commands/run.ts')).run,
    ...[config(), only(), budget(), ...sides(), store(), jsonFile()],
    option('--shard <part>', 'the part of the suite for this machine, such as 2/4: the second of four'),
    option('--base <revision>', 'revision to compare with (default: where this branch left the base branch)'),
    option('--tolerance <share>', 'how much slower latencies may get: 10%, "10% or 2ms"'),
    option('--bisect', 'for `git bisect run`, with --base: skip a commit that could not be decided'),
    option('--record', 'append this run to the records'),
    option('--base-branch <name>', 'branch of the base, and of the records (default: the repository’s)'),
    option('--fail-on <codes...>', 'block on these too, separated by spaces', FAIL_ON_CODES),
    option('--comment <file>', 'write the pull-request comment as Markdown'),
    option('--html <file>', 'write the report, with its pictures, as one HTML file'),
    option('--junit <file>', 'write the result as JUnit XML'),
    option('--keep <folder>', 'keep generated k6 scripts, summaries and logs'),
  );
  add(
    'plan',
    'show what a run would do and how long it would take',
    async () => (await import('./commands/plan.ts')).plan,
    ...[config(), only(), budget(), ...sides(), json()],
    option('--shards <count>', 'how COUNT machines would share the suite'),
  );
  add(
    'prove',
    'try the gate itself: does it raise false alarms here, and would it notice a slowdown?',
    async () => (await import('./commands/prove.ts')).prove,
    ...[config(), only(), budget(), jsonFile()],
    option('--runs <count>', 'runs of unchanged code (default: 6)'),
    option('--slowdown <percent>', 'added slowdown that each run must detect (default: 20%)'),
  );
  add(
    'history',
    'show the newest records',
    async () => (await import('./commands/history.ts')).history,
    ...[config(), store(), branch(), json()],
  );
  add(
    'page',
    'write results into a page of your documentation, or check that page',
    async () => (await import('./commands/page.ts')).page,
    ...[config(), store(), branch()],
    option('--write <file>', 'Markdown file of the page').makeOptionMandatory(),
    option('--buckets <bounds>', 'bucket bounds, such as 5ms,20ms (default: those on the page)'),
    option('--max-age <age>', 'with --check: fail if the measurement is older, such as 30d'),
    option('--from <file>', 'a record, or what `run --json` wrote (default: the newest record)'),
    option(
      '--check [what]',
      'write nothing and fail if the page does not match; `structure`: needs no record',
      ['all', 'structure'],
    ).preset('all'),
  );
  add(
    'site',
    'write a static site from the records: each scenario across commits',
    async () => (await import('./commands/site.ts')).site,
    ...[store(), branch()],
    option('--out <folder>', 'folder of the site; other files stay').makeOptionMandatory(),
    option('-c, --config <files...>', 'configurations, one per suite (default: as for run)'),
  );
  try {
    await program.parseAsync(process.argv);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.configuration;
    throw error;
  }
}

runEntry(main, (error) => void process.stderr.write(`${describeError(error)}\n`));
if (process.argv.includes('--bisect'))
  // After the listener of `runEntry`: whatever ended the run, even a mistake in an option, git must not take it for bad.
  // For git, 125 skips a commit that could not be measured. 255 ends the search: a mistake is the same at every commit.
  process.on('exit', () => {
    if (process.exitCode === EXIT.unmeasured) process.exitCode = 125;
    if (process.exitCode === EXIT.configuration) process.exitCode = 255;
  });
