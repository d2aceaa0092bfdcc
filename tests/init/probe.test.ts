import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { interpolate } from '../../src/config/interpolation.ts';
import { chooseAnswer } from '../../src/init/corrections/requests.ts';
import { askPaths, askRequest } from '../../src/init/probe.ts';
import { makeConfig, makeRequest, withServer } from '../fixtures.ts';
import { makeFiles } from './repository.ts';

const { signal } = new AbortController();

test('nothing is sent to another host, whatever a path of the service looks like', async () => {
  const asked: string[] = [];
  await withServer(
    (request, response) => {
      asked.push(request.url!);
      response.end('not asked for');
    },
    async (other) => {
      const beyond = `//${new URL(other).host}/about`;
      const answers = await withServer(
        (request, response) => {
          if (request.url === '/') response.end(`<a href="${beyond}">one</a> <a href=".${beyond}">two</a>`);
          else response.writeHead(404).end();
        },
        async (url) => (await askPaths(url, { paths: [beyond] }, signal)).answers,
      );
      expect(answers.find(({ path }) => path === '/')?.status).toBe(200);
    },
  );
  expect(asked).toEqual([]);
});

test.each(['/api/schema/', '/schema/', '/docs-json', '/api/docs-json', '/q/openapi'])(
  'the description at %s is read, and never measured, though nothing else answers',
  async (place) => {
    const { answers, described } = await withServer(
      (request, response) => {
        if (request.url === place) response.end('paths:\n  /orders:\n    get: {}\n');
        else response.writeHead(request.url === '/orders' ? 500 : 404).end('none');
      },
      (url) => askPaths(url, { paths: [] }, signal),
    );
    expect(described).toEqual(['/orders']);
    expect(answers.find(({ path }) => path === place)!.status).toBe(200);
    expect(chooseAnswer(answers, described)).toMatchObject({ path: '/orders', status: 500 });
  },
);

describe('the first request of a file', () => {
  const fill = (template: string) => template;

  test('is sent as a run would: below the path of the URL, with the first row of its data', async () => {
    const folder = makeFiles({ 'items.csv': 'id,name\na/b,"say ""x"""\n2,no\n' });
    const data = { path: join(folder, 'items.csv'), columns: ['id', 'name'] };
    const request = makeRequest({
      method: 'POST',
      url: '/items/${data.id}',
      headers: { 'x-id': '${data.id}' },
      body: '{"name":"${data.name}","note":"of ${data.name}"}',
      quotesData: true,
    });
    const got: unknown[] = [];
    const { answers } = await withServer(
      async (asked, response) => {
        got.push(asked.method, asked.url, asked.headers['x-id'], JSON.parse(await text(asked)));
        response.end('ok');
      },
      (url) => {
        const config = { ...makeConfig(), work: { kind: 'request' as const, request, data } };
        return askRequest({ targetUrl: `${url}/shop`, fill }, config, signal);
      },
    );
    expect(got).toEqual(['POST', '/shop/items/a%2Fb', 'a/b', { name: 'say "x"', note: 'of say "x"' }]);
    expect(answers).toMatchObject([{ method: 'POST', path: '/shop/items/a%2Fb', status: 200 }]);
  });

  test('has values of the environment escaped in a body of JSON, and as they are in any other', async () => {
    const fillFrom = (template: string, encode?: (value: string) => string) =>
      interpolate(template, { 'env.KEY': 'say "x"' }, 'it', encode);
    const bodies: string[] = [];
    await withServer(
      async (asked, response) => {
        bodies.push(await text(asked));
        response.end('ok');
      },
      async (targetUrl) => {
        for (const body of ['{"key":"${env.KEY}"}', 'key=${env.KEY}']) {
          const work = { kind: 'request' as const, request: makeRequest({ method: 'POST', body }) };
          await askRequest({ targetUrl, fill: fillFrom }, { ...makeConfig(), work }, signal);
        }
      },
    );
    expect(bodies).toEqual(['{"key":"say \\"x\\""}', 'key=say "x"']);
  });

  test('is not sent to another machine that nothing allows', async () => {
    const work = { kind: 'request' as const, request: makeRequest({ url: 'http://shop.example.invalid/' }) };
    const asked = askRequest({ targetUrl: 'http://127.0.0.1:9', fill }, { ...makeConfig(), work }, signal);
    await expect(asked).rejects.toMatchObject({ name: 'UserError', where: 'the first request' });
  });
});
