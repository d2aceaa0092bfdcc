import { stringify } from 'yaml';
import { type Forge, hasNewArtifacts, isGitea, useAction, useTailgate } from './actions.ts';
import type { SetupStep } from './finding.ts';

export type WorkflowOptions = {
  forge: Forge;
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

/** Measuring and publishing in jobs of their own: the code under test never runs beside a token. */
export function describePair(options: WorkflowOptions): string {
  return finish([
    ...describeHead(options),
    '  # Runs the code of the pull request, so it has no token that could write.',
    '  measure:',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 60',
    '    permissions:',
    '      contents: read',
    '    # A matrix? Each job hands over a result of its own; `publish` judges them together and misses none.',
    '    # strategy:',
    '    #   fail-fast: false',
    '    #   matrix:',
    '    #     store: [memory, postgres]',
    '    steps:',
    ...describeCheckout(options),
    ...describeSetup(options),
    `      - ${useTailgate(options.uses, options.forge)}`,
    '        id: tailgate',
    '        with:',
    '          mode: measure',
    "          github-token: ''",
    ...describeFolder(options),
    '      # Also after a failure: what was measured so far is judged by the job that publishes.',
    `      - ${useAction('upload-artifact', options.forge)}`,
    "        if: ${{ always() && steps.tailgate.outputs.results != '' }}",
    '        with:',
    '          name: tailgate-${{ strategy.job-index }}',
    '          path: ${{ steps.tailgate.outputs.results }}',
    '          if-no-files-found: ignore',
    // A job that is run again replaces what it handed over; the older action does so by itself.
    ...(hasNewArtifacts(options.forge) ? ['          overwrite: true'] : []),
    '          retention-days: 7',
    '',
    '  # Require this check. It runs no code of the repository: no checkout, no commands. It is never skipped where it',
    '  # is required, since a skipped job would count as passed.',
    '  publish:',
    ...describeCheck(options, false),
    "    if: ${{ always() && github.event_name != 'push' }}",
    ...describePublisher(options, [
      isGitea(options.forge)
        ? 'contents: write # for the commit status, which is part of the code there'
        : 'contents: read # for the trailers of commits',
      'pull-requests: write # for the comment',
      'statuses: write # for the commit status',
    ]),
    '',
    `  # The same after a push to ${options.branch}, and what was measured becomes part of the baseline.`,
    '  record:',
    "    if: ${{ always() && github.event_name == 'push' }}",
    ...describePublisher(options, [
      'contents: write # for the records, in refs/tailgate/',
      'pull-requests: read',
      'statuses: write # for the commit status',
    ]),
  ]);
}

/** Measuring and publishing in one job. */
export function describeOneStep(options: WorkflowOptions): string {
  return finish([
    ...describeHead(options),
    '  # Require this check. The code under test runs in the same job as the token: only for repositories whose',
    '  # pull-request authors are trusted with it. The other form: `tailgate init --force`.',
    '  tailgate:',
    ...describeCheck(options, true),
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 60',
    '    permissions:',
    '      contents: write # for the records, in refs/tailgate/, after pushes to the default branch',
    '      pull-requests: write # for the comment',
    '    steps:',
    ...describeCheckout(options),
    ...describeSetup(options),
    `      - ${useTailgate(options.uses, options.forge)}`,
    ...(options.folder === '.' ? [] : ['        with:', ...describeFolder(options)]),
  ]);
}

/** For pull requests from forks, whose own run may neither comment nor set a status. */
export function describeForks(options: WorkflowOptions): string {
  const { forge, uses, suite, expected } = options;
  return finish([
    '# Written by `tailgate init --forks`.',
    `name: ${nameWorkflow(suite)} (forks)`,
    '',
    '# Runs from the default branch, with a token, after a run that had none. It checks nothing out and runs nothing of',
    '# the fork; its results are read as data that somebody else wrote.',
    'on:',
    '  workflow_run: # zizmor: ignore[dangerous-triggers] no code of the fork runs here, see above',
    `    workflows: [${nameWorkflow(suite)}]`,
    '    types: [completed]',
    '',
    'permissions: {}',
    '',
    'concurrency:',
    '  # The newest run of a branch is the one that counts; one that has begun is never stopped half-way.',
    '  group: tailgate-forks-${{ github.workflow }}-${{ github.event.workflow_run.head_repository.full_name }}-${{ github.event.workflow_run.head_branch }}',
    '  cancel-in-progress: false',
    '',
    'jobs:',
    '  publish:',
    '    # What waits for approval or was cancelled has nothing to tell.',
    '    if: >-',
    "      ${{ github.event.workflow_run.event == 'pull_request'",
    '      && github.event.workflow_run.head_repository.full_name != github.repository',
    "      && github.event.workflow_run.conclusion != 'action_required'",
    "      && github.event.workflow_run.conclusion != 'cancelled' }}",
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 10',
    '    permissions:',
    '      actions: read # for the results of the other run',
    '      contents: read',
    '      pull-requests: write # for the comment',
    '      statuses: write # for the commit status',
    '    steps:',
    `      - ${useAction('download-artifact', forge)}`,
    '        # Without results there is nothing to tell; the check of the pull request itself says why.',
    '        continue-on-error: true',
    '        with:',
    '          pattern: tailgate-*',
    '          path: tailgate-results',
    '          merge-multiple: false',
    '          run-id: ${{ github.event.workflow_run.id }}',
    '          github-token: ${{ github.token }}',
    `      - ${useTailgate(uses, forge)}`,
    '        with:',
    '          mode: publish',
    '          results: tailgate-results',
    ...describeSuites(expected),
  ]);
}

function describeCheck({ suite }: WorkflowOptions, oneStep: boolean): string[] {
  return suite === null ? [] : [`    name: ${nameCheck(suite, oneStep)}`];
}

function describeHead({ branch, suite, forge }: WorkflowOptions): string[] {
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

function describeCheckout({ forge }: WorkflowOptions): string[] {
  return [
    `      - ${useAction('checkout', forge)}`,
    '        with:',
    '          persist-credentials: false',
    '          fetch-depth: 0 # the base too, so that nothing has to be fetched later',
  ];
}

function describeSetup({ setup, forge, folder }: WorkflowOptions): string[] {
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

function describeFolder({ folder }: WorkflowOptions): string[] {
  return folder === '.' ? [] : [`          working-directory: ${scalar(folder)}`];
}

/** Without any result, what is missing is told under this name and not under the default one. */
function describeSuites(expected: string | null): string[] {
  return expected === null ? [] : [`          suites: ${scalar(expected)}`];
}

function describePublisher(
  { forge, uses, expected }: WorkflowOptions,
  permissions: readonly string[],
): string[] {
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
    `      - ${useTailgate(uses, forge)}`,
    '        with:',
    '          mode: publish',
    '          results: tailgate-results',
    ...describeSuites(expected),
    '          needs: ${{ toJSON(needs) }}',
  ];
}

function scalar(text: string): string {
  const plain = stringify(text, { lineWidth: 0, blockQuote: false }).trimEnd();
  // In a flow sequence, as `branches: [a]` is, these would end it.
  return /[\n,[\]{}]/.test(plain) ? JSON.stringify(text) : plain;
}

function finish(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}
