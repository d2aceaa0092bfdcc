import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isFile, writeOnce } from '../processes/file.ts';
import fs from './fs.k6.js';
import grpc from './grpc.k6.js';
import redis from './redis.k6.js';
import websockets from './websockets.k6.js';

/** Modules of k6 for which there is one of ours, mostly to count requests. k6 lets nobody change what they export. */
const REPLACED: Record<string, { file: string; text: string }> = {
  'k6/experimental/fs': { file: 'fs.js', text: fs },
  'k6/net/grpc': { file: 'grpc.js', text: grpc },
  'k6/websockets': { file: 'websockets.js', text: websockets },
  'k6/experimental/websockets': { file: 'websockets.js', text: websockets },
  'k6/ws': { file: 'websockets.js', text: websockets },
  'k6/experimental/redis': { file: 'redis.js', text: redis },
};

const SPECIFIER = /(\bfrom|\bimport|\bimport\(|\brequire\()(\s{0,20})(["'])([^"'\n]{1,500})\3/g;
/** Folder of the mirrors, one for each script. */
const MIRRORS = 'mirrors';
/** Most modules of a script that are read. Bundles are one file. */
const MOST_MODULES = 500;

/**
 * Returns the script that k6 is to load in place of the user's: the same one, unless it, or a file that it imports,
 * imports a module of k6 for which there is one of ours. Then its files are mirrored in `folder`, with our modules in
 * place of k6's, and links to everything else, so that paths lead where they did.
 *
 * @param around folder whose files the script may read: that of `tailgate.yml`
 */
export function mirrorScript(script: string, folder: string, around: string): string {
  const texts = readModules(script);
  const changed = [...texts].filter(([, text]) => replacedIn(text).length > 0);
  if (changed.length === 0) return script;
  const root = join(folder, MIRRORS, createHash('sha256').update(script).digest('hex').slice(0, 8));
  const place = (path: string) => join(root, path);
  if (!existsSync(place(script))) {
    const files = new Map(changed.map(([path, text]) => [path, replaceModules(text, folder)]));
    const top = findCommon([join(around, '-'), ...texts.keys()]);
    layOut(top, place(top), files);
    if (!existsSync(place(script))) throw new Error(`${script} could not be mirrored`);
    for (const { file, text } of Object.values(REPLACED)) writeOnce(join(folder, file), text);
  }
  return place(script);
}

/** Takes the mirror's own folder out of a text, such as a stack trace. */
export function forgetMirror(text: string, folder: string): string {
  const [first, ...rest] = text.split(join(folder, MIRRORS, '/'));
  return [first, ...rest.map((part) => part.slice(part.indexOf('/')))].join('');
}

function replacedIn(text: string): string[] {
  return [...text.matchAll(SPECIFIER)].map(([, , , , name]) => name!).filter((name) => name in REPLACED);
}

function replaceModules(text: string, folder: string): string {
  return text.replace(SPECIFIER, (whole, before, blank, quote, name) =>
    name in REPLACED ? `${before}${blank}${quote}${join(folder, REPLACED[name]!.file)}${quote}` : whole,
  );
}

/** Reads a script and the local files that it imports, directly or not. Those that are not there are left to k6. */
function readModules(script: string): Map<string, string> {
  const texts = new Map<string, string>();
  const due = [script];
  for (let path = due.pop(); path !== undefined && texts.size < MOST_MODULES; path = due.pop()) {
    // A comment may name a folder.
    if (texts.has(path) || !isFile(path)) continue;
    const text = readFileSync(path, 'utf8');
    texts.set(path, text);
    for (const [, , , , name] of text.matchAll(SPECIFIER)) {
      if (name!.startsWith('file://')) due.push(fileURLToPath(name!));
      else if (/^\.{0,2}\//.test(name!)) due.push(resolve(dirname(path), name!));
    }
  }
  return texts;
}

/** Finds the innermost folder that holds all paths. */
function findCommon([first, ...others]: readonly string[]): string {
  let folder = dirname(first!);
  while (others.some((path) => !path.startsWith(join(folder, '/')))) folder = dirname(folder);
  return folder;
}

/** Lays out a folder of the mirror: changed files, folders that lead to such, and links to all others. */
function layOut(from: string, to: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(to, { recursive: true });
  const prefix = join(from, '/');
  const own = [...files.keys()].filter((path) => path.startsWith(prefix));
  const inside = new Set(own.map((path) => path.slice(prefix.length).split('/')[0]!));
  for (const name of new Set([...listEntries(from), ...inside])) {
    const path = join(from, name);
    const text = files.get(path);
    if (text !== undefined) writeFileSync(join(to, name), text);
    else if (inside.has(name)) layOut(path, join(to, name), files);
    else symlinkSync(path, join(to, name));
  }
}

/** Lists a folder. One that may not be read still lets those pass who know what is in it. */
function listEntries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
