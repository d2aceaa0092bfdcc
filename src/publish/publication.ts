import { randomUUID } from 'node:crypto';
import * as core from '@actions/core';
import { type Annotation, annotate } from '../report/annotations.ts';
import { commentMarker, renderComment, renderSummary } from '../report/comment.ts';
import { plain } from '../report/phrase.ts';
import type { Report } from '../report/report.ts';
import { renderTerminal } from '../report/terminal.ts';
import { headline } from '../report/words.ts';
import type { GitHubContext } from './context.ts';
import { deliverComment, describeDelivery, describeDeliveryForSummary } from './delivery.ts';
import { withStoppedCommands } from './foreign.ts';
import { writeSummary } from './summary.ts';

export type Publication = {
  report: Report;
  context: GitHubContext;
  /** Whether a comment is wanted, and the token for it. */
  comment: boolean;
  token: string;
  userAgent: string;
};

/**
 * Shows a verdict wherever the workflow's readers look: the log, annotations, the pull request and the job summary.
 * What cannot be delivered is said in the log and in the summary; nothing here throws or changes the verdict.
 */
export async function publish({ report, context, comment, token, userAgent }: Publication): Promise<void> {
  printForeign(renderTerminal(report, { color: false, width: 100 }).trimEnd());
  for (const annotation of listAnnotations(report)) print(annotation);
  const delivery = await deliverComment({
    context,
    wanted: comment,
    token,
    userAgent,
    marker: commentMarker(report.suite),
    body: renderComment(report),
    note: printForeign,
  });
  if (delivery.kind === 'delivered') core.info(`Comment ${delivery.action}: ${delivery.url}`);
  const undelivered = describeDelivery(delivery, context);
  if (undelivered) core.notice(undelivered, { title: 'Tailgate' });
  const remark = describeDeliveryForSummary(delivery);
  const missing = await writeSummary(`${renderSummary(report)}\n${remark ? `\n${remark}\n` : ''}`);
  if (missing) core.notice(missing, { title: 'Tailgate' });
}

/** A step that fails has an error that says why; the headline would be one too many beside those of `annotate`. */
function listAnnotations(report: Report): Annotation[] {
  const annotations = annotate(report);
  const { blocks, code } = report.verdict;
  const passes = !blocks && code !== 'invalid';
  if (passes || annotations.some(({ level }) => level === 'error')) return annotations;
  return [...annotations, { level: 'error', title: 'Tailgate', message: plain(headline(report)) }];
}

/** Prints text of which parts may come from services, k6 or other servers. */
export function printForeign(text: string): void {
  core.info(withStoppedCommands(randomUUID(), text));
}

function print({ level, title, message }: Annotation): void {
  const tell = { error: core.error, warning: core.warning, notice: core.notice }[level];
  tell(message, { title });
}
