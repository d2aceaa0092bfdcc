import type { Path, Problem, ProblemParts, Problems } from './problem.ts';
import type { YamlSource } from './source.ts';

/** Place in the file: a key with its value, or an item. The code that reads it adds its problems here. */
export class Place {
  readonly path: Path;
  readonly #problems: Problems;
  readonly #source: YamlSource;

  constructor(problems: Problems, source: YamlSource, path: Path = []) {
    this.path = path;
    this.#problems = problems;
    this.#source = source;
  }

  below(...keys: Path): Place {
    return new Place(this.#problems, this.#source, [...this.path, ...keys]);
  }

  /** True: a value was meant to be here, but it cannot be relied on. */
  get isBroken(): boolean {
    return this.#problems.isBroken(this.path);
  }

  /** True: the file has no problem so far. */
  get isSound(): boolean {
    return this.#problems.list.length === 0;
  }

  /** Scalar here as the file writes it: `1.10`, which as a number would be `1.1`. */
  get written(): string | undefined {
    return this.#source.written(this.path);
  }

  add(parts: ProblemParts & Partial<Pick<Problem, 'on' | 'span'>>): void {
    this.#problems.add(this.path, parts);
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
  attempt<T>(parse: () => T, on?: 'key' | 'value'): T | undefined {
    return this.#problems.attempt(this.path, parse, on);
  }
}
