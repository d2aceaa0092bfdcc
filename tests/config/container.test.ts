import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { FILE, framesOf, problemsOf } from './configs.ts';

const LOAD = 'scenarios:\n  search:\n    request: GET /\n    slo: p99 < 30ms at 100 req/s\n';
const URL = '  url: http://127.0.0.1:${PORT}\n';
const service = (lines: string) => `service:\n${lines.replace(/^/gm, '  ')}\n${URL}${LOAD}`;

describe('an image that `build` makes and `start` runs', () => {
  const both = (build: string, start: string) =>
    service(`build: ${JSON.stringify(build)}\nstart: ${JSON.stringify(start)}`);

  test.each([
    ['docker build -t shop .', 'docker run --rm -p $PORT:80 shop', 'shop'],
    ['docker buildx build -t shop --tag=acme/app:dev .', 'exec docker run acme/app:dev', 'acme/app:dev'],
    ['podman image build . --tag shop', 'podman run shop;true', 'shop'],
    ['docker build -t $NAME -t shop .', 'cd app&&docker run shop', 'shop'],
  ])('is refused, as both revisions would run one of them: %s, %s', (build, start, tag) => {
    expect(problemsOf(both(build, start))).toEqual([
      `2:10 Both revisions build \`${tag}\`, so both would run the one that is built last.`,
    ]);
    expect(framesOf(both(build, start))).toContain(
      'expected `image: {build: ., port: 8080}` in place of `build` and `start`',
    );
  });

  test.each([
    ['docker build -t "shop-$(git rev-parse HEAD)" .', 'docker run "shop-$(git rev-parse HEAD)"'],
    ['docker build -t shop -o out .', 'node out/server.js shop'],
    ['docker build -t shop-test . && npm ci', 'docker run postgres:17'],
    ['docker pull postgres:17', 'docker run postgres:17'],
  ])('is nothing to refuse where each revision runs its own: %s, %s', (build, start) => {
    expect(() => parseConfig(both(build, start), FILE)).not.toThrow();
  });

  test('is nothing to refuse where earlier runs take the place of the base', () => {
    const text = both('docker build -t shop .', 'docker run shop');
    expect(() => parseConfig(`${text}baseline: {from: history}\n`, FILE)).not.toThrow();
    expect(() => parseConfig(`${text}baseline: {from: paired}\n`, FILE)).toThrow();
  });
});

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

  test.each([
    ['compose: {file: c.yaml, service: a}', 'expected a compose file'],
    ['image: {build: app, port: 80}', 'expected the folder of `Dockerfile`'],
    ['image: {build: app, dockerfile: D, port: 80}', 'expected a Dockerfile below `build`'],
  ])('is told which file it lacks: %s', (lines, expected) => {
    const read = () => parseConfig(service(lines), FILE, () => ({ fault: 'missing' }));
    expect(read).toThrow(expect.objectContaining({ detail: expect.stringContaining(expected) }));
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
