import { UserError } from '../errors.ts';
import type { Run } from './config.ts';
import type { Mistake, Place } from './diagnostics/problem.ts';
import { quote } from './diagnostics/words.ts';
import { LOOPBACK } from './language/request.ts';
import type { DeclaredService } from './services.ts';
import { listVariants } from './variants.ts';

/** A port that Tailgate picks, not a variable such as `${env.PORT}`. */
export const OWN_PORT = /\$\{(?!env\.)(?:[\w-]+\.)?PORT\w*\}/;

/** Finds the host of a URL or of its template. Null if there is none, or if it is only known once filled in. */
function findHost(template: string): string | null {
  const [host, other] = ['1', '2'].map((filler) => {
    const filled = template.replace(/\$\{[^{}]*\}/g, filler);
    return /^https?:\/\//i.test(filled) && URL.canParse(filled) ? new URL(filled).hostname : null;
  });
  return host === other ? host! : null;
}

/** Explains why load must not go to a URL or its template: its host is neither on this machine nor allowed. Null if it may. */
function explainForeign(template: string, allowed: readonly string[]): Mistake | null {
  const host = findHost(template);
  const isAllowed = (one: string) =>
    one.startsWith('*.') ? host?.endsWith(one.slice(1)) === true : host === one;
  if (host === null || LOOPBACK.test(host) || allowed.some(isAllowed)) return null;
  return [
    `Load would go to ${quote(host)}, which is not this machine.`,
    `expected \`127.0.0.1\` or a path; for a target without \`start\` or \`tls\`, \`allow: [${host}]\` at the top`,
  ];
}

/**
 * Checks in each variant that load goes to this machine. With `start` it never goes elsewhere, since that would not be
 * the service that was started; to a target that is already running, it goes where `allow` says. A service with `tls` is
 * also on this machine.
 */
export function checkHosts(root: Place, declared: readonly DeclaredService[], run: Run): void {
  const { allow, settings } = run;
  for (const { service, place } of declared) {
    const { start, name, url = '', insecure } = service;
    const foreign = explainForeign(url, start === undefined ? allow : []);
    if (foreign && (start !== undefined || name === run.target || insecure))
      place.below('url').reject(...foreign);
    if (insecure && !/^(https:|\$\{)/i.test(url))
      place.below('tls').rejectKey('`tls` does nothing without `https://`.', 'leave it out');
    if (insecure && allow.length > 0)
      place.below('tls').rejectKey('`allow` names other machines.', 'set `SSL_CERT_FILE` instead');
  }
  for (const { services, target, scenarios } of listVariants(run)) {
    const { start, url: ofTarget = '' } = services.find(({ name }) => name === target)!;
    for (const { name, work } of scenarios) {
      const isMix = settings.scenarios[name]!.request === undefined;
      for (const [index, { request }] of (work.kind === 'script' ? [] : work.requests).entries()) {
        const keys = isMix ? ['requests', index, 'request'] : ['request'];
        const at = root.below('scenarios', name, ...keys, 'path');
        const foreign = explainForeign(request.url, start === undefined ? allow : []);
        // Such an address is always the same.
        const isFixed = /^https?:\/\/[^/?#$]*(?:[/?#]|$)/i.test(request.url);
        if (foreign) at.reject(...foreign);
        else if (start !== undefined && isFixed && OWN_PORT.test(ofTarget))
          at.reject('This address is the same for both revisions.', 'expected a path, such as `/`');
      }
    }
  }
}

/** Checks a URL once it is filled in: its host may come from the environment. @throws UserError as `checkHosts` */
export function assertAllowed(url: string, { allow, services, target }: Run, where: string): void {
  const isStarted = services.find(({ name }) => name === target)?.start !== undefined;
  refuseForeign(url, isStarted ? [] : allow, where);
}

/** Checks the URL of a service with `tls` once it is filled in. @throws UserError if it leads to another machine */
export function assertLocal(url: string, where: string): void {
  refuseForeign(url, [], where);
}

function refuseForeign(url: string, allow: readonly string[], where: string): void {
  const [what, hint] = explainForeign(url, allow) ?? [];
  if (what !== undefined) throw new UserError({ what, where, hint: hint! });
}
