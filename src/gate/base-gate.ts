import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Config } from '../config/config.ts';
import { chooseDeployments } from '../config/deployments.ts';
import { findReferences, listOwnPorts, listPorts } from '../config/interpolation.ts';
import { CONFIG_NAMES, readConfig } from '../config/read.ts';
import { listTemplates } from '../config/request.ts';
import { isSelected, parseSelector } from '../config/selection.ts';
import { pairVariants } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import { listWorkFiles, readWorkFile } from '../records/work-files.ts';
import { compareGates, type RevisionGate } from '../verdict/gate-diff.ts';
import type { GateChange } from '../verdict/verdict.ts';
import type { GateRequest } from './request.ts';

/** Gate of the base revision: its configuration, null where it cannot be used, and what the head makes of it. */
export type BaseGate = { config: Config | null; gateChanges: GateChange[] };

/**
 * Reads the base's own configuration, and compares the head's with it.
 *
 * @param own configuration of the head, in the head's tree
 * @param directory of the base's tree that matches that of the configuration
 */
export function readBaseGate(own: Config, directory: string, request: GateRequest): BaseGate {
  const config = readBaseConfig(own, directory, request);
  if (config instanceof UserError) {
    const name = basename(own.path);
    if (!existsSync(join(directory, findName(name, directory))))
      return { config: null, gateChanges: [{ kind: 'added', name }] };
    const reason = config.message;
    const borrows = own.baseline.kind === 'paired' && own.deployments === undefined;
    return {
      config: null,
      gateChanges: [{ kind: 'unread', reason }, ...(borrows ? [{ kind: 'borrowed' as const, reason }] : [])],
    };
  }
  // The head's scripts and data are those of the scenarios that are asked for.
  const asked = request.only.map(parseSelector);
  const scenarios = config.scenarios.filter(({ name }) => asked.length === 0 || isSelected(asked, name));
  const gateChanges = compareGates(readGate({ ...config, scenarios }), readGate(own.whole ?? own));
  return { config, gateChanges };
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

/** Reads what decides on the load beside the configuration: the files that its scripts are made of. */
function readGate(config: Config): RevisionGate {
  const paths = [...new Set(config.scenarios.flatMap(({ work }) => listWorkFiles(work)))];
  const files = paths.flatMap((path): [string, string][] => {
    const bytes = readWorkFile(path);
    if (bytes === null) return [];
    return [[relative(config.directory, path), createHash('sha256').update(bytes).digest('hex')]];
  });
  return { config, files: Object.fromEntries(files) };
}

/** What the base builds, and each variant of the head beside that of the base; null where the base has none. */
export type Lent = {
  config: Config;
  variants: { head: Config; base: Config | null }[];
  gateChanges: GateChange[];
};

/** Lends the base's services to the head's load and SLOs. Where they do not fit, the base starts as the head does. */
export function lendLifecycle(head: Config, base: Config): Lent {
  const pairs = pairVariants(head, base);
  const reason = pairs.map(({ own, other }) => other && findMisfit(own, other)).find(Boolean) ?? null;
  const lend = (own: Config, { services, target, secrets }: Config): Config => ({
    ...own,
    path: base.path,
    directory: base.directory,
    services,
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
    gateChanges: reason === null ? [] : [{ kind: 'borrowed', reason }],
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
