import { describe, expect, it } from 'vitest';
import { childEnvironment, listSecretValues, redact, redactDeep } from '../../src/processes/environment.ts';

it('the environment of children is the user’s own without tokens, inputs, command files and k6 overrides', () => {
  const forges = ['GITHUB', 'GITEA', 'FORGEJO'].flatMap((forge) =>
    ['TOKEN', 'ENV', 'PATH', 'OUTPUT', 'STATE', 'STEP_SUMMARY'].map((name) => `${forge}_${name}`),
  );
  const others = ['INPUT_GITHUB-TOKEN', 'GH_TOKEN', 'GH_ENTERPRISE_TOKEN', 'ACTIONS_RESULTS_URL'];
  const withheld = [
    ...forges,
    ...others,
    ...'K6_DURATION K6_CLOUD_TOKEN TAILGATE_TOKEN TAILGATE_K6_MIRROR TAILGATE_LOCK'.split(' '),
  ];
  const own = {
    PATH: '/bin',
    MY_TOKEN: 'mine',
    GITHUB_SHA: 'abc',
    FORGEJO_ACTIONS: 'true',
    K6_BASE_URL: 'x',
  };
  const given = { ...Object.fromEntries(withheld.map((name) => [name, 'secret'])), ...own };
  expect(childEnvironment(given, { PORT: '1' })).toEqual({ ...own, PORT: '1' });
});

describe('redaction', () => {
  it('replaces secret values wherever they stand, the longer one first', () => {
    const own = { DB: 'hunter2', LONG: 'hunter2-and-more', GH_TOKEN: 'ghs_1', FORGEJO_TOKEN: 'forgejo-1' };
    const secrets = listSecretValues(own, ['DB', 'LONG']);
    expect(redact('a hunter2-and-more b hunter2 c ghs_1 forgejo-1', secrets)).toBe('a *** b *** c *** ***');
    expect(redactDeep({ log: ['x hunter2'], n: Number.POSITIVE_INFINITY, none: null }, secrets)).toEqual({
      log: ['x ***'],
      n: Number.POSITIVE_INFINITY,
      none: null,
    });
  });

  it('finds values with quotes, backslashes and line breaks in JSON as well, and in JSON within JSON', () => {
    const secret = 'pass"word\\of\nann';
    const secrets = listSecretValues({ DB: secret }, ['DB']);
    const request = { headers: { 'x-key': secret }, body: JSON.stringify({ password: secret }) };
    const text = `${redact(JSON.stringify(request, null, 2), secrets)} ${redact(secret, secrets)}`;
    expect(text).toContain('"x-key": "***"');
    expect(text).toContain(JSON.stringify('{"password":"***"}'));
    for (const part of ['pass', 'word', 'of', 'ann'])
      expect(text.replace('"password', '')).not.toContain(part);
  });

  it('finds each line of a key by itself, since logs are cut between lines', () => {
    const lines = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i).repeat(64));
    const key = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'];
    const hidden = Array(20).fill('***').join('\n');
    for (const end of ['\n', '\r\n']) {
      const secrets = listSecretValues({ KEY: key.join(end) + end }, ['KEY']);
      expect(redact(key.slice(-20).join('\n'), secrets)).toBe(hidden);
      expect(redact(key.join(end) + end, secrets)).toBe('***');
    }
  });

  it('finds a value without the line break and the blanks around it', () => {
    const secrets = listSecretValues({ A: 'abcd1234\n', B: ' hunter2 \n' }, ['A', 'B']);
    expect(redact('as abcd1234 at hunter2:', secrets)).toBe('as *** at ***:');
  });

  it('leaves text alone where a secret, or a line of it, is too short to be one', () => {
    expect(listSecretValues({ A: 'abc', B: '' }, ['A', 'B', 'C'])).toEqual([]);
    const secrets = listSecretValues({ A: 'postgres\nerror\ncorrect-horse\n' }, ['A']);
    expect(redact('error of postgres: correct-horse', secrets)).toBe('error of ***: ***');
  });
});
