import { hasNewArtifacts, isGitea, useAction, useTailgate } from './actions.ts';
import {
  describeCheck,
  describeCheckout,
  describeFolder,
  describeHead,
  describePublisher,
  describeSetup,
  finish,
  type WorkflowOptions,
} from './workflow-parts.ts';

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
