import { ENVIRONMENT_NAME } from '../config/schema/values.ts';
import type { Database } from './compose.ts';
import type { Files } from './files.ts';
import { ADDRESS, EXAMPLE, GIVEN_SECRET, OWN_SECRET, SECRET, STORE_ADDRESS } from './patterns.ts';
import { TABLES } from './tables.ts';

const LINE = /^[ \t]*(?:#[ \t]*(?=PGSSLMODE=d)|export[ \t]+)?([A-Za-z_]\w*)[ \t]*=(.*)$/gm;

type Texts = Record<string, string>;

/** Reads an example of a `.env` file, with references to its own variables filled in: that of a Dockerfile, or the plainest. */
export function readExample(files: Files): Texts {
  const image = files.read('Dockerfile') ?? '';
  const rank = (path: string) => (image.includes(path) ? 0 : path.length);
  const [file = ''] = files.list.filter((path) => EXAMPLE.test(path)).sort((a, b) => rank(a) - rank(b));
  const given: Texts = Object.create(null);
  for (const [, name, rest] of (files.read(file) ?? '').matchAll(LINE)) {
    const [, a, b] = /^"([^"]*)"|^'([^']*)'/.exec(rest!.trim()) ?? [];
    const value = (a ?? b ?? rest!.replace(/(?:^|\s)#.*/, '').trim()).slice(0, 2000);
    given[name!] = value.replace(/\$\{(\w+)\}/g, (all, other) => given[other] ?? all).slice(0, 2000);
  }
  return given;
}

const CLOSED = '127.0.0.1:9'; // Where nobody listens: the discard port.
const STAND_IN = '0123456789abcdef'.repeat(4); // As some ask for 32 bytes in hexadecimal.
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])?$/;
const CREDENTIALS = /:\/\/(?:[^\s"'`]{0,200}@|[^\s/@:]{1,60}:(?!\d)[^\s"'`]{0,200}$)/g;
const STORE = /(?:^|_)(?:DB|DATABASE|PG|POSTGRES|MYSQL|MARIADB|REDIS|MONGO|RABBIT)/i;
const HOST = /(?:HOST|HOSTNAME|ENDPOINT|SERVERS?|BROKERS?|ADDR|NODES)$/i;
const ADDRESSES = /^[\w.-]+:\d{2,5}(?:,[\w.-]+:\d{2,5})*$/;

/** Hides secrets in a text that `init` quotes: in addresses, and the values of names and flags that are those of secrets. */
export const hideSecrets = (text: string) => text.replace(CREDENTIALS, '://…@').replace(GIVEN_SECRET, '$1…');

/** A variable of the proposal. `check`: what somebody has to look at; without a value it is only that. */
export type Variable = { name: string; value?: string; check?: string };

/**
 * Makes the environment of the service from variables by name: addresses of databases point to those that the run starts, secrets
 * get placeholders, and whatever points to another machine points nowhere. `inside`: of a container, which reaches others by name.
 */
export function describeEnvironment(given: Texts, databases: Database[] = [], inside = false): Variable[] {
  return Object.entries(given)
    .filter(([name]) => ENVIRONMENT_NAME.test(name) && !/^(?:PORT|[A-Z]+_ENV)$/.test(name))
    .flatMap(([name, raw]): Variable[] => {
      const value = raw.replace(/[\p{Cc}\u2028\u2029]/gu, '');
      // The database of a compose file has the password that its file gives it.
      const isShared = STORE.test(name) && value !== '' && databases.length > 0;
      const isSecret = value === '' ? OWN_SECRET.test(name) : SECRET.test(name) && !value.includes('://');
      if (isSecret && !isShared) return [{ name, value: STAND_IN }];
      if (value === `\${${name}}`) return [];
      if (/\$[{A-Z_]|\b(?:Host|Server|Data Source)\s?=/i.test(value) || /[{<][\w -]{1,60}[}>]/.test(value))
        return [{ name, check: `${name} is built from other values: what is it here?` }];
      const row = TABLES.variables.find((one) => RegExp(one.in).test(name) && RegExp(one.text).test(value));
      const check = row?.says && { check: row.says.replace('&', () => `${name}=${value}`) };
      if (row) return [{ name, value: value.replace(RegExp(row.text, 'gi'), row.set ?? '$&'), ...check }];
      return value === '' ? [] : [{ name, ...lead(name, value, databases, inside) }];
    });
}

export const isStoreAddress = ([name, value]: readonly [string, string]) =>
  STORE_ADDRESS.test(value) ||
  (STORE.test(name) && !/^(?:sqlite|file)/.test(value) && (value.includes('://') || HOST.test(name)));

/** Points the addresses in a value to the databases of the run, and those of other machines nowhere. */
function lead(name: string, value: string, databases: Database[], inside: boolean): Omit<Variable, 'name'> {
  const away: string[] = [];
  const hostOf = (one: Database) => (inside ? one.name : '127.0.0.1');
  const portOf = (one: Database) => (inside ? `${one.port}` : `\${${one.name}.PORT}`);
  const point = (authority: string, scheme: string): string => {
    const [, credentials = '', host = '', port] = /^(.*@)?(\[[^\]]*\]|[^:,]*)(?::(\d+))?/.exec(authority)!;
    const isLocal = LOCAL.test(host);
    const there = databases.filter(({ hosts }) => isLocal || hosts.includes(host));
    const database = there.find((one) => (port ? one.ports.includes(Number(port)) : one.scheme.test(scheme)));
    if (database) return `${credentials}${hostOf(database)}:${portOf(database)}`;
    if (!isLocal) away.push(host);
    return isLocal ? authority : CLOSED;
  };
  const isHost = HOST.test(name) && /^[\w.-]+$/.test(value);
  const port = /PORT$/i.test(name) && databases.find(({ ports }) => ports.includes(Number(value)));
  const named = isHost && databases.find(({ hosts }) => hosts.includes(value));
  let led = value;
  if (port) led = portOf(port);
  else if (named) led = hostOf(named);
  else if (isHost && !LOCAL.test(value)) led = point(value, '').replace(/:9$/, '');
  else if (ADDRESSES.test(value)) led = value.replace(/[^,]+/g, (one) => point(one, ''));
  else led = value.replace(ADDRESS, (_, scheme, authority) => `${scheme}://${point(authority, scheme)}`);
  // On one machine, a host alone says nothing: the port leads to one of the databases.
  const isLed = named || databases.some((one) => led.includes(portOf(one)) || (isHost && !inside));
  const isUnmet = !isLed && isStoreAddress([name, value]);
  const check = `${name} pointed to ${away.join(', ')}, which a run must not reach, so it now points nowhere`;
  if (away[0]) return { value: led, check };
  return { value: led, ...(isUnmet && { check: `nothing here starts what ${name} leads to` }) };
}
