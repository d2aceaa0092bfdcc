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
  symlinkSync(folder, at('x'));
  for (const args of ['init -q', 'add server.cjs']) execFileSync('git', args.split(' '), { cwd: folder });
  const check = async (places: Record<string, string | true>) => {
    const config = at('tailgate.yml');
    const refused = await checkPlaces(places, [config], signal).then(
      () => null,
      (error) => error,
    );
    if (refused) expect(refused).toMatchObject({ name: 'UserError', exitCode: 2 });
    return refused?.message;
  };
  expect(await check({ json: folder })).toMatch(/--json .*: it is a folder/);
  expect(await check({ html: at('x/../tailgate.yml') })).toMatch(/--html .*: this command reads it/);
  expect(await check({ comment: at('server.cjs') })).toMatch(/--comment .*: git tracks it/);
  expect(await check({ json: at('one'), junit: `${folder}/./one` })).toMatch(/--json writes it already/);
  expect(await check({ json: at('server.cjs/result') })).toMatch(/ENOTDIR/);
  expect(await check({ json: at('x'.repeat(260)) })).toMatch(/ENAMETOOLONG/);
  expect(await check({ json: true, comment: at('new/one'), html: '/dev/null', junit: '/dev/null' })).toBe(
    undefined,
  );
});
