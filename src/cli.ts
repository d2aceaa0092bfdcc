#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import * as help from './commands/help.ts';
import { codeForBisect, describeError, EXIT, type ExitCode, UserError } from './errors.ts';
import { runEntry } from './processes/entry.ts';
import { VERSION } from './version.ts';

/** Entry point of the command line: argv → command → exit code. Commands are loaded on demand, so `--help` is quick. */
async function main(signal: AbortSignal): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.pass;
  const program = createProgram(signal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(process.argv);
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.pass : EXIT.configuration;
    throw error;
  }
}

function createProgram(signal: AbortSignal, finish: (code: ExitCode) => void): Command {
  const program = new Command('tailgate')
    .description('The tail-latency gate for pull requests.')
    .version(VERSION, '-V, --version')
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('  `--help` shows what can be given.')
    .addHelpText('before', help.EXAMPLES)
    .addHelpText('after', help.EXIT_CODES)
    .hook('preAction', async (_, command) => {
      // Such as of a variable that is not set. It would mean all, or the folder of the call.
      const blank = command.options.find((option) =>
        [command.getOptionValue(option.attributeName())]
          .flat()
          .some((value) => /^[\s,]*$/.test(value ?? '-')),
      );
      if (blank)
        throw new UserError({ what: `${blank.long} has no value.`, hint: 'Give one, or leave it out.' });
      if (!command.opts().verbose) return;
      const { showDetails } = await import('./terminal/details.ts');
      showDetails(process.stderr, process.env);
    });
  program
    .command('run')
    .description('start the service, drive it with k6, judge SLOs and the change against the baseline')
    .option('-c, --config <file>', CONFIG)
    .option(
      '--only <names...>',
      'scenarios and variants to run, such as search or "search [cache=off]"; commas or blanks between them',
    )
    .option('--shard <part>', 'the part of the suite for this machine, such as 2/4: the second of four')
    .addOption(BUDGET)
    .addOption(BASE_URL)
    .addOption(HEAD_URL)
    .option('--base <revision>', 'revision to compare with (default: where this branch left the base branch)')
    .option(
      '--tolerance <share>',
      'how much slower a latency may be, such as 10% or "10% or 2ms", in place of all tolerances of the file',
    )
    .option(
      '--bisect',
      'for `git bisect run`, with --base: skip a commit that could not be measured or decided',
    )
    .addOption(FROM)
    .option('--record', 'append this run to the records')
    .option('--store <place>', STORE)
    .option(
      '--base-branch <name>',
      'branch to compare with, and whose records draw the trend (default: the repository’s)',
    )
    .option('--fail-on <codes>', 'block on these too: at-limit, inconclusive')
    .option('--comment <file>', 'write the pull-request comment as Markdown')
    .option('--html <file>', 'write the report, with its pictures, as one HTML file')
    .option('--json [file]', 'write the result as JSON to a file, or to standard output')
    .option('--junit <file>', 'write the result as JUnit XML')
    .option('--keep <folder>', 'keep generated k6 scripts, summaries and logs')
    .option('--verbose', VERBOSE)
    .addHelpText('before', help.RUN_EXAMPLES)
    .action(async (options) => finish(await (await import('./commands/run.ts')).run(options, signal)));
  program
    .command('plan')
    .description('show what a run would do and how long it would take')
    .option('-c, --config <file>', CONFIG)
    .option('--only <names...>', 'scenarios and variants to plan, as for run')
    .option('--shards <count>', 'how COUNT machines would share the suite')
    .addOption(BUDGET)
    .addOption(BASE_URL)
    .addOption(HEAD_URL)
    .option('--base <revision>', 'say as well whether there is anything to compare with this revision')
    .addOption(FROM)
    .option('--json', 'as JSON')
    .option('--verbose', VERBOSE)
    .addHelpText('before', help.PLAN_EXAMPLES)
    .action(async (options) => finish(await (await import('./commands/plan.ts')).plan(options, signal)));
  program
    .command('prove')
    .description('try the gate itself: does it raise false alarms here, and would it notice a slowdown?')
    .option('-c, --config <file>', CONFIG)
    .option('--only <names...>', 'scenarios and variants to try, as for run')
    .addOption(BUDGET)
    .option('--runs <count>', 'runs of unchanged code (default: 6)')
    .option('--slowdown <percent>', 'how much slower each run is judged as well (default: 20%)')
    .option('--json [file]', 'write the result as JSON to a file, or to standard output')
    .option('--verbose', VERBOSE)
    .addHelpText('before', help.PROVE_EXAMPLES)
    .action(async (options) => finish(await (await import('./commands/prove.ts')).prove(options, signal)));
  program
    .command('history')
    .description('show the newest records')
    .option('-c, --config <file>', CONFIG)
    .option('--store <place>', STORE)
    .option('--branch <name>', 'only the records of this branch')
    .option('--newest <count>', 'only so many records, the newest')
    .option('--json', 'as JSON')
    .addHelpText('before', help.HISTORY_EXAMPLES)
    .action(async (options) =>
      finish(await (await import('./commands/history.ts')).history(options, signal)),
    );
  program
    .command('page')
    .description('write the results of a record into a page of the documentation, or check what is there')
    .option('-c, --config <file>', CONFIG)
    .requiredOption('--write <file>', 'the page, .md')
    .option(
      '--buckets <bounds>',
      'counts requests in buckets, such as 5ms,20ms (default: those that the page has)',
    )
    .option('--max-age <age>', 'with --check: fails when the measurement is older, such as 30d')
    .option('--from <file>', 'a record, or what `run --json` wrote (default: the newest record of the store)')
    .option('--store <place>', STORE)
    .option('--branch <name>', 'only records of this branch')
    .addOption(CHECK)
    .addHelpText('before', help.PAGE_EXAMPLES)
    .action(async (options) => finish(await (await import('./commands/page.ts')).page(options, signal)));
  program
    .command('site')
    .description('write a static site from the records: each scenario through the commits')
    .requiredOption('--out <folder>', 'folder of the site; what is not from Tailgate in it stays')
    .option('-c, --config <files...>', 'configurations, one for each suite (default: as for run)')
    .option('--store <place>', STORE)
    .option('--branch <name>', 'branch whose runs are shown (default: the repository’s)')
    .option('--repository <url>', 'web page of the repository, for links (default: that of the remote)')
    .addHelpText('before', help.SITE_EXAMPLES)
    .action(async (options) => finish(await (await import('./commands/site.ts')).site(options, signal)));
  program
    .command('init')
    .description(
      'write tailgate.yml and the workflow by what this folder holds; starts nothing, asks nothing',
    )
    .option('--force', 'overwrite what is there')
    .option('--print', 'print the files instead of writing them')
    .option('--shards <count>', 'split the suite among COUNT jobs')
    .option('--one-step', 'measure and publish in one job; the code under test then runs beside the token')
    .option('--forks', 'also the workflow that comments on pull requests from forks')
    .option(
      '--uses <reference>',
      'what the workflow uses for the action (default: origin and commit of the clone that runs this)',
    )
    .option('--forge <name>', 'github or ghes (default: what the remote looks like)')
    .option('--verbose', VERBOSE)
    .addHelpText('before', help.INIT_EXAMPLES)
    .action(async (options) => finish(await (await import('./commands/init.ts')).init(options, signal)));
  program
    .command('try')
    .description('build, start and ask the service as a run would, for seconds, and show the step that fails')
    .option('-c, --config <file>', CONFIG)
    .option('--only <names...>', 'scenarios and variants to try, as for run')
    .option('--json', 'as JSON')
    .option('--verbose', VERBOSE)
    .addHelpText('before', help.TRY_EXAMPLES)
    .action(async (options) => finish(await (await import('./commands/try.ts')).tryService(options, signal)));
  program
    .command('guide')
    .description('print the page for coding assistants that finish tailgate.yml')
    .addHelpText('before', help.GUIDE_EXAMPLES)
    .action(async () => finish((await import('./commands/guide.ts')).printGuide()));
  return program;
}

const VERBOSE = 'tell on standard error what is decided and done, and why';

const CONFIG =
  'configuration (default: tailgate.yml or tailgate.yaml here, or in a folder above up to the repository’s root)';

const STORE =
  'folder of the records, or `git` for the repository’s own refs (default: .tailgate beside the configuration)';

/** The option overrides `baseline.from` in the configuration. */
const FROM = new Option('--from <source>', 'compare with the base revision, or with recorded runs').choices([
  'paired',
  'history',
]);

const BUDGET = new Option(
  '--budget <duration>',
  'measured load per scenario, base and head together, for instance 2m; warm-up, soak and longer load after the first look come on top',
);
const BASE_URL = new Option('--base-url <url>', 'compare deployments that run already: that of the base');
const HEAD_URL = new Option('--head-url <url>', 'and that of the head; their hosts must stand under `allow`');

const CHECK = new Option(
  '--check [what]',
  'write nothing, fail when the page does not hold; `structure`: without a record',
)
  .choices(['all', 'structure'])
  .preset('all');

runEntry(main, (error) => void process.stderr.write(`${describeError(error)}\n`));
if (process.argv.includes('--bisect'))
  // After the listener of `runEntry`: whatever has ended the run, a mistake in an option too, git must not take it for bad.
  process.on('exit', () => {
    process.exitCode = codeForBisect(Number(process.exitCode));
  });
