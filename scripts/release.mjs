/**
 * Checks that a tag names what is here, and prints the notes of its release: its part of CHANGELOG.md.
 *
 *   node scripts/release.mjs v0.2.0
 */
import { readFileSync } from 'node:fs';

const [tag] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (tag !== `v${version}`) {
  fail(`the tag is ${tag}, and package.json has version ${version}: expected the tag v${version}`);
}
const [heading, ...lines] = readFileSync('CHANGELOG.md', 'utf8')
  .split(/^(?=## )/m)
  .find((part) => part.startsWith(`## ${version} `) || part.startsWith(`## ${version}\n`))
  ?.split('\n') ?? [''];
const notes = lines.join('\n').trim();
if (heading === '') fail(`CHANGELOG.md has no part "## ${version}": rename "## Unreleased"`);
if (notes === '') fail(`the part "## ${version}" of CHANGELOG.md is empty`);
console.log(notes);

function fail(message) {
  console.error(message);
  process.exit(1);
}
