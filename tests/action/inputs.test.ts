import { describe, expect, it } from 'vitest';
import { loadInputs } from '../../src/action/inputs.ts';
import { UserError } from '../../src/errors.ts';
import { readRunner } from '../../src/forge/forge.ts';

const load = (values: Record<string, string> = {}) => loadInputs((name) => values[name] ?? '');

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
    const name = 'node 22, os linux, x {"a":[1]}';
    expect(job('{"node": 22, "os": "linux", "x": {"a": [1]}}')).toEqual({ name, index: 1, total: 4 });
    expect(job('null').name).toBe('job 2');
    expect(job('null', '0', '1').name).toBe('');
    expect(job(`{"os":"${'x'.repeat(300)}"}`).name).toHaveLength(200);
    expect(readRunner({ GITHUB_JOB: 'measure-web_2' }).jobId).toBe('measure-web_2');
    for (const GITHUB_JOB of [undefined, '', '../x', 'a.b', 'x'.repeat(101)])
      expect(readRunner({ GITHUB_JOB }).jobId).toBe('job');
  });

  it('share a suite only over jobs of a matrix that are counted, and publish in another', () => {
    const sharded = (values: Record<string, string>) => ({ shard: 'true', mode: 'measure', ...values });
    const matrix = '{"shard":1}';
    expect(load(sharded({ matrix, 'job-total': '1' })).shard).toBe(true);
    expect(load(sharded({ matrix: 'null', 'job-total': '2' })).shard).toBe(true);
    const uncounted = 'shard: `true` is for the jobs of a matrix, and `job-total` counts none.';
    expect(mistakesIn(sharded({ matrix }))).toBe(uncounted);
    expect(mistakesIn(sharded({ matrix: 'null', 'job-total': '1' }))).toBe(uncounted);
    expect(mistakesIn(sharded({ mode: 'gate', matrix, 'job-total': '4' }))).toContain('`mode: measure`');
  });

  it('take lists by commas and by lines, each entry once', () => {
    const { only } = load({
      only: 'search, checkout\n\n browse ,search\ncreate [cache=off, storage=memory]',
    });
    expect(only).toEqual(['search', 'checkout', 'browse', 'create [cache=off, storage=memory]']);
  });

  it('let nothing block with `fail-on: none`, where a step publishes', () => {
    expect(load({ 'fail-on': 'none', mode: 'publish' })).toMatchObject({ failOn: [], reportOnly: true });
    const codes = ['at-limit', 'inconclusive'];
    expect(load({ 'fail-on': codes.join() })).toMatchObject({ failOn: codes, reportOnly: false });
    expect(mistakesIn({ 'fail-on': 'none, at-limit' })).toContain('`none` stands alone');
    const forged = mistakesIn({ 'fail-on': 'none', mode: 'measure' });
    expect(forged).toContain('belongs to the step that publishes');
  });

  it.each([
    [{ matrix: '{' }, 'matrix: expected JSON'],
    [{ 'job-index': '4', 'job-total': '4' }, 'less than job-total (4)'],
    [{ 'job-total': '-1' }, 'expected a number, found "-1"'],
    [{ mode: 'both' }, 'mode: expected gate, measure, publish, found "both".'],
    [{ shard: '2/4' }, 'shard: expected false, true, found "2/4".'],
    [{ comment: 'Always' }, 'comment: expected always, on-news, never, found "Always".'],
    [
      { 'accept-by': 'write, admin' },
      'accept-by: expected triage, write, maintain, admin, found "write, admin".',
    ],
  ])('refuse what makes no sense: %j', (values, message) => {
    expect(mistakesIn(values)).toContain(message);
  });

  it('name every mistake at once, and never the token', () => {
    const wrong = { comment: 'maybe', 'fail-on': 'at_limit', only: 'Search' };
    const mistakes = mistakesIn({ ...wrong, 'github-token': 'ghs_secret' });
    expect(mistakes.split('\n').map((line) => line.split(':')[0])).toEqual(['fail-on', 'comment', 'only']);
    expect(mistakes).not.toContain('ghs_secret');
  });
});
