import { describe, expect, test } from 'vitest';
import { assertUrl, chooseDeployments, deployAt, printDeployment } from '../../src/config/deployments.ts';
import { parseConfig } from '../../src/config/document.ts';
import { chooseSource } from '../../src/config/selection.ts';
import { FILE, problemsOf, SMALL } from './configs.ts';

const SCENARIOS = SMALL.slice(SMALL.indexOf('scenarios:'));
const TWO = `base:\n  url: http://127.0.0.1:8001\nhead:\n  url: http://127.0.0.1:8002\n${SCENARIOS}`;
const parse = (text: string) => parseConfig(text, FILE);

describe('two deployments', () => {
  test('are compared side by side, and nothing is started', () => {
    const config = parse(TWO);
    expect(config.deployments).toEqual({ base: 'http://127.0.0.1:8001', head: 'http://127.0.0.1:8002' });
    expect(config.baseline.kind).toBe('paired');
    expect(chooseSource(config, 'paired').baseline.kind).toBe('paired');
    expect(config.services).toEqual([
      expect.objectContaining({ name: 'head', url: 'http://127.0.0.1:8002' }),
    ]);
    expect(config.services[0]).not.toHaveProperty('start');
    expect(deployAt(config, 'base')).toMatchObject({
      target: 'base',
      services: [{ name: 'base', url: 'http://127.0.0.1:8001' }],
    });
  });

  test('are two, without a service beside them', () => {
    expect(problemsOf(TWO.replace(/base:\n.*\n/, ''))).toEqual([
      expect.stringMatching(/^1:1 `head` is a deployment, and `base` is missing/),
    ]);
    expect(problemsOf(TWO.replace(/head:\n.*\n/, ''))).toEqual([
      expect.stringMatching(/^1:1 `base` is a deployment, and `head` is missing/),
    ]);
    expect(problemsOf(`${TWO}service:\n  start: x\n  url: http://127.0.0.1:\${PORT}\n`)).toEqual([
      expect.stringMatching(/`service` is for what Tailgate starts, and `head` runs already/),
    ]);
    expect(problemsOf(`${TWO}baseline:\n  on-base-failure: history\n`)).toHaveLength(1);
  });

  test('given as texts are told, and nothing that only follows from it', () => {
    expect(problemsOf(TWO.replace(/:\n {2}url/g, ''))).toEqual([
      '1:7 `base` is a text.',
      '2:7 `head` is a text.',
    ]);
  });

  test('are on this machine, unless `allow` names theirs', () => {
    const far = TWO.replace('127.0.0.1:8001', 'main.example.com').replace('127.0.0.1:8002', 'pr.example.com');
    expect(problemsOf(far)).toEqual([
      expect.stringMatching(/^2:8 Load would go to `main\.example\.com`/),
      expect.stringMatching(/^4:8 Load would go to `pr\.example\.com`/),
    ]);
    expect(parse(`allow: [main.example.com, pr.example.com]\n${far}`).allow).toHaveLength(2);
    expect(problemsOf(TWO.replace('http://127.0.0.1:8001', '127.0.0.1:8001'))).toEqual([
      expect.stringMatching(/^2:8 The URL has no scheme/),
    ]);
  });

  test('given to the command take the place of what the file starts', () => {
    const given = { base: 'http://127.0.0.1:1', head: 'http://127.0.0.1:2' };
    const config = chooseDeployments(parse(SMALL), given);
    expect(config).toMatchObject({ deployments: given, target: 'head', baseline: { kind: 'paired' } });
    expect(config.services.map(({ start }) => start)).toEqual([undefined]);
    expect(chooseDeployments(parse(SMALL))).toEqual(parse(SMALL));
    // The other one may stand in the file.
    expect(chooseDeployments(parse(TWO), { head: given.head }).deployments).toEqual({
      base: 'http://127.0.0.1:8001',
      head: given.head,
    });
  });

  test('given to the command are two, and URLs', () => {
    const choose = (base: string, head: string) => () => chooseDeployments(parse(SMALL), { base, head });
    expect(choose('', 'http://127.0.0.1:1')).toThrow('The URL of the base is missing');
    expect(choose('http://127.0.0.1:1', 'pr-12.example.com')).toThrow(/URL of the head: .*no scheme/);
    expect(choose('ftp://127.0.0.1', 'http://127.0.0.1:1')).toThrow('over http or https');
  });

  test('and services have URLs that are checked once more when variables are filled in', () => {
    const check = (url: string, wanted?: RegExp) => () =>
      assertUrl(url, 'url of app', { ...(wanted && { wanted }) });
    expect(check('http://127.0.0.1:1')).not.toThrow();
    expect(check('')).toThrow('The url of app: The URL has no scheme.');
    expect(check('redis://127.0.0.1:1')).toThrow('The url of app: It is asked over http or https.');
    // Only the target is asked over HTTP.
    expect(check('redis://127.0.0.1:1', /./)).not.toThrow();
  });

  test('are shown without a password or a path', () => {
    expect(printDeployment('https://ann:hush@pr.example.com/hush')).toBe('https://pr.example.com');
    expect(printDeployment('${env.PREVIEW}')).toBe('${env.PREVIEW}');
  });
});
