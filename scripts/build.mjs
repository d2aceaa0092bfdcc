/** Bundles the action and the command line into dist/, with the licences of all that is bundled. */
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { writeLicences } from './licences.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** zod carries its messages in fifty languages; the default, English, does not come from this index. */
const withoutLocales = {
  name: 'without-locales',
  setup({ onLoad }) {
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {};' }));
  },
};

const result = await build({
  entryPoints: { action: 'src/action.ts', post: 'src/post.ts', cli: 'src/cli.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  plugins: [withoutLocales],
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: false,
  loader: { '.k6.js': 'text', '.yml': 'text' },
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  define: { __TAILGATE_VERSION__: JSON.stringify(version), 'import.meta.url': '__importMetaUrl' },
  banner: { js: 'const __importMetaUrl=require("node:url").pathToFileURL(__filename).href;' },
});

writeLicences(result.metafile, 'dist/licences.txt');
