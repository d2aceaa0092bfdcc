import type { Service } from './config.ts';
import type { Path, Problems } from './diagnostics/problem.ts';

/**
 * Puts services in the order in which they can start: each after those it needs, otherwise as in the file.
 * A circle of needs becomes one problem that names it.
 */
export function sortByNeeds(
  services: Service[],
  pathOf: (name: string) => Path,
  problems: Problems,
): Service[] {
  const waiting = [...services];
  const started = new Set<string>();
  const ordered: Service[] = [];
  while (waiting.length > 0) {
    const index = waiting.findIndex(({ needs }) => needs.every((need) => started.has(need)));
    if (index < 0) {
      const circle = findCircle(waiting);
      const [first = ''] = circle;
      problems.rejectKey(
        [...pathOf(first), 'needs'],
        `These services need each other: ${[...circle, first].join(' → ')}.`,
        'none of them could start first',
      );
      return services;
    }
    const [service] = waiting.splice(index, 1);
    started.add(service!.name);
    ordered.push(service!);
  }
  return ordered;
}

/** Every service that waits needs another that waits, so following needs must come round. */
function findCircle(waiting: Service[]): string[] {
  const byName = new Map(waiting.map((service) => [service.name, service]));
  const trail: string[] = [];
  let next = waiting[0]?.name ?? '';
  while (!trail.includes(next)) {
    trail.push(next);
    next = byName.get(next)?.needs.find((need) => byName.has(need)) ?? next;
  }
  return trail.slice(trail.indexOf(next));
}
