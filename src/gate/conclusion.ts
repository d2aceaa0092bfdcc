import { EXIT, type ExitCode } from '../errors.ts';
import type { GitHubContext } from '../forge/context.ts';
import type { Location } from '../forge/pull.ts';
import { exitCodeOfSuites } from '../handover/jobs.ts';
import type { SuiteReport } from '../handover/suite.ts';
import { isUndelivered } from '../publish/delivery.ts';
import type { PublishedSuite } from '../publish/publication.ts';

/**
 * Gives the exit code of the publishing job. The check of a `workflow_run` lands on the default branch, whose commit the
 * verdict is not about. So it only says whether the verdict was published. Elsewhere the check is the verdict, and
 * another pull request with the same head that failed makes it fail as well: a commit has one check of a name.
 */
export function concludeJob(
  suites: readonly SuiteReport[],
  published: readonly PublishedSuite[],
  { context, location, note }: { context: GitHubContext; location: Location; note: (text: string) => void },
): ExitCode {
  if (context.trigger.kind === 'workflow_run') {
    if (location.kind === 'nowhere' && location.gone) return EXIT.pass;
    const lost = published.some(({ comment, status }) => isUndelivered(comment) || isUndelivered(status));
    return lost ? EXIT.unmeasured : EXIT.pass;
  }
  const exitCode = exitCodeOfSuites(suites);
  const others = published.filter(
    ({ status }) => 'state' in status && (status.state === 'failure' || status.state === 'error'),
  );
  if (exitCode !== EXIT.pass || others.length === 0) return exitCode;
  for (const { suite } of others) {
    note(`${suite}: this passes, but another pull request with the same head failed for its base.`);
  }
  return EXIT.failed;
}
