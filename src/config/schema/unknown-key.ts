import type { Path, ProblemParts } from '../diagnostics/problem.ts';
import { joinNames, joinWords, quote } from '../diagnostics/quotation.ts';
import { nearest } from '../diagnostics/suggestion.ts';
import { keysAt } from './schema-path.ts';

/** Keys of the design that later versions bring, by the kind of place they stand in. */
const LATER: Record<string, readonly string[]> = {
  '': ['variants'],
  scenario: ['capacity'],
};

/** What other tools call it, and what newcomers try. The first that is known at the place is proposed. */
const SYNONYMS: Record<string, string> = {
  suite: 'name',
  start: 'command cmd run entrypoint',
  env: 'environment envs',
  needs: 'depends_on dependsOn depends',
  ready: 'healthcheck health wait',
  prepare: 'setup before',
  cleanup: 'teardown after',
  build: 'install',
  url: 'address baseUrl base_url',
  request: 'endpoint http',
  load: 'rate rps users vus',
  slo: 'threshold thresholds objective objectives sla',
  script: 'file',
  exec: 'function',
  scenarios: 'tests benchmarks endpoints',
  budget: 'duration time',
  body: 'data payload',
  headers: 'header',
  path: 'uri url',
  expect: 'status',
  status: 'code',
  tolerance: 'threshold noise',
  confidence: 'significance',
  from: 'compare',
  reuse: 'cache',
  scope: 'lifetime',
  when: 'paths on if',
  changed: 'paths files',
};

/** Mistakes that need more than another name. */
const ADVICE: [RegExp, string][] = [
  [
    /^service\.ports?$/,
    'Tailgate picks a free port: the command finds it in `$PORT`, and `url` takes it as `${PORT}`.',
  ],
  [/^service\.image$/, 'A container is a command: `start: docker run --rm -p $PORT:80 IMAGE`.'],
  [/^service\.(workdir|cwd)$/, 'Commands run in the folder of this file: `start: cd api && node server.js`.'],
  [/^scenario\.duration$/, 'A length belongs to the load: `load: 1000 req/s for 30s`; or set its `budget`.'],
  [/^scenario\.status$/, 'Write `request:` in its long form, with `expect:` and `status:` under it.'],
  [/^when\.paths-ignore$/, "`!` takes out: `changed: ['**', '!docs/**']`."],
  [
    /^baseline\.alpha$/,
    'The chance of a false alarm is what `confidence` leaves: `confidence: 99%` is an alpha of 1%.',
  ],
];

const SECTIONS: [label: string, path: Path][] = [
  ['the top level', []],
  ['a service', ['service']],
  ['a scenario', ['scenarios', 'x']],
  ['`request`', ['scenarios', 'x', 'request']],
  ['`ready`', ['service', 'ready']],
  ['`expect`', ['scenarios', 'x', 'request', 'expect']],
  ['`when`', ['when']],
  ['`measure`', ['measure']],
  ['`baseline`', ['baseline']],
  ['`k6`', ['k6']],
];

/**
 * Explains a key that the schema does not know.
 *
 * @param path of the map that holds the key
 * @returns the problem, and the key that was probably meant
 */
export function explainUnknownKey(path: Path, key: string): { parts: ProblemParts; meant?: string } {
  const section = sectionOf(path);
  if (LATER[section]?.includes(key)) {
    return {
      parts: {
        what: `${quote(key)} is not known to this version of Tailgate yet.`,
        expected: 'leave it out for now',
      },
      meant: key === 'capacity' ? 'load' : undefined,
    };
  }
  const known = keysAt(path);
  const what = `${quote(key)} is not a key of ${labelOf(path)}.`;
  const advice = ADVICE.find(([pattern]) => pattern.test(`${section}.${key}`))?.[1];
  if (advice) return { parts: { what, hint: advice } };
  const synonym = Object.keys(SYNONYMS).find(
    (meant) => known.includes(meant) && SYNONYMS[meant]!.split(' ').includes(key),
  );
  const homes = SECTIONS.filter(([, home]) => keysAt(home).includes(key)).map(([label]) => label);
  if (homes.length > 0 && !synonym) {
    return {
      parts: {
        what,
        expected: `belongs to ${joinNames(homes)}`,
        hint: 'Is it indented as far as its neighbours?',
      },
    };
  }
  const near = synonym ?? nearest(key, known);
  if (near) return { parts: { what, expected: `did you mean \`${near}\`?` }, meant: near };
  return { parts: { what, expected: `expected ${joinWords(known)}` } };
}

function sectionOf(path: Path): string {
  const [first] = path;
  if (path.length === 0) return '';
  if ((first === 'service' && path.length === 1) || (first === 'services' && path.length === 2))
    return 'service';
  if (first === 'scenarios' && path.length === 2) return 'scenario';
  return path.join('.');
}

function labelOf(path: Path): string {
  const section = sectionOf(path);
  if (section === '') return 'the top level';
  if (section === 'service' || section === 'scenario') return `a ${section}`;
  return `\`${path.at(-1)}\``;
}
