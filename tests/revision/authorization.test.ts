/** The login with which git reaches a server, and who sees it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { BaseTrigger } from '../../src/revision/base.ts';
import { hasProgram, withServer } from '../fixtures.ts';
import {
  commit,
  digestFolder,
  git,
  local,
  makeFolder,
  mergePull,
  shallow,
  takePair,
  write,
} from './fixture.ts';
import { answer, serveGit } from './server.ts';

const basic = (token: string) => `basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
const given = (url: string) => ({ token: 'given', serverUrl: new URL(url).origin });
const header = (url: string) => `http.${new URL(url).origin}/.extraheader`;
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const push: BaseTrigger = { kind: 'push', before: null, branch: 'main' };

/** A clone of a pull request's test merge, or of `revision`, that asks at `url`. */
function cloneFrom(server: string, url: string, revision = 'refs/pull/1/merge'): string {
  const clone = shallow(server, revision);
  git(clone, 'remote', 'set-url', 'origin', url);
  return clone;
}

describe('a token', () => {
  it('reaches its own server only, by no planted proxy, is in no file, and stands instead of the login that is left', async () => {
    const { server, main, feature } = mergePull();
    const trigger: BaseTrigger = {
      kind: 'pull_request',
      baseBranch: 'main',
      baseSha: main,
      headSha: feature,
    };
    let planted = 0;
    const proxy = (_: unknown, response: ServerResponse) => {
      planted++;
      response.writeHead(502).end();
    };
    await withServer(proxy, (address) =>
      serveGit(server, null, async (url, seen) => {
        const clone = cloneFrom(server, url);
        const elsewhere = { token: 'given', serverUrl: 'https://github.com' };
        /** Chooses the base, and expects these headers of every request for it. */
        const expectSent = async (credentials: typeof elsewhere | null, ...authorization: string[]) => {
          seen.length = 0;
          const pair = await takePair(clone, trigger, { credentials });
          expect(pair.base.commit).toBe(main);
          expect(seen.length).toBeGreaterThan(0);
          for (const one of seen) expect(one.authorization).toEqual(authorization);
          return pair;
        };
        const before = digestFolder(clone);
        const { base } = await (await expectSent(given(url), basic('given'))).layOut(makeFolder());
        expect(digestFolder(clone)).toEqual(before);
        expect(read(base.top, '.git/config')).not.toMatch(/authorization|basic/i);
        await expectSent(elsewhere);
        // Version 6 of actions/checkout leaves its login in a file that the repository includes on a condition.
        const file = join(makeFolder(), 'credentials.config');
        git(clone, 'config', '--file', file, header(url), `AUTHORIZATION: ${basic('kept')}`);
        git(clone, 'config', `includeIf.gitdir:${clone}/.git.path`, file);
        const { origin } = new URL(url);
        for (const [key, value] of [
          ['http.proxy', address],
          [`http.${origin}/.proxy`, address],
          ['remote.origin.proxy', address],
          [`url.${address}/.insteadOf`, `${origin}/`],
          ['remote.origin.promisor', 'true'],
          ['remote.origin.partialclonefilter', `blob:none\n[http]\n\tproxy = ${address}\n`],
          ['include.path', 'more'],
        ] as const)
          git(clone, 'config', key, value);
        write(clone, { '.git/more': `[remote "origin"]\n\tproxy = ${address}\n` });
        await expectSent(given(url), basic('given'));
        await expectSent(null, basic('kept'));
        expect(planted).toBe(0);
      }),
    );
  });

  it('is not seen by a program that is planted as a filter', async () => {
    const { server, main } = mergePull();
    await serveGit(server, basic('given'), async (url) => {
      for (const [key, end, trigger] of [
        ['smudge', '', push],
        ['clean', '', local],
        ['process', '; exit 1', push],
      ] as const) {
        const clone = cloneFrom(server, url, 'feature');
        const seen = join(makeFolder(), 'seen');
        const spy = `cat /proc/$$/environ >> ${seen}; cat /proc/$PPID/environ >> ${seen}; cat${end}`;
        git(clone, 'config', `filter.spy.${key}`, spy);
        write(clone, { '.git/info/attributes': '* filter=spy\n' });
        const pair = await takePair(clone, trigger, { credentials: given(url), asked: main });
        const trees = await pair.layOut(makeFolder());
        expect(read(trees.base.top, 'main.js')).toBe('3\n');
        const words = readFileSync(seen, 'latin1');
        expect(words, key).toContain('GIT_CONFIG_COUNT');
        expect(words, key).not.toContain(basic('given').slice('basic '.length));
      }
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
      const clone = cloneFrom(server, `${address}/shop`, 'main');
      git(clone, 'config', 'filter.lfs.smudge', 'git-lfs smudge -- %f');
      git(clone, 'config', 'filter.lfs.required', 'true');
      const pair = await takePair(clone, push, { credentials: given(address) });
      expect(read((await pair.layOut(makeFolder())).base.top, 'a.bin')).toBe(text);
    });
  });
});
