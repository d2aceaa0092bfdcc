import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from '../folders.ts';

it('a round is not lost where a source map names a file by an address that is no path', () => {
  const folder = makeFolder('profile');
  const stem = `const STEM = ${JSON.stringify(`${folder}/round.`)}; const MS = 300;\n`;
  writeFileSync(join(folder, 'load.cjs'), stem + readFileSync('src/why/node.child.js', 'utf8'));
  const map = { version: 3, sources: ['file://elsewhere/a%2Fb.ts'], names: [], mappings: 'AAAA' };
  const data = Buffer.from(JSON.stringify(map)).toString('base64');
  const app = `function spin() { for (const end = Date.now() + 100; Date.now() < end;) Math.sqrt(end); }
setInterval(spin, 110); setTimeout(() => process.exit(), 1500);
//# ${'sourceMappingURL'}=data:application/json;base64,${data}`;
  writeFileSync(join(folder, 'app.cjs'), app);
  execFileSync(process.execPath, ['--require', join(folder, 'load.cjs'), join(folder, 'app.cjs')]);
  const rounds = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  const written = rounds.map((name) => readFileSync(join(folder, name), 'utf8'));
  // A busy machine may leave a round without a sample, but not all of them.
  expect(written.join('\n')).toMatch(/ \d+$/m);
});
