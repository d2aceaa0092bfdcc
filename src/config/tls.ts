import type { Service } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { quote } from './diagnostics/quotation.ts';
import { findForeignHost } from './hosts.ts';
import type { UserConfig } from './schema/schema.ts';
import type { UserService } from './schema/service.ts';
import { type Folder, readFilePath } from './script.ts';

/**
 * Reads `tls`: which certificate of a service on this machine is accepted. The file of `ca` need not be there yet.
 *
 * @param service the place of the service
 * @param scheme of its url, undefined when unknown
 */
export function readTls(
  service: Place,
  { tls, url }: UserService,
  { scheme, folder, allow = [] }: { scheme: string | undefined; folder: Folder; allow: UserConfig['allow'] },
): Service['tls'] {
  if (tls === undefined) return undefined;
  const place = service.below('tls');
  checkUrl(service, url, scheme);
  if (tls.ca !== undefined && tls.insecure)
    place.rejectKey('`tls` has both `ca` and `insecure`.', 'expected one of them');
  if (tls.insecure && allow.length > 0) {
    const what =
      '`insecure` holds for all that k6 connects to, also for the other machines that `allow` names.';
    place.below('insecure').rejectKey(what, 'expected `ca: certs/ca.pem`');
  }
  if (tls.insecure) return { insecure: true };
  if (tls.ca === undefined) {
    if (!place.below('ca').isBroken && !place.below('insecure').isBroken)
      place.rejectKey('`tls` says nothing.', 'expected `ca: certs/ca.pem`, or `insecure: true`');
    return undefined;
  }
  readFilePath(place.below('ca'), tls.ca, { ...folder, checkFile: () => undefined }, CERTIFICATE);
  return { ca: tls.ca };
}

const CERTIFICATE = { key: 'ca', what: 'a certificate', expected: 'expected one such as `certs/ca.pem`' };

function checkUrl(service: Place, url: string | undefined, scheme: string | undefined): void {
  const place = service.below('tls');
  if (service.below('url').isBroken) return;
  const host = findForeignHost(url ?? '', []);
  if (url === undefined || (scheme !== undefined && scheme !== 'https'))
    place.rejectKey(
      '`tls` does nothing where the `url` has no `https://`.',
      'leave it out, or correct the `url`',
    );
  else if (host !== null) {
    place.add({
      on: 'key',
      what: `\`tls\` is for a service on this machine, and ${quote(host)} is another.`,
      expected: 'leave it out',
      hint: 'The certificate of another machine must be one that this machine trusts by itself.',
    });
  }
}
