import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Config, Scenario } from '../config/config.ts';
import { quote } from '../config/diagnostics/words.ts';
import { findReferences } from '../config/interpolation.ts';
import { listRequests, listTemplates } from '../config/request.ts';
import { listVariants } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import { AIM, listWorkFiles } from '../records/work-files.ts';
import type { Checkout, NoBase } from '../revision/checkout.ts';
import { readRelayed } from '../services/relay.ts';

/** Modules of k6 that speak what a relay does not understand, or that go their own way. */
const BESIDE_HTTP =
  /['"](k6\/(?:net\/\w+|ws|websockets|browser|experimental\/(?:websockets|redis|browser)|x\/[^'"]+))['"]/;

/**
 * Checks that both arms can be started from one revision, and that all load can go through a relay.
 *
 * @throws UserError for a configuration that cannot be tried
 */
export function assertFit(config: Config, checkout: Checkout | NoBase): void {
  const refuse = (what: string, hint: string) => {
    throw new UserError({ what, where: config.path, hint });
  };
  if ('kind' in checkout || checkout.head === null)
    refuse(
      `\`tailgate prove\` lays one revision out twice, from git: ${'kind' in checkout ? checkout.message : 'nothing is committed yet.'}`,
      'Run it in a repository with a commit.',
    );
  if (config.deployments !== undefined)
    refuse(
      '`tailgate prove` starts both arms itself, and `base.url` names deployments that run already.',
      'Try it with a configuration that has a `start`.',
    );
  for (const variant of listVariants(config)) {
    const target = variant.services.find(({ name }) => name === variant.target)!;
    if (target.start === undefined)
      refuse(
        `${quote(target.name)} runs already, so there are no two of it to compare.`,
        'Give it a `start`.',
      );
    if (readRelayed(target) === null)
      refuse(
        `The relay of \`tailgate prove\` cannot stand before ${quote(target.name)}: its \`url\` is not plain HTTP at an address.`,
        'It takes `http://127.0.0.1:${PORT}`; TLS it cannot read.',
      );
    for (const scenario of variant.scenarios) {
      const reason = findDetour(scenario, config);
      if (reason !== null)
        refuse(
          `The load of ${quote(scenario.name)} would go past the relay of \`tailgate prove\`: ${reason}.`,
          'Leave it out with `--only`.',
        );
    }
  }
}

/** Tells why the load of a scenario would not go through a relay; null where it would. */
function findDetour({ work }: Scenario, { directory }: Config): string | null {
  if (work.kind === 'request') {
    const other = listTemplates(work)
      .flatMap(findReferences)
      .find(({ name }) => name.startsWith('PORT_'));
    if (other !== undefined) return `\`\${${other.name}}\` is a port that the relay does not have`;
    const urls = listRequests(work).map(({ request }) => request.url);
    const fixed = urls.find((url) => !/^\/|^http:\/\/[^/?#]*\$\{PORT\}/.test(url));
    return fixed === undefined ? null : `${quote(fixed)} is an address of its own`;
  }
  const files = listWorkFiles(work).map((path) => ({
    path: relative(directory, path),
    text: readFileSync(path, 'utf8'),
  }));
  for (const { path, text } of files) {
    const module = BESIDE_HTTP.exec(text)?.[1];
    if (module !== undefined) return `${path} imports ${quote(module)}, and the relay knows HTTP only`;
  }
  if (files.some(({ text }) => AIM.test(text))) return null;
  return `${files[0]!.path} does not use \`__ENV.TARGET_URL\``;
}
