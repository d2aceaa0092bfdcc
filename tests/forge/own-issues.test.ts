import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../src/forge/octokit.ts';
import { closeIssue, keepIssue } from '../../src/forge/own-issues.ts';
import type { Identity } from '../github/exchange.ts';
import { GitHubServer } from '../github/server.ts';
import { GiteaState } from './state.ts';

const marker = '<!-- tailgate-drift: api -->';
const place = { owner: 'octo', repo: 'shop', marker };
const say = (said: string) => ({ title: `Drift: ${said}`, body: `${marker}\n\n${said}\n` });

describe.each(['github', 'gitea'] as const)('the one issue of a marker on %s', (forge) => {
  let server: GitHubServer;
  let bot: Identity;
  let stranger: Identity;

  beforeEach(async () => {
    const state = forge === 'gitea' ? new GiteaState('octo', 'shop') : undefined;
    server = await new GitHubServer('octo', 'shop', state).start();
    bot = state ? state.addActionsToken('token') : server.state.addToken('token');
    stranger = { login: 'mallory', id: 7, type: 'User', mayWrite: true, maintains: false };
  });

  afterEach(() => server.stop());

  const open = () =>
    connect({
      apiUrl: server.url,
      forge,
      token: 'token',
      userAgent: 'tailgate/test',
      note() {},
      secondMs: 2,
    });
  const issues = () => server.state.issues.all;

  it('is opened, updated and closed', async () => {
    const first = await keepIssue(open(), place, say('+12 %'));
    expect(first).toMatchObject({ action: 'opened' });
    expect(await keepIssue(open(), place, say('+14 %'))).toEqual({ ...first, action: 'updated' });
    expect(issues()).toMatchObject([{ title: 'Drift: +14 %', body: say('+14 %').body, state: 'open' }]);
    expect(await closeIssue(open(), place, say('none'))).toEqual({ ...first, action: 'closed' });
    expect(issues()).toMatchObject([{ title: 'Drift: +14 %', body: say('none').body, state: 'closed' }]);
    expect(await closeIssue(open(), place, say('none'))).toBeNull();
    expect(await keepIssue(open(), place, say('+20 %'))).toMatchObject({ action: 'opened' });
    expect(issues()).toHaveLength(2);
  });

  it('is found among many others, and nothing of others is touched', async () => {
    issues().length = 0;
    const own = server.state.issues.add(bot, say('old').body);
    const others = [
      server.state.issues.add(stranger, say('forged').body),
      server.state.issues.add(bot, say('a pull request').body, { isPull: true }),
      server.state.issues.add(bot, `Quoted:\n${marker}`),
      server.state.issues.add(bot, '<!-- tailgate-drift: web -->'),
      ...Array.from({ length: 120 }, () => server.state.issues.add(stranger, 'It is slow.')),
    ];
    const before = structuredClone(others);
    expect(await keepIssue(open(), place, say('new'))).toMatchObject({ action: 'updated' });
    expect(own.body).toBe(say('new').body);
    expect(others).toEqual(before);
  });

  it('is asked for without a type: GitHub takes that for one that an organization gives its issues', async () => {
    const own = server.state.issues.add(bot, say('old').body);
    await keepIssue(open(), place, say('new'));
    expect(issues()).toHaveLength(1);
    expect(own.body).toBe(say('new').body);
  });

  it('is one: copies are closed, and the oldest stays', async () => {
    const [first, second] = [0, 1].map(() => server.state.issues.add(bot, say('twice').body));
    await keepIssue(open(), place, say('once'));
    expect([first!.state, second!.state]).toEqual(['open', 'closed']);
  });

  it('is not opened twice where the answer gets lost', async () => {
    server.fail({ kind: 'lost-answer', method: 'POST' });
    expect(await keepIssue(open(), place, say('lost'))).toMatchObject({ action: 'opened' });
    expect(issues()).toHaveLength(1);
  });

  it('is not written with a token that may not', async () => {
    bot.mayWrite = false;
    await expect(keepIssue(open(), place, say('no'))).rejects.toMatchObject({ status: 403 });
    expect(issues()).toHaveLength(0);
  });
});
