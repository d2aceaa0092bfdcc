/** A deployment of the Node service: a process of its own, whose requests take `factor` times as long. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '../paths.mjs';
import { startService } from '../processes.mjs';
import { readSpeed } from '../speed.mjs';

export const REQUEST = { waitMs: 4, computeMs: 0.8, spread: 0.25 };

/** @param {string} folder  to be made, for this deployment alone */
export function deploy(folder, factor, signal) {
  mkdirSync(folder);
  const defect = { request: { ...REQUEST, factor }, loopsPerMs: readSpeed().node };
  writeFileSync(join(folder, 'defect.json'), JSON.stringify(defect));
  const command = `exec node ${JSON.stringify(join(SERVICES, 'defects', 'server.mjs'))}`;
  return startService(command, { cwd: folder, env: {}, ready: '/healthz', signal });
}
