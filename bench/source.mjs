import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { texts } from '../scripts/texts.mjs';
import { REPOSITORY } from './paths.mjs';

const loaded = new Map();

/**
 * Tailgate's own modules, bundled from the TypeScript source as `scripts/build.mjs` does: the study judges what ships.
 *
 * @param {string[]} paths  relative to the repository, such as `src/verdict/pair.ts`
 * @returns {Promise<Record<string, any>>} everything they export
 */
export function loadSource(paths) {
  const key = paths.join();
  if (!loaded.has(key)) loaded.set(key, bundle(paths));
  return loaded.get(key);
}

async function bundle(paths) {
  const folder = mkdtempSync(join(tmpdir(), 'tailgate-bench-'));
  const outfile = join(folder, 'source.cjs');
  try {
    await build({
      stdin: {
        contents: paths.map((path) => `export * from ${JSON.stringify(join(REPOSITORY, path))};`).join('\n'),
        resolveDir: REPOSITORY,
      },
      bundle: true,
      plugins: [texts],
      platform: 'node',
      format: 'cjs',
      target: 'node20',
      loader: { '.k6.js': 'text', '.child.js': 'text', '.yml': 'text' },
      define: { __TAILGATE_VERSION__: '"bench"', 'import.meta.url': '__importMetaUrl' },
      // Modules that look for a file of a package look from here, and not from a folder that is gone.
      banner: { js: `const __importMetaUrl=${JSON.stringify(import.meta.url)};` },
      outfile,
      logLevel: 'error',
    });
    return createRequire(import.meta.url)(outfile);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
