import { basename, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { GitHubContext } from '../../src/forge/context.ts';
import type { Location } from '../../src/forge/location.ts';
import { gate } from '../../src/gate/gate.ts';
import { settle } from '../../src/gate/publishing.ts';
import type { Report } from '../../src/handover/report.ts';
import type { SuiteReport } from '../../src/handover/suite.ts';
import { exitCodeOfSuites } from '../../src/handover/suite.ts';
import { silent } from '../../src/progress.ts';
import { renderComment } from '../../src/report/comment.ts';
import { readSubject } from '../../src/revision/subject.ts';
import { acceptFindings } from '../../src/verdict/acceptance.ts';
import type { Verdict } from '../../src/verdict/verdict.ts';
import { BRIEF, CONFIG, FILES } from '../cli/pair.ts';
import { createRepository, type Repository } from '../cli/repository.ts';
import { REPLAYED_K6 } from '../fixtures.ts';
import { p, reportOf, slo } from '../report/fixture.ts';

/** Only the base names the secret. */
const BROKEN_BUILD = `${CONFIG.replace('service:\n', 'service:\n  build: echo "with $SHOP_PASSWORD"; exit 3\n')}${BRIEF}secrets: [SHOP_PASSWORD]\n`;

let repository: Repository | undefined;
afterEach(() => repository?.remove());

const label = { by: 'kim', at: '2026-03-01T12:05:00Z', standing: 'valid' } as const;

/** Measures a change of a base, and hands over the report of it. */
async function measure(
  base: Record<string, string>,
  change: Record<string, string>,
  variables: NodeJS.ProcessEnv = {},
): Promise<Report> {
  repository = createRepository({ ...FILES, ...base });
  const asked = repository.git('rev-parse', 'HEAD');
  repository.git('switch', '--quiet', '--create', 'feature');
  repository.commit(change);
  const own = { TAILGATE_K6: REPLAYED_K6, TAILGATE_LOCK: basename(repository.folder) };
  const environment = { ...process.env, ...repository.environment, ...own, ...variables };
  const { signal } = new AbortController();
  const { report } = await gate({
    configPath: join(repository.folder, 'tailgate.yml'),
    ...{ only: [], failOn: [], attempt: '1', link: null, environment, progress: silent, signal },
    store: join(repository.folder, 'records'),
    subject: await readSubject(repository.folder, environment, signal),
    baseBranch: 'main',
    base: { asked, trigger: { kind: 'local', baseBranch: 'main' } },
  });
  expect(repository.leftovers()).toEqual([]);
  return report;
}

/** What becomes of the report on its pull request, with the label of somebody who may set it, or without. */
function publish(report: Report, isLabelled: boolean) {
  const head = { number: 5, headSha: report.record.commit!, fromFork: false, baseBranch: 'main' };
  const more = { author: 'rosa', labels: [], since: null, standing: 'current' } as const;
  const location: Location = { kind: 'pull', ...head, ...more, labels: [] };
  const context = { baseBranch: 'main', run: { url: '' } } as GitHubContext;
  const request = { context, failOn: [], reportOnly: false };
  const claims = isLabelled ? [label] : [];
  const outcome = settle({ kind: 'report', report, failOn: [] }, location, claims, request);
  const jobs = [{ name: '', outcome }];
  const suite: SuiteReport = { suite: 'default', jobs, trust: 'own', link: null, labelReader: 'publish' };
  return { exitCode: exitCodeOfSuites([suite]), body: renderComment(suite) };
}

it('a base that cannot be built is accepted by the label where the head alone passes', async () => {
  const variables = { SHOP_PASSWORD: 'password-planted-0123456789' };
  const fixed = { 'tailgate.yml': CONFIG + BRIEF };
  const report = await measure({ 'tailgate.yml': BROKEN_BUILD }, fixed, variables);
  expect(report.verdict).toMatchObject({ code: 'invalid', slos: [{ code: 'met' }] });
  expect(report.verdict.invalid).toMatchObject([
    { kind: 'base-failed', fault: 'build-failed', log: expect.stringContaining('with ***') },
  ]);
  expect(JSON.stringify(report)).not.toContain('planted');
  const [before, after] = [publish(report, false), publish(report, true)];
  expect([before.exitCode, after.exitCode]).toEqual([3, 0]);
  expect(before.body).toContain('Add the label `tailgate:accept`');
  expect(after.body).toMatch(/kim accepted that there is no base to compare with/);
});

it('a head that cannot be started beside a base that can is never accepted', async () => {
  const report = await measure({}, { 'server.cjs': 'process.exit(4);\n' });
  expect(report.verdict.invalid).toMatchObject([{ kind: 'not-ready', onlyHead: true }]);
  const { exitCode, body } = publish(report, true);
  expect(exitCode).toBe(3);
  expect(body).not.toContain('Add the label `tailgate:accept`');
});

it('what the label accepts of a run without a base is nothing but that', () => {
  const { verdict, record } = reportOf();
  const base = { kind: 'base-failed', fault: 'build-failed', service: 'app' } as const;
  const failed = { ...base, commit: record.commit!, message: '', log: '' };
  const effort = { ...verdict.effort, loadSeconds: 9 };
  const nothing = { changes: [], slos: [], faults: [], invalid: [failed], effort };
  const passing: Verdict = { ...verdict, ...nothing, code: 'invalid', blocks: true };
  const estimate = { value: 60, low: 58, high: 62 };
  const limit = { slo: slo(p(99), '<', 50), estimate, confidence: 0.95 };
  const crash = { kind: 'crashed', service: 'app', label: 'a', exit: '1', log: '' } as const;
  const accepts = (parts: Partial<Verdict>) => !acceptFindings({ ...passing, ...parts }, [label], []).blocks;
  expect(accepts({})).toBe(true);
  for (const parts of [
    { slos: [{ label: 'a', code: 'missed' as const, ...limit }] },
    { faults: [crash] },
    { invalid: [{ ...failed, both: true as const }] },
    { effort: { ...effort, loadSeconds: 0 } },
    { invalid: [failed, { kind: 'harness' as const, message: '', log: '' }] },
  ])
    expect(accepts(parts)).toBe(false);
});
