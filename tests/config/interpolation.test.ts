import { describe, expect, test } from 'vitest';
import { findReferences, interpolate, lookupService } from '../../src/config/interpolation.ts';

const ports = new Map([
  ['app.PORT', 8080],
  ['app.PORT_ADMIN', 8081],
  ['my-db.PORT', 6379],
]);
const environment = { HOME: '/a b', API_TOKEN: 'hunter2', EMPTY: undefined, GITHUB_TOKEN: 'hunter2' };
const lookup = lookupService('app', 'head_1', ports, environment);

describe('templates', () => {
  test.each([
    ['h:${PORT}:${PORT_ADMIN}/${TAILGATE_INSTANCE}?r=${my-db.PORT}', 'h:8080:8081/head_1?r=6379'],
    ['${app.PORT} ${env.HOME} $x $PORT $$PORT $${PORT}', '8080 /a b $x $PORT $PORT ${PORT}'],
  ])('are filled from own names, services and the environment: %s', (template, filled) => {
    expect(interpolate(template, lookup, 'url')).toBe(filled);
    expect(interpolate('${PORT} ${app.PORT}', lookupService('my-db', 'i', ports, {}), 'x')).toBe('6379 8080');
  });

  test('never look into values, and have these escaped where that is asked for', () => {
    expect(interpolate('$${PORT} is ${PORT}', { PORT: '${PORT}$${' }, 'url')).toBe('${PORT} is ${PORT}$${');
    expect(interpolate('/a b/$${NAME}&h=${env.HOME}', lookup, 'url', encodeURIComponent)).toBe(
      '/a b/${NAME}&h=%2Fa%20b',
    );
  });

  test.each([
    ['${env.EMPTY}', 'Variable `EMPTY` is not set'],
    ['${env.GITHUB_TOKEN}', 'is withheld'],
    ['${constructor}', 'has no value'],
  ])('say what is wrong with %s without showing any value', (template, what) => {
    const refusal = { message: expect.stringContaining(what), where: 'url of app' };
    expect(() => interpolate(template, lookup, 'url of app')).toThrow(expect.objectContaining(refusal));
    expect(() => interpolate(template, lookup, 'url of app')).toThrow(/^(?!.*hunter2)/s);
  });

  test.each(['a ${PORT', '${}', '${ PORT }', '${PORT:-80}', 'x ${{ secrets.TOKEN }} y'])(
    'have names in their references: %s',
    (template) => {
      expect(() => findReferences(template)).toThrow(/is not a valid reference/);
    },
  );
});
