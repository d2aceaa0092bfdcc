/** The login with which git reaches a server, and who sees it. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { choosePair } from '../../src/revision/pair.ts';
import { hasProgram, withServer } from '../fixtures.ts';
import { mergePull, shallow } from './clones.ts';
import { commit, digestFolder, git, local, makeFolder, request, takePair, write } from './fixture.ts';
import { answer, type Seen, serveGit } from './server.ts';

const basic = (token: string) => `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
const given = (url: string) => ({ token: 'given', serverUrl: new URL(url).origin });
const header = (url: string) => `http.${new URL(url).origin}/.extraheader`;
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const push: BaseTrigger = { kind: 'push', before: null, branch: 'main' };

/** Serves a pull request, and a clone of its test merge that asks there. */
async function serve(
  token: string,
  use: (at: {
    clone: string;
    main: string;
    url: string;
    trigger: BaseTrigger;
    seen: Seen[];
  }) => Promise<void>,
): Promise<void> {
  const { server, main, feature } = mergePull();
  const clone = shallow(server, 'refs/pull/1/merge');
  const trigger: BaseTrigger = { kind: 'pull_request', baseBranch: 'main', baseSha: main, headSha: feature };
  await serveGit(server, basic(token), async (url, seen) => {
    git(clone, 'remote', 'set-url', 'origin', url);
    await use({ clone, main, url, trigger, seen });
  });
}

describe('a token', () => {
  it('reaches its own server only, is in no file, and changes nothing of the clone', () =>
    serve('given', async ({ clone, main, url, trigger, seen }) => {
      const before = digestFolder(clone);
      const pair = await takePair(clone, trigger, { credentials: given(url) });
      expect(pair.base.commit).toBe(main);
      const { base } = await pair.layOut(makeFolder());
      expect(digestFolder(clone)).toEqual(before);
      expect(read(base.top, '.git/config')).not.toMatch(/authorization|basic/i);
      seen.length = 0;
      const elsewhere = { token: 'given', serverUrl: 'https://github.com' };
      expect(await choosePair(await request(clone, trigger, { credentials: elsewhere }))).toMatchObject({
        reason: 'unobtainable',
      });
      expect(seen.length).toBeGreaterThan(0);
      for (const { authorization } of seen) expect(authorization).toEqual([]);
    }));

  it.each([null, 'given'])('stands instead of the login that actions/checkout has left: %s', (token) =>
    serve(token ?? 'kept', async ({ clone, main, url, trigger, seen }) => {
      // Version 6 keeps it in a file that the repository includes on a condition.
      const file = join(makeFolder(), 'credentials.config');
      git(clone, 'config', '--file', file, header(url), `AUTHORIZATION: ${basic('kept')}`);
      git(clone, 'config', `includeIf.gitdir:${clone}/.git.path`, file);
      const credentials = token === null ? null : given(url);
      expect(await choosePair(await request(clone, trigger, { credentials }))).toMatchObject({
        base: { commit: main },
      });
      expect(seen.length).toBeGreaterThan(0);
      for (const { authorization } of seen) expect(authorization).toEqual([basic(token ?? 'kept')]);
    }),
  );

  it('goes to no proxy that was planted in the repository, and neither does what is left there', async () => {
    let asked = 0;
    const proxy = (_: unknown, response: ServerResponse) => {
      asked++;
      response.writeHead(502).end();
    };
    await withServer(proxy, (address) =>
      serve('given', async ({ clone, main, url, trigger }) => {
        const { origin } = new URL(url);
        for (const [key, value] of [
          ['http.proxy', address],
          [`http.${origin}/.proxy`, address],
          ['remote.origin.proxy', address],
          [`url.${address}/.insteadOf`, `${origin}/`],
          ['remote.origin.promisor', 'true'],
          ['remote.origin.partialclonefilter', `blob:none\n[http]\n\tproxy = ${address}\n`],
          ['include.path', 'more'],
          [header(url), `AUTHORIZATION: ${basic('given')}`],
        ] as const)
          git(clone, 'config', key, value);
        write(clone, { '.git/more': `[remote "origin"]\n\tproxy = ${address}\n` });
        for (const credentials of [given(url), null])
          expect(await choosePair(await request(clone, trigger, { credentials }))).toMatchObject({
            base: { commit: main },
          });
        expect(asked).toBe(0);
      }),
    );
  });

  it.each([
    ['filter.spy.smudge', (program: string) => program],
    ['filter.spy.clean', (program: string) => program],
    ['filter.spy.process', (program: string) => `${program}; exit 1`],
  ])('is not seen by a program planted as %s', async (key, run) => {
    const { server, main } = mergePull();
    await serveGit(server, basic('given'), async (url) => {
      const clone = shallow(server, 'feature');
      git(clone, 'remote', 'set-url', 'origin', url);
      const seen = join(makeFolder(), 'seen');
      const spy = `cat /proc/$$/environ >> ${seen}; cat /proc/$PPID/environ >> ${seen}; cat`;
      git(clone, 'config', key, run(spy));
      write(clone, { '.git/info/attributes': '* filter=spy\n' });
      const trigger = key.endsWith('clean') ? local : push;
      const pair = await takePair(clone, trigger, { credentials: given(url), asked: main });
      const trees = await pair.layOut(makeFolder());
      expect(read(trees.base.top, 'main.js')).toBe('3\n');
      const words = existsSync(seen) ? readFileSync(seen, 'latin1') : '';
      expect(words).toContain('GIT_CONFIG_COUNT');
      expect(words).not.toContain(basic('given').slice('basic '.length));
    });
  });

  it.runIf(hasProgram('git-lfs'))('fetches what LFS keeps, though its filter does not see it', async () => {
    const { server } = mergePull();
    const text = 'large\n';
    const oid = createHash('sha256').update(text).digest('hex');
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${text.length}\n`;
    commit(server, { '.gitattributes': '*.bin filter=lfs -text\n', 'a.bin': pointer });
    commit(server, { 'main.js': 'last\n' });
    const respond = (request: IncomingMessage, response: ServerResponse) => {
      const { url, headers } = request;
      if (headers.authorization !== basic('given')) response.writeHead(401).end();
      else if (url?.endsWith('/objects/batch')) {
        const actions = { download: { href: `http://${headers.host}/large` } };
        const objects = [{ oid, size: text.length, authenticated: true, actions }];
        response.setHeader('content-type', 'application/vnd.git-lfs+json');
        response.end(JSON.stringify({ transfer: 'basic', objects }));
      } else if (url === '/large') response.end(text);
      else answer(server, request, response);
    };
    await withServer(respond, async (address) => {
      const clone = shallow(server, 'main');
      git(clone, 'remote', 'set-url', 'origin', `${address}/shop`);
      git(clone, 'config', 'filter.lfs.smudge', 'git-lfs smudge -- %f');
      git(clone, 'config', 'filter.lfs.required', 'true');
      const pair = await takePair(clone, push, { credentials: given(address) });
      expect(read((await pair.layOut(makeFolder())).base.top, 'a.bin')).toBe(text);
    });
  });
});
