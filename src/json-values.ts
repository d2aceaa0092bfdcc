import * as z from 'zod';

/*
 * The author of a fork may have written a result, so every text and every list has a limit. The limits are far above
 * the size of real results, and renderers cut further. Unknown keys are ignored, so a newer Tailgate may add some.
 */

/** Most characters of a name or a sentence, and of a log. */
const LONGEST_TEXT = 20_000;
const LONGEST_LOG = 200_000;
const LONGEST_LIST = 2_000;

/** Version of the format of results and records, and most bytes of one. One start of a scenario takes about 3 kB. */
export const FORMAT = 2;
export const LARGEST = { record: 16_000_000, result: 5_000_000 };

export const boundedText = z.string().max(LONGEST_TEXT);
export const boundedLog = z.string().max(LONGEST_LOG);
/** The length is checked first: a fault in each of a million items would fill the memory. */
export const boundedList = <T extends z.ZodType>(item: T) =>
  z.array(z.unknown()).max(LONGEST_LIST).pipe(z.array(item));

/** Numbers that JSON lacks are written as their names. */
export const number = z.union([z.number(), z.enum(['Infinity', '-Infinity', 'NaN']).transform(Number)]);
export const count = z.number().int().nonnegative();

/** Makes one member of a union by `kind`. */
export function variant<Kind extends string, Shape extends z.ZodRawShape = Record<never, never>>(
  kind: Kind,
  shape = {} as Shape,
) {
  return z.object({ kind: z.literal(kind), ...shape });
}

/** Identifier and attempt of a workflow run. */
export const runId = z.string().regex(/^\d{1,20}$/);
export const runAttempt = z.number().int().min(1).max(100_000);

/**
 * Parses a document of Tailgate, such as a `record`.
 *
 * @throws Error with a one-line reason if the text is too long, is not JSON, is of another version, or is none of them
 */
export function readDocument<T>(text: string, what: keyof typeof LARGEST, schema: z.ZodType<T>): T {
  const { length } = new TextEncoder().encode(text);
  if (length > LARGEST[what]) throw new Error(`larger than ${LARGEST[what]} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('not JSON');
  }
  const version = (value as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof version === 'number' && version !== FORMAT)
    throw new Error(`from another version of Tailgate (schemaVersion ${version}, not ${FORMAT})`);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.').slice(0, 200) || 'top level';
  throw new Error(`not a ${what}: ${where}: ${issue?.message}`);
}
