import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Report } from '../../src/handover/report.ts';
import { asSuite } from '../../src/handover/suite.ts';
import { printMetric } from '../../src/metrics/metric.ts';
import { renderComment } from '../../src/report/comment.ts';
import { renderJson } from '../../src/report/json.ts';
import { hasProgram } from '../fixtures.ts';
import { makeFolder } from '../folders.ts';
import { pairCases } from '../report/pair-cases.ts';

const { jobs } = parse(readFileSync('examples/workflows/drift.yml', 'utf8'));
const stepOf = (name: string): { run: string; shell?: string } =>
  jobs.drift.steps.find((step: { name?: string }) => step.name === name);

/** The program of GitHub, as far as the workflow calls it. It keeps each issue in a file of the folder `issues`. */
const GH = `#!${process.execPath}
const { readdirSync, readFileSync, writeFileSync } = require('node:fs');
const [, command, ...args] = process.argv.slice(2);
const value = (name) => args[args.indexOf(name) + 1];
const place = (number) => 'issues/' + number + '.json';
const read = (number) => JSON.parse(readFileSync(place(number), 'utf8'));
const write = (issue) => writeFileSync(place(issue.number), JSON.stringify(issue));
const all = readdirSync('issues').map((name) => read(name.slice(0, -5)));
const own = () => ({ title: value('--title'), body: readFileSync(value('--body-file'), 'utf8') });
const commands = {
  list: () =>
    console.log(JSON.stringify(all.filter((one) => one.state === value('--state') && one.app === value('--app')))),
  create: () => write({ number: all.length + 1, app: 'github-actions', state: 'open', ...own() }),
  edit: () => write({ ...read(args[0]), ...own() }),
  close: () => write({ ...read(args[0]), state: 'closed', comment: value('--comment') }),
};
commands[command]();
`;

type Change = Report['verdict']['changes'][number];
type Issue = { number: number; app: string; state: string; title?: string; body: string; comment?: string };

let folder: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
  for (const name of ['bin', 'issues']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'bin/gh'), GH);
  chmodSync(join(folder, 'bin/gh'), 0o755);
});

function issues(): Issue[] {
  const places = readdirSync(join(folder, 'issues')).sort();
  return places.map((name) => JSON.parse(readFileSync(join(folder, 'issues', name), 'utf8')));
}

/** Runs a step as a runner does. */
function runStep(name: string, variables: Record<string, string>) {
  const { run, shell = '' } = stepOf(name);
  writeFileSync(join(folder, 'step.sh'), run);
  const flags = shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
  const env = {
    PATH: [join(folder, 'bin'), process.env.PATH].join(delimiter),
    RUNNER_TEMP: folder,
    GITHUB_WORKSPACE: folder,
    GITHUB_OUTPUT: join(folder, 'output'),
    ...variables,
  };
  return spawnSync('bash', [...flags, 'step.sh'], { cwd: folder, env, encoding: 'utf8' });
}

/** Keeps the issue after a run with such a report. */
function keep(report: Report) {
  writeFileSync(join(folder, 'drift.json'), renderJson(report));
  writeFileSync(join(folder, 'drift.md'), renderComment(asSuite(report)));
  const CODE = report.verdict.blocks ? '1' : '0';
  return runStep('Keep the issue', { BASE: 'v1.4.0', CODE, RUN: 'https://github.com/o/r/actions/runs/7' });
}

const slow = () => pairCases['pair regressed']!();
const fine = () => pairCases['pair unchanged']!();

describe.runIf(hasProgram('jq'))('the issue of the drift workflow', () => {
  it('is opened by a run that finds something beyond the tolerance, with its comment', () => {
    const { status, stderr } = keep(slow());
    expect(status, stderr).toBe(1);
    const [issue, ...others] = issues();
    expect(others).toEqual([]);
    expect(issue).toMatchObject({ state: 'open', title: 'Tailgate drift since v1.4.0' });
    expect(issue!.body.split('\n')[0]).toBe('<!-- tailgate-drift: ["checkout p99","checkout tail"] -->');
    expect(issue!.body).toContain(renderComment(asSuite(slow())));
  });

  it('is brought up to date while something is, and forgets nothing that was', () => {
    keep(slow());
    const other = fine();
    Object.assign(other.verdict, { code: 'regressed', blocks: true });
    other.verdict.changes.find(({ label }) => label === 'search')!.code = 'regressed';
    expect(keep(other).status).toBe(1);
    expect(issues()).toHaveLength(1);
    expect(issues()[0]!.body).toMatch(
      /^<!-- tailgate-drift: \["checkout p99","checkout tail","search p50"\] -->\n/,
    );
  });

  it('is closed by a run that compares all that it names and finds it within, and is then another one', () => {
    keep(slow());
    const { status, stderr } = keep(fine());
    expect(status, stderr).toBe(0);
    expect(issues()).toMatchObject([{ state: 'closed', comment: expect.stringContaining('v1.4.0') }]);
    expect(keep(fine()).status).toBe(0);
    keep(slow());
    expect(issues()).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
  });

  it('stays as it is where a metric that it names is not compared, or not shown to be within the tolerance', () => {
    keep(slow());
    const before = issues();
    const [worst] = slow().verdict.changes.filter(({ code }) => code === 'regressed');
    const isWorst = ({ label, metric }: Change) =>
      label === worst!.label && printMetric(metric) === printMetric(worst!.metric);
    const [undecided, absent] = [fine(), fine()];
    const doubt = {
      ...undecided.verdict.changes.find(isWorst)!,
      where: 'all',
      code: 'inconclusive',
    } as Change;
    undecided.verdict.changes.push(doubt);
    absent.verdict.changes = absent.verdict.changes.filter((change) => !isWorst(change));
    for (const report of [undecided, absent]) {
      const { status, stdout } = keep(report);
      expect(status).toBe(0);
      expect(stdout).toMatch(/^The issue stays open\. Not shown to be within the tolerance: .*checkout p99/);
      expect(issues()).toEqual(before);
    }
  });

  it('is never one that somebody else has written, or that has another first line', () => {
    const hidden = '<!-- tailgate-drift: [] -->\n';
    const others: Issue[] = [
      { number: 1, app: 'mallory', state: 'open', body: hidden },
      { number: 2, app: 'github-actions', state: 'open', body: `Something\n${hidden}` },
    ];
    for (const one of others)
      writeFileSync(join(folder, 'issues', `${one.number}.json`), JSON.stringify(one));
    keep(fine());
    expect(issues()).toEqual(others);
    keep(slow());
    expect(issues()).toHaveLength(3);
  });
});

describe('the run of the drift workflow', () => {
  it('measures beside the newest tag, hands on whether something is beyond the tolerance, and fails without a verdict', () => {
    mkdirSync(join(folder, '.tailgate-action/dist'), { recursive: true });
    const cli = 'console.log(process.argv.slice(2).join(" ")); process.exit(Number(process.env.ENDS));\n';
    writeFileSync(join(folder, '.tailgate-action/dist/cli.mjs'), cli);
    writeFileSync(join(folder, 'bin/git'), '#!/bin/sh\necho v1.4.0\n', { mode: 0o755 });
    for (const ENDS of ['2', '3', '130']) {
      expect(runStep('Measure', { ENDS, BASE: '' }).status).toBe(Number(ENDS));
      expect(existsSync(join(folder, 'output'))).toBe(false);
    }
    for (const ENDS of ['0', '1']) {
      const { status, stdout } = runStep('Measure', { ENDS, BASE: '' });
      expect(status).toBe(0);
      expect(stdout).toMatch(/^run --base v1\.4\.0 --from paired --tolerance 10% --comment /);
      const output = readFileSync(join(folder, 'output'), 'utf8');
      expect(output).toMatch(new RegExp(`base=v1\\.4\\.0\ncode=${ENDS}\n$`));
    }
    expect(runStep('Measure', { ENDS: '0', BASE: 'main~9' }).stdout).toMatch(/^run --base main~9 /);
  });
});
