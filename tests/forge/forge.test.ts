import { describe, expect, it } from 'vitest';
import { findServer } from '../../src/forge/forge.ts';

describe('the server a run belongs to', () => {
  it.each([
    [{}, 'https://github.com', 'https://api.github.com'],
    [
      { GITHUB_SERVER_URL: 'https://ghes.example.com' },
      'https://ghes.example.com',
      'https://ghes.example.com/api/v3',
    ],
    [
      { GITHUB_SERVER_URL: 'https://git.example.com/hub/' },
      'https://git.example.com/hub',
      'https://git.example.com/hub/api/v3',
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
