import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config, Service } from '../config/config.ts';
import program from './relay.child.js';

/** Slowdown that a relay plants before an arm. */
export type Plant = {
  /** Share (fraction) of its own time by which every answer is slower. */
  slowdown: number;
  /** Share (fraction) of requests whose answers are held back for `holdMs` as well. */
  heldShare: number;
  holdMs: number;
};

export const NO_PLANT: Plant = { slowdown: 0, heldShare: 0, holdMs: 0 };

/** Reads where a relay before a service takes connections: templates of its address and path. Null where none can. */
export function readRelayed({ url = '', name }: Pick<Service, 'url' | 'name'>): RelayedUrl | null {
  const [, address, path = ''] = /^http:\/\/([^/?#@]+)(\/.*)?$/i.exec(url) ?? [];
  return address === undefined
    ? null
    : { address: address.replaceAll(/\$\{(PORT\w*)\}/g, `\${${name}.$1}`), path };
}

type RelayedUrl = { address: string; path: string };

/**
 * Puts a relay before the target of an arm. It is a service like others, so it is watched, halted and ended as they are.
 *
 * @param folder of the run, in which the program is written
 * @throws Error for a target with a URL that `readRelayed` cannot read
 */
export function addRelay(config: Config, { slowdown, heldShare, holdMs }: Plant, folder: string): Config {
  const target = config.services.find(({ name }) => name === config.target)!;
  const relayed = readRelayed(target);
  if (relayed === null) throw new Error(`no relay can stand before ${target.name}`);
  const file = join(folder, 'relay.mjs');
  writeFileSync(file, program);
  const taken = config.services.map(({ name }) => name);
  let name = 'relay';
  while (taken.includes(name)) name += '-';
  // The service may answer by the name that it is asked for. The relay itself listens on one address only.
  const host = /^[a-z][^:]*/i.exec(relayed.address)?.[0] ?? '127.0.0.1';
  const relay: Service = {
    name,
    start: `exec "$RELAY_NODE" "$RELAY_FILE" "$PORT" "$RELAY_TO" ${slowdown} ${heldShare} ${holdMs}`,
    url: `http://${host}:\${PORT}${relayed.path}`,
    env: { RELAY_NODE: process.execPath, RELAY_FILE: file, RELAY_TO: relayed.address, NODE_OPTIONS: '' },
    needs: [target.name],
    ready: { kind: 'tcp', timeoutSeconds: 30 },
    stop: { kind: 'signal', signal: 'SIGTERM' },
    scope: 'instance',
    reuse: [],
    isRelay: true,
  };
  return { ...config, services: [...config.services, relay], target: name };
}
