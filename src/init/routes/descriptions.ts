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
  '/docs-json',
  '/api/docs-json',
  '/api/schema/',
  '/schema/',
  '/q/openapi',
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

/** Paths of the first description of an API among the files. */
export function listKnownPaths(files: Files): PossiblePath[] {
  const file = files.list.find((path) => /(?:openapi|swagger)[\w.-]{0,60}\.(?:ya?ml|json)$/i.test(path));
  return file === undefined ? [] : listDescribed(files.read(file) ?? '').map((path) => ({ path, file }));
}
