import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { chooseDeployments } from '../config/deployments.ts';
import { findReferences, listOwnPorts, listPorts } from '../config/interpolation.ts';
import { CONFIG_NAMES, readConfig } from '../config/read.ts';
import { listTemplates } from '../config/request.ts';
import { isSelected, parseSelector } from '../config/selection.ts';
import { pairVariants } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import { findLoosened } from '../verdict/loosened.ts';
import type { LoosenedGate } from '../verdict/verdict.ts';
import { readGate } from './load-files.ts';
import type { GateRequest } from './request.ts';

/** Gate of the base revision: its configuration, null where it cannot be used, and what the head makes of it. */
export type BaseGate = { config: Config | null; loosened: LoosenedGate[] };

/**
 * Reads the base's own configuration, and compares the head's with it.
 *
 * @param own configuration of the head, in the head's tree
 * @param directory of the base's tree that matches that of the configuration
 */
export function readBaseGate(own: Config, directory: string, request: GateRequest): BaseGate {
  const { only, base } = request;
  const config = readBaseConfig(own, directory, request);
  if (config instanceof UserError) {
    const borrows = own.baseline.kind === 'paired' && own.deployments === undefined;
    const name = basename(own.path);
    const adds = existsSync(join(directory, findName(name, directory))) ? {} : { adds: name };
    return { config: null, loosened: [{ kind: 'unread', reason: config.message, borrows, ...adds }] };
  }
  const baseline = base.from ? { ...config.baseline, kind: base.from } : config.baseline;
  // Nothing is known of the other scenarios.
  const named = only.map(parseSelector);
  const scenarios = config.scenarios.filter(({ name }) => only.length === 0 || isSelected(named, name));
  return {
    config,
    loosened: findLoosened(readGate({ ...config, baseline, scenarios }), readGate(own.whole ?? own)),
  };
}

function readBaseConfig({ path }: Config, directory: string, request: GateRequest): Config | UserError {
  try {
    const config = readConfig(join(directory, findName(basename(path), directory)), directory);
    return chooseDeployments(config, request.deployments);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/** Finds the name of the base's configuration, which the head may have renamed: `tailgate.yml` and `tailgate.yaml`. */
function findName(name: string, directory: string): string {
  const names: readonly string[] = CONFIG_NAMES;
  const isThere = (one: string) => existsSync(join(directory, one));
  return isThere(name) || !names.includes(name) ? name : (names.find(isThere) ?? name);
}
/** What the base builds, and each variant of the head beside that of the base; null where the base has none. */
export type Lent = {
  config: Config;
  variants: { head: Config; base: Config | null }[];
  loosened: LoosenedGate[];
};

/** Lends the base's services to the head's load and SLOs. Where they do not fit, the base starts as the head does. */
export function lendLifecycle(head: Config, base: Config): Lent {
  const pairs = pairVariants(head, base);
  const reason = pairs.map(({ own, other }) => other && findMisfit(own, other)).find(Boolean) ?? null;
  const lend = (own: Config, { services, external, target, secrets }: Config): Config => ({
    ...own,
    path: base.path,
    directory: base.directory,
    services,
    external,
    target,
    // The base may know secrets that the head does not name any more.
    secrets: [...new Set([...own.secrets, ...secrets])],
  });
  return {
    config: lend(head, reason === null ? base : head),
    variants: pairs.map(({ own, other }) => ({
      head: own,
      base: other && lend(own, reason === null ? other : own),
    })),
    loosened: reason === null ? [] : [{ kind: 'borrowed', reason }],
  };
}

/** Tells why the head's requests cannot be sent to the base's services; null if they can. */
function findMisfit(head: Config, base: Config): string | null {
  if (base.target !== head.target) return `its target is ${base.target}, not ${head.target}`;
  const texts = head.scenarios.flatMap(({ work }) => (work.kind === 'request' ? listTemplates(work) : []));
  const target = base.services.find(({ name }) => name === base.target);
  const names = [...listOwnPorts(target?.ports), ...base.services.flatMap(listPorts)];
  const missing = texts
    .flatMap(findReferences)
    .find(({ name }) => /^([^.]+\.)?PORT(_|$)/.test(name) && !names.includes(name));
  return missing ? `it has no \${${missing.name}}, which a request asks for` : null;
}
