import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { assertLocal } from '../../src/config/hosts.ts';
import { FILE, framesOf, problemsOf, SMALL } from './configs.ts';

const RUNNING = SMALL.replace(/ {2}build.*\n {2}start.*\n/, '').replace('${PORT}', '8080');
/** The service with `tls` and another origin. */
const withTls = (tls: string, origin = 'https://localhost', text = SMALL) =>
  text.replace('http://127.0.0.1', `${origin}`).replace('scenarios:', `  tls: ${tls}\nscenarios:`);
const read = (tls: string, origin?: string) => parseConfig(withTls(tls, origin), FILE).services[0]!.tls;

describe('the certificate of a service', () => {
  test('is that of a file, which need not be there yet, or any', () => {
    const missing = () => ({ fault: 'missing' }) as const;
    const [service] = parseConfig(withTls('{ca: certs/ca.pem}'), FILE, missing).services;
    expect(service!.tls).toEqual({ ca: 'certs/ca.pem' });
    for (const origin of ['https://127.0.0.2', 'https://[::1]', '${env.ORIGIN}'])
      expect(read('{insecure: true}', origin), origin).toEqual({ insecure: true });
    expect(parseConfig(SMALL, FILE).services[0]!.tls).toBeUndefined();
  });

  test.each([
    ['{ca: a.pem, insecure: true}', undefined, '5:3 `tls` has both `ca` and `insecure`.'],
    ['{}', undefined, '5:3 `tls` says nothing.'],
    ['{ca: /etc/ssl/a.pem}', undefined, '5:13 The path of a certificate is relative to this file.'],
    ['{ca: ../a.pem}', undefined, '5:13 The certificate lies outside of the folder of this file.'],
    ['{ca: a.pem}', 'http://localhost', '5:3 `tls` does nothing where the `url` has no `https://`.'],
    ['{insecure: false}', undefined, '5:19 `insecure` is `false`.'],
  ])('is refused as %s at %s', (tls, origin, problem) => {
    expect(problemsOf(withTls(tls, origin))).toEqual([problem]);
  });

  test('of another machine is refused, whatever is allowed', () => {
    const text = `allow: [example.com]\n${withTls('{ca: a.pem}', 'https://example.com', RUNNING)}`;
    expect(problemsOf(text)).toEqual([
      '4:3 `tls` is for a service on this machine, and `example.com` is another.',
    ]);
    expect(() => assertLocal('https://example.com/', 'url of app')).toThrow('`example.com` is another');
    expect(() => assertLocal('https://127.0.0.1:8443/', 'url of app')).not.toThrow();
  });

  test('is not any where k6 may connect to other machines', () => {
    const allow = 'allow: [example.com]\n';
    expect(problemsOf(allow + withTls('{insecure: true}'))).toEqual([
      '6:9 `insecure` holds for all that k6 connects to, also for the other machines that `allow` names.',
    ]);
    for (const text of [allow + withTls('{ca: a.pem}'), `allow: []\n${withTls('{insecure: true}')}`])
      expect(() => parseConfig(text, FILE)).not.toThrow();
  });

  test('is meant by the words of other tools', () => {
    expect(framesOf(SMALL.replace('scenarios:', '  ssl: {}\nscenarios:'))).toContain('did you mean `tls`?');
    expect(framesOf(withTls('{insecureSkipTLSVerify: true}'))).toContain('did you mean `insecure`?');
  });
});
