import { readFileSync } from 'node:fs';
import type { AgentOptions } from 'node:https';
import { join } from 'node:path';
import type { Service } from '../config/config.ts';

/** What the certificate of a service is held against: other certificates (PEM), or nothing. */
export type Trust = { ca: string } | { insecure: true };

/** Options of a connection that holds a certificate against this. */
export function describeTrust(trust: Trust): AgentOptions {
  return 'ca' in trust ? { ca: trust.ca } : { rejectUnauthorized: false };
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----(?:(?!-----BEGIN ).)+?-----END CERTIFICATE-----/gs;

/**
 * Reads the file that `tls` names. It may have a private key as well, which stays out.
 *
 * @param directory that of the arm's configuration
 * @throws Error in one line where the file is not there, or has no certificate
 */
export function readTrust(tls: NonNullable<Service['tls']>, directory: string): Trust {
  if (!('ca' in tls)) return tls;
  let text: string;
  try {
    text = readFileSync(join(directory, tls.ca), 'utf8');
  } catch (error) {
    throw new Error(`\`tls.ca\` cannot be read: ${(error as Error).message}`);
  }
  const ca = (text.match(CERTIFICATE) ?? []).join('\n');
  if (ca === '') throw new Error(`\`tls.ca\` has no certificate in PEM: ${tls.ca}`);
  return { ca };
}
