/** Prints the bytes of all files that the action loads as it starts: its entry, what that imports, and so on. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ENTRY = 'dist/action.mjs';
const files = new Map();
const load = (path) => {
  if (files.has(path)) return;
  const text = readFileSync(path, 'utf8');
  files.set(path, Buffer.byteLength(text));
  // `import(...)` comes later, when it is needed; the entry has nothing else.
  const pattern = path === ENTRY ? /["'](\.[^"']+\.mjs)["']/g : /(?:from|import)\s*["'](\.[^"']+\.mjs)["']/g;
  for (const [, name] of text.matchAll(pattern)) load(join(dirname(path), name));
};
load(ENTRY);
console.log([...files.values()].reduce((sum, bytes) => sum + bytes, 0));
