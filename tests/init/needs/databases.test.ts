import { expect, test } from 'vitest';
import { findKind, makeDatabase } from '../../../src/init/needs/databases.ts';

test('a database whose password nobody has said lets everybody in, and another has its own', () => {
  expect(makeDatabase('postgres', []).env).toEqual({
    POSTGRES_USER: 'postgres',
    POSTGRES_PASSWORD: 'postgres',
    POSTGRES_DB: 'app',
    POSTGRES_HOST_AUTH_METHOD: 'trust',
  });
  const known = makeDatabase('postgres', [{ name: 'DB_URL', value: 'postgres://u:p@localhost/shop' }]);
  expect(known.env).toEqual({ POSTGRES_USER: 'u', POSTGRES_PASSWORD: 'p', POSTGRES_DB: 'shop' });
});

test.each([
  ['"pg" "ioredis"', 'postgres', 'redis'],
  ['sqlx = "0.8"', 'postgres', null],
])('the words %s mean another kind, or none, without the first one', (words, first, other) => {
  expect(findKind({ port: null, words })).toBe(first);
  expect(findKind({ port: null, words, without: [first] })).toBe(other);
});
