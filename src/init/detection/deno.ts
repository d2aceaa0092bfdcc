import type { Files } from '../files/folder.ts';
import { readSources } from '../files/source.ts';
import type { ServiceFinding } from '../needs/finding.ts';
import { findPort } from '../needs/ports.ts';
import { choosePaths } from '../routes/choice.ts';
import { DIALECTS } from '../routes/dialect.ts';
import { findFileRoutes } from '../routes/file-routes.ts';
import { findRoutes } from '../routes/tree.ts';

/** A service for Deno; null without a deno.json. */
export function findDeno(files: Files): ServiceFinding | null {
  const from = ['deno.json', 'deno.jsonc'].find(files.has);
  if (from === undefined) return null;
  const { extensions } = DIALECTS.node;
  const sources = readSources(files, [...extensions, '.tsx']);
  const manifest = files.read(from) ?? '';
  const task = ['start', 'serve', 'preview'].find((name) => new RegExp(`"${name}"\\s*:`).test(manifest));
  const entry = ['main.ts', 'server.ts', 'mod.ts', 'src/main.ts', 'index.ts', 'app.ts'].find(files.has);
  const builds = /"build"\s*:/.test(manifest);
  const fresh = /fresh/.test(manifest);
  const { port, env } = findPort(files, sources, 8000);
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
    ...choosePaths([...findRoutes(sources, DIALECTS.node), ...findFileRoutes(files, fresh ? ['fresh'] : [])]),
    setup: [{ run: 'npm install --global deno' }],
    manifests: manifest,
    extensions,
  };
}
