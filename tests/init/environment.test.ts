import { describe, expect, test } from 'vitest';
import { readCompose } from '../../src/init/compose.ts';
import { describeEnvironment, readExample } from '../../src/init/environment.ts';
import { inMemory } from './repository.ts';

const COMPOSE = `services:
  db:
    image: postgis/postgis:17
    container_name: shop-db
    ports: ['127.0.0.1:\${DB_OUT:-5433}:5432']
    environment: { POSTGRES_PASSWORD: '\${DB_PASSWORD}' }
    env_file: .env
  cache.main: { image: valkey/valkey:8 }
  app: { build: ., ports: [80:3000], environment: [DB_HOST=db, FLAG] }
`;
const compose = readCompose(inMemory({ 'compose.yml': COMPOSE }))!;
const describeOne = (name: string, value: string) =>
  describeEnvironment({ [name]: value }, compose.databases)[0];
const findValue = (name: string, value: string) => describeOne(name, value)?.value;

describe('a compose file', () => {
  test('names databases with the hosts and ports by which the code may know them', () => {
    expect(compose).toMatchObject({
      file: 'compose.yml',
      databases: [
        { name: 'db', port: 5432, hosts: ['db', 'shop-db', 'host.docker.internal'], ports: [5432, 5433] },
        { name: 'cache-main', service: 'cache.main', port: 6379 },
      ],
      absent: 'compose.yml reads .env, which git lacks: what writes it?',
      env: { DB_HOST: 'db' },
      asked: ['DB_OUT', 'DB_PASSWORD'],
    });
  });

  test('that is none counts as absent', () => {
    for (const text of ['', '[]', 'services: [a]', 'services: {a: 1}', ': {'])
      expect(readCompose(inMemory({ 'compose.yml': text })), text).toBeNull();
  });
});

describe('the environment', () => {
  test('comes from the plainest example, with its own references filled in, and never from a .env', () => {
    const others = { '.env': 'SECRET=real', '.env.production.example': 'A=far' };
    const text = 'export USER_NAME=ann # who\nURL="http://${USER_NAME}:x@h"\nB=\'# no\'\nC=#no\n# D=1\n';
    const given = readExample(inMemory({ ...others, '.env.example': `${text}E=\${constructor}\n` }));
    expect(given).toEqual({ USER_NAME: 'ann', URL: 'http://ann:x@h', B: '# no', C: '', E: '${constructor}' });
    expect(readExample(inMemory({ '.env': 'SECRET=real', 'env-example.js': 'A=1' }))).toEqual({});
    const doubled = Array.from({ length: 99 }, (_, at) => `A${at + 1}=\${A${at}}\${A${at}}\n`);
    expect(readExample(inMemory({ '.env.example': `A0=ab\n${doubled.join('')}` })).A99).toHaveLength(2000);
  });

  // biome-ignore format: one row a line
  test.each([
    ['DATABASE_URL', 'postgres://u:p@localhost:5432/shop?x=1', 'postgres://u:p@127.0.0.1:${db.PORT}/shop?x=1'],
    ['SPRING_DATASOURCE_URL', 'jdbc:postgresql://db:5432/shop', 'jdbc:postgresql://127.0.0.1:${db.PORT}/shop'],
    ['REDIS_ADDR', 'cache.main:6379', '127.0.0.1:${cache-main.PORT}'],
    ['DB_HOST', 'db', '127.0.0.1'],
    ['DB_PORT', '5433', '${db.PORT}'],
    ['APP_PORT', '3000', '${PORT}'],
    ['SHOP_db__password', 'shop', 'shop'],
    ['SERVER_PORT', ':3000', ':${PORT}'],
    ['CORS_ORIGINS', 'http://localhost:3000,http://127.0.0.1:5173', 'http://localhost:3000,http://127.0.0.1:5173'],
    ['BASE_URL', 'http://localhost:3000/x', 'http://localhost:${PORT}/x'],
    ['HTTP_ADDR', '0.0.0.0:3000', '0.0.0.0:${PORT}'],
    ['ALLOWED_HOSTS', 'shop.example.com', '127.0.0.1'],
    ['FORCE_HTTPS', 'true', 'false'],
  ])('leads %s=%s to what the run starts', (name, value, led) => {
    expect(findValue(name, value)).toBe(led);
    expect(describeOne(name, value)!.check).toBeUndefined();
  });

  test('gives what is secret a stand-in, whatever stands there', () => {
    const own = ['SECRET_KEY', 'SECRET_KEY_BASE', 'SHOP_JWT_SECRET', 'NEXTAUTH_SECRET', 'APP_KEY'];
    const others = ['STRIPE_SECRET_KEY', 'MEILI_MASTER_KEY', 'OAUTH_SECRET', 'GITHUB_TOKEN', 'SMTP_PASS'];
    for (const name of [...own, ...others]) expect(findValue(name, 'sk_live_real')).toMatch(/^[\da-f]{64}$/);
    // Left empty, those of others switch nothing on.
    for (const name of own) expect(findValue(name, '')).toMatch(/^[\da-f]{64}$/);
    for (const name of others) expect(findValue(name, '')).toBeUndefined();
  });

  test.each([
    ['API_URL', 'https://api.example.com/v1', 'https://127.0.0.1:9/v1'],
    ['DATABASE_URL', 'postgres://me:p#w@db.prod.example.com:5432/shop', 'postgres://127.0.0.1:9/shop'],
    ['MONGO_URL', 'mongodb://a.example.com:1,b.example.com:2/x', 'mongodb://127.0.0.1:9/x'],
    ['KAFKA_BROKERS', 'k1.example.com:9092,k2.example.com:9092', '127.0.0.1:9,127.0.0.1:9'],
    ['SMTP_HOST', 'smtp.example.com', '127.0.0.1'],
  ])('leads %s=%s nowhere, and says so', (name, value, led) => {
    expect(describeOne(name, value)).toEqual({
      name,
      value: led,
      check: expect.stringContaining('now points nowhere'),
    });
  });

  test('leaves out and marks what is put together of others', () => {
    const check = 'URL is built from other values: what is it here?';
    const parts = ['http://${HOST}/x', 'Server=sql;Database=x', 'Host = db; Port=5432', 'http://{host}'];
    for (const value of parts) expect(describeOne('URL', value)).toEqual({ name: 'URL', check });
    expect(describeOne('URL', '${URL}')).toBeUndefined();
  });

  test('says which folders both revisions share, and keeps logs as production has them', () => {
    const check = 'STACKS=/opt/stacks is a path of one machine: is it there, and may base and head share it?';
    expect(describeOne('STACKS', '/opt/stacks')).toEqual({ name: 'STACKS', value: '/opt/stacks', check });
    expect(findValue('RUST_LOG', 'shop=DEBUG,tower=TRACE')).toBe('shop=info,tower=info');
    for (const [name, value] of [
      ['BASE_PATH', '/api/v1'],
      ['HEALTH_PATH', '/healthz'],
      ['CATALOG_MODE', 'debug'],
      ['LOGIN_URL', 'http://localhost:3000/debug'],
      ['LOG_URL', 'http://localhost:3000/debug'],
    ] as const)
      expect(describeOne(name, value)).toEqual({ name, value });
  });

  test('leaves out what is empty, and the modes that the start sets', () => {
    expect(describeEnvironment({ EMPTY: '', NODE_ENV: 'development', PORT: '3000', '1X': 'a' })).toEqual([]);
  });
});
