import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/document.ts';
import { chooseSource } from '../../src/config/selection.ts';
import { FILE, framesOf, problemsOf } from './configs.ts';

const LOAD = 'scenarios:\n  search:\n    request: GET /\n    slo: p99 < 30ms at 100 req/s\n';
const URL = '  url: http://127.0.0.1:${PORT}\n';
const service = (lines: string) => `service:\n${lines.replace(/^/gm, '  ')}\n${URL}${LOAD}`;

describe('an image that a command builds under one tag for both revisions', () => {
  const both = (build: string, start: string) =>
    service(`build: ${JSON.stringify(build)}\nstart: ${JSON.stringify(start)}`);
  const SHARED = /^\d+:\d+ Both revisions build `(.*)`, so both would run the one built last/;

  test.each([
    ["docker build -qt 'acme/shop:dev' .", './start.sh', 'acme/shop:dev'],
    ['docker buildx build --tag=acme/app:dev .', 'exec docker run acme/app:dev', 'acme/app:dev'],
    ['docker --context here image build . --tag shop', 'make run', 'shop'],
    ['npm ci && docker build \\\n  -t shop .', 'npm start', 'shop'],
    ['docker build -t shop:$GITHUB_SHA .', 'docker run shop:$GITHUB_SHA', 'shop:$GITHUB_SHA'],
    ['docker build -t "shop-$(git rev-parse HEAD)" -t shop .', 'docker run shop', 'shop'],
  ])('is refused, whatever runs it: %s, %s', (build, start, tag) => {
    const [problem, ...others] = problemsOf(both(build, start));
    expect([problem?.match(SHARED)?.[1], others]).toEqual([tag, []]);
    expect(framesOf(both(build, start))).toContain('expected `image: {build: ., port: 8080}`');
  });

  const app = (lines: string, start = 'docker run shop') =>
    `services:\n  maker: {start: sleep 9}\n  app:\n    start: ${start}\n  ${URL}${lines}target: app\n${LOAD}`;
  test.each([
    app('').replace('{start', '{build: docker build -t shop ., start'),
    app('    prepare: docker build -t shop .\n'),
    app('', 'docker build -t shop . && docker run shop'),
  ])('is refused in another service, in `prepare` and in `start`', (text) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(SHARED)]);
  });

  test.each([
    both('TAG=shop:$(git rev-parse HEAD); docker build -t $TAG .', './start.sh'),
    both('docker build -t shop:`git rev-parse HEAD` .', './start.sh'),
    both('docker build -t shop:$(basename $PWD) -t $PWD/shop .', './start.sh'),
    both('docker build --target test . && npm ci', 'docker run -t postgres:17'),
    service('build: docker build -t shop .\nimage: {name: shop, port: 80}'),
  ])('is nothing to refuse where each revision runs its own: %s', (text) => {
    expect(() => parseConfig(text, FILE)).not.toThrow();
  });
});

test('an image under one tag is no matter where only the head is built', () => {
  const text = service('build: docker build -t shop .\nstart: docker run shop');
  const suite = parseConfig(`${text}baseline: {from: history}\n`, FILE);
  expect(() => chooseSource(suite, 'paired')).toThrow('Both revisions build `shop`');
});

describe('a service in containers', () => {
  // biome-ignore format: one service a line
  test.each([
    ['image: {build: app, port: 8080}', 'docker run', { kind: 'image', from: { build: 'app' }, port: 8080, command: [] }],
    ['image: {name: "nginx:1", port: 80, command: [nginx, -q]}', 'docker run', { kind: 'image', from: { name: 'nginx:1' }, port: 80, command: ['nginx', '-q'] }],
    ['compose: {file: compose.yaml, service: app}', 'docker compose up', { kind: 'compose', file: 'compose.yaml', service: 'app' }],
  ])('is started by its tool: %s', (lines, start, container) => {
    expect(parseConfig(service(lines), FILE).services).toMatchObject([{ start, container }]);
  });

  test.each([
    ['compose: {file: c.yaml, service: a}', '2:19', '/repo/c.yaml'],
    ['image: {build: ../app, port: 80}', '2:18', '/repo/../app/Dockerfile'],
    ['image: {build: app, dockerfile: D, port: 80}', '2:35', '/repo/app/D'],
  ])('is told which file it lacks: %s', (lines, place, path) => {
    const checkFile = (file: string) => (file === path ? 'There is no such file.' : undefined);
    expect(() => parseConfig(service(lines), FILE, { checkFile })).toThrow(
      expect.objectContaining({ detail: expect.stringContaining(`:${place}: There is`) }),
    );
  });

  test('reaches others of its instance by their names, as loopback is its own, and none that both revisions share', () => {
    const text = (scope: string, db: string) => `services:
  db: {image: {name: postgres, port: 5432}, scope: ${scope}}
  app:
    image: {build: ., port: 80}
    needs: [db]
    env: {DB: "${db}"}
  ${URL}${LOAD}`;
    expect(() => parseConfig(text('instance', 'db:5432'), FILE)).not.toThrow();
    const byPort = text('instance', '127.0.0.1:${db.PORT}');
    expect(problemsOf(byPort)).toEqual([expect.stringMatching(/^6:15 `\$\{db.PORT\}` is not known here/)]);
    expect(problemsOf(text('run', 'db:5432'))).toEqual([expect.stringMatching(/^5:13 `db` is in a diff/)]);
  });
});
