/** Bundles the action and the command line into dist/, with the licences of all that is bundled. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { writeLicences } from './licences.mjs';
import { texts } from './texts.mjs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** What no run needs, and the code that stands in its place. */
const SPARED = [
  // zod carries its messages in fifty languages; the default, English, does not come from this index.
  { filter: /zod\/v4\/locales\/index\.js$/, contents: 'export {};' },
  // undici asks for a machine without these instructions as well, and takes the plain ones then.
  { filter: /undici\/lib\/llhttp\/llhttp_simd-wasm\.js$/, contents: 'module.exports = null;' },
  // The actions toolkit fetches and goes through proxies. It opens no sockets of the web, and mocks nothing.
  { filter: /undici\/lib\/(mock|web\/websocket|web\/eventsource)\//, contents: 'module.exports = {};' },
  // Our Markdown has characters by number, and these by name.
  {
    filter: /character-entities\/index\.js$/,
    contents: `export const characterEntities = { amp: '&', lt: '<', gt: '>', quot: '"' };`,
  },
  // node-fetch brings its own streams for versions of Node that have none.
  { filter: /web-streams-polyfill\//, contents: 'module.exports = {};' },
];

const sparing = {
  name: 'sparing',
  setup({ onLoad }) {
    for (const { filter, contents } of SPARED) onLoad({ filter }, () => ({ contents }));
  },
};

const ENTRIES = ['action', 'cli'];

const result = await build({
  entryPoints: Object.fromEntries(ENTRIES.map((name) => [`chunks/${name}`, `src/${name}.ts`])),
  outdir: 'dist',
  // What the entries share is there once, and a command loads no more than it needs.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  plugins: [sparing, texts],
  platform: 'node',
  target: 'node20',
  format: 'esm',
  minify: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  define: { __TAILGATE_VERSION__: JSON.stringify(version) },
  // Packages in CommonJS know these names.
  banner: {
    js: [
      "import{createRequire as tailgateRequire}from'node:module';",
      'const require=tailgateRequire(import.meta.url),',
      '__filename=import.meta.filename??import.meta.url;',
    ].join(''),
  },
});

/**
 * Makes an entry, which loads its chunks when it can tell what keeps it from that: Node ends with exit code 1 when a file
 * cannot be opened, and 1 is a regression. Only once all are loaded does `processes/entry.ts` see to errors.
 */
const describeEntry = (name) => `#!/usr/bin/env node
import('./chunks/${name}.mjs').catch((error) => {
  process.stderr.write(\`error: Tailgate cannot be loaded, which says nothing about your change: \${error.message}\\n\`);
  process.exitCode = 3;
});
`;
const entries = ENTRIES.map((name) => `dist/${name}.mjs`);
for (const [index, name] of ENTRIES.entries())
  writeFileSync(entries[index], describeEntry(name), { mode: name === 'cli' ? 0o755 : 0o644 });

// Chunks of earlier builds go last: a run that has begun may still load its own.
const written = new Set([...entries, ...Object.keys(result.metafile.outputs)]);
for (const name of readdirSync('dist', { recursive: true }).map((name) => join('dist', name))) {
  if (name.endsWith('.mjs') && !written.has(name)) rmSync(name);
}
writeLicences(result.metafile, 'dist/licences.txt');
