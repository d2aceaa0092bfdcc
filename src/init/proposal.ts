import type { Finding } from './finding.ts';
import proposal from './proposal.yml';
import { fill, scalar } from './template.ts';

/**
 * Writes a finding as the text of a `tailgate.yml`. Guesses are marked, and the file is valid all the same.
 * Its SLO is met by any service that works. A runner of two cores can send its load with ease.
 */
export function proposeConfig(finding: Finding, suite: string | null): string {
  const { from, title, build, start, stop, health, path, port, beside } = finding;
  const portGuess = port.kind === 'given' ? port.why : undefined;
  return fill(proposal, {
    from,
    title,
    guessed: [start.why, path.why, portGuess].some(Boolean),
    suite: suite && scalar(suite),
    build: build && scalar(build),
    startGuess: start.why,
    start: scalar(start.text),
    portGuess,
    // The path stands in a comment, so nothing in it may end the line.
    fixedIn: port.kind === 'fixed' && port.where.replace(/[\p{Cc}\u2028\u2029]/gu, '?'),
    port: port.kind === 'fixed' ? String(port.port) : '${PORT}',
    health: health && scalar(health),
    stop: stop && scalar(stop),
    beside: beside.slice(0, 8).join(', ') || null,
    scenario: nameScenario(path.text),
    pathGuess: path.why,
    request: scalar(`GET ${path.text}`),
  });
}

/** The last part of a path: `/api/search?q=x` becomes `search`. */
function nameScenario(path: string): string {
  const parts = path.replace(/[?#].*$/s, '').split('/');
  const name = (parts.filter(Boolean).at(-1) ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 40);
  return name || 'home';
}
