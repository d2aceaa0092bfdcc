import { parse } from 'yaml';
import * as z from 'zod';
import type { Files } from '../files/folder.ts';
import { attempt } from '../files/source.ts';
import type { Route } from './tree.ts';

/** Frameworks whose routes are the places of files. `[^/]*[[(]` would be a parameter or a group. */
const FRAMEWORKS: { needs: RegExp; file: RegExp; answers?: RegExp }[] = [
  {
    needs: /^next$/,
    file: /^(?:src\/)?app\/((?:[\w().-]+\/)*)route\.[jt]s$/,
    answers: /export (?:async )?(?:function|const) GET\b/,
  },
  { needs: /^next$/, file: /^(?:src\/)?pages\/(api\/(?:[\w-]+\/)*[\w-]+)\.[jt]s$/ },
  { needs: /^next$/, file: /^(?:src\/)?app\/((?:[\w().-]+\/)*)page\.[jt]sx?$/ },
  { needs: /^next$/, file: /^(?:src\/)?pages\/((?:[\w-]+\/)*(?!_)[\w-]+)\.[jt]sx$/ },
  { needs: /^nuxt$/, file: /^server\/(api\/(?:[\w-]+\/)*[\w-]+?)(?:\.get)?\.[jt]s$/ },
  { needs: /^nuxt$/, file: /^server\/routes\/((?:[\w-]+\/)*[\w-]+?)(?:\.get)?\.[jt]s$/ },
  {
    needs: /^@sveltejs\/kit$/,
    file: /^src\/routes\/((?:[\w().-]+\/)*)\+server\.[jt]s$/,
    answers: /export (?:async )?(?:function|const) GET\b/,
  },
  { needs: /^@sveltejs\/kit$/, file: /^src\/routes\/((?:[\w().-]+\/)*)\+page\.svelte$/ },
  { needs: /^fresh$/, file: /^routes\/((?:[\w-]+\/)*(?!_)[\w-]+)\.tsx?$/ },
];

/** Routes that are named by the places of their files. */
export function findFileRoutes(files: Files, dependencies: readonly string[]): Route[] {
  const known = FRAMEWORKS.filter(({ needs }) => dependencies.some((name) => needs.test(name)));
  return known.flatMap(({ file, answers }) =>
    files.list.flatMap((path) => {
      const place = file.exec(path)?.[1];
      if (place === undefined) return [];
      const around = (files.read(path) ?? '').slice(0, 2000);
      if (answers && !answers.test(files.read(path) ?? '')) return [];
      const route = `/${place}`.replace(/\/\([\w-]+\)/g, '').replace(/\/index$/, '/');
      return [{ path: route.replace(/(?<=.)\/$/, ''), file: path, around }];
    }),
  );
}

/** The prefix that @fastify/autoload takes from a file's folder. */
export function findFolderPrefixes(dependencies: readonly string[], path: string): string {
  if (!dependencies.some((name) => /^(?:@fastify\/autoload|fastify-autoload)$/.test(name))) return '';
  const folder = /(?:^|\/)routes\/((?:[\w-]+\/)*)[^/]+$/.exec(path)?.[1];
  return folder ? `/${folder.replace(/\/$/, '')}` : '';
}

const OpenApi = z.object({
  servers: z.array(z.object({ url: z.string() })).catch([]),
  basePath: z.string().catch(''),
  paths: z.record(z.string(), z.record(z.string(), z.unknown()).catch({})),
});

/** Routes of a description in OpenAPI, for code that is generated from it. */
export function readOpenApi(files: Files): Route[] {
  const file = files.list.find((path) => /(?:openapi|swagger)[\w.-]{0,60}\.(?:ya?ml|json)$/i.test(path));
  const found =
    file === undefined
      ? null
      : attempt(() => OpenApi.parse(parse(files.read(file) ?? '', { logLevel: 'silent' })));
  if (found === null) return [];
  const base =
    found.basePath || /^(?:https?:\/\/[^/]*)?(\/[\w./-]*)/.exec(found.servers[0]?.url ?? '')?.[1] || '';
  return Object.entries(found.paths).flatMap(([path, methods]) =>
    /^\/[\w./~-]*$/.test(path) && methods.get !== undefined
      ? [
          {
            path: `${base.replace(/\/$/, '')}${path}`,
            file: file!,
            around: '',
            unsure: 'the path is from the description of its API',
          },
        ]
      : [],
  );
}
