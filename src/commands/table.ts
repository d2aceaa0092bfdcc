/** All that the command line takes, in one place: the help is made of it. docs/reference.md has examples. */

import { FAIL_ON_CODES } from '../verdict/codes.ts';

/** What an option is; with `choices` one of these words, with `preset` this one where none is given. */
type Told = string | { what: string; choices?: string[]; preset?: string; required?: true };

export type CommandTable = {
  what: string;
  /** By the flags that commander reads. */
  options: Record<string, Told>;
};

const CONFIG = {
  '-c, --config <file>':
    'configuration (default: tailgate.yml or .yaml here, or above up to the repository’s root)',
};
const ONLY = { '--only <names...>': 'scenarios and variants, such as search or "search [cache=off]"' };
const STORE = {
  '--store <place>': 'folder of the records, or `git` for the repository’s own refs (default: .tailgate)',
};
const VERBOSE = { '--verbose': 'tell each command and request on standard error, with its time' };
const JSON_FILE = { '--json [file]': 'write the result as JSON to a file, or to standard output' };
const BUDGET = {
  '--budget <duration>':
    'measured load per scenario, base and head together, for instance 2m; warm-up, soak and longer load after the first look come on top',
};
const SIDES = {
  '--base-url <url>': 'compare deployments that run already: that of the base',
  '--head-url <url>': 'and that of the head; their hosts must stand under `allow`',
  '--from <source>': {
    what: 'compare with the base revision, or with recorded runs',
    choices: ['paired', 'history'],
  },
};

export const COMMANDS = {
  init: {
    what: 'write tailgate.yml and the workflow by what this folder holds; starts nothing, asks nothing',
    options: {
      '--force': 'overwrite what is there',
      '--print': 'print the files instead of writing them',
      '--shards <count>': 'split the suite among COUNT jobs',
      '--one-step': 'measure and publish in one job; the code under test then runs beside the token',
      '--forks': 'also the workflow that comments on pull requests from forks',
      '--uses <reference>': 'what the workflow uses for the action (default: the clone that runs this)',
      '--forge <name>': { what: 'what the remote is (default: as it looks)', choices: ['github', 'ghes'] },
      ...VERBOSE,
    },
  },
  try: {
    what: 'build, start and ask the service as a run would, for seconds, and show the step that fails',
    options: { ...CONFIG, ...ONLY, '--json': 'as JSON', ...VERBOSE },
  },
  guide: {
    what: 'print the page for coding assistants that finish tailgate.yml',
    options: {},
  },
  run: {
    what: 'start the service, drive it with k6, judge SLOs and the change against the baseline',
    options: {
      ...CONFIG,
      ...ONLY,
      '--shard <part>': 'the part of the suite for this machine, such as 2/4: the second of four',
      ...BUDGET,
      ...SIDES,
      '--base <revision>': 'revision to compare with (default: where this branch left the base branch)',
      '--tolerance <share>':
        'such as 10% or "10% or 2ms": how much slower latencies may be, whatever the file says',
      '--bisect': 'for `git bisect run`, with --base: skip a commit that could not be measured or decided',
      '--record': 'append this run to the records; with uncommitted changes, no other is compared with it',
      ...STORE,
      '--base-branch <name>': 'branch of the base, and of the records (default: the repository’s)',
      '--fail-on <codes...>': { what: 'block on these too', choices: [...FAIL_ON_CODES] },
      '--comment <file>': 'write the pull-request comment as Markdown',
      '--html <file>': 'write the report, with its pictures, as one HTML file',
      ...JSON_FILE,
      '--junit <file>': 'write the result as JUnit XML',
      '--keep <folder>': 'keep generated k6 scripts, summaries and logs',
      ...VERBOSE,
    },
  },
  plan: {
    what: 'show what a run would do and how long it would take',
    options: {
      ...CONFIG,
      ...ONLY,
      '--shards <count>': 'how COUNT machines would share the suite',
      ...{ ...BUDGET, ...SIDES },
      '--json': 'as JSON',
      ...VERBOSE,
    },
  },
  prove: {
    what: 'try the gate itself: does it raise false alarms here, and would it notice a slowdown?',
    options: {
      ...{ ...CONFIG, ...ONLY, ...BUDGET },
      '--runs <count>': 'runs of unchanged code (default: 6)',
      '--slowdown <percent>': 'how much slower each run is judged as well (default: 20%)',
      ...{ ...JSON_FILE, ...VERBOSE },
    },
  },
  history: {
    what: 'show the newest records',
    options: {
      ...{ ...CONFIG, ...STORE },
      '--branch <name>': 'only the records of this branch',
      '--json': 'as JSON',
    },
  },
  page: {
    what: 'write the results of a record into a page of the documentation, or check what is there',
    options: {
      ...CONFIG,
      '--write <file>': { what: 'the page, .md', required: true },
      '--buckets <bounds>': 'counts requests in buckets, such as 5ms,20ms (default: those that the page has)',
      '--max-age <age>': 'with --check: fails when the measurement is older, such as 30d',
      '--from <file>': 'a record, or what `run --json` wrote (default: the newest record of the store)',
      ...STORE,
      '--branch <name>': 'only records of this branch',
      '--check [what]': {
        what: 'write nothing, fail when the page does not hold; `structure`: without a record',
        choices: ['all', 'structure'],
        preset: 'all',
      },
    },
  },
  site: {
    what: 'write a static site from the records: each scenario through the commits',
    options: {
      '--out <folder>': { what: 'folder of the site; what is not from Tailgate in it stays', required: true },
      '-c, --config <files...>': 'configurations, one for each suite (default: as for run)',
      ...STORE,
      '--branch <name>': 'branch whose runs are shown (default: the repository’s)',
      '--repository <url>': 'web page of the repository, for links (default: that of the remote)',
    },
  },
} satisfies Record<string, CommandTable>;
