import { stringify } from 'yaml';
import * as z from 'zod';
import type { Path } from '../diagnostics/problem.ts';
import { userConfig } from './schema.ts';
import { grammars } from './values.ts';

/** Schemas that one value may follow; several where there is a union. */
export type Schemas = readonly z.core.$ZodType[];

/** Finds the schemas that a value at this path may follow. */
export function schemasAt(path: Path): Schemas {
  return path.reduce(schemasIn, expand(userConfig));
}

/** Finds the schemas that a key or an item of a value may follow. */
export function schemasIn(schemas: Schemas, segment: string | number): Schemas {
  return schemas.flatMap((schema) => inside(schema, segment)).flatMap(expand);
}

/** Finds the grammar of a text or plain value. */
export function grammarOf(schemas: Schemas) {
  return schemas.map((schema) => grammars.get(schema)).find(Boolean);
}

/** Finds the value that holds where the file has none, as it would be written. */
export function defaultOf(schemas: Schemas): string | undefined {
  const found = schemas
    .map((schema) => z.globalRegistry.get(schema)?.default)
    .filter((one) => one !== undefined);
  return found.map(String)[0];
}

/** Lists the keys that a map at this path may hold; empty where any name is allowed. */
export function keysAt(path: Path): string[] {
  return schemasAt(path).flatMap((schema) =>
    schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : [],
  );
}

/** Lists the paths of all maps with keys of their own, `x` for a free name and 0 for an item. Axes of variants are none. */
export function listMaps(path: Path = []): Path[] {
  const below = schemasAt(path).flatMap((schema): Path => {
    if (schema instanceof z.core.$ZodRecord) return ['x'];
    if (schema instanceof z.core.$ZodArray) return [0];
    return schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : [];
  });
  return [...(keysAt(path).length > 0 ? [path] : []), ...below.flatMap((key) => listMaps([...path, key]))];
}

/** Prints an example of a map at this path, as it would stand in the file. */
export function sampleAt(path: Path): string | undefined {
  const key = path.at(-1);
  const map = examplesAt(path).find((example) => typeof example === 'object' && !Array.isArray(example));
  return typeof key === 'string' && map ? stringify({ [key]: map }, { lineWidth: 0 }).trimEnd() : undefined;
}

/** Finds the first example that the schema gives for a text at this path. */
export function exampleAt(path: Path): string | undefined {
  return examplesAt(path).find((example) => typeof example === 'string');
}

function examplesAt(path: Path): unknown[] {
  return schemasAt(path).flatMap((schema) => (z.globalRegistry.get(schema)?.examples ?? []) as unknown[]);
}

function inside(schema: z.core.$ZodType, segment: string | number): z.core.$ZodType[] {
  if (schema instanceof z.core.$ZodObject) {
    const { shape, catchall } = schema._zod.def;
    if (typeof segment === 'string' && Object.hasOwn(shape, segment)) return [shape[segment]!];
    return catchall && !(catchall instanceof z.core.$ZodNever) ? [catchall] : [];
  }
  if (schema instanceof z.core.$ZodRecord) return [schema._zod.def.valueType];
  if (schema instanceof z.core.$ZodArray) return typeof segment === 'number' ? [schema._zod.def.element] : [];
  return [];
}

function expand(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodNonOptional)
    return expand(schema._zod.def.innerType);
  if (schema instanceof z.core.$ZodUnion) return schema._zod.def.options.flatMap((option) => expand(option));
  return [schema];
}
