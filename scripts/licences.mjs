import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the licence of every package that esbuild's metafile says is bundled; equal texts stand there once. */
export function writeLicences(metafile, path) {
  const packagesByText = new Map();
  for (const folder of listPackages(metafile)) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder)
      .filter((file) => /^(licen[sc]e|copying|notice)/i.test(file))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const text = texts.join('\n\n') || `Licence: ${license}`;
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const sections = [...packagesByText].map(
    ([text, packages]) => `${[...new Set(packages)].sort().join('\n')}\n\n${text}\n`,
  );
  writeFileSync(path, sections.sort().join(`\n${'-'.repeat(80)}\n\n`));
}

function listPackages(metafile) {
  const folders = Object.keys(metafile.inputs).map(
    (input) => input.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//)?.[1],
  );
  return [...new Set(folders)].filter(Boolean);
}
