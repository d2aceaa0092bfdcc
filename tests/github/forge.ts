import { connectTo } from '../../src/forge/github.ts';
import type { Forge } from '../../src/forge/port.ts';
import type { GitHubServer } from './server.ts';

type Wish = { token?: string; signal?: AbortSignal; secondMs?: number };

/** The adapter of GitHub, before a local server; its seconds take two milliseconds. */
export function forgeOf(server: GitHubServer, wish: Wish = {}): Forge {
  const { token = 'good', signal, secondMs = 2 } = wish;
  const { owner, repo } = server.state;
  return connectTo({ owner, repo }, { apiUrl: server.publicUrl, token, signal, secondMs });
}
