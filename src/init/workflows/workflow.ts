import { posix } from 'node:path';
import { quoteWord } from '../../processes/shell-words.ts';
import {
  type ActionName,
  hasNewArtifacts,
  isGitea,
  locateProgram,
  pinAction,
  type SetupStep,
  useTailgate,
  type WorkflowForge,
} from './actions.ts';
import drift from './drift.yml';
import forks from './forks.yml';
import oneStep from './one-step.yml';
import pair from './pair.yml';
import parts from './parts.yml';
import prove from './prove.yml';
import site from './site.yml';
import { fill, scalar } from './template.ts';

export type WorkflowOptions = {
  forge: WorkflowForge;
  /** Reference to Tailgate after `uses:`. */
  uses: string;
  /** Branch whose pushes are recorded. */
  branch: string;
  /** Folder of tailgate.yml, relative to the repository, with `/`; `.` is the repository itself. */
  folder: string;
  /** Name that tells the workflow from those of other folders; null for the repository's own. */
  suite: string | null;
  /** Suite that tailgate.yml names. */
  expected: string;
  setup: readonly SetupStep[];
  /** Jobs that share the suite. Absent: one measures all of it. */
  shards?: number;
};

/** Templates of the workflows, each with the parts that it shares with others. */
const TEMPLATES = {
  /** Measures and publishes in jobs of their own: the code under test never runs beside a token. */
  pair,
  /** Measures and publishes in one job. */
  oneStep,
  /** The second workflow for pull requests from forks: their own runs may neither comment nor set a status. */
  forks,
  /** Scheduled: keeps an issue about what has become slower since a release, or over some weeks. */
  drift,
  /** Started by hand: tries the gate on its runner. */
  prove,
  /** Puts the site of all records on GitHub Pages. */
  site,
};

/** Names the check to require. Checks have the names of their jobs, so jobs of several workflows must differ. */
export function nameCheck(suite: string | null, oneStep: boolean): string {
  return addSuite(oneStep ? 'tailgate' : 'publish', suite, ' ');
}

/** Writes a workflow. Actions have no commit in the templates; it is added here. */
export function describeWorkflow(kind: keyof typeof TEMPLATES, options: WorkflowOptions): string {
  const { forge, uses, branch, folder, suite, expected, shards } = options;
  const { repository, reference, program } = locateProgram(uses);
  const text = fill(include(TEMPLATES[kind]), {
    workflow: addSuite('Tailgate', suite, ' '),
    drift: addSuite('Tailgate drift', suite, ' '),
    site: addSuite('Tailgate site', suite, ' '),
    group: addSuite('tailgate', suite, '-'),
    tailgate: useTailgate(uses, forge),
    repository,
    reference: reference === null ? null : quote(reference),
    program,
    setup: describeSetup(options),
    folder: folder === '.' ? null : quote(folder),
    expected: quote(expected),
    shards: shards === undefined ? null : Array.from({ length: shards }, (_, index) => index + 1).join(', '),
    check: nameCheck(suite, kind === 'oneStep'),
    // An edit counts when it changes the base. Gitea calls that `ref`.
    counts: `github.event.action != 'edited' || github.event.changes.${isGitea(forge) ? 'ref' : 'base'}`,
    quotedBranch: quote(branch),
    branch,
    shellBranch: quoteWord(branch),
    suite,
    gitea: isGitea(forge),
    newArtifacts: hasNewArtifacts(forge),
  });
  return text.replace(/(?<=- uses: )[\w-]+\/[\w-]+$/gm, (name) => pinAction(name as ActionName, forge));
}

/** Takes in the parts that a template shares with others, as deep as they stand. */
function include(template: string): string {
  return template.replace(/^( *)#include (\w+)\n/gm, (_all, indent, name) => {
    const part = new RegExp(`^#part ${name}\\n([^]*?)(?=^#part|(?![^]))`, 'm').exec(parts)![1]!;
    return include(part).replace(/^(?=.)/gm, indent);
  });
}

/** The steps that install the tools, without the dash of the first; null when there are none. */
function describeSetup({ setup, folder }: WorkflowOptions): string | null {
  const steps = setup.map((step) => {
    if ('run' in step) {
      const comment = step.comment ? ` # ${step.comment}` : '';
      const where = folder === '.' ? [] : [`working-directory: ${quote(folder)}`];
      return [`run: ${quote(step.run)}${comment}`, ...where];
    }
    const inputs = Object.entries(step.with).map(([key, value]) => {
      const isPath = /-(?:file|path|glob)$/.test(key);
      return `  ${key}: ${quote(isPath ? posix.join(folder, value) : value)}`;
    });
    return [`uses: ${step.uses}`, ...(inputs.length === 0 ? [] : ['with:', ...inputs])];
  });
  return steps.map((lines) => lines.join(`\n${' '.repeat(8)}`)).join(`\n${' '.repeat(6)}- `) || null;
}

function addSuite(name: string, suite: string | null, joint: string): string {
  return suite === null ? name : `${name}${joint}${suite}`;
}

/** Writes a value that keeps its meaning in a flow sequence too, as in `branches: [a]`. */
function quote(text: string): string {
  return /[,[\]{}]/.test(text) ? JSON.stringify(text) : scalar(text);
}
