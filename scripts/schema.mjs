/**
 * Writes tailgate.schema.json, which gives editors completion and help for tailgate.yml, from the schema that
 * checks it. With --check nothing is written, and a stale file ends with exit code 1.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = `${root}tailgate.schema.json`;

// Node 20 cannot import TypeScript, so the schema is bundled first.
const bundle = await build({
  entryPoints: [`${root}src/config/schema/schema.ts`],
  absWorkingDir: root,
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
});
const schema = { exports: {} };
new Function('module', 'exports', 'require', bundle.outputFiles[0].text)(
  schema,
  schema.exports,
  createRequire(import.meta.url),
);
const text = `${JSON.stringify(schema.exports.describeSchema(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(file, text);
} else if (readCurrent() !== text) {
  console.error(
    'tailgate.schema.json does not fit src/config/schema/schema.ts: run `npm run schema` and commit the result.',
  );
  process.exitCode = 1;
}

function readCurrent() {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
