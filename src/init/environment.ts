import { ENVIRONMENT_NAME } from '../config/schema/values.ts';
import type { Database } from './compose.ts';
import type { Files } from './files.ts';
import { ADDRESS, EXAMPLE, GIVEN_SECRET, OWN_SECRET, SECRET } from './patterns.ts';
import { TABLES } from './tables.ts';

const LINE = /^[ \t]*(?:#[ \t]*(?=PGSSLMODE=d)|export[ \t]+)?([A-Za-z_]\w*)[ \t]*=(.*)$/gm;

/** Reads an example of a `.env` file, with references to its own variables filled in. */
export function readExample(files: Files): Record<string, string> {
  const [file = ''] = files.list.filter((path) => EXAMPLE.test(path)).sort((a, b) => a.length - b.length);
  const given: Record<string, string> = Object.create(null);
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
const CREDENTIALS = /:\/\/(?:[^\s"'`]{0,200}@|[^\s/@]{1,60}:(?!\d)[^\s"'`]{0,200}$)/g;
const STORE = /(?:^|_)(?:DB|DATABASE|PG|POSTGRES|MYSQL|MARIADB|REDIS|MONGO|RABBIT)/i;
const HOST = /(?:HOST|HOSTNAME|ENDPOINT|SERVERS?|BROKERS?|ADDR|NODES)$/i;
const ADDRESSES = /^[\w.-]+:\d{2,5}(?:,[\w.-]+:\d{2,5})*$/;

/** Hides secrets in a text that `init` quotes: in addresses, and the values of names and flags that are those of secrets. */
export const hideSecrets = (text: string) => text.replace(CREDENTIALS, '://…@').replace(GIVEN_SECRET, '$1…');

/** A variable of the proposal. `check`: what somebody has to look at; without a value it is only that. */
export type Variable = { name: string; value?: string; check?: string };

/**
 * Makes the environment of the service from variables by name: addresses of databases point to those that the run starts, secrets
 * get placeholders, and whatever points to another machine points nowhere.
 */
export function describeEnvironment(given: Record<string, string>, databases: Database[] = []): Variable[] {
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
      return value === '' ? [] : [{ name, ...lead(name, value, databases) }];
    });
}

export const isStoreAddress = ([name, value]: readonly [string, string]) =>
  STORE.test(name) && (value.includes('://') || HOST.test(name));

/** Points the addresses in a value to the databases of the run, and those of other machines nowhere. */
function lead(name: string, value: string, databases: readonly Database[]): Omit<Variable, 'name'> {
  const away: string[] = [];
  const point = (authority: string, scheme: string): string => {
    const [, credentials = '', host = '', port] = /^(.*@)?(\[[^\]]*\]|[^:,]*)(?::(\d+))?/.exec(authority)!;
    const isLocal = LOCAL.test(host);
    const there = databases.filter(({ hosts }) => isLocal || hosts.includes(host));
    const database = there.find((one) => (port ? one.ports.includes(Number(port)) : one.scheme.test(scheme)));
    if (database) return `${credentials}127.0.0.1:\${${database.name}.PORT}`;
    if (!isLocal) away.push(host);
    return isLocal ? authority : CLOSED;
  };
  const isHost = HOST.test(name) && /^[\w.-]+$/.test(value);
  const port = /PORT$/i.test(name) && databases.find(({ ports }) => ports.includes(Number(value)));
  let led = value;
  if (port) led = `\${${port.name}.PORT}`;
  else if (isHost && databases.some(({ hosts }) => hosts.includes(value))) led = '127.0.0.1';
  else if (isHost && !LOCAL.test(value)) led = point(value, '').replace(/:9$/, '');
  else if (ADDRESSES.test(value)) led = value.replace(/[^,]+/g, (one) => point(one, ''));
  else led = value.replace(ADDRESS, (_, scheme, authority) => `${scheme}://${point(authority, scheme)}`);
  const check = `${name} pointed to ${away.join(', ')}, which a run must not reach, so it now points nowhere`;
  return { value: led, ...(away.length > 0 && { check }) };
}
