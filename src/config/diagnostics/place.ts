import type { Path, Problem, ProblemParts } from './problem.ts';
import type { YamlSource } from './source.ts';
import { TextError } from './text-error.ts';

/**
 * Place in the file: a key with its value, or an item. The code that reads it adds its problems here. All are collected,
 * so that the user sees them at once.
 */
export class Place {
  readonly path: Path;
  readonly #file: { source: YamlSource; problems: Problem[]; broken: Set<string> };

  private constructor(file: { source: YamlSource; problems: Problem[]; broken: Set<string> }, path: Path) {
    this.#file = file;
    this.path = path;
  }

  static root(source: YamlSource): Place {
    return new Place({ source, problems: [], broken: new Set() }, []);
  }

  below(...keys: Path): Place {
    return new Place(this.#file, [...this.path, ...keys]);
  }

  /** Lists the items of a list, each with its place. Broken ones are left out. */
  items<T>(list: readonly (T | undefined)[] | undefined): { item: T; place: Place }[] {
    return (list ?? []).flatMap((item, index) =>
      item === undefined ? [] : [{ item, place: this.below(index) }],
    );
  }

  /** True: a value was meant to be here, but it cannot be relied on. */
  get isBroken(): boolean {
    return this.#file.broken.has(JSON.stringify(this.path));
  }

  /** Notes that a value was meant to be here, so that its absence is not a second problem. */
  markBroken(): void {
    this.#file.broken.add(JSON.stringify(this.path));
  }

  /** Problems of the whole file so far. */
  get problems(): readonly Problem[] {
    return this.#file.problems;
  }

  /** Scalar here as the file writes it: `1.10`, which as a number would be `1.1`. */
  get written(): string | undefined {
    return this.#file.source.written(this.path);
  }

  /** Adds a problem, and remembers that the value cannot be relied on. */
  add(parts: ProblemParts & Partial<Pick<Problem, 'on' | 'span'>>): void {
    this.#file.problems.push({ on: 'value', ...parts, path: this.path });
    this.markBroken();
  }

  /** Adds a problem of the value, with a text that says what could stand there. */
  reject(what: string, expected?: string): void {
    this.add({ what, expected });
  }

  /** Adds a problem of the key. */
  rejectKey(what: string, expected?: string): void {
    this.add({ on: 'key', what, expected });
  }

  /** Parses a text of this place, if there is one. On a mistake it adds a problem and returns undefined. */
  parse<T>(
    text: string | undefined,
    parse: (text: string) => T,
    on: 'key' | 'value' = 'value',
  ): T | undefined {
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof TextError)) throw error;
      const { what, expected, hint, offset, length } = error.parts;
      this.add({ on, what, expected, hint, nearest: error.nearest, span: { offset, length } });
      return undefined;
    }
  }
}
