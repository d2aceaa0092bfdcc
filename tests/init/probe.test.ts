import { expect, test } from 'vitest';
import { askPaths } from '../../src/init/probe.ts';
import { withServer } from '../fixtures.ts';

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
