import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Interrupted } from '../../../src/errors.ts';
import { InstallFailed } from '../../../src/k6/install/cache.ts';
import { downloadFile, downloadText, type Patience } from '../../../src/k6/install/transfer.ts';
import { findClosedPort, makeFolder, notFound, PATIENT, serve } from './fixtures.ts';

function options(patience: Partial<Patience> = {}, signal = new AbortController().signal) {
  return { authorization: null, signal, patience: { ...PATIENT, ...patience } };
}

const ignore = () => {};

describe('downloading', () => {
  test('gives the SHA-256 of what it wrote, and tells how far it is', async () => {
    const bytes = Buffer.alloc(3_000_000, 'k6');
    const { url } = await serve((_, response) => {
      response.setHeader('content-length', bytes.length);
      // Must be left as it is: the file is an archive, whatever the server calls it.
      response.setHeader('content-encoding', 'gzip');
      response.end(bytes);
    });
    const path = join(await makeFolder(), 'file');
    const told: [number, number | null][] = [];
    const sum = await downloadFile(url, path, (...each) => told.push(each), options());
    expect(sum).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect((await readFile(path)).equals(bytes)).toBe(true);
    expect(told.at(-1)).toEqual([bytes.length, bytes.length]);
  });

  test('follows redirects, as GitHub answers with one', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/final') response.end('there');
      else response.writeHead(302, { location: '/final' }).end();
    });
    expect(await downloadText(url, options())).toBe('there');
  });

  test("sends a mirror's password as a header", async () => {
    const { url } = await serve((request, response) => {
      response.end(request.headers.authorization);
    });
    expect(await downloadText(url, { ...options(), authorization: 'Basic eDp5' })).toBe('Basic eDp5');
  });

  test.each([
    ['a broken connection', 'break'],
    ['a broken body', 'cut'],
    ['503', '503'],
    ['429', '429'],
  ])('survives %s', async (_, fault) => {
    let asked = 0;
    const { url } = await serve((request, response) => {
      asked += 1;
      if (asked === 3) response.end('whole');
      else if (fault === 'break') request.socket.destroy();
      else if (fault === 'cut') {
        response.writeHead(200, { 'content-length': 100 });
        response.write('half', () => request.socket.destroy());
      } else response.writeHead(Number(fault)).end();
    });
    const path = join(await makeFolder(), 'file');
    await downloadFile(url, path, ignore, options());
    expect(await readFile(path, 'utf8')).toBe('whole');
  });

  test('gives up after three attempts, with the reason', async () => {
    const { url, requests } = await serve((_, response) => {
      response.writeHead(503).end();
    });
    await expect(downloadText(url, options())).rejects.toThrow('the server answered 503 Service Unavailable');
    expect(requests).toHaveLength(3);
  });

  test('does not ask again for what is not there', async () => {
    const { url, requests } = await serve((_, response) => notFound(response));
    const asking = downloadText(`${url}/v9.9.9/k6`, options());
    await expect(asking).rejects.toThrow(InstallFailed);
    await expect(asking).rejects.toThrow('404 Not Found');
    expect(requests).toHaveLength(1);
  });

  test('says that a port refuses', async () => {
    const port = await findClosedPort();
    await expect(downloadText(`http://127.0.0.1:${port}/`, options())).rejects.toThrow(
      'refuses the connection',
    );
  });

  test('says that a name is unknown', async () => {
    // RFC 6761 reserves .invalid. A machine without any name server fails the same way.
    await expect(downloadText('http://k6.invalid/', options())).rejects.toThrow(
      /the name k6\.invalid cannot be/,
    );
  });

  test('waits once, and not for ever, for a server that never answers', async () => {
    const { url, requests } = await serve(ignore);
    await expect(downloadText(url, options({ answerMs: 200 }))).rejects.toThrow('no answer within 0.2 s');
    expect(requests).toHaveLength(1);
  });

  test('tries again when the body stops half-way', async () => {
    let asked = 0;
    const { url } = await serve((_, response) => {
      asked += 1;
      if (asked === 2) response.end('whole');
      else response.writeHead(200, { 'content-length': 100 }).write('half');
    });
    expect(await downloadText(url, options({ stallMs: 200 }))).toBe('whole');
  });

  test('takes as long as it needs while something arrives', async () => {
    const { url } = await serve((_, response) => {
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        response.write('.');
        if (sent < 8) return;
        clearInterval(timer);
        response.end();
      }, 100);
    });
    expect(await downloadText(url, options({ stallMs: 500 }))).toBe('........');
  });

  test('ends at once when it is aborted, with the reason', async () => {
    const controller = new AbortController();
    const { url, requests } = await serve((_, response) => {
      response.writeHead(200).write('half');
      setTimeout(() => controller.abort('SIGINT'), 100);
    });
    await expect(downloadText(url, options({}, controller.signal))).rejects.toThrow(Interrupted);
    expect(requests).toHaveLength(1);
  });

  test('gives up on redirects in a circle', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(302, { location: '/' }).end();
    });
    await expect(downloadText(url, options())).rejects.toThrow(/max-redirect/);
  });

  test("goes through the runner's proxy, with a word when that refuses", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    const proxy = createServer((request, response) => {
      response.end(`proxied ${request.url}`);
    });
    proxy.on('connect', (_, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void proxy.close());
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    vi.stubEnv('no_proxy', '');
    vi.stubEnv('NO_PROXY', '');
    vi.stubEnv('https_proxy', address);
    await expect(downloadText('https://k6.invalid/file', options())).rejects.toThrow(/the proxy .*403/);
  });

  test('lets a failure of the disk be told from one of the network', async () => {
    const { url } = await serve((_, response) => {
      response.end('bytes');
    });
    const path = join(await makeFolder(), 'absent', 'file');
    await expect(downloadFile(url, path, ignore, options())).rejects.toThrow(/ENOENT/);
  });
});
