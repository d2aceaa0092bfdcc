import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { FILE, framesOf, problemsOf } from './configs.ts';

const LOAD = 'scenarios:\n  search:\n    request: GET /\n    slo: p99 < 30ms at 100 req/s\n';
const URL = '  url: http://127.0.0.1:${PORT}\n';
const service = (lines: string) => `service:\n${lines.replace(/^/gm, '  ')}\n${URL}${LOAD}`;

describe('a service in containers', () => {
  test('is started, from a folder of the revision', () => {
    const [app] = parseConfig(service('image: {build: app, port: 8080}'), FILE).services;
    expect(app).toMatchObject({
      start: 'docker run',
      container: { kind: 'image', from: { build: 'app' }, port: 8080, command: [] },
    });
  });

  test('is started, by compose', () => {
    const [app] = parseConfig(service('compose: {file: compose.yaml, service: app}'), FILE).services;
    expect(app).toMatchObject({
      start: 'docker compose up',
      container: { kind: 'compose', file: 'compose.yaml', service: 'app' },
    });
  });

  test('is started, by its name and with a command', () => {
    const [app] = parseConfig(
      service('image: {name: "nginx:1", port: 80, command: [nginx, -q]}'),
      FILE,
    ).services;
    expect(app?.container).toEqual({
      kind: 'image',
      from: { name: 'nginx:1' },
      port: 80,
      command: ['nginx', '-q'],
    });
  });

  test.each([
    ['compose: compose.yaml', '2:12 `compose` is a text.'],
    ['compose: {file: compose.yaml}', '2:3 `service` is missing.'],
    ['compose: {file: ../../compose.yaml, service: a, port: x}', '2:57 `port` is a text.'],
    [
      'image: {name: nginx, port: 80}\ncompose: {file: c.yaml, service: a}',
      '2:3 A service has either `image` or `compose`.',
    ],
    ['image: nginx', '2:10 `image` is a text.'],
    ['image: {port: 80}', '2:3 `image` has neither `build` nor `name`.'],
    ['image: {build: .}', '2:3 `port` is missing.'],
    ['image: {build: ., port: 0}', '2:27 `0` is not a port.'],
    ['image: {build: ., name: nginx, port: 80}', '2:21 `image` has both `build` and `name`.'],
    ['image: {name: nginx, dockerfile: D, port: 80}', '2:24 `dockerfile` does nothing without `build`.'],
    ['image: {build: /app, port: 80}', '2:18 This path is relative to this file.'],
    ['start: node .\nimage: {name: nginx, port: 80}', '2:3 A service has either `start` or a container.'],
    [
      'stop: SIGINT\nimage: {name: nginx, port: 80}',
      '2:3 `stop` does nothing here: Tailgate ends and removes the containers of a service itself.',
    ],
  ])('%s: %s', (lines, problem) => {
    expect(problemsOf(service(lines))).toEqual([problem]);
  });

  test('is told how it reaches another service, as loopback is its own', () => {
    const text = `services:
  db:
    image: {name: postgres, port: 5432}
  app:
    image: {build: ., port: 80}
    needs: [db]
    env: {DB: "127.0.0.1:\${db.PORT}"}
  ${URL}${LOAD}`;
    expect(problemsOf(text)).toEqual(['7:26 `${db.PORT}` is not known here.']);
    expect(framesOf(text)).toContain('A service with `image` it reaches by name: write `db`');
    expect(() => parseConfig(text.replace('127.0.0.1:${db.PORT}', 'db:5432'), FILE)).not.toThrow();
  });

  test('differs between variants by its environment, and not by a command', () => {
    const variant = (change: string) => `services:
  app:
    image: {build: ., port: 80}
  ${URL}${LOAD}variants:
  mode:
    fast: {}
    slow: {services: {app: {${change}}}}
`;
    expect(problemsOf(variant('start: node .'))).toEqual([
      '12:29 `app` runs in a container, which has no `start`.',
    ]);
    expect(problemsOf(variant('stop: SIGINT'))).toEqual([
      '12:29 `app` runs in a container, which has no `stop`.',
    ]);
    expect(() => parseConfig(variant('env: {MODE: slow}'), FILE)).not.toThrow();
  });

  test('reaches no service that is started once for both revisions', () => {
    const text = (scope: string) => `services:
  db:
    image: {name: postgres, port: 5432}
    ${scope}
  app:
    image: {build: ., port: 80}
    needs: [db]
  ${URL}${LOAD}`;
    expect(problemsOf(text('scope: run'))).toEqual([
      '7:13 `db` is started once for both revisions, in a network that `app` is not in.',
    ]);
    expect(() => parseConfig(text('scope: instance'), FILE)).not.toThrow();
  });
});
