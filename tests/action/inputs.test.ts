import { describe, expect, it } from 'vitest';
import { loadInputs } from '../../src/action/inputs.ts';
import { readRunner } from '../../src/forge/forge.ts';

const load = (values: Record<string, string> = {}) => loadInputs((name) => values[name] ?? '');

function mistakesIn(values: Record<string, string>): string {
  try {
    load(values);
  } catch (error) {
    expect(error).toMatchObject({ name: 'UserError', exitCode: 2 });
    return (error as { detail: string }).detail;
  }
  throw new Error('These inputs were accepted.');
}

describe('inputs', () => {
  it('are fifteen, as the issue says', () => {
    expect(Object.keys(load())).toHaveLength(15);
  });

  it('name the job of a matrix by what tells it apart', () => {
    const job = (matrix: string, strategy = '{"job-index":1,"job-total":4,"max-parallel":2}') =>
      load({ job: `[${strategy}, ${matrix}]` }).job;
    const name = 'node 22, os linux, x {"a":[1]}';
    expect(job('{"node": 22, "os": "linux", "x": {"a": [1]}}')).toEqual({ name, index: 1, total: 4 });
    expect(job('null').name).toBe('job 2');
    expect(job('null', '{}')).toEqual({ name: '', index: 0, total: 1 });
    expect(job('null', 'null').name).toBe('');
    expect(job(`{"os":"${'x'.repeat(300)}"}`).name).toHaveLength(200);
    expect(readRunner({ GITHUB_JOB: 'measure-web_2' }).jobId).toBe('measure-web_2');
    for (const GITHUB_JOB of [undefined, '', '../x', 'a.b', 'x'.repeat(101)])
      expect(readRunner({ GITHUB_JOB }).jobId).toBe('job');
  });

  it('take lists by commas and by lines, each entry once', () => {
    const only = 'search, checkout\n\n browse ,search\ncreate [cache=off, storage=memory]';
    const names = ['search', 'checkout', 'browse', 'create [cache=off, storage=memory]'];
    expect(load({ only }).only).toEqual(names);
  });

  it('let nothing block with `fail-on: none`, where a step publishes', () => {
    expect(load({ 'fail-on': 'none' })['fail-on']).toEqual({ failOn: [], reportOnly: true });
    const failOn = ['at-limit', 'inconclusive'];
    expect(load({ 'fail-on': failOn.join() })['fail-on']).toEqual({ failOn, reportOnly: false });
    expect(mistakesIn({ 'fail-on': 'none', mode: 'measure' })).toContain('is for the publishing step');
  });

  it.each([
    [{ job: '{' }, 'job: expected JSON.'],
    [{ job: '[{"job-index":4,"job-total":4},null]' }, 'job: job-index is not below job-total.'],
    [{ job: '[{"job-total":-1},null]' }, 'job: '],
    [{ mode: 'both' }, 'mode: expected gate, measure, publish.'],
    [{ shard: '2/4' }, 'shard: expected false, true.'],
    [{ shard: 'true' }, 'shard: `true` needs `mode: measure`'],
    [{ 'fail-on': 'none, at-limit' }, 'fail-on: `none` stands alone.'],
    [{ comment: 'Always' }, 'comment: expected always, on-news, never.'],
    [{ 'accept-by': 'write, admin' }, 'accept-by: expected triage, write, maintain, admin'],
  ])('refuse what makes no sense: %j', (values, message) => {
    expect(mistakesIn(values)).toContain(message);
  });

  it('name every mistake at once, and never the token', () => {
    const mistakes = mistakesIn({ comment: 'maybe', 'fail-on': 'at_limit', 'github-token': 'ghs_secret' });
    expect(mistakes.split('\n').map((line) => line.split(':')[0])).toEqual(['fail-on', 'comment']);
    expect(mistakes).not.toContain('ghs_secret');
  });
});
