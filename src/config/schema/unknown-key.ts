import type { Path, ProblemParts } from '../diagnostics/problem.ts';
import { joinNames, joinWords, nearest, propose, quote } from '../diagnostics/words.ts';
import { keysAt, listMaps } from './schema-path.ts';

/** Keys, each with words of other tools and of newcomers. The first key known at the place is proposed. */
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
  tls: 'https ssl certificate',
  insecure: 'insecureSkipTLSVerify skipVerify',
  request: 'endpoint http',
  load: 'rate rps users vus',
  slo: 'threshold thresholds objective objectives sla',
  script: 'file',
  exec: 'function',
  capacity: 'max_rate saturation',
  scenarios: 'tests benchmarks endpoints',
  budget: 'duration time',
  body: 'payload',
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

const LOADS =
  '`load` in a scenario is one of `1000 req/s`, `20 users` and `10000 requests by 2 users`, or a list of them';

/** Advice on mistakes that need more than another name. The first pattern that matches counts. */
const ADVICE: [RegExp, string][] = [
  [
    /^(scenario)?\.ensure$/,
    "Artillery's `ensure` is the `slo` of a scenario: `slo: p99 < 30ms at 100 req/s`.",
  ],
  [/^\.thresholds$/, 'Each scenario has limits of its own: `slo: p99 < 30ms at 1000 req/s`.'],
  [
    /^(scenario)?\.(stages|phases|rampTo|config|options)$/,
    `There are no ramps: each load is measured by itself, so that a figure belongs to one load. ${LOADS}: \`load: [50 req/s, 100 req/s]\`.`,
  ],
  [
    /^(scenario)?\.executor$/,
    '`constant-arrival-rate` is `load: 1000 req/s`, `constant-vus` is `load: 20 users`, `shared-iterations` is `load: 10000 requests by 2 users`.',
  ],
  [
    /^(scenario)?\.(arrivalRate|arrivalCount|preAllocatedVUs|maxVUs|timeUnit|iterations)$|^\.(vus|users|rate)$/,
    `${LOADS}.`,
  ],
  [
    /^service\.port$/,
    'Tailgate picks a free port: the command finds it in `$PORT`, and `url` takes it as `${PORT}`.',
  ],
  [/^service\.(workdir|cwd)$/, 'Commands run in the folder of this file: `start: cd api && node server.js`.'],
  [/^scenario\.duration$/, 'A length belongs to the load: `load: 1000 req/s for 30s`; or set its `budget`.'],
  [/^scenario\.status$/, 'Write `request:` in its long form, with `expect:` and `status:` under it.'],
  [
    /^variants\..*\.services\.[^.]+\.(build|reuse)$/,
    'What a revision is built from is the same in all variants: give it an environment or another `start`.',
  ],
  [/^when\.paths-ignore$/, "`!` takes out: `changed: ['**', '!docs/**']`."],
  [
    /^baseline\.alpha$/,
    'The chance of a false alarm is what `confidence` leaves: `confidence: 99%` is an alpha of 1%.',
  ],
];

/** Keys of a place that fit beside a caret. */
const FEW = 5;

/** Keys of all maps, to tell where else a key belongs. */
const HOMES = new Map(listMaps().map((path) => [labelOf(path), keysAt(path)]));

/**
 * Explains a key that the schema does not know.
 *
 * @param path of the map that holds the key
 * @returns the problem, and the key that was probably meant
 */
export function explainUnknownKey(path: Path, key: string): { parts: ProblemParts; meant?: string } {
  const section = sectionOf(path);
  // Whoever forgets the axis writes what a value changes in place of its values.
  if (path[0] === 'variants' && path.length === 3 && ['env', 'services', 'with'].includes(String(path[2]))) {
    const [, axis, value] = path;
    return {
      parts: {
        what: `\`${axis}\` is taken for an axis, and \`${value}\` for one of its values.`,
        hint: `Give the axis a name:\nvariants:\n  storage:\n    ${axis}: { ${value}: … }`,
      },
    };
  }
  const known = keysAt(path);
  const what = `${quote(key)} is not a key of ${labelOf(path)}.`;
  const advice = ADVICE.find(([pattern]) => pattern.test(`${section}.${key}`))?.[1];
  if (advice) return { parts: { what, hint: advice } };
  const synonym = Object.keys(SYNONYMS).find(
    (meant) => known.includes(meant) && SYNONYMS[meant]!.split(' ').includes(key),
  );
  const homes = [...HOMES].filter(([, keys]) => keys.includes(key)).map(([label]) => label);
  if (homes.length > 0 && !synonym) {
    const belongs = `belongs to ${joinNames(homes)}`;
    const hint = 'Is it indented as far as its neighbours?';
    // What could stand here helps more, where it is little.
    if (known.length > 0 && known.length <= FEW)
      return {
        parts: { what, expected: `expected ${joinWords(known)}`, hint: `${quote(key)} ${belongs}. ${hint}` },
      };
    return { parts: { what, expected: belongs, hint } };
  }
  const near = synonym ?? nearest(key, known);
  return { parts: { what, expected: propose(near, `expected ${joinWords(known)}`) }, meant: near };
}

/** Names the kind of map at a path. */
function sectionOf(path: Path): string {
  const [first] = path;
  if ((first === 'service' && path.length === 1) || (first === 'services' && path.length === 2))
    return 'service';
  return first === 'scenarios' && path.length === 2 ? 'scenario' : path.join('.');
}

function labelOf(path: Path): string {
  const section = sectionOf(path);
  if (section === '') return 'the top level';
  if (typeof path.at(-1) === 'number') return `an item of \`${path.at(-2)}\``;
  return section === 'service' || section === 'scenario' ? `a ${section}` : `\`${path.at(-1)}\``;
}
