import * as z from 'zod';
import { count } from '../json-values.ts';

/** What a service says of itself may be made up. Names and paths are cut, and there are only so many of them. */
const LONGEST_NAME = 200;
const MOST_NODES = 200_000;
const DEEPEST = 200;

/** The part of a profile of V8 (`Profiler.Profile` of the DevTools protocol) that is read: a tree of sampled calls. */
const nodesSchema = z
  .array(
    z.object({
      id: count,
      hitCount: count,
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number().int() }),
      children: z.array(count).optional(),
    }),
  )
  .max(MOST_NODES);

/** Function of the service's own code. `file` is relative to its revision, `line` counts from 1. */
export type OwnFunction = { name: string; file: string; line: number };

/**
 * Samples of an arm while its processors worked: all of them, and by function those in which it, or what it called, was
 * running, with the number of own functions above it, added up.
 */
export type FunctionSamples = {
  total: number;
  functions: Map<string, OwnFunction & { samples: number; depths: number }>;
};

/** What V8 calls the time in which it collects garbage; a function without a file here. */
export const GARBAGE_COLLECTION = '(garbage collector)';
const IDLE = '(idle)';

/**
 * Adds up the samples of an arm's processes by function of its own code. Anonymous functions count as their callers:
 * nothing says which is which in another revision.
 *
 * @param texts JSON of the nodes of each profile, as a process sent it. What is no profile counts as nothing
 * @param roots folders (absolute) of the revision, as they are and without symbolic links
 */
export function countSamples(texts: readonly string[], roots: readonly string[]): FunctionSamples {
  const counted: FunctionSamples = { total: 0, functions: new Map() };
  for (const text of texts) {
    const nodes = parseNodes(text);
    const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const owns = new Map(nodes.map(({ id, callFrame }) => [id, readOwn(callFrame, roots)]));
    for (const { id, hitCount, callFrame } of nodes) {
      if (hitCount === 0 || callFrame.functionName === IDLE) continue;
      counted.total += hitCount;
      const stack: OwnFunction[] = [];
      let at: number | undefined = id;
      for (let steps = 0; at !== undefined && byId.has(at) && steps < DEEPEST; steps++) {
        const own = owns.get(at);
        if (own) stack.push(own);
        at = parents.get(at);
      }
      addStack(counted, stack, hitCount);
    }
  }
  return counted;
}

function addStack({ functions }: FunctionSamples, stack: readonly OwnFunction[], samples: number): void {
  const seen = new Set<string>();
  for (const [index, own] of stack.entries()) {
    const key = `${own.file}\0${own.name}`;
    // Of a function that calls itself the innermost call counts, once.
    if (seen.has(key)) continue;
    seen.add(key);
    const sum = functions.get(key) ?? { ...own, samples: 0, depths: 0 };
    sum.samples += samples;
    sum.depths += samples * (stack.length - index);
    functions.set(key, sum);
  }
}

function parseNodes(text: string): z.infer<typeof nodesSchema> {
  try {
    return nodesSchema.parse(JSON.parse(text));
  } catch {
    return [];
  }
}

/** Reads a call of the service's own code. Null for others: Node itself, packages, what has no name. */
function readOwn(
  { functionName: name, url, lineNumber }: z.infer<typeof nodesSchema>[number]['callFrame'],
  roots: readonly string[],
): OwnFunction | null {
  if (name === GARBAGE_COLLECTION && url === '') return { name, file: '', line: 0 };
  const path = readPath(url);
  const root = roots.find((each) => path.startsWith(`${each}/`));
  if (root === undefined || name === '' || name.length > LONGEST_NAME || path.length > 4 * LONGEST_NAME)
    return null;
  const file = path.slice(root.length + 1);
  const parts = file.split('/');
  if (parts.includes('node_modules') || parts.includes('..') || lineNumber < 0) return null;
  return { name, file, line: lineNumber + 1 };
}

function readPath(url: string): string {
  if (!url.startsWith('file://')) return url;
  try {
    return decodeURIComponent(url.slice('file://'.length));
  } catch {
    return '';
  }
}
