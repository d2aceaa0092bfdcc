import type { Files } from '../files/files.ts';
import { readSources } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';
import { findPort, listPortNames } from '../needs/ports.ts';
import { choosePaths } from '../routes/choice.ts';
import { findFileRoutes } from '../routes/file-routes.ts';

/** A service for Deno; null without a deno.json. */
export function findDeno(files: Files): ServiceFinding | null {
  const from = ['deno.json', 'deno.jsonc'].find(files.has);
  if (from === undefined) return null;
  const sources = readSources(files, ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.tsx']);
  const manifest = files.read(from) ?? '';
  const task = ['start', 'serve', 'preview'].find((name) => new RegExp(`"${name}"\\s*:`).test(manifest));
  const entry = ['main.ts', 'server.ts', 'mod.ts', 'src/main.ts', 'index.ts', 'app.ts'].find(files.has);
  const builds = /"build"\s*:/.test(manifest);
  const fresh = /fresh/.test(manifest);
  const { port, env } = findPort(sources);
  return {
    title: fresh ? 'Deno, Fresh' : 'Deno',
    sure:
      sources.some(({ text }) => /Deno\.serve\(|\bserve\(|\.listen\(/.test(text)) || fresh ? 2 : task ? 1 : 0,
    from,
    build: {
      text: `deno install${entry ? ` --entrypoint ${entry}` : ''}${builds ? ' && deno task build' : ''}`,
    },
    start:
      task && !builds
        ? {
            text: `deno task ${task}`,
            why: new RegExp(`"${task}"\\s*:\\s*"[^"]*(?:--watch|dev\\.ts)`).test(manifest)
              ? 'this task watches files, which is for development; how does it start in production?'
              : undefined,
          }
        : { text: `deno run --allow-all ${entry ?? 'main.ts'}`, why: 'is this its program?' },
    port,
    env,
    portNames: listPortNames(sources),
    ...choosePaths(sources, findFileRoutes(files, fresh ? ['fresh'] : [])),
    setup: [{ run: 'npm install --global deno' }],
    manifests: manifest,
  };
}
