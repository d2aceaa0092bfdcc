import { describe, expect, it } from 'vitest';
import { loadInputs } from '../../src/action/inputs.ts';
import { UserError } from '../../src/errors.ts';
import { readRunner } from '../../src/forge/forge.ts';

function load(values: Record<string, string> = {}) {
  return loadInputs((name) => values[name] ?? '');
}

function mistakesIn(values: Record<string, string>): string {
  try {
    load(values);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).exitCode).toBe(2);
    return (error as UserError).detail!;
  }
  throw new Error('These inputs were accepted.');
}

describe('inputs', () => {
  it('have defaults', () => {
    expect(load()).toEqual({
      mode: 'gate',
      suites: ['default'],
      job: { name: '', index: 0, total: 1 },
      shard: false,
      store: 'git',
      config: null,
      token: '',
      base: null,
      deployments: { base: '', head: '' },
      only: [],
      failOn: [],
      reportOnly: false,
      acceptBy: null,
      comment: 'always',
      workingDirectory: '.',
    });
  });

  it('name the job of a matrix by what tells it apart', () => {
    const job = (matrix: string, index = '1', total = '4') =>
      load({ matrix, 'job-index': index, 'job-total': total }).job;
    expect(job('{"node": 22, "os": "linux", "x": {"a": [1]}}')).toEqual({
      name: 'node 22, os linux, x {"a":[1]}',
      index: 1,
      total: 4,
    });
    expect(job('null').name).toBe('job 2');
    expect(job('null', '0', '1').name).toBe('');
  });

  it('know the job by its name, whatever the runner says', () => {
    expect(readRunner({ GITHUB_JOB: 'measure-web_2' }).jobId).toBe('measure-web_2');
    for (const GITHUB_JOB of [undefined, '', '../x', 'a.b', 'x'.repeat(101)])
      expect(readRunner({ GITHUB_JOB }).jobId).toBe('job');
  });

  it('do not name jobs with long values in full', () => {
    expect(load({ matrix: `{"os":"${'x'.repeat(300)}"}` }).job.name).toHaveLength(200);
  });

  it('refuse a matrix, a place and a mode that no runner would give', () => {
    expect(mistakesIn({ matrix: '{' })).toContain('matrix: expected JSON');
    expect(mistakesIn({ 'job-index': '4', 'job-total': '4' })).toContain('less than job-total (4)');
    expect(mistakesIn({ 'job-total': '-1' })).toContain('expected a number, found "-1"');
    expect(mistakesIn({ mode: 'both' })).toBe('mode: expected gate, measure, publish, found "both".');
  });

  it('share a suite only over jobs of a matrix that are counted, and publish in another', () => {
    const sharded = (values: Record<string, string>) => ({ shard: 'true', mode: 'measure', ...values });
    const matrix = '{"shard":1}';
    expect(load(sharded({ matrix, 'job-total': '1' })).shard).toBe(true);
    expect(load(sharded({ matrix: 'null', 'job-total': '2' })).shard).toBe(true);
    const uncounted = 'shard: `true` is for the jobs of a matrix, and `job-total` counts none.';
    expect(mistakesIn(sharded({ matrix }))).toBe(uncounted);
    expect(mistakesIn(sharded({ matrix: 'null', 'job-total': '1' }))).toBe(uncounted);
    expect(mistakesIn(sharded({ mode: 'gate', matrix, 'job-total': '4' }))).toContain(
      'needs `mode: measure`',
    );
    expect(mistakesIn(sharded({ shard: '2/4' }))).toContain('shard: expected false, true, found "2/4"');
  });

  it('take lists by commas and by lines, each entry once', () => {
    expect(load({ only: 'search, checkout\n\n browse ,search\n' }).only).toEqual([
      'search',
      'checkout',
      'browse',
    ]);
    expect(load({ 'fail-on': 'at-limit,inconclusive' }).failOn).toEqual(['at-limit', 'inconclusive']);
  });

  it('let nothing block with `fail-on: none`, where a step publishes', () => {
    expect(load({ 'fail-on': 'none', mode: 'publish' })).toMatchObject({ failOn: [], reportOnly: true });
    expect(load({ 'fail-on': 'none' }).reportOnly).toBe(true);
    expect(load({ 'fail-on': 'at-limit', mode: 'publish' })).toMatchObject({
      failOn: ['at-limit'],
      reportOnly: false,
    });
    expect(mistakesIn({ 'fail-on': 'none, at-limit' })).toContain('`none` stands alone');
    expect(mistakesIn({ 'fail-on': 'none', mode: 'measure' })).toContain(
      'belongs to the step that publishes',
    );
  });

  it('name the level that accepting takes', () => {
    expect(load({ 'accept-by': 'maintain' }).acceptBy).toBe('maintain');
    for (const text of ['everybody', '@rosa', 'maintain, @rosa', 'write, admin', '@octo/leads'])
      expect(mistakesIn({ 'accept-by': text })).toBe(
        `accept-by: expected triage, write, maintain, admin, found "${text}".`,
      );
  });

  it.each(['always', 'on-news', 'never'])('comment %s', (text) => {
    expect(load({ comment: text }).comment).toBe(text);
  });

  it.each(['true', 'false', 'Always'])('refuse %s as the time of a comment', (text) => {
    expect(mistakesIn({ comment: text })).toBe(`comment: expected always, on-news, never, found "${text}".`);
  });

  it('name every mistake at once', () => {
    const mistakes = mistakesIn({
      comment: 'maybe',
      'fail-on': 'at_limit, regressed',
      only: 'Search',
    });
    expect(mistakes.split('\n')).toEqual([
      'fail-on: expected at-limit, inconclusive or none, found "at_limit".',
      'fail-on: expected at-limit, inconclusive or none, found "regressed".',
      'comment: expected always, on-news, never, found "maybe".',
      'only: "Search" is not the name of a scenario (a to z, 0 to 9, _ and -), with variants as `[cache=off]`.',
    ]);
  });

  it('never show the token', () => {
    const mistakes = mistakesIn({ 'github-token': 'ghs_secret', comment: 'maybe' });
    expect(mistakes).not.toContain('ghs_secret');
  });
});
