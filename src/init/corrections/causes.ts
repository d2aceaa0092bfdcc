import { findKind } from '../needs/databases.ts';

/** Why a service did not work, by its last words. */
export type Cause =
  | { kind: 'no-docker' | 'taken' | 'tables' | 'package' | 'lock' | 'approval' }
  | { kind: 'variable'; names: string[] }
  /** `database` is null where nothing says what listens there. */
  | { kind: 'refused'; database: string | null; port: number | null; where: string }
  | { kind: 'credentials'; user?: string; name?: string }
  /**
   * `absent`: a package that no registry has; `embedded`: a file that a program of Go takes along; `command`: one that its
   * help names; `option`: one that it does not know; `version`: the words that ask for it.
   */
  | {
      kind: 'absent' | 'program' | 'file' | 'embedded' | 'module' | 'command' | 'option' | 'version';
      name: string;
    };

/** Lines that are read, from the end, and letters of each. */
const MOST_LINES = 300;
const LONGEST_LINE = 500;

/** Sentences of libraries that name the variable in its place, in any case. */
const NAMED = [
  /\bConfig '(\w+)' is missing/,
  /UndefinedValueError: (\w+) not found/,
  /Set the (\w+) environment variable/,
  /required key (\w+) missing value/,
  /key not found: "(\w+)"/,
  /Could not resolve placeholder '([\w.-]+)'/,
  /--[\w-]{1,40} <([A-Z][A-Z_]+)>/,
  /→ at (\w+)$/,
  /\bproperty ([A-Z][A-Z0-9_]+) has failed the following constraints/,
];
/** Sentences of people, in which a name in capitals is one of a variable. */
const CAPITALS = [
  /KeyError: "?['"]?([A-Z]\w+)/,
  /env(?:ironment)?(?: variable)?s?(?: not found| not set| is missing| missing)?:? \W?([A-Z][A-Z0-9_]+)\b/i,
  /\b(?:missing|required?|undefined|invalid|provide|set|needs?|define|specify)(?: \w{1,15}){0,4}:? ["'`$]{0,2}\{?([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/i,
  /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{5,})["'`]?:?(?: environment)?(?: variable)? (?:is |are |was |were |has |must |should |can |cannot |not |to |be ){0,4}(?:a )?(?:required|missing|undefined|mandatory|set|defined|provided|found|configured|empty|blank|specified)\b/i,
];
/** Words in capitals that are no names of variables. */
const NO_VARIABLE =
  /^(?:HTTPS?|ERROR|WARN(?:ING)?|DEBUG|INFO|FATAL|NULL|ECONN\w+|ENO\w+|EACCES|MODULE_NOT_FOUND|ERR_\w+|ERRNO|SQLSTATE|ELIFECYCLE|DATABASE|TABLE|PORT)$/;

const REFUSED =
  /ECONNREFUSED|connection refused|Connect call failed|could not (?:connect|translate host)|can'?t (?:connect|reach)|failed to connect|unable to connect|no such host|\bENOTFOUND\b|EAI_AGAIN|UnknownHost|Connection to \S{1,80} refused|Communications link failure|Error (?:111|-[235]) connecting|name resolution|Name or service not known|PoolTimedOut|ConnectionNotEstablished|connection to server at .{0,80} failed|ServerSelectionTimeout/i;
/** `host:port`, `("127.0.0.1", 5432)` and `"db" (127.0.0.1), port 5432`; not `10:13`, a time, nor `"level":50`, a key. */
const ADDRESS =
  /((?<![\w.-])(?!\d{1,4}[:,]|\d{4}-\d\d-\d\dT)[\w.-]{1,80}|\[?::1\]?)(?:["'\])]{0,2}(?: \([\d.:a-f]{2,40}\))?(?:, port |[',"]{1,2} ?)|:)(\d{2,5})\b/g;
const HOST =
  /(?:lookup(?! address)|resolve address for|ENOTFOUND|EAI_AGAIN|host name|UnknownHostException:?) ["']?([\w.-]+)/i;

const SITE = /https:\/\/([\w.-]{1,80}\.[a-z]{2,10})\//;

/** A place in code, as in a stack of calls. */
const SOURCE = /\.(?:java|kt|scala|[cm]?[jt]s|py|rb|go|rs|php|ex|cs)$/;

const PATTERNS: [RegExp, (match: RegExpExecArray) => Cause | null][] = [
  [
    /docker: (?:not found|command not found)|connect to (?:the )?docker (?:daemon|API)/i,
    () => ({ kind: 'no-docker' }),
  ],
  [/EADDRINUSE|address already in use|already listens on/i, () => ({ kind: 'taken' })],
  [
    /password authentication failed for user "?([\w-]+)|Access denied for user '?([\w-]+)|role "([\w-]+)" does not exist/i,
    ([, ...users]) => ({ kind: 'credentials', user: users.find(Boolean) }),
  ],
  [
    /database "([\w-]+)" does not exist|Unknown database '([\w-]+)'|[Dd]atabase `([\w-]+)` does not exist/,
    ([, ...names]) => ({ kind: 'credentials', name: names.find(Boolean) }),
  ],
  [
    /relation "?[\w.]+"? does not exist|no such table|Table '[^']{1,80}' doesn't exist|table `[^`]{1,80}` does not exist|UndefinedTable|Undefined ?table|schema is not up to date/i,
    () => ({ kind: 'tables' }),
  ],
  [
    /No module named ['"]?([\w.]+)|Cannot find (?:module|package) ['"]([^'"]{1,200})|ClassNotFoundException: ([\w.]+)|cannot load such file -- ([\w./-]+)/,
    ([, ...names]) => ({ kind: 'module', name: names.find(Boolean)! }),
  ],
  [
    /exec: "([\w./-]+)": executable file not found|spawn ([\w./-]+) ENOENT|no such command: `?([\w-]+)|(?:^|[: ])([\w./-]+): (?:command )?not found$|env: [‘'"]?([\w.-]+)[’'"]?: No such file|linker `([\w.-]+)` not found/i,
    ([, ...names]) => {
      const name = names.find(Boolean)!;
      if (!/[a-z]/.test(name)) return null;
      return /\.\w{1,5}$|^\.env/.test(name) ? { kind: 'file', name } : { kind: 'program', name };
    },
  ],
  [
    /^((?:[\w.-]+\/){0,8})[\w.-]+\.go:\d+:\d+: pattern (?:all:)?([\w./-]*)\S{0,80}: no matching files/,
    ([, folder, place]) => {
      const path = `${folder}${place}`.replace(/\/$/, '');
      return { kind: 'embedded', name: /\.\w{1,5}$/.test(path) ? path : `${path}/index.html` };
    },
  ],
  [/open ([\w-]+\/[\w./-]+): file does not exist/, ([, name]) => ({ kind: 'embedded', name: name! })],
  [/cannot find -l[\w.+-]+/, () => ({ kind: 'package' })],
  [
    /ENOENT[^'"`]{0,60}['"`]([\w./~-][^'"`]{0,199})|No such file or directory: ['"]([^'"]{1,200})|open ([\w./-]+): no such file|((?<![\w./-])[\w./-]{1,200}): No such file|Unable to access jarfile (\S+)|pattern (\S+): no matching files|can't open file '([^']{1,200})/i,
    ([, ...names]) => ({ kind: 'file', name: names.find(Boolean)! }),
  ],
  [
    /(?:loading|load|read) (?:the )?[`'"]?(\.env[\w.-]*)|Config File "([\w.-]{1,80})" Not Found/i,
    ([, ...names]) => ({ kind: 'file', name: names.find(Boolean)! }),
  ],
  [
    /\b(?:fail(?:ed)?|cannot|can't|could not|couldn't|unable|error) (?:to )?(?:load|read|find|open|pars)(?:ing|e)? (?:the )?config(?:uration)?\b/i,
    () => ({ kind: 'file', name: '' }),
  ],
  [
    /(?:flag provided but not defined|unknown (?:flag|option)|unexpected argument|unrecognized arguments?|no such option):? ['"`]?-{1,2}([\w-]+)/i,
    ([, name]) => ({ kind: 'option', name: name! }),
  ],
  [
    /^\s{2,8}(serve|server|start|web|api|http|daemon|run)(?:, \w+)?\s{2,}\S/,
    ([, name]) => ({ kind: 'command', name: name! }),
  ],
  [
    /lock ?file.{0,80}(?:sync|out ?dated|out of date|not up to date|needs? to be updated|would have been modified)|are in sync\b|because --locked|ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_LOCKFILE_CONFIG_MISMATCH/i,
    () => ({ kind: 'lock' }),
  ],
  [
    /(?:Could not find artifact|artifacts could not be resolved:) ([\w.:-]+)|404 Not Found - GET (\S+)|No matching version found for (\S+)/,
    ([, ...names]) => ({ kind: 'absent', name: names.find(Boolean)! }),
  ],
  [/ERR_PNPM_IGNORED_BUILDS|approve-builds/, () => ({ kind: 'approval' })],
  [
    /Could not build wheels|Failed to build|metadata-generation-failed|node-gyp|linker .{0,40}failed/i,
    () => ({ kind: 'package' }),
  ],
  [
    /Requires-Python|requires (?:a different )?(?:node|python|java|ruby|go)\b|engine "node" is incompatible|invalid target release|Unsupported class file|Unsupported engine|requires go >=|is not installed \(set by|toolchain \S{1,80} is not installed|^node: bad option|release version \d+ not supported|Your Ruby version is|locked bundler version|Cannot find a Java installation|more recent version of the Java Runtime|requires at least JVM|requires rustc|does not support targeting|compatible \.NET SDK was not found|may not be used on the stable release/i,
    ({ input }) => ({ kind: 'version', name: input.trim().slice(0, 160) }),
  ],
];

/** Reads why a service ended, or did not get ready, from its last lines; null when they do not say. */
export function diagnose(log: string): Cause | null {
  const lines = log.split('\n').slice(-MOST_LINES);
  const names = listVariables(lines);
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index]!.slice(0, LONGEST_LINE);
    // What npm and rustc add says less than the line that they add it to.
    if (/^npm warn|^\s{0,9}= note:(?!.*\bld: )/i.test(line)) continue;
    // What writes FATAL has answered.
    if (REFUSED.test(line) && !/\blisten tcp\b|FATAL: |[Dd]ocker (?:daemon|API)/.test(line))
      return readRefusal(line, lines.slice(Math.max(0, index - 8), index + 8));
    for (const [pattern, describe] of PATTERNS) {
      const match = pattern.exec(line);
      const cause = match && describe(match);
      if (cause) return cause;
    }
    if (names.has(index)) return { kind: 'variable', names: [...new Set(names.values())].slice(0, 12) };
  }
  return null;
}

function readRefusal(line: string, around: readonly string[]): Cause {
  const read = (text: string) => [...text.matchAll(ADDRESS)].find(([, host]) => !SOURCE.test(host!)) ?? null;
  const words = around.join('\n');
  // A tool that fetches the version that it lacks.
  const version = /\bcpython-(\d+\.\d+)/.exec(words)?.[1];
  if (version !== undefined) return { kind: 'version', name: `Python ${version}` };
  const named = HOST.exec(line)?.[1];
  // A stack of calls names places in code.
  const spoken = around.filter((each) => !/^\s+at /.test(each));
  // What Go looks a name up on is not what it wants.
  const [, host, digits] =
    read(line.replace(/\blookup (\S+) on \S+/, 'lookup $1')) ??
    (named === undefined ? spoken.map(read).find(Boolean) : null) ??
    [];
  const name = host ?? named ?? SITE.exec(words)?.[1];
  const port = digits === undefined ? null : Number(digits);
  // A server elsewhere is none that could be started here.
  const kind = /\.[a-z]{2,}$/i.test(name ?? '')
    ? null
    : (findKind({ port, words: line, host: name }) ?? findKind({ port: null, words }));
  return { kind: 'refused', database: kind, port, where: [name, port].filter(Boolean).join(':') };
}

/** Names of variables that lines ask for, by the number of the line. */
function listVariables(lines: readonly string[]): Map<number, string> {
  const found = new Map<number, string>();
  const add = (index: number, name: string | undefined) => {
    const tidy = name?.replace(/[.-]/g, '_').toUpperCase();
    if (tidy !== undefined && /^[A-Z]\w{1,60}$/.test(tidy) && !NO_VARIABLE.test(tidy)) found.set(index, tidy);
  };
  let listed = 0;
  lines.forEach((whole, index) => {
    const line = whole.slice(0, LONGEST_LINE);
    for (const pattern of NAMED) add(index, pattern.exec(line)?.[1]);
    const loud = CAPITALS.map((pattern) => pattern.exec(line)?.[1]);
    add(
      index,
      loud.find((name) => name !== undefined && !/[a-z]/.test(name)),
    );
    // pydantic and zod write the name on the line before, envalid below a heading.
    if (/^\s+field required\b/i.test(line)) add(index, /^([\w.]+?)\s*$/.exec(lines[index - 1] ?? '')?.[1]);
    if (/"path": \[\s*$/.test(line)) add(index, /^\s*"(\w+)"/.exec(lines[index + 1] ?? '')?.[1]);
    if (/(?:missing|invalid|required) .{0,20}(?:variables|configuration|config|env)\b/i.test(line))
      listed = 15;
    else if (listed-- > 0) add(index, /^\s{1,8}(?:[-*•] )?([A-Z][A-Z0-9_]+)\b/.exec(line)?.[1]);
  });
  return found;
}
