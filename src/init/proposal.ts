import { stringify } from 'yaml';
import type { Finding } from './finding.ts';

/** A finding as the text of a `tailgate.yml`; what is guessed is marked, and the file can be read all the same. */
export function proposeConfig(finding: Finding, suite: string | null): string {
  const { from, title, build, start, stop, health, path, port, beside } = finding;
  const guessed = [start.why, path.why, port.kind === 'given' ? port.why : undefined].some(Boolean);
  return [
    '# The tail-latency gate: `tailgate plan` shows what a run would do, `tailgate run` does it.',
    from === null
      ? '# Proposed by `tailgate init`, which found nothing to start here.'
      : `# Proposed by \`tailgate init\` from ${from} (${title}).`,
    ...(guessed ? ['# Lines after GUESS are guesses: please look at them.'] : []),
    ...(suite === null ? [] : [`suite: ${scalar(suite)}`]),
    'service:',
    ...(build === undefined
      ? []
      : [
          '  # Once for each revision, in a fresh checkout: what git ignores is not there.',
          `  build: ${scalar(build)}`,
        ]),
    ...mark(start.why, '  '),
    `  start: ${scalar(start.text)}`,
    ...describePort(finding),
    ...(health === undefined ? [] : ['  ready:', `    path: ${scalar(health)}`]),
    ...(stop === undefined ? [] : [`  stop: ${scalar(stop)}`]),
    ...describeBeside(beside),
    'scenarios:',
    `  ${nameScenario(path.text)}:`,
    ...mark(path.why, '    '),
    `    request: ${scalar(`GET ${path.text}`)}`,
    '    # Modest on purpose: `tailgate run` tells what the service really does; then tighten it.',
    `    slo: ${SLO}`,
    'measure:',
    '  # Time under load for each scenario. More of it sees smaller changes.',
    '  budget: 1m',
    '',
  ].join('\n');
}

/** Any service that works meets it, and a runner of two cores sends so much with ease. */
const SLO = 'p99 < 250ms at 50 req/s';

function mark(why: string | undefined, indent: string): string[] {
  return why === undefined ? [] : [`${indent}# GUESS: ${why}`];
}

function describePort({ port }: Finding): string[] {
  if (port.kind === 'given') return [...mark(port.why, '  '), '  url: http://127.0.0.1:${PORT}'];
  return [
    `  # Its port is fixed in ${comment(port.where)}, so base and head take turns. A service that listens on $PORT is`,
    '  # measured in half the time: `url: http://127.0.0.1:${PORT}`.',
    `  url: http://127.0.0.1:${port.port}`,
  ];
}

function describeBeside(beside: readonly string[]): string[] {
  if (beside.length === 0) return [];
  return [
    `# The compose file also names ${beside.slice(0, 8).join(', ')}. What the service needs of them goes under \`services\``,
    '# (started by Tailgate, with `needs`) or `external` (started by the workflow).',
  ];
}

/** `/api/search?q=x` is `search`. */
function nameScenario(path: string): string {
  const last =
    path
      .replace(/[?#].*$/s, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? '';
  const name = last
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 40);
  return name === '' ? 'home' : name;
}

/** A value on one line, in the lightest quotes that keep it what it is. */
export function scalar(text: string): string {
  const plain = stringify(text, { lineWidth: 0, blockQuote: false }).trimEnd();
  return plain.includes('\n') ? JSON.stringify(text) : plain;
}

/** In a comment nothing may end the line. */
function comment(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, '?');
}
