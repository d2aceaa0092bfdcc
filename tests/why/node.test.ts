import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../folders.ts';

/** Profiles a program in rounds. @returns the stacks of all of them */
function profile(app: string, map: { sources: string[]; names?: string[]; mappings: string }): string {
  const folder = makeFolder('profile');
  const stem = `const STEM = ${JSON.stringify(`${folder}/round.`)}; const MS = 300;\n`;
  writeFileSync(join(folder, 'load.cjs'), stem + readFileSync('src/why/node.child.js', 'utf8'));
  const data = Buffer.from(JSON.stringify({ version: 3, names: [], ...map })).toString('base64');
  const url = `//# ${'sourceMappingURL'}=data:application/json;base64,${data}`;
  writeFileSync(join(folder, 'app.cjs'), `${app}\nsetTimeout(() => process.exit(), 1500);\n${url}`);
  execFileSync(process.execPath, ['--require', join(folder, 'load.cjs'), join(folder, 'app.cjs')]);
  const rounds = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  // A busy machine may leave a round without a sample, but not all of them.
  return rounds.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

it('a round is not lost where a source map names a file by what is no address, and others are read as such', () => {
  const app = `function spin() { for (const end = Date.now() + 100; Date.now() < end;) Math.sqrt(end); }
setInterval(function turn() { spin(); }, 110);`;
  const map = { sources: ['file:///a%20b.ts', 'file:///a%zz.ts'], mappings: 'AAAA;ACAA' };
  expect(profile(app, map)).toMatch(/;spin \(\/a b\.ts:1\) \d+$/m);
});

it('a minified function has the name that its map has just before it, and no other', () => {
  const app = `const a=()=>{for(const end=Date.now()+50;Date.now()<end;)Math.sqrt(end)}
void 'no name'; function b(){for(const end=Date.now()+50;Date.now()<end;)Math.sqrt(end)}
setInterval(()=>{a();b()},110)`;
  const map = { sources: ['file:///a.ts'], names: ['rank', 'other'], mappings: 'AAAA,MAAMA,EAAE;AAAAC' };
  const text = profile(app, map);
  expect(text).toMatch(/;rank \(\/a\.ts:1\) \d+$/m);
  expect(text).toMatch(/;b \(\/a\.ts:1\) \d+$/m);
});
