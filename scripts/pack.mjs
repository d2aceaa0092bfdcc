/**
 * Packs what npm gets: the bundle, which needs no other package, and the docs. Beside it the list of all that is bundled.
 *
 *   node scripts/pack.mjs FOLDER    writes tailgate-VERSION.tgz and tailgate-VERSION.cdx.json (CycloneDX) into FOLDER
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('expected a folder: node scripts/pack.mjs FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const name = `${manifest.name}-${manifest.version}`;
const staged = mkdtempSync(join(tmpdir(), 'tailgate-pack-'));
try {
  for (const file of manifest.files) cpSync(file, join(staged, file), { recursive: true });
  // Whoever installs the package would get these once more, and they are in the bundle.
  const { scripts, dependencies, devDependencies, ...published } = manifest;
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  npm('pack', staged, '--pack-destination', resolve(folder), '--silent');
} finally {
  rmSync(staged, { recursive: true, force: true });
}
const bill = npm('sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev');
writeFileSync(join(folder, `${name}.cdx.json`), bill);
console.log(join(folder, `${name}.tgz`));

function npm(...args) {
  return execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
