import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { assertAllowed, assertLocal } from '../../src/config/hosts.ts';
import { FILE, framesOf, problemsOf, RUNNING, SMALL } from './configs.ts';

const at = (host: string, text = SMALL) => text.replace('127.0.0.1', host);
const asking = (url: string, text = SMALL) => text.replace('/search?q=shoes', url);
const parse = (text: string) => parseConfig(text, FILE);

describe('load beside `start`', () => {
  test.each(['localhost', 'app.localhost', '127.0.0.2', '[::1]', '${TAILGATE_INSTANCE}.localhost'])(
    'goes to this machine as %s',
    (host) => {
      expect(() => parse(at(host))).not.toThrow();
      expect(() => parse(asking(`http://${host}:\${PORT}/other`))).not.toThrow();
    },
  );

  test.each(['example.com', '10.0.0.1', '[2001:db8::1]', '127.0.0.1.example.com', 'u:${PORT}@example.com'])(
    'never goes to %s, whatever is allowed',
    (host) => {
      const allow = 'allow: [example.com, 10.0.0.1, "[2001:db8::1]", 127.0.0.1.example.com]\n';
      const refused = (place: string) => [expect.stringMatching(`^${place} Load would go to \``)];
      expect(problemsOf(allow + at(host))).toEqual(refused('5:8'));
      expect(problemsOf(allow + asking(`http://${host}/other`))).toEqual(refused('8:14'));
      const withParts = SMALL.replace('GET /search?q=shoes', `\n      path: http://${host}/`);
      expect(problemsOf(allow + withParts)).toEqual(refused('9:13'));
    },
  );

  test.each(['http://localhost:3000/x', 'http://app.localhost/x?to=${PORT}', 'https://[::1]:3000/${env.ID}'])(
    'is refused at %s, which is one process, where each revision has a port of its own',
    (url) => {
      expect(problemsOf(asking(url))).toEqual(['7:14 This address is the same for both revisions.']);
      expect(() => parse(asking(url, SMALL.replace('${PORT}', '8080')))).not.toThrow();
    },
  );

  test('is refused for every service that is started, also one that takes no load', () => {
    const text = `services:\n a: {start: x, url: "http://127.0.0.1:\${PORT}"}\n b: {start: x, url: "http://example.com", ready: tcp}\ntarget: a\n`;
    expect(problemsOf(text + SMALL.slice(SMALL.indexOf('scenarios')))).toEqual([
      expect.stringMatching(/^3:21 Load would go to `example.com`/),
    ]);
  });
});

describe('load on a target that runs already', () => {
  test('goes to this machine, and elsewhere where it is allowed', () => {
    const preview = parse(`allow: ['*.Previews.example.com']\n${at('pr-12.previews.example.com', RUNNING)}`);
    expect(preview.allow).toEqual(['*.previews.example.com']);
    const text = asking('https://Other.example.com/x', at('staging.example.com', RUNNING));
    expect(() => parse(`allow: [staging.example.com, OTHER.example.com]\n${text}`)).not.toThrow();
  });

  test.each([
    [at('staging.example.com', RUNNING), '2:8', 'staging.example.com'],
    [`allow: [other.example.com]\n${asking('http://x.example.com/', RUNNING)}`, '6:14', 'x.example.com'],
    [`allow: ['*.a.example.com']\n${at('a.example.com', RUNNING)}`, '3:8', 'a.example.com'],
  ])('is refused elsewhere, with what to write', (text, place, host) => {
    expect(problemsOf(text)).toEqual([`${place} Load would go to \`${host}\`, which is not this machine.`]);
    expect(framesOf(text)).toContain(`allow: [${host}]`);
  });

  test.each(['https://a.b', 'a.b:80', '*.com', 'a.*.b', 'a b', 'App.localhost', '127.1', '[::1]'])(
    'is allowed by other hosts, not by %s',
    (text) => {
      expect(problemsOf(`allow: ['${text}']\n${RUNNING}`)).toEqual([`1:9 \`${text}\` is not a remote host.`]);
    },
  );
});

test('a URL that is filled in is checked again, since its host may come from the environment', () => {
  expect(() => parse(at('${env.HOST}'))).not.toThrow();
  const running = parse(`allow: [10.0.0.1, '*.previews.example.com']\n${RUNNING}`);
  const check = (url: string, config = running) => expect(() => assertAllowed(url, config, 'url of app'));
  for (const url of ['http://127.0.0.1:80/', 'http://localhost/', '/path']) {
    check(url).not.toThrow();
    check(url, parse(SMALL)).not.toThrow();
  }
  for (const url of ['http://10.0.0.1/', 'http://pr-12.previews.example.com/']) check(url).not.toThrow();
  // It ends alike, and belongs to somebody else.
  check('http://evil-previews.example.com/').toThrow('Load would go to');
  const hint = expect.stringContaining('allow: [10.0.0.2]');
  check('http://10.0.0.2/').toThrow(expect.objectContaining({ exitCode: 2, where: 'url of app', hint }));
  check('http://10.0.0.1/', parse(`allow: [10.0.0.1]\n${SMALL}`)).toThrow('Load would go to');
});

describe('the certificate of a service', () => {
  const withTls = (tls: string, origin: string, text = SMALL) =>
    text.replace(/ {2}url:.*\n/, `  url: ${origin}:8443\n  tls: ${tls}\n`);

  test('is any where the file says so, on this machine', () => {
    for (const origin of ['https://localhost', 'https://[::1]', '${env.ORIGIN}'])
      expect(parse(withTls('{insecure: true}', origin)).services[0]!.insecure, origin).toBe(true);
    expect(parse(SMALL).services[0]!.insecure).toBeUndefined();
    expect(() => assertLocal('https://example.com/', 'url of app')).toThrow('`example.com`');
    expect(() => assertLocal('https://127.0.0.1:8443/', 'url of app')).not.toThrow();
  });

  test.each([
    ['{}', 'https://localhost', SMALL, '5:'],
    ['{insecure: false}', 'https://localhost', SMALL, '5:19'],
    ['{insecure: true}', 'http://localhost', SMALL, '5:3'],
    ['{insecure: true}', 'https://example.com', RUNNING, '2:8'],
    ['{insecure: true}', 'https://example.com', `allow: [example.com]\n${RUNNING}`, '4:3'],
  ])('is refused as %s at %s', (tls, origin, text, place) => {
    expect(problemsOf(withTls(tls, origin, text))).toEqual([expect.stringMatching(`^${place}`)]);
  });
});
