import { UserError } from '../errors.ts';
import type { Config, Scenario, Service } from './config.ts';
import type { DeclaredService } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import { TextError } from './diagnostics/text-error.ts';
import { joinWords, quote } from './diagnostics/words.ts';
import { placeRequests } from './request.ts';
import type { UserConfig } from './schema/schema.ts';
import type { UserService } from './schema/service.ts';
import { type Folder, readFilePath } from './script.ts';

const HOST = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)$/;
/** Names and addresses of this machine. k6 itself refuses to connect elsewhere, whatever a name stands for. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/;

/** Addresses at which a service listens, and which name no machine. */
const LISTENING = /^(0\.0\.0\.0|\[::\])$/;

/** A port that Tailgate picks, and no variable such as `${env.PORT}`. */
export const OWN_PORT = /\$\{(?!env\.)(?:[\w-]+\.)?PORT\w*\}/;

/** Reads `allow`: the hosts other than this machine that load may go to. */
export function readAllowed(place: Place, input: UserConfig['allow']): string[] {
  return place.items(input).flatMap(({ item, place: at }) => {
    const host = at.parse(item, parseHost) ?? [];
    if (typeof host !== 'string' || !LOOPBACK.test(host)) return host;
    at.reject('Load may always go to this machine.', 'leave it out');
    return [];
  });
}

/** Reads a host, such as `staging.example.com`, `*.example.com` or `[2001:db8::1]`. @throws TextError */
function parseHost(text: string): string {
  // A whole top level is nobody's.
  if (/^\*\.[\w-]+\.[\w.-]+$/.test(text)) return `*.${parseHost(text.slice(2))}`;
  const url = HOST.test(text) && URL.canParse(`http://${text}`) ? new URL(`http://${text}`) : null;
  if (url !== null) return url.hostname;
  const nearest = findHost(text) ?? findHost(`http://${text}`) ?? undefined;
  const what = 'This is not a host.';
  const expected = 'expected a name or an address, such as `staging.example.com` or `*.example.com`';
  throw new TextError(text, { offset: 0, length: text.length, what, expected }, nearest);
}

/** Finds the host of a URL or of its template. Null where there is none, or where it is only known once filled in. */
function findHost(template: string): string | null {
  const [host, other] = ['1', '2'].map((filler) => {
    const filled = template.replace(/\$\{[^{}]*\}/g, filler);
    return /^https?:\/\//i.test(filled) && URL.canParse(filled) ? new URL(filled).hostname : null;
  });
  return host === other ? host! : null;
}

/** Finds the host of a URL or of its template if it is neither on this machine nor allowed. */
export function findForeignHost(template: string, allowed: readonly string[]): string | null {
  const host = findHost(template);
  const isAllowed = (one: string) =>
    one.startsWith('*.') ? host?.endsWith(one.slice(1)) === true : host === one;
  return host === null || LOOPBACK.test(host) || allowed.some(isAllowed) ? null : host;
}

/** Tells whether a URL or its template leads to the machine that asks. */
export function isLoopback(template: string): boolean {
  return LOOPBACK.test(findHost(template) ?? '');
}

/**
 * Checks that load goes to this machine. Beside `start` it never goes elsewhere, since that would not be the service that
 * was started; to a target that runs already it goes where `allow` says.
 */
export function checkHosts(
  root: Place,
  {
    declared,
    target,
    scenarios,
    input,
    allow,
  }: {
    declared: readonly DeclaredService[];
    target: DeclaredService | undefined;
    scenarios: readonly Scenario[];
    input: UserConfig;
    allow: readonly string[];
  },
): void {
  for (const { input: service, place } of declared) {
    const host = service?.start === undefined ? null : findForeignHost(service.url ?? '', []);
    if (host === null) continue;
    const what = LISTENING.test(host)
      ? explainListening(host)
      : `\`start\` runs on this machine, and ${quote(host)} is another: load would go to what was not started here.`;
    place.below('url').reject(what, 'expected `http://127.0.0.1:${PORT}`');
  }
  if (target?.input === undefined) return;
  const isStarted = target.input.start !== undefined;
  if (!isStarted) rejectForeign(target.place.below('url'), target.input.url ?? '', allow);
  rejectForeign(root.below('base', 'url'), input.base?.url ?? '', allow);
  for (const scenario of scenarios) {
    for (const { request, place } of placeRequests(root, scenario, input)) {
      const { url } = request;
      const host = isStarted ? findForeignHost(url, []) : null;
      if (!isStarted) rejectForeign(place, url, allow);
      else if (host !== null) {
        const what = `This request goes to ${quote(host)}, and not to ${quote(target.name)}, which is started on this machine.`;
        place.reject(what, 'expected a path, such as `/`');
      } else if (isFixed(url) && OWN_PORT.test(target.input.url ?? '')) {
        const what = `This address is the same for both revisions, and ${quote(target.name)} gets a port of its own for each.`;
        place.reject(what, 'expected a path, such as `/`');
      }
    }
  }
}

/** Tells whether a URL or its template has an address that is always the same. */
function isFixed(url: string): boolean {
  return /^https?:\/\/[^/?#$]*(?:[/?#]|$)/i.test(url);
}

function explainListening(host: string): string {
  return `${quote(host)} is for listening, and no address to send to.`;
}

function rejectForeign(place: Place, url: string, allow: readonly string[]): void {
  const host = findForeignHost(url, allow);
  if (host === null) return;
  if (LISTENING.test(host)) {
    place.reject(explainListening(host), 'expected `127.0.0.1`');
    return;
  }
  place.add({
    what: `Load would go to ${quote(host)}, which is not this machine.`,
    expected: 'expected `127.0.0.1`',
    hint: `If you may load it, say so at the top of this file:\nallow: [${host}]`,
  });
}

/** Checks a URL once it is filled in: its host may come from the environment. @throws UserError as `checkHosts` */
export function assertAllowed(url: string, { allow, services, target }: Config, where: string): void {
  const isStarted = services.find(({ name }) => name === target)?.start !== undefined;
  const host = findForeignHost(url, isStarted ? [] : allow);
  if (host === null) return;
  throw new UserError({
    what: `Load would go to ${quote(host)}, which is not this machine.`,
    where,
    hint: isStarted
      ? 'What `start` starts is on this machine: its `url` has the host 127.0.0.1.'
      : `If you may load it, say so in tailgate.yml: \`allow: [${host}]\`.`,
  });
}

/** Checks the URL of a deployment that pods load, once it is filled in. @throws UserError for one that only this machine reaches */
export function assertBeyond(url: string, where: string): void {
  if (!isLoopback(url)) return;
  throw new UserError({
    what: 'Each pod would load itself: this is the address of whoever asks.',
    where,
    hint: 'Expected one that the pods reach; or leave `load-from` out, and this machine sends the load.',
  });
}

/** Checks the URL of a service with `tls` once it is filled in. @throws UserError where it leads to another machine */
export function assertLocal(url: string, where: string): void {
  const host = findForeignHost(url, []);
  if (host === null) return;
  throw new UserError({
    what: `\`tls\` is for a service on this machine, and ${quote(host)} is another.`,
    where,
    hint: 'Leave `tls` out: the certificate of another machine must be one that this machine trusts by itself.',
  });
}

/** Warns of load that leaves this machine. Empty when none does. */
export function warnOfHosts({ allow }: Config): string[] {
  if (allow.length === 0) return [];
  return [
    `Load goes to another machine: \`allow\` names ${joinWords(allow, 'and')}. Make sure that you may load it. Scripts are then free to go anywhere.`,
  ];
}

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
  checkTlsUrl(service, url, scheme);
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

function checkTlsUrl(service: Place, url: string | undefined, scheme: string | undefined): void {
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
