import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { parseConfig } from '../config/document.ts';
import { CONFIG_NAMES, readConfig, readSuiteName } from '../config/read.ts';
import { EXIT, type ExitCode, UserError } from '../errors.ts';
import { detect } from '../init/detection/detection.ts';
import { openFolder } from '../init/folder.ts';
import { improve, tryConfig } from '../init/improving.ts';
import type { Finding } from '../init/needs/finding.ts';
import { findPlace, nameProject, nameSuite, type ProjectPlace } from '../init/place.ts';
import { proposeConfig } from '../init/proposal.ts';
import { type Ask, openTerminal, settle } from '../init/questions.ts';
import {
  FORGES,
  hasNewArtifacts,
  isGitea,
  isReference,
  type WorkflowForge,
} from '../init/workflows/actions.ts';
import { describeWorkflow, nameCheck, type WorkflowOptions } from '../init/workflows/workflow.ts';
import { examineTarget, type NewFile, writeAll } from '../init/writing.ts';
import { parseShardCount } from '../plan/shards.ts';
import { showProgress } from '../terminal/progress.ts';
import { plan } from './plan.ts';

export type InitOptions = {
  /** Asks nothing, and guesses stay marked. */
  yes?: boolean;
  /** Tells what is done; its lines and a live one would be drawn over each other. */
  verbose?: boolean;
  /** Overwrites existing files. */
  force?: boolean;
  /** Keeps existing files, and writes the rest. */
  keep?: boolean;
  oneStep?: boolean;
  /** Number of jobs that share the suite. */
  shards?: string;
  forks?: boolean;
  /** Also the scheduled workflow of `tailgate drift`. */
  drift?: boolean;
  /** Writes the workflow that tries the gate as well. */
  prove?: boolean;
  /** Also the workflow that puts the site of all records on GitHub Pages. */
  site?: boolean;
  /** Reference to Tailgate after `uses:` in the workflow. */
  uses: string;
  forge?: WorkflowForge;
  /** Prints the files instead of writing them. */
  dryRun?: boolean;
  /**
   * Then builds and starts the service, and corrects the proposal by what happens. Default: if somebody is asked and there
   * is a commit.
   */
  try?: boolean;
  cwd?: string;
  environment?: NodeJS.ProcessEnv;
  write?: (text: string) => void;
  /** Asks the user; null when nobody is there. Default: the terminal, if there is one. */
  ask?: Ask | null;
};

/**
 * `tailgate init`: proposes tailgate.yml and the workflows for what the folder holds, tries the service where that is
 * asked for, and shows the plan.
 *
 * @throws UserError when files are in the way, options contradict each other, or nothing can be written
 */
export async function init(options: InitOptions, signal: AbortSignal): Promise<ExitCode> {
  checkOptions(options);
  const cwd = resolve(options.cwd ?? process.cwd());
  const write = options.write ?? ((text) => void process.stdout.write(text));
  const place = await findPlace(cwd, options.environment ?? process.env, signal, options.forge);
  checkForks(options, place);
  const folder = openFolder(cwd, place.root, place.known);
  // The repository's own workflow and check have short names, though its suite has the project's.
  const suite = nameSuite(place.folder) ?? nameProject(folder, place.root);
  const terminal = options.ask === undefined && !options.yes ? findTerminal(signal) : null;
  const ask = options.yes ? null : (options.ask ?? terminal?.ask ?? null);
  const wanted = options.try ?? (ask !== null && place.committed);
  let code: ExitCode = EXIT.pass;
  const name = CONFIG_NAMES.find((each) => existsSync(join(cwd, each))) ?? CONFIG_NAMES[0];
  const scene: Scene = { cwd, name, place, suite, options, write, ask, signal };
  try {
    const found = detect(folder);
    write(
      found.from === null
        ? 'Nothing was found here that says how a service starts; the proposal is a frame to fill in.\n'
        : `Found ${found.from}: ${found.title}.\n`,
    );
    write(found.notes.map((note) => `  ${note}\n`).join(''));
    if (ask !== null && options.try === undefined && !place.committed && !options.dryRun)
      write(
        '  It is not tried, since there is no commit: `--try` builds and starts it in this very folder.\n',
      );
    // What a try can see is not asked.
    const finding = ask && (!wanted || found.from === null) ? await settle(found, ask) : found;
    const existing = folder.read(name);
    const proposed = propose(finding, scene, null);
    const kept = existing === null ? proposed : propose(finding, scene, existing);
    const files = options.force || (options.dryRun && !options.keep) ? proposed : kept;
    if (options.dryRun) {
      write(files.map(({ path, text }) => `\n--- ${relative(cwd, path)}\n${text}`).join(''));
      return EXIT.pass;
    }
    const chosen = await chooseFiles(files, cwd, options, ask);
    // The first file is the configuration. The workflows must fit the one that will be there.
    const final = chosen.includes(files[0]!) ? proposed : files;
    writeAll(final.filter((_file, index) => chosen.includes(files[index]!)));
    for (const file of files) {
      write(`${chosen.includes(file) ? 'wrote' : 'left '} ${relative(cwd, file.path)}\n`);
    }
    const isOwn = chosen.includes(files[0]!) || existing === proposed[0]!.text;
    const isFrame = finding.from === null && finding.start.why !== undefined;
    if (wanted && (options.try || !isOwn || !isFrame))
      code = isOwn ? await tryProposal(finding, scene) : await tryExisting(scene);
  } finally {
    terminal?.close();
  }
  write('\n');
  try {
    await plan({ config: join(cwd, name) }, signal);
  } finally {
    // What is written is written, also where a file that was there before has a mistake or wants a variable.
    if (!signal.aborted) write(describeNextSteps(scene, code));
  }
  return code;
}

function isYes(answer: string): boolean {
  return /^y(es)?$/i.test(answer);
}

/** What stays the same while a folder is looked at. */
type Scene = {
  cwd: string;
  /** Of the configuration: the usual one, or the one that is there. */
  name: string;
  place: ProjectPlace;
  /** Name of the suite that is proposed. */
  suite: string;
  options: InitOptions;
  write: (text: string) => void;
  ask: Ask | null;
  signal: AbortSignal;
};

function proposeFile(finding: Finding, { cwd, name, suite }: Scene): NewFile {
  return { path: join(cwd, name), text: proposeConfig(finding, suite) };
}

/** @throws UserError where Tailgate cannot read it */
function readProposed({ path, text }: NewFile, { cwd, name }: Scene): Config {
  return parseConfig(text, { path, directory: cwd, shownAs: `the proposed ${name}` });
}

/** Tries the proposal, and writes it again as it is at the end. Where only a person knows more, that person is asked. */
async function tryProposal(finding: Finding, scene: Scene): Promise<ExitCode> {
  const { write, ask } = scene;
  const look = (each: Finding) =>
    improve(each, (one) => readProposed(proposeFile(one, scene), scene), {
      ...describeTries(scene),
      tell: write,
    });
  write('\nStarting it, to see what it does:\n');
  let step = await look(finding);
  if (step.kind !== 'answered' && ask) {
    const settled = await settle(step.finding, ask);
    const candidates = [settled.path.text, ...(finding.candidates ?? [])];
    if (JSON.stringify(settled) !== JSON.stringify(step.finding))
      // What was corrected stays marked; the question, the last note, is what a person has answered.
      step = await look({ ...settled, candidates, notes: settled.notes.slice(0, -1) });
  }
  writeAll([proposeFile(step.finding, scene)]);
  return step.kind === 'answered' ? EXIT.pass : EXIT.unmeasured;
}

async function tryExisting(scene: Scene): Promise<ExitCode> {
  const { answered, said } = await tryConfig(readConfig(scene.name, scene.cwd), describeTries(scene));
  scene.write(`\n${said}`);
  return answered ? EXIT.pass : EXIT.unmeasured;
}

function describeTries({ options, signal }: Scene) {
  const { environment = process.env, verbose = false } = options;
  return { progress: showProgress({ verbose, environment }), signal, environment };
}

function checkOptions(options: InitOptions): void {
  const { uses, force, keep, oneStep, forks, forge, shards, dryRun, try: tries } = options;
  const mistake = (what: string, hint: string) => new UserError({ what, hint });
  if (!isReference(uses)) {
    throw mistake(
      `--uses ${JSON.stringify(uses.slice(0, 80))} is nothing that a workflow can use.`,
      'Expected OWNER/REPOSITORY@REF, for instance tailgate/tailgate@v0, or ./ for the repository itself.',
    );
  }
  if (force && keep) throw mistake('--force and --keep contradict each other.', 'Leave one of them out.');
  if (dryRun && tries)
    throw mistake('--try needs the files that --dry-run does not write.', 'Leave one of them out.');
  if (oneStep && forks) {
    throw mistake(
      '--forks needs the pair of jobs.',
      'Leave --one-step out: a fork’s run has no token to use.',
    );
  }
  if (oneStep && shards !== undefined) {
    throw mistake('--shards needs a job that publishes.', 'Leave --one-step out.');
  }
  if (forge !== undefined && !FORGES.includes(forge)) {
    throw mistake(`--forge ${JSON.stringify(forge)} is unknown.`, `Expected one of ${FORGES.join(', ')}.`);
  }
}

function checkForks({ forks, site }: InitOptions, { forge }: ProjectPlace): void {
  if (hasNewArtifacts(forge)) return;
  if (site)
    throw new UserError({
      what: `--site is for GitHub Pages of github.com, and this repository looks like one on ${forge}.`,
      hint: '`tailgate site --out FOLDER` writes a site for any web server: see docs/site.md.',
    });
  if (!forks) return;
  throw new UserError({
    what: `--forks works on github.com only, and this repository looks like one on ${forge}.`,
    hint: 'There the results of another run cannot be fetched. If it is on github.com: --forge github.',
  });
}

function findTerminal(signal: AbortSignal): ReturnType<typeof openTerminal> | null {
  if (!process.stdin.isTTY || !process.stderr.isTTY || process.env.CI) return null;
  return openTerminal(process.stdin, process.stderr, signal);
}

/** A repository has one site: a second workflow would take the pages of the first one away. @throws UserError */
function refuseSecondSite(workflows: string, own: string): void {
  const names = existsSync(workflows) ? readdirSync(workflows) : [];
  // The workflow that measures a folder named `site` ends so too.
  const isSite = (name: string) =>
    readFileSync(join(workflows, name), 'utf8').includes('actions/deploy-pages');
  const other = names.find((each) => each !== own && /^tailgate.*-site\.ya?ml$/.test(each) && isSite(each));
  if (other === undefined) return;
  throw new UserError({
    what: `${other} puts a site on GitHub Pages already, and a repository has one.`,
    hint: 'Leave `--site` out, and name both there: their workflows under `workflows:`, and their configurations, as seen from its `working-directory`, with `--config tailgate.yml ../web/tailgate.yml`.',
  });
}

/**
 * The files to write, tailgate.yml first. A proposal that Tailgate itself cannot read is never offered.
 *
 * @param existing text of the tailgate.yml that stays, for which the workflows are meant; null without one
 */
function propose(finding: Finding, scene: Scene, existing: string | null): NewFile[] {
  const { options, suite: ownSuite } = scene;
  const { root, forge, folder, branch } = scene.place;
  const suite = nameSuite(folder);
  const proposed = proposeFile(finding, scene);
  readProposed(proposed, scene);
  const workflow: WorkflowOptions = {
    forge,
    uses: options.uses,
    branch,
    folder,
    suite,
    expected: existing === null ? ownSuite : readSuiteName(existing),
    setup: finding.setup,
    ...(options.shards !== undefined && { shards: parseShardCount(options.shards) }),
  };
  const name = suite === null ? 'tailgate' : `tailgate-${suite}`;
  const dot = isGitea(forge) ? forge : 'github';
  const locate = (file: string) => join(root, `.${dot}/workflows/${file}.yml`);
  if (options.site) refuseSecondSite(dirname(locate(name)), `${name}-site.yml`);
  return [
    proposed,
    { path: locate(name), text: describeWorkflow(options.oneStep ? 'oneStep' : 'pair', workflow) },
    ...(['forks', 'drift', 'prove', 'site'] as const)
      .filter((kind) => options[kind])
      .map((kind) => ({ path: locate(`${name}-${kind}`), text: describeWorkflow(kind, workflow) })),
  ];
}

async function chooseFiles(
  files: readonly NewFile[],
  cwd: string,
  { force, keep }: InitOptions,
  ask: Ask | null,
): Promise<NewFile[]> {
  const states = files.map((file) => ({ file, state: examineTarget(file) }));
  const taken = states.filter(({ state }) => state === 'taken');
  if (taken.length > 0 && !force && !keep && ask === null) {
    throw new UserError({
      what: `${taken.map(({ file }) => relative(cwd, file.path)).join(' and ')} ${taken.length === 1 ? 'exists' : 'exist'} already; nothing was written.`,
      hint: '`--force` overwrites, `--keep` leaves what is there and writes the rest, `--dry-run` prints.',
    });
  }
  const chosen: NewFile[] = [];
  for (const { file, state } of states) {
    if (state === 'same' || (state === 'taken' && keep)) continue;
    if (state === 'taken' && !force) {
      const answer = await ask!(`${relative(cwd, file.path)} exists already. Overwrite it? [y/N] `);
      if (!isYes(answer)) continue;
    }
    chosen.push(file);
  }
  return chosen;
}

function describeNextSteps({ name, place, options }: Scene, code: ExitCode): string {
  const { versioned, forge, branch, folder } = place;
  const { oneStep, forks } = options;
  const check = nameCheck(nameSuite(folder), oneStep ?? false);
  const steps = [
    `Look at ${name}, above all at lines after GUESS, and name requests that matter to your users.`,
    ...(code === EXIT.pass
      ? []
      : ['Mend what is said above, until `tailgate init --keep --try` has an answer.']),
    'Measure it here: `tailgate run`, and tighten the SLO to what you see.',
    versioned
      ? `Commit, push to ${branch}, open a pull request.`
      : 'Make this a git repository (`git init`): base and head come from its commits.',
    `Make \`${check}\` a required check of ${branch}.`,
    ...(oneStep || forks || !hasNewArtifacts(forge)
      ? []
      : ['Pull requests from forks? `tailgate init --keep --forks`.']),
  ];
  return `\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`;
}
