import type { Path, Problem, ProblemParts, Problems } from './problem.ts';
import type { YamlSource } from './source.ts';

/** A place of the file: a key with its value, or an item. Whoever reads it tells here what is wrong with it. */
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

  /** Whether something is meant to be here that cannot be relied on. */
  get isBroken(): boolean {
    return this.#problems.isBroken(this.path);
  }

  /** The scalar here as the file has it: `1.10`, which as a number would be `1.1`. */
  get written(): string | undefined {
    return this.#source.written(this.path);
  }

  add(parts: ProblemParts & Partial<Pick<Problem, 'on' | 'span'>>): void {
    this.#problems.add(this.path, parts);
  }

  /** Tells what is wrong with the value, and what could stand there. */
  reject(what: string, expected?: string): void {
    this.add({ what, expected });
  }

  /** Tells what is wrong with the key. */
  rejectKey(what: string, expected?: string): void {
    this.add({ on: 'key', what, expected });
  }

  /** Parses a text of this place; a mistake in it becomes a problem, and undefined is returned. */
  attempt<T>(parse: () => T, on?: 'key' | 'value'): T | undefined {
    return this.#problems.attempt(this.path, parse, on);
  }
}
