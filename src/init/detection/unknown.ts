import type { Files } from '../files/files.ts';
import type { ServiceFinding } from '../needs/finding.ts';

/** Build files of other languages. They are named, so that nobody thinks that nothing was seen. */
const UNKNOWN: [RegExp, string][] = [
  [/^build\.sbt$/, 'Scala'],
  [/^(?:project\.clj|deps\.edn)$/, 'Clojure'],
  [/^Package\.swift$/, 'Swift'],
  [/\.cabal$|^stack\.yaml$/, 'Haskell'],
  [/^rebar\.config$/, 'Erlang'],
  [/^gleam\.toml$/, 'Gleam'],
  [/^shard\.yml$/, 'Crystal'],
  [/\.nimble$/, 'Nim'],
  [/^pubspec\.yaml$/, 'Dart'],
  [/^dune-project$/, 'OCaml'],
  [/^(?:CMakeLists\.txt|meson\.build)$/, 'C or C++'],
  [/^build\.zig$/, 'Zig'],
  [/^(?:cpanfile|Makefile\.PL)$/, 'Perl'],
  [/^BUILD(?:\.bazel)?$/, 'Bazel'],
  [/^Makefile$/, 'Make'],
];

/** A language that was seen, with the line that is left to write; null without any. */
export function findUnknown(files: Files): ServiceFinding | null {
  for (const [pattern, language] of UNKNOWN) {
    const from = files.list.find((path) => pattern.test(path));
    if (from === undefined) continue;
    return {
      title: `${language}, seen and not known`,
      sure: 0,
      from,
      build: { text: 'make', why: `${language} is not known here: write the command that builds it.` },
      start: {
        text: './service --port $PORT',
        why: `${language} is not known here: write the command that starts it, in front, on $PORT.`,
      },
      port: { kind: 'given' },
      path: { text: '/', why: 'which request matters to your users?' },
    };
  }
  return null;
}
