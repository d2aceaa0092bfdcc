import { expect, test } from 'vitest';
import { findPort } from '../../../src/init/needs/ports.ts';

/** Names of variables that may set the port, by the code of a service: the first is set. */
function listNames(text: string): string[] {
  const { env, names } = findPort([{ path: 'main.go', text }], false);
  expect(env.every(({ value }) => value === '${PORT}')).toBe(true);
  return [...env.map(({ name }) => name), ...names];
}

test.each([
  ['envconfig.Process("shop", &settings)', 'HTTP_PORT', ['SHOP_HTTP_PORT', 'HTTP_PORT']],
  ['viper.SetEnvPrefix("SHOP_")', 'HTTP_PORT', ['SHOP_HTTP_PORT', 'HTTP_PORT']],
  ['env.Options{Prefix: "SHOP_"}', 'HTTP_PORT', ['SHOP_HTTP_PORT', 'HTTP_PORT']],
  ['Environment::with_prefix("shop")', 'LISTEN_PORT', ['SHOP_LISTEN_PORT', 'LISTEN_PORT']],
])('a library puts a word before the names of variables, as by %s before %s', (code, name, names) => {
  expect(listNames(`${code}\nconst port = "${name}"`)).toEqual(names);
  // It has the word already, or is no port of the service.
  expect(listNames(`${code}\nconst ports = "SHOP_WEB_PORT DB_PORT"`)).toEqual(['SHOP_WEB_PORT']);
});

test('a variable PORT needs no other, unless a library puts a word before it, and is never set', () => {
  expect(listNames('os.Getenv("PORT")')).toEqual([]);
  expect(listNames('envconfig.Process("", &settings)\nos.Getenv("PORT")')).toEqual([]);
  expect(listNames('viper.SetEnvPrefix("shop")\nviper.BindEnv("PORT")')).toEqual(['SHOP_PORT']);
});

test('a word in capitals of a sentence is no variable', () => {
  for (const words of ['listening on PORT', 'connect at PORT', 'look at the PORT', 'bound to PORT'])
    expect(listNames(`fmt.Println("${words} %d", p)\nos.Getenv("HTTP_PORT")`)).toEqual(['HTTP_PORT']);
  expect(listNames('log("on HTTP_PORT")')).toEqual([]);
  // PORT may be a constant here: the other is tried where that does not help.
  expect(listNames('log("on", PORT)\nos.Getenv("HTTP_PORT")')).toEqual(['HTTP_PORT']);
});
