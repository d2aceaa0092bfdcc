import { describe, expect, it } from 'vitest';
import { detectForge, findServer, linkRun, readRunLink } from '../../src/forge/forge.ts';

describe('the server a run belongs to', () => {
  it.each([
    ['GitHub', {}, 'github'],
    ['GitHub Enterprise Server', { GITHUB_API_URL: 'https://git.example.com/api/v3' }, 'github'],
    ['Gitea', { GITEA_ACTIONS: 'true' }, 'gitea'],
    ['Forgejo', { FORGEJO_ACTIONS: 'true', GITEA_ACTIONS: 'true' }, 'gitea'],
    ['Gitea behind a runner of its own kind', { GITHUB_API_URL: 'https://git.example.com/api/v1/' }, 'gitea'],
    ['GitHub, where somebody else’s variable is empty', { GITEA_ACTIONS: '' }, 'github'],
  ])('is %s', (_name, environment, forge) => {
    expect(detectForge(environment)).toBe(forge);
  });

  it.each([
    [{}, 'https://github.com', 'https://api.github.com'],
    [
      { GITHUB_SERVER_URL: 'https://ghes.example.com' },
      'https://ghes.example.com',
      'https://ghes.example.com/api/v3',
    ],
    [
      { GITHUB_SERVER_URL: 'https://gitea.example.com/git/', GITEA_ACTIONS: 'true' },
      'https://gitea.example.com/git',
      'https://gitea.example.com/git/api/v1',
    ],
    [
      { GITHUB_SERVER_URL: 'https://acme.ghe.com', GITHUB_API_URL: 'https://api.acme.ghe.com/' },
      'https://acme.ghe.com',
      'https://api.acme.ghe.com',
    ],
  ])('has the addresses of its own, never those of another (%j)', (environment, serverUrl, apiUrl) => {
    expect(findServer(environment)).toEqual({ serverUrl, apiUrl });
  });
});

describe('the page of a run', () => {
  const page = {
    serverUrl: 'https://git.example.com',
    repository: 'octo/shop',
    id: '900',
    number: '12',
    attempt: '3',
  };

  it('is found by identifier and attempt on GitHub', () => {
    expect(linkRun('github', page)).toBe('https://git.example.com/octo/shop/actions/runs/900/attempts/3');
  });

  it('is found by number on Gitea, and says the rest all the same', () => {
    expect(linkRun('gitea', page)).toBe(
      'https://git.example.com/octo/shop/actions/runs/12?by_index=1&run=900&attempt=3',
    );
  });

  it.each(['github', 'gitea'] as const)('tells which run it is of (%s)', (forge) => {
    const runs = 'https://git.example.com/octo/shop/actions/runs';
    expect(readRunLink(linkRun(forge, page))).toEqual({ runs, id: '900', attempt: 3 });
  });

  it.each(['', 'https://git.example.com/octo/shop', 'https://git.example.com/octo/shop/actions/runs/x'])(
    'is not any other address (%j)',
    (link) => {
      expect(readRunLink(link)).toBeNull();
    },
  );
});
