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

  test('tell where their references are', () => {
    expect(findReferences('a${PORT}$${NO}${my-db.PORT}')).toEqual([
      { name: 'PORT', offset: 1, length: 7 },
      { name: 'my-db.PORT', offset: 14, length: 13 },
    ]);
  });

  const secret = lookupEnvironment({ API_TOKEN: 'hunter2', EMPTY: undefined, GITHUB_TOKEN: 'hunter2' });
  test.each([
    ['${PROT}', lookup, 'has no value', 'mean `${PORT}`'],
    ['${env.API_TOKNE}', secret, 'no `API_TOKNE`', 'mean `${env.API_TOKEN}`'],
    ['${env.EMPTY}', secret, 'no `EMPTY`', ''],
    ['${env.GITHUB_TOKEN}', secret, 'is withheld', 'another name'],
    ['${constructor}', {}, 'has no value', ''],
    ['${toString}', lookup, 'has no value', ''],
  ])('say what is wrong with %s without showing any value', (template, known, what, hint) => {
    const said = expect.objectContaining({ message: expect.stringContaining(what), where: 'url of app' });
    expect(() => interpolate(template, known, 'url of app')).toThrow(said);
    try {
      interpolate(template, known, 'url of app');
    } catch (error) {
      expect((error as UserError).hint ?? '').toContain(hint);
      expect(JSON.stringify(error)).not.toContain('hunter2');
    }
  });

  test.each(['a ${PORT', '${}', '${ PORT }', '${PORT:-80}', 'x ${{ secrets.TOKEN }} y'])(
    'have names in their references: %s',
    (template) => {
      expect(() => findReferences(template)).toThrow(/is not closed|is not a name/);
    },
  );

  test('without a dollar sign stay as they are', () => {
    const plain = fc.string().map((text) => text.replaceAll('$', ''));
    fc.assert(fc.property(plain, (text) => interpolate(text, {}, 'url') === text));
  });

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
