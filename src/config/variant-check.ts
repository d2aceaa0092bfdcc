import type { Config, Request } from './config.ts';
import type { DeclaredService } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import { quote } from './diagnostics/quotation.ts';
import { checkHosts } from './hosts.ts';
import { findReferences } from './interpolation.ts';
import { findUrlFault } from './language/request-line.ts';
import { sortByNeeds } from './needs.ts';
import type { UserConfig } from './schema/schema.ts';
import { listVariants } from './variants.ts';

/**
 * Checks what only a whole variant shows: services that need each other, and requests with their parameters filled in.
 * Problems of the first variant that has some are enough.
 */
export function checkVariants(
  root: Place,
  config: Config,
  declared: readonly DeclaredService[],
  input: UserConfig,
): void {
  for (const variant of listVariants(config)) {
    sortByNeeds(variant.services, declared);
    for (const { name, work } of variant.scenarios) {
      if (work.kind === 'script') continue;
      const request = root.below('scenarios', name, 'request');
      const place = typeof input.scenarios?.[name]?.request === 'object' ? request.below('path') : request;
      const what = findFault(work.request, variant, declared);
      if (what) place.reject(`In the variant \`${variant.variant?.name}\` ${what}`);
    }
    const target = declared.find(({ name }) => name === variant.target);
    checkHosts(root, { declared, target, scenarios: variant.scenarios, input, allow: config.allow });
    if (root.problems.length > 0) return;
  }
}

/** Says what is wrong with a request of a variant; undefined if nothing is. */
function findFault(
  { url, body, headers }: Request,
  { services }: Config,
  declared: readonly DeclaredService[],
): string | undefined {
  const fault = findUrlFault(url);
  if (fault) return `the path is ${quote(url)}. ${fault.what}`;
  if (/\s/.test(url.replace(/\$\{[^{}]*\}/g, ''))) return `the path is ${quote(url)}. A path has no blanks.`;
  for (const { name } of [url, body ?? '', ...Object.values(headers)].flatMap(findReferences)) {
    const owner = name.endsWith('.PORT') ? name.slice(0, -'.PORT'.length) : undefined;
    if (owner === undefined || services.some((service) => service.name === owner)) continue;
    if (declared.some((service) => service.name === owner))
      return `\`\${${name}}\` has no value: its target does not need \`${owner}\`, so that is not started.`;
  }
  return undefined;
}
