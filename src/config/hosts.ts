import { UserError } from '../errors.ts';
import type { Config, Service } from './config.ts';
import type { Place } from './diagnostics/place.ts';
import { joinWords, quote } from './diagnostics/words.ts';
import { LOOPBACK } from './language/host.ts';
import { declareRequests } from './request.ts';
import type { DeclaredService } from './services.ts';
import { listVariants } from './variants.ts';

/** A port that Tailgate picks, and no variable such as `${env.PORT}`. */
export const OWN_PORT = /\$\{(?!env\.)(?:[\w-]+\.)?PORT\w*\}/;

/** Finds the host of a URL or of its template. Null where there is none, or where it is only known once filled in. */
function findHost(template: string): string | null {
  const [host, other] = ['1', '2'].map((filler) => {
    const filled = template.replace(/\$\{[^{}]*\}/g, filler);
    return /^https?:\/\//i.test(filled) && URL.canParse(filled) ? new URL(filled).hostname : null;
  });
  return host === other ? host! : null;
}

/** Finds the host of a URL or of its template if it is neither on this machine nor allowed. */
function findForeignHost(template: string, allowed: readonly string[]): string | null {
  const host = findHost(template);
  const isAllowed = (one: string) =>
    one.startsWith('*.') ? host?.endsWith(one.slice(1)) === true : host === one;
  return host === null || LOOPBACK.test(host) || allowed.some(isAllowed) ? null : host;
}

/**
 * Checks in each variant that load goes to this machine. Beside `start` it never goes elsewhere, since that would not be
 * the service that was started; to a target that runs already it goes where `allow` says.
 */
export function checkHosts(root: Place, declared: readonly DeclaredService[], config: Config): void {
  const { allow, settings } = config;
  for (const { service, place } of declared) {
    const isStarted = service.start !== undefined;
    if (isStarted || service.name === config.target)
      rejectForeign(place.below('url'), service.url, isStarted ? [] : allow);
    if (service.insecure) checkTls(place.below('tls'), service, allow);
  }
  for (const { services, target, scenarios } of listVariants(config)) {
    const { start, url: ofTarget = '' } = services.find(({ name }) => name === target)!;
    for (const { name, work } of scenarios) {
      const asked = declareRequests(settings.scenarios[name]!);
      for (const [index, { request }] of (work.kind === 'script' ? [] : work.requests).entries()) {
        const at = root.below('scenarios', name, ...asked[index]!.keys, 'path');
        const isForeign = rejectForeign(at, request.url, start === undefined ? allow : []);
        // Such an address is always the same.
        const isFixed = /^https?:\/\/[^/?#$]*(?:[/?#]|$)/i.test(request.url);
        if (start !== undefined && !isForeign && isFixed && OWN_PORT.test(ofTarget))
          at.reject('This address is the same for both revisions.', 'expected a path, such as `/`');
      }
    }
  }
}

/** Rejects a host that load may not go to. @param allow none where what is loaded was started on this machine */
function rejectForeign(at: Place, url = '', allow: readonly string[]): boolean {
  const host = findForeignHost(url, allow);
  if (host !== null) at.add({ ...explainForeign(host), expected: 'expected `127.0.0.1`, or a path' });
  return host !== null;
}

const explainForeign = (host: string) => ({
  what: `Load would go to ${quote(host)}, which is not this machine.`,
  hint: `Where the target has no \`start\`, and you may load it, say so at the top: \`allow: [${host}]\`.`,
});

/** Checks a URL once it is filled in: its host may come from the environment. @throws UserError as `checkHosts` */
export function assertAllowed(url: string, { allow, services, target }: Config, where: string): void {
  const isStarted = services.find(({ name }) => name === target)?.start !== undefined;
  const host = findForeignHost(url, isStarted ? [] : allow);
  if (host !== null) throw new UserError({ ...explainForeign(host), where });
}

/** Checks the URL of a deployment that pods load, once it is filled in. @throws UserError for one that only this machine reaches */
export function assertBeyond(url: string, where: string): void {
  if (!LOOPBACK.test(findHost(url) ?? '')) return;
  throw new UserError({
    what: 'Each pod would load itself: this is the address of whoever asks.',
    where,
    hint: 'Expected one that the pods reach; or leave `load-from` out, and this machine sends the load.',
  });
}

/** Checks the URL of a service with `tls` once it is filled in. @throws UserError where it leads to another machine */
export function assertLocal(url: string, where: string): void {
  const host = findForeignHost(url, []);
  const hint = 'Leave `tls` out: this machine must trust that certificate by itself.';
  if (host !== null) throw new UserError({ what: explainTls(host), where, hint });
}

const explainTls = (host: string) =>
  `\`tls\` is for a service on this machine, and ${quote(host)} is another.`;

/** Warns of load that leaves this machine. Empty when none does. */
export function warnOfHosts({ allow }: Config): string[] {
  if (allow.length === 0) return [];
  return [
    `Load goes to another machine: \`allow\` names ${joinWords(allow, 'and')}. Make sure that you may load it. Scripts are then free to go anywhere.`,
  ];
}

/** Checks `tls`, by which any certificate is accepted: of this machine's services only. */
function checkTls(place: Place, { url = '' }: Service, allow: readonly string[]): void {
  const host = findForeignHost(url, []);
  if (!/^(https:|\$\{)/i.test(url)) place.rejectKey('`tls` does nothing without `https://`.', 'leave it out');
  else if (host !== null) place.rejectKey(explainTls(host), 'leave it out');
  else if (allow.length > 0)
    place.rejectKey(
      'This would hold for the machines that `allow` names as well.',
      'set `SSL_CERT_FILE` instead',
    );
}
