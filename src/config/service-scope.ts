import type { Service } from './config.ts';
import type { Problems } from './diagnostics/problem.ts';
import type { DeclaredService } from './services.ts';

/**
 * A service of the whole run is there before any instance and outlives them all: it cannot be the target, which is
 * what differs between revisions, and cannot need what each instance starts for itself.
 */
export function checkScopes(
  services: readonly Service[],
  declared: readonly DeclaredService[],
  target: string | undefined,
  problems: Problems,
): void {
  for (const { name, path, input } of declared) {
    if (services.find((service) => service.name === name)?.scope !== 'run') continue;
    if (name === target) {
      problems.reject(
        [...path, 'scope'],
        'The target cannot be shared: each revision has to be started by itself.',
        'expected `instance`',
      );
      continue;
    }
    for (const [index, need] of (input?.needs ?? []).entries()) {
      const needed = declared.find((service) => service.name === need);
      // What runs already is there for the whole run; of a broken service nobody knows.
      if (!needed?.input?.start || needed.input.scope === 'run') continue;
      if (problems.isBroken([...needed.path, 'scope'])) continue;
      problems.add([...path, 'needs', index], {
        what: `\`${name}\` runs before any instance of \`${need}\` is started, and outlives it.`,
        expected: need === target ? 'leave it out' : `add \`scope: run\` to \`${need}\``,
        hint: need === target ? 'The target has an instance for each revision.' : undefined,
      });
    }
  }
}
