import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findReferences,
  interpolate,
  lookupEnvironment,
  lookupService,
} from '../../src/config/interpolation.ts';
import { UserError } from '../../src/errors.ts';
import { mutated } from './arbitraries.ts';

const lookup = {
  PORT: '8080',
  TAILGATE_INSTANCE: 'head_1',
  'redis.PORT': '6379',
  ...lookupEnvironment({ HOME: '/root' }),
};

describe('templates', () => {
  test('are filled from own names, services and the environment', () => {
    const template = 'http://h:${PORT}/${TAILGATE_INSTANCE}?r=${redis.PORT}&h=${env.HOME}&$x=$PORT';
    expect(interpolate(template, lookup, 'url')).toBe('http://h:8080/head_1?r=6379&h=/root&$x=$PORT');
  });

  test('keep an escaped reference, never look into values, and have these escaped where that is asked for', () => {
    expect(interpolate('$${PORT} is ${PORT}', { PORT: '${PORT}$${' }, 'url')).toBe('${PORT} is ${PORT}$${');
    const known = { NAME: 'x y', ...lookupEnvironment({ HOME: '/root' }) };
    expect(interpolate('/a b/${NAME}?q=$${NAME}&h=${env.HOME}', known, 'url', encodeURIComponent)).toBe(
      '/a b/x%20y?q=${NAME}&h=%2Froot',
    );
  });

  test('know the ports of their own service by short names, and those of others by long ones', () => {
    const ports = new Map([
      ['app.PORT', 1],
      ['app.PORT_ADMIN', 2],
      ['db.PORT', 3],
    ]);
    const filled = interpolate('${PORT} ${PORT_ADMIN} ${db.PORT}', lookupService('app', 'i', ports, {}), 'x');
    expect(filled).toBe('1 2 3');
    expect(interpolate('${PORT} ${app.PORT}', lookupService('db', 'i', ports, {}), 'x')).toBe('3 1');
  });

  const secret = lookupEnvironment({ API_TOKEN: 'hunter2', EMPTY: undefined, GITHUB_TOKEN: 'hunter2' });
  test.each([
    ['${env.EMPTY}', secret, 'no value'],
    ['${env.GITHUB_TOKEN}', secret, 'is withheld'],
    ['${constructor}', {}, 'has no value'],
    ['${toString}', lookup, 'has no value'],
  ])('say what is wrong with %s without showing any value', (template, known, what) => {
    const fill = () => interpolate(template, known, 'url of app');
    expect(fill).toThrow(
      expect.objectContaining({ message: expect.stringContaining(what), where: 'url of app' }),
    );
    expect(fill).toThrow(expect.not.objectContaining({ hint: expect.stringContaining('hunter2') }));
    expect(fill).toThrow(/^(?!.*hunter2)/s);
  });

  test.each(['a ${PORT', '${}', '${ PORT }', '${PORT:-80}', 'x ${{ secrets.TOKEN }} y'])(
    'have names in their references: %s',
    (template) => {
      expect(() => findReferences(template)).toThrow(/is no reference/);
    },
  );

  test('fail with nothing but a UserError', () => {
    const check = (text: string) => {
      try {
        interpolate(text, lookup, 'url');
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
      }
    };
    const written = mutated(fc.constant('http://${redis.PORT}:${PORT}/$${x}/${env.HOME}'));
    fc.assert(fc.property(written, check), { numRuns: 800 });
  });
});
