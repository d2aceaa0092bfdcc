import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextError } from '../../src/config/diagnostics/text-error.ts';
import { findReferences, interpolate, lookupEnvironment } from '../../src/config/interpolation.ts';
import { UserError } from '../../src/errors.ts';
import { mutated } from './arbitraries.ts';

const lookup = {
  PORT: '8080',
  TAILGATE_INSTANCE: 'head_1',
  'redis.PORT': '6379',
  ...lookupEnvironment({ HOME: '/root' }),
};

function mistake(run: () => unknown): UserError {
  try {
    run();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('templates', () => {
  test('are filled from own names, services and the environment', () => {
    const template = 'http://h:${PORT}/${TAILGATE_INSTANCE}?r=${redis.PORT}&h=${env.HOME}&$x=$PORT';
    expect(interpolate(template, lookup, 'url')).toBe('http://h:8080/head_1?r=6379&h=/root&$x=$PORT');
  });

  test('keep an escaped reference, and never look into values', () => {
    expect(interpolate('$${PORT} is ${PORT}', { PORT: '${PORT}$${' }, 'url')).toBe('${PORT} is ${PORT}$${');
  });

  test('have their values escaped, and nothing else, where that is asked for', () => {
    const known = { NAME: 'x y', ...lookupEnvironment({ HOME: '/root' }) };
    expect(interpolate('/a b/${NAME}?q=$${NAME}&h=${env.HOME}', known, 'url', encodeURIComponent)).toBe(
      '/a b/x%20y?q=${NAME}&h=%2Froot',
    );
  });

  test('tell where their references are', () => {
    expect(findReferences('a${PORT}$${NO}${my-db.PORT}')).toEqual([
      { name: 'PORT', offset: 1, length: 7 },
      { name: 'my-db.PORT', offset: 14, length: 13 },
    ]);
  });

  test('name the nearest name when one has no value', () => {
    const error = mistake(() => interpolate('${PROT}', lookup, 'url of app'));
    expect(error.message).toBe('`${PROT}` has no value.');
    expect(error.where).toBe('url of app');
    expect(error.hint).toBe(
      'Did you mean `${PORT}`? Known here: ${PORT}, ${TAILGATE_INSTANCE} and ${redis.PORT}.',
    );
  });

  test('say which variable the environment lacks without showing any value', () => {
    const secret = lookupEnvironment({ API_TOKEN: 'hunter2', EMPTY: undefined });
    const error = mistake(() => interpolate('${env.API_TOKNE}', secret, 'headers'));
    expect(error.message).toBe('The environment has no `API_TOKNE`, which `${env.API_TOKNE}` asks for.');
    expect(error.hint).toBe('Did you mean `${env.API_TOKEN}`?');
    expect(JSON.stringify(error)).not.toContain('hunter2');
    expect(() => interpolate('${env.EMPTY}', secret, 'headers')).toThrow('The environment has no `EMPTY`');
  });

  test.each(['GITHUB_TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'INPUT_CONFIG', 'K6_DURATION'])('get no %s', (name) => {
    const error = mistake(() =>
      interpolate(`\${env.${name}}`, lookupEnvironment({ [name]: 'hunter2' }), 'url'),
    );
    expect(error.message).toMatch(`\`${name}\` is withheld: services, builds and requests get no token`);
    expect(error.hint).toMatch('another name');
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  test('know no names that every object has', () => {
    expect(() => interpolate('${constructor}', {}, 'url')).toThrow(UserError);
    expect(() => interpolate('${toString}', lookup, 'url')).toThrow('has no value');
  });

  test.each([
    ['a ${PORT', '${', '`${` is not closed.'],
    ['${}', '${}', '`${}` names nothing.'],
    ['${ PORT }', '${ PORT }', '`${ PORT }` is not a name.'],
    ['${PORT:-80}', '${PORT:-80}', '`${PORT:-80}` is not a name.'],
    [
      'x ${{ secrets.TOKEN }} y',
      '${{ secrets.TOKEN }}',
      'Expressions of GitHub are not evaluated in this file.',
    ],
  ])('%s: marks %s', (template, spot, what) => {
    const error = mistake(() => findReferences(template)) as TextError;
    expect(template.slice(error.offset, error.offset + error.length)).toBe(spot);
    expect(error.message).toBe(what);
  });

  test('without a dollar sign stay as they are', () => {
    fc.assert(
      fc.property(
        fc.string().map((text) => text.replaceAll('$', '')),
        (text) => {
          expect(interpolate(text, {}, 'url')).toBe(text);
        },
      ),
    );
  });

  test('fail with nothing but a UserError', () => {
    fc.assert(
      fc.property(mutated(fc.constant('http://${redis.PORT}:${PORT}/$${x}/${env.HOME}')), (text) => {
        try {
          interpolate(text, lookup, 'url');
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
        }
      }),
      { numRuns: 800 },
    );
  });
});
