import type { Path, Problem, ProblemParts } from './problem.ts';
import type { YamlSource } from './source.ts';
import { TextError } from './text-error.ts';

/**
 * Place in the file: a key with its value, or an item. The code that reads it adds its problems here. Those of one stage
 * are collected, so that the user sees them at once.
 */
export class Place {
  readonly path: Path;
  readonly #source: YamlSource;
  /** Problems of the whole file so far. */
  readonly problems: Problem[];

  constructor(source: YamlSource, problems: Problem[] = [], path: Path = []) {
    this.#source = source;
    this.problems = problems;
    this.path = path;
  }

  below(...keys: Path): Place {
    return new Place(this.#source, this.problems, [...this.path, ...keys]);
  }

  /** Lists the items of a list, each with its place. */
  items<T>(list: readonly T[] | undefined): { item: T; place: Place }[] {
    return (list ?? []).map((item, index) => ({ item, place: this.below(index) }));
  }

  add({ on = 'value', ...parts }: ProblemParts & { on?: 'key' | 'value' }): void {
    this.problems.push({ ...parts, spot: this.#source.find(this.path, on) });
  }

  /** Adds a problem of the value, with a text that says what could stand there. */
  reject(what: string, expected?: string): void {
    this.add({ what, expected });
  }

  /** Adds a problem of the key. */
  rejectKey(what: string, expected?: string): void {
    this.add({ on: 'key', what, expected });
  }

  /** Parses a text of this place. On a mistake it adds a problem and returns undefined. */
  parse<T>(text: string, parse: (text: string) => T): T | undefined {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      this.add(error.parts);
      return undefined;
    }
  }
}

/** Lists the scalars below a place, and keys of what is sent as JSON. */
export function listScalars(place: Place, value: unknown): { place: Place; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ place, value }];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = place.below(Array.isArray(value) ? Number(key) : key);
    const own = listScalars(at, inner);
    return place.path.includes('json') ? [{ place: at, value: key }, ...own] : own;
  });
}
