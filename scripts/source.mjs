import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { texts } from './texts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Imports TypeScript of ours, which Node 20 cannot: it is bundled first, below node_modules, so that packages are found.
 *
 * @param {string} name of the bundle
 * @param {string} contents imports and exports, as of a module in the root
 */
export async function importSource(name, contents) {
  const outfile = `${root}node_modules/.cache/tailgate/${name}.mjs`;
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    plugins: [texts],
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  return import(outfile);
}
