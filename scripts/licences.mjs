import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the licence text of every package that esbuild's metafile says is in the bundle, sorted by name. */
export function writeLicences(metafile, path) {
  const folders = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const found = input.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
    if (found) folders.add(found[1]);
  }
  const sections = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = existsSync(folder) && readdirSync(folder).find((f) => /^(licen[sc]e|copying)/i.test(f));
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`;
    return { key: `${name}@${version}`, text: `${name} ${version} (${license})\n\n${text}\n` };
  });
  sections.sort((a, b) => (a.key < b.key ? -1 : 1));
  const unique = [...new Map(sections.map((s) => [s.key, s.text])).values()];
  writeFileSync(path, unique.join(`\n${'-'.repeat(80)}\n\n`));
}
