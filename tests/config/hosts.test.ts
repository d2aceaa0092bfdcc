import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { assertAllowed, warnOfHosts } from '../../src/config/hosts.ts';
import { UserError } from '../../src/errors.ts';
import { FILE, framesOf, problemsOf, SMALL } from './configs.ts';

/** The target runs already. */
const RUNNING = SMALL.replace(/ {2}build.*\n {2}start.*\n/, '').replace('${PORT}', '8080');
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

  test.each([
    'example.com',
    '10.0.0.1',
    '0.0.0.0',
    '[2001:db8::1]',
    '127.0.0.1.example.com',
    'u:${PORT}@example.com',
  ])('never goes to %s, whatever is allowed', (host) => {
    const allow = 'allow: [example.com, 10.0.0.1, 0.0.0.0, "[2001:db8::1]", 127.0.0.1.example.com]\n';
    expect(problemsOf(allow + at(host))).toEqual([
      expect.stringMatching(
        /^5:8 (`start` runs on this machine, and `.*` is another|`0.0.0.0` is for listening)/,
      ),
    ]);
    expect(problemsOf(allow + asking(`http://${host}/other`))).toEqual([
      expect.stringMatching(/^8:14 This request goes to `.*`, and not to `service`/),
    ]);
  });

  test('is refused at the path of a request with details', () => {
    const text = SMALL.replace('GET /search?q=shoes', '\n      path: https://example.com/');
    expect(problemsOf(text)).toEqual([expect.stringMatching(/^8:13 This request goes to `example.com`/)]);
  });

  test.each([
    'http://localhost:3000/x',
    'http://127.0.0.1:3000',
    'http://app.localhost/x?to=${PORT}',
    'https://[::1]:3000/${env.ID}',
  ])('is refused at %s, which is one process, where each revision has a port of its own', (url) => {
    const what =
      'This address is the same for both revisions, and `service` gets a port of its own for each.';
    expect(problemsOf(asking(url))).toEqual([`7:14 ${what}`]);
    expect(framesOf(asking(url))).toMatch('expected a path, such as `/`');
  });

  test.each(['8080', '${env.APP_PORT}'])('goes to a fixed address where the port is %s', (port) => {
    expect(() => parse(asking('http://localhost:3000/x', SMALL.replace('${PORT}', port)))).not.toThrow();
  });

  test('is refused for every service that is started, also one that takes no load', () => {
    const text = SMALL.replace('service:', 'services:\n a:').replace(/^ {2}(?=build|start|url)/gm, '   ');
    const more = ' b:\n   start: x\n   url: redis://example.com\n   ready: tcp\n';
    expect(
      problemsOf(text.replace('scenarios:', `${more.replace('redis', 'http')}target: a\nscenarios:`)),
    ).toEqual([expect.stringMatching(/^8:9 `start` runs on this machine, and `example.com` is another/)]);
  });
});

describe('load on a target that runs already', () => {
  test('goes to this machine, and elsewhere where it is allowed', () => {
    expect(parse(RUNNING).allow).toEqual([]);
    const preview = at('pr-12.previews.example.com', RUNNING);
    expect(parse(`allow: ['*.Previews.example.com']\n${preview}`).allow).toEqual(['*.previews.example.com']);
    const wide = `allow: ['*.previews.example.com']\n${at('previews.example.com', RUNNING)}`;
    expect(problemsOf(wide)).toEqual([expect.stringContaining('Load would go to `previews.example.com`')]);
    const text = asking('https://Other.example.com/x', at('staging.example.com', RUNNING));
    expect(parse(`allow: [staging.example.com, OTHER.example.com]\n${text}`).allow).toEqual([
      'staging.example.com',
      'other.example.com',
    ]);
  });

  test('is refused elsewhere, with what to write', () => {
    expect(problemsOf(at('staging.example.com', RUNNING))).toEqual([
      '2:8 Load would go to `staging.example.com`, which is not this machine.',
    ]);
    expect(framesOf(at('staging.example.com', RUNNING))).toMatch('allow: [staging.example.com]');
    expect(problemsOf(`allow: [other.example.com]\n${asking('http://x.example.com/', RUNNING)}`)).toEqual([
      '6:14 Load would go to `x.example.com`, which is not this machine.',
    ]);
  });

  test.each([
    ['https://a.example.com', 'a.example.com'],
    ['a.example.com:80', 'a.example.com'],
    ['*.com', null],
    ['a.*.example.com', null],
    ['a b', null],
  ])('is allowed by hosts, not by %s', (text, near) => {
    expect(problemsOf(`allow: ['${text}']\n${RUNNING}`)).toEqual(['1:10 This is not a host.']);
    if (near !== null) expect(framesOf(`allow: ['${text}']\n${RUNNING}`)).toMatch(near);
  });
});

test.each(['localhost', 'App.localhost', '127.0.0.1', '127.1', '[::1]'])(
  'load may always go to this machine, so `allow` does not name %s',
  (host) => {
    const text = `allow: ['${host}']\n${RUNNING}`;
    expect(problemsOf(text)).toEqual(['1:9 Load may always go to this machine.']);
    expect(framesOf(text)).toMatch('leave it out');
  },
);

describe('a URL that is filled in', () => {
  const running = parse(`allow: [10.0.0.1]\n${RUNNING}`);
  const refusal = (config: typeof running, url: string) => {
    try {
      assertAllowed(url, config, 'url of app');
      return null;
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
      return error as UserError;
    }
  };

  test('is checked again, since its host may come from the environment', () => {
    expect(() => parse(at('${env.HOST}'))).not.toThrow();
    for (const url of ['http://127.0.0.1:80/', 'http://localhost/', '/path']) {
      expect(refusal(parse(SMALL), url)).toBeNull();
      expect(refusal(running, url)).toBeNull();
    }
    expect(refusal(running, 'http://10.0.0.1/')).toBeNull();
    const below = parse(`allow: ['*.previews.example.com']\n${RUNNING}`);
    expect(refusal(below, 'http://pr-12.previews.example.com/')).toBeNull();
    // It ends alike, and belongs to somebody else.
    expect(refusal(below, 'http://evil-previews.example.com/')).not.toBeNull();
    expect(refusal(running, 'http://10.0.0.2/')).toMatchObject({
      exitCode: 2,
      where: 'url of app',
      hint: expect.stringContaining('allow: [10.0.0.2]'),
    });
    expect(refusal(parse(`allow: [10.0.0.1]\n${SMALL}`), 'http://10.0.0.1/')?.hint).toMatch('127.0.0.1');
  });
});

test('load that leaves this machine is warned of', () => {
  expect(warnOfHosts(parse(RUNNING))).toEqual([]);
  expect(warnOfHosts(parse(`allow: [a.example.com, b.example.com]\n${RUNNING}`))).toEqual([
    expect.stringMatching(/^Load goes to another machine: `allow` names `a.example.com` and `b.example.com`/),
  ]);
});
