/** Runs tests/browser/picture.ts, which Node 20 cannot read as it is. */
import { mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

// Within the project, so that imports of packages are found.
const folder = 'node_modules/.cache/tailgate';
const outfile = `${folder}/picture.mjs`;
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: ['tests/browser/picture.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
});
await import(pathToFileURL(outfile).href);
