import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Config } from '../config/config.ts';
import { chooseDeployments } from '../config/deployments.ts';
import { findReferences, listOwnPorts, listPorts } from '../config/interpolation.ts';
import { CONFIG_NAMES, readConfig } from '../config/read.ts';
import { listTemplates } from '../config/scenarios.ts';
import { isSelected, parseSelector } from '../config/selection.ts';
import { pairVariants } from '../config/variants.ts';
import { UserError } from '../errors.ts';
import { listWorkFiles, readWorkFile } from '../records/work-files.ts';
import { compareGates, type RevisionGate } from '../verdict/gate-diff.ts';
import type { GateChange } from '../verdict/verdict.ts';
import type { Arms } from './arms.ts';
import type { GateRequest } from './request.ts';

/**
 * Reads the base's own configuration, null if it is unusable, and compares the head's with it.
 *
 * @param own configuration of the head, in the head's tree
 * @param directory of the base's tree that corresponds to the configuration's
 */
export function readBaseGate(
  own: Config,
  directory: string,
  { only, deployments }: Pick<GateRequest, 'only' | 'deployments'>,
): { config: Config | null; gateChanges: GateChange[] } {
  const name = basename(own.path);
  // A change that renames the default file hides nothing.
  const names = CONFIG_NAMES.some((usual) => usual === name) ? [name, ...CONFIG_NAMES] : [name];
  const path = names.map((each) => join(directory, each)).find((each) => existsSync(each));
  if (path === undefined) return { config: null, gateChanges: [{ kind: 'added', name }] };
  try {
    const config = chooseDeployments(readConfig(path, directory), deployments);
    // The head's scripts and data are those of the selected scenarios.
    const asked = only.map(parseSelector);
    const scenarios = config.scenarios.filter(({ name }) => asked.length === 0 || isSelected(asked, name));
    const gateChanges = compareGates(readGate({ ...config, scenarios }), readGate(own.whole ?? own));
    return { config, gateChanges };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { message: reason } = error;
    const borrows = own.baseline.kind === 'paired' && own.deployments === undefined;
    const borrowed: GateChange[] = borrows ? [{ kind: 'borrowed', reason }] : [];
    return { config: null, gateChanges: [{ kind: 'unread', reason }, ...borrowed] };
  }
}

/** Reads what determines the load apart from the configuration: the files that make up its scripts. */
function readGate(config: Config): RevisionGate {
  const paths = new Set(config.scenarios.flatMap(({ work }) => listWorkFiles(work)));
  const read = (path: string) => readWorkFile(path)?.toString('latin1') ?? '';
  const files = [...paths].map((path) => [relative(config.directory, path), read(path)]);
  return { config, files: Object.fromEntries(files) };
}

/**
 * Combines the base's services with the head's load and SLOs. If they do not fit, the base starts as the head does.
 *
 * @returns what the base builds, and each variant of the head with the base's counterpart; null if the base has none
 */
export function lendLifecycle(
  head: Config,
  base: Config,
): Pick<Arms, 'variants' | 'gateChanges'> & { config: Config } {
  const pairs = pairVariants(head, base);
  const reason = pairs.map(({ own, other }) => other && findMisfit(own, other)).find(Boolean);
  const lend = (own: Config, other: Config): Config => {
    const { services, target, secrets } = reason ? own : other;
    const { path, directory } = base;
    // The base may use secrets that the head no longer names.
    return { ...own, path, directory, services, target, secrets: [...new Set([...own.secrets, ...secrets])] };
  };
  return {
    config: lend(head, base),
    variants: pairs.map(({ own, other }) => ({ head: own, base: other && lend(own, other) })),
    gateChanges: reason ? [{ kind: 'borrowed', reason }] : [],
  };
}

/** Says why the head's requests cannot be sent to the base's services; null if they can. */
function findMisfit(head: Config, base: Config): string | null {
  if (base.target !== head.target) return `its target is ${base.target}, not ${head.target}`;
  const texts = head.scenarios.flatMap(({ work }) => (work.kind === 'request' ? listTemplates(work) : []));
  const target = base.services.find(({ name }) => name === base.target);
  const names = [...listOwnPorts(target?.ports), ...base.services.flatMap(listPorts)];
  const missing = texts
    .flatMap(findReferences)
    .find(({ name }) => /^([^.]+\.)?PORT(_|$)/.test(name) && !names.includes(name));
  return missing ? `it has no \${${missing.name}}, which a request uses` : null;
}
