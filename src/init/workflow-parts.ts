import { stringify } from 'yaml';
import { hasNewArtifacts, isGitea, useAction, useTailgate, type WorkflowForge } from './actions.ts';
import type { SetupStep } from './finding.ts';

export type WorkflowOptions = {
  forge: WorkflowForge;
  /** What `uses:` says for Tailgate. */
  uses: string;
  /** Branch whose pushes are recorded. */
  branch: string;
  /** Folder of tailgate.yml, relative to the repository, with `/`; `.` is the repository itself. */
  folder: string;
  /** Names the workflow beside others; null where there is one only. */
  suite: string | null;
  /** Suite that tailgate.yml names; null for the default one, which is expected in any case. */
  expected: string | null;
  setup: readonly SetupStep[];
};

/** The check to require. Checks are known by the names of jobs, so those of several workflows must differ. */
export function nameCheck(suite: string | null, oneStep: boolean): string {
  const job = oneStep ? 'tailgate' : 'publish';
  return suite === null ? job : `${job} ${suite}`;
}

export function nameWorkflow(suite: string | null): string {
  return suite === null ? 'Tailgate' : `Tailgate ${suite}`;
}

export function describeCheck({ suite }: WorkflowOptions, oneStep: boolean): string[] {
  return suite === null ? [] : [`    name: ${nameCheck(suite, oneStep)}`];
}

export function describeHead({ branch, suite, forge }: WorkflowOptions): string[] {
  return [
    '# Written by `tailgate init`.',
    `name: ${nameWorkflow(suite)}`,
    '',
    '# No `paths:` filter: a required check that never reports blocks the merge for ever. `when.changed` in tailgate.yml',
    '# skips what changes nothing that matters, and still reports.',
    'on:',
    '  pull_request:',
    ...(isGitea(forge) ? [] : ['  merge_group:']),
    '  push:',
    `    branches: [${scalar(branch)}]`,
    '  workflow_dispatch:',
    '',
    'permissions: {}',
    '',
    'concurrency:',
    '  # A new push to a pull request replaces its run. All others go their own way: each push is to be recorded.',
    `  group: ${concurrencyGroup(suite)}`,
    '  cancel-in-progress: true',
    '',
    'jobs:',
  ];
}

function concurrencyGroup(suite: string | null): string {
  return `tailgate-${suite === null ? '' : `${suite}-`}\${{ github.event.pull_request.number || github.run_id }}`;
}

export function describeCheckout({ forge }: WorkflowOptions): string[] {
  return [
    `      - ${useAction('checkout', forge)}`,
    '        with:',
    '          persist-credentials: false',
    '          fetch-depth: 0 # the base too, so that nothing has to be fetched later',
  ];
}

export function describeSetup({ setup, forge, folder }: WorkflowOptions): string[] {
  const here = (value: string) => (folder === '.' ? value : `${folder}/${value}`);
  return setup.flatMap((step) => {
    if (step.kind === 'run') {
      const where = folder === '.' ? [] : [`        working-directory: ${scalar(folder)}`];
      return [`      - run: ${scalar(step.command)}`, ...where];
    }
    const inputs = Object.entries(step.with);
    return [
      `      - ${useAction(step.action, forge)}`,
      ...(inputs.length === 0 ? [] : ['        with:']),
      ...inputs.map(
        ([key, value]) => `          ${key}: ${scalar(key.endsWith('-file') ? here(value) : value)}`,
      ),
    ];
  });
}

export function describeFolder({ folder }: WorkflowOptions): string[] {
  return folder === '.' ? [] : [`          working-directory: ${scalar(folder)}`];
}

/** The step that publishes what was handed over in `tailgate-results`. */
export function describePublication({ forge, uses, expected }: WorkflowOptions): string[] {
  return [
    `      - ${useTailgate(uses, forge)}`,
    '        with:',
    '          mode: publish',
    '          results: tailgate-results',
    // Without any result, what is missing is told under this name and not under the default one.
    ...(expected === null ? [] : [`          suites: ${scalar(expected)}`]),
  ];
}

export function describePublisher(options: WorkflowOptions, permissions: readonly string[]): string[] {
  const { forge } = options;
  return [
    '    needs: measure',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 10',
    '    permissions:',
    ...permissions.map((line) => `      ${line}`),
    '    steps:',
    `      - ${useAction('download-artifact', forge)}`,
    '        # What is missing is noticed below.',
    '        continue-on-error: true',
    '        with:',
    // Without a name the older action takes all of them, each into a folder of its own as well.
    ...(hasNewArtifacts(forge) ? ['          pattern: tailgate-*', '          merge-multiple: false'] : []),
    '          path: tailgate-results',
    ...describePublication(options),
    '          needs: ${{ toJSON(needs) }}',
  ];
}

function scalar(text: string): string {
  const plain = stringify(text, { lineWidth: 0, blockQuote: false }).trimEnd();
  // In a flow sequence, as `branches: [a]` is, these would end it.
  return /[\n,[\]{}]/.test(plain) ? JSON.stringify(text) : plain;
}

export function finish(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
