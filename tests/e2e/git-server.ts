import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { answer } from '../revision/server.ts';
import type { Project } from './workflow.ts';

/** The project's repository on a server, as `octo/shop`; the clone's remote points there. */
export type GitServer = { url: string; bare: string; stop: () => void };

export async function serveProject({ root, repository, git }: Project): Promise<GitServer> {
  const bare = join(root, 'octo', 'shop.git');
  mkdirSync(join(root, 'octo'));
  await git('clone', '--quiet', '--bare', repository, bare);
  await git('-C', bare, 'config', 'http.receivepack', 'true');
  const server = createServer((request, response) => answer(join(root, 'octo'), request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await git('remote', 'set-url', 'origin', `${url}/octo/shop.git`);
  return { url, bare, stop: () => server.close() };
}
