import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkPlaces } from '../../src/commands/shared.ts';
import { makeFolder } from '../folders.ts';

const { signal } = new AbortController();

it('a place for a result that cannot be right is refused: what is read, tracked, taken or no file', async () => {
  const folder = makeFolder('tailgate-test');
  const at = (name: string) => join(folder, name);
  for (const name of ['tailgate.yml', 'server.cjs']) writeFileSync(at(name), '');
  for (const args of ['init -q', 'add server.cjs']) execFileSync('git', args.split(' '), { cwd: folder });
  const check = (places: Record<string, string | true>) =>
    checkPlaces(places, at('tailgate.yml'), signal).catch(
      ({ exitCode, message }) => `${exitCode} ${message}`,
    );
  expect(await check({ json: folder })).toMatch(/^2 --json .*: it is a folder/);
  symlinkSync('tailgate.yml', at('link'));
  expect(await check({ json: at('link') })).toMatch(/^2 --json .*: this command reads/);
  expect(await check({ html: at('x/../tailgate.yml') })).toMatch(/^2 --html .*: this command reads/);
  expect(await check({ comment: at('server.cjs') })).toMatch(/^2 --comment .*: git tracks it/);
  expect(await check({ json: at('one'), junit: `${folder}/./one` })).toMatch(/^2 --junit .*or writes it/);
  expect(await check({ json: at('server.cjs/result') })).toMatch(/^2 .*ENOTDIR/);
  const places = { json: true, comment: at('new/one'), html: '/dev/null', junit: '/dev/null' } as const;
  expect(await check(places)).toBe(undefined);
});
