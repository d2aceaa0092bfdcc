import { parse } from 'yaml';
import * as z from 'zod';
import type { Files } from '../files/files.ts';
import { attempt } from '../files/source.ts';
import type { PossiblePath } from './literals.ts';

/** Where frameworks put the description of their API. */
export const DESCRIPTIONS = [
  '/openapi.json',
  '/v3/api-docs',
  '/swagger.json',
  '/swagger/v1/swagger.json',
  '/swagger/doc.json',
  '/api/openapi.json',
  '/api/v1/openapi.json',
  '/api-docs',
  '/api-json',
  '/docs/json',
];
const Parameter = z.looseObject({ required: z.boolean().catch(false) });
const Operation = z.looseObject({ parameters: z.array(Parameter).catch([]) });
const OpenApi = z.object({
  servers: z.array(z.object({ url: z.string() })).catch([]),
  basePath: z.string().catch(''),
  paths: z.record(z.string(), z.looseObject({ get: Operation.optional().catch(undefined) }).catch({})),
});

/** Paths of a description in OpenAPI that answer GET without parameters; none where the text is no description. */
export function listDescribed(text: string): string[] {
  const found = attempt(() => OpenApi.parse(parse(text, { logLevel: 'silent' })));
  if (found === null) return [];
  const base =
    found.basePath || /^(?:https?:\/\/[^/]*)?(\/[\w./-]*)/.exec(found.servers[0]?.url ?? '')?.[1] || '';
  return Object.entries(found.paths)
    .filter(
      ([path, { get }]) => /^\/[\w./~-]*$/.test(path) && get?.parameters.every(({ required }) => !required),
    )
    .map(([path]) => `${base.replace(/\/$/, '')}${path}`);
}

/** Routes of frameworks that are named by the places of their files. `[x]` and `(x)` are parameters and groups. */
const FILE_ROUTE =
  /^(?:src\/)?(?:(?:app|pages|routes)\/((?:[\w().-]+\/)*)\+?(?:route|server|page|index)|(?:pages|server)\/(?:routes\/)?((?:[\w-]+\/)*(?!_)[\w-]+?))(?:\.get)?\.(?:[jt]sx?|svelte)$/;

/** Paths that files of a folder name for sure: the first description of an API, and places of files. */
export function listKnownPaths(files: Files): PossiblePath[] {
  const file = files.list.find((path) => /(?:openapi|swagger)[\w.-]{0,60}\.(?:ya?ml|json)$/i.test(path));
  const described =
    file === undefined ? [] : listDescribed(files.read(file) ?? '').map((path) => ({ path, file }));
  const places = files.list.flatMap((path) => {
    const [found, folder, name] = FILE_ROUTE.exec(path) ?? [];
    if (found === undefined) return [];
    const route = `/${folder ?? name}`.replace(/\/\([\w-]+\)(?=\/)/g, '').replace(/(?<=.)\/$/, '');
    return [{ path: route, file: path }];
  });
  return [...described, ...places];
}
