/** Writes tailgate.schema.json, which gives editors completion and help for tailgate.yml. A test compares the two. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
// Node 20 cannot import TypeScript, so the schema is bundled first.
const outfile = `${root}node_modules/.cache/tailgate/schema.mjs`;
const entryPoints = [`${root}src/config/schema/schema.ts`];
await build({ entryPoints, outfile, bundle: true, packages: 'external', format: 'esm' });
const { describeSchema } = await import(outfile);
writeFileSync(`${root}tailgate.schema.json`, `${JSON.stringify(describeSchema(), null, 2)}\n`);
