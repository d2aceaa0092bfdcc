/** Writes tailgate.schema.json, which gives editors completion and help for tailgate.yml. A test compares the two. */
import { writeFileSync } from 'node:fs';
import { importSource } from './source.mjs';

const { describeSchema } = await importSource('schema', "export * from './src/config/schema/schema.ts';");
const path = new URL('../tailgate.schema.json', import.meta.url);
writeFileSync(path, `${JSON.stringify(describeSchema(), null, 2)}\n`);
