import type { Finding } from './finding.ts';
import proposal from './proposal.yml';
import { fill, scalar } from './template.ts';

/**
 * A finding as the text of a `tailgate.yml`. Guesses are marked, and the file can be read all the same.
 * Any service that works meets its SLO, and a runner of two cores sends that load with ease.
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
    // In a comment nothing may end the line.
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

/** `/api/search?q=x` is `search`. */
function nameScenario(path: string): string {
  const parts = path.replace(/[?#].*$/s, '').split('/');
  const name = (parts.filter(Boolean).at(-1) ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 40);
  return name || 'home';
}
