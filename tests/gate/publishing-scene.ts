import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import type { Trigger } from '../../src/forge/trigger.ts';
import { type Published, type PublishingRequest, publishResults } from '../../src/gate/publishing.ts';
import type { Report } from '../../src/handover/report.ts';
import { nameResult, type Result } from '../../src/handover/result.ts';
import { renderDocument } from '../../src/records/record.ts';
import { forgeOf } from '../github/forge.ts';
import { GitHubServer } from '../github/server.ts';
import { stubStepSummary } from '../publish/step-summary.ts';
import { bookstore, recordOf } from '../report/fixture.ts';
import { pairedReportOf } from '../report/pair-fixture.ts';

export const HEAD = 'a'.repeat(40);

type Wish = Partial<PublishingRequest> & {
  /** Number of the workflow run. */
  run?: number;
  attempt?: number;
  pull?: number;
  base?: string;
  head?: string;
  trigger?: Trigger;
  /** Whether the run is part of the baseline. */
  records?: boolean;
  /** Report that was handed over; null for none. */
  report?: Report | null;
};

/** A publishing job of its own, beside a local GitHub: results in a folder, and all that it says. */
export class PublishingScene {
  readonly server = new GitHubServer();
  readonly folder = mkdtempSync(join(tmpdir(), 'tailgate-publishing-'));
  log = '';

  async start(): Promise<this> {
    await this.server.start();
    this.server.state.addToken('good');
    stubStepSummary('/dev/null');
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      this.log += String(chunk);
      return true;
    });
    return this;
  }

  async stop(): Promise<void> {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Hands over a report and publishes it. */
  publish(wish: Wish = {}): Promise<Published> {
    const { run = 9, base = 'main', report = reportOn(wish.head, base), ...rest } = wish;
    const context = this.contextOf(wish);
    const measured = context.trigger.kind === 'workflow_run' ? Number(context.trigger.run.id) : run;
    const results = join(this.folder, `results-${run}`);
    mkdirSync(results, { recursive: true });
    if (report !== null) hand(results, report, { id: String(measured), attempt: 1 });
    const note = (text: string) => {
      this.log += `${text}\n`;
    };
    const { token = 'good', signal = new AbortController().signal } = wish;
    return publishResults({
      forge: token === '' ? null : forgeOf(this.server, { token, signal, secondMs: 1000 }),
      ...{ directory: this.folder, folder: results, store: join(this.folder, 'records') },
      ...{ suites: ['default'], failOn: [], reportOnly: false, acceptBy: null },
      // Most tests look at the status.
      comment: 'never',
      ...{ token, environment: {}, note, signal, ...rest, context },
    });
  }

  contextOf(wish: Wish): GitHubContext {
    const { run = 9, attempt = 1, pull = 5, base = 'main', head = HEAD, trigger } = wish;
    const { records = false } = wish;
    const own: Trigger = {
      ...{ kind: 'pull_request', number: pull, headSha: head, headBranch: 'feature' },
      ...{ baseBranch: base, baseSha: null, fromFork: false, author: 'rosa' },
      since: '2026-03-01T12:00:00Z',
      action: 'synchronize',
      label: null,
    };
    const url = `https://github.com/octo/shop/actions/runs/${run}/attempts/${attempt}`;
    return {
      trigger: trigger ?? own,
      ...{ owner: 'octo', repo: 'shop', defaultBranch: 'main', baseBranch: base, records },
      run: { id: String(run), attempt: String(attempt), url },
      ...{ serverUrl: this.server.url, apiUrl: this.server.url },
    };
  }

  /** State and words of the newest status of a commit, for a base. */
  status(head = HEAD, base = 'main'): { state: string; description: string } | undefined {
    const name = base === 'main' ? 'tailgate/default' : `tailgate/default@${base}`;
    const found = this.server.state.statuses
      .filter(({ sha, context }) => sha === head && context === name)
      .at(-1);
    return found && { state: found.state, description: String(found.description) };
  }
}

/** The event that publishes the result of a fork's run. */
export function forkRun(measured: number, head = HEAD): Trigger {
  const own = { headSha: head, headBranch: 'faster', headOwner: 'mallory', headRepository: 'mallory/shop' };
  const run = { id: String(measured), attempt: 1 };
  const since = '2026-03-01T12:00:00Z';
  return { kind: 'workflow_run', event: 'pull_request', ...own, fromFork: true, run, since };
}

/** A report of the head for a base, unchanged unless `slower` says by how much p99 is. */
export function reportOn(head = HEAD, baseBranch = 'main', slower = 1): Report {
  const record = { ...recordOf(bookstore, 'head', () => 1, 100, true), commit: head };
  const scenarios = bookstore.map((scenario) => ({ ...scenario, now: { p99: slower } }));
  return { ...pairedReportOf({ record, scenarios, earlier: 0 }), baseBranch };
}

function hand(folder: string, report: Report, run: Result['run']): void {
  const result: Result = {
    ...{ schemaVersion: 2, suite: report.suite, run },
    job: { id: 'measure', name: '', index: 0, total: 1 },
    outcome: { kind: 'report', report, failOn: [] },
  };
  writeFileSync(join(folder, nameResult(result)), renderDocument(result));
}
