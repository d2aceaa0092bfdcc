import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { connect } from '../../src/forge/octokit.ts';
import { followDetails } from '../../src/processes/details.ts';

it('requests to a forge are told with method, path, status and time, without token and values', async () => {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const shown: string[] = [];
  const end = followDetails({}, (text) => shown.push(text));
  try {
    const octokit = connect({ apiUrl, token: 'ghs_planted0123', note() {}, secondMs: 2 });
    await octokit.request('GET /repos/octo/shop/pulls', { head: 'planted', per_page: 7 });
  } finally {
    end();
    server.close();
  }
  expect(shown).toEqual([
    expect.stringMatching(
      /^GET \/repos\/octo\/shop\/pulls\?head=\*\*\*&per_page=\*\*\*: status 200 after \d+ ms$/,
    ),
  ]);
});
