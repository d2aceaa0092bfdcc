import { describe, expect, test } from 'vitest';
import { assertUrl, chooseDeployments, deployAt } from '../../src/config/deployments.ts';
import { parseConfig } from '../../src/config/document.ts';
import { FILE, problemsOf, RUNNING, SMALL } from './configs.ts';

const parse = (text: string) => parseConfig(text, FILE);
const GIVEN = { base: 'http://127.0.0.1:1', head: 'http://127.0.0.1:2' };

describe('two deployments', () => {
  test.each([SMALL, RUNNING, `${SMALL}baseline: {from: history}\n`])(
    'take the place of what the file starts, and are compared side by side',
    (text) => {
      const config = chooseDeployments(parse(text), GIVEN);
      expect(config).toMatchObject({ deployments: GIVEN, target: 'head', baseline: { kind: 'paired' } });
      expect(config.services).toMatchObject([{ name: 'head', url: GIVEN.head }]);
      expect(config.services[0]).not.toHaveProperty('start');
      expect(deployAt(config, 'base')).toMatchObject({ target: 'base', services: [{ url: GIVEN.base }] });
      expect(chooseDeployments(parse(text), { base: '', head: '' })).toEqual(parse(text));
    },
  );

  test.each([
    ['', GIVEN.head, '', /URL of the base is missing/],
    [GIVEN.base, '', '', /URL of the head is missing/],
    [GIVEN.base, 'pr-12.example.com', '', /URL of the head: .*pr-12.example.com/],
    ['ftp://127.0.0.1', GIVEN.head, '', /needs an http or https URL/],
    [GIVEN.base, GIVEN.head, 'variants: {a: {b: {}}}\n', /`variants`/],
  ])('are two URLs without variants, not %j and %j %s', (base, head, more, refusal) => {
    expect(() => chooseDeployments(parse(SMALL + more), { base, head })).toThrow(refusal);
  });

  test('and services have URLs that are checked once more when variables are filled in', () => {
    expect(() => assertUrl('http://127.0.0.1:1', 'url of app')).not.toThrow();
    expect(() => assertUrl('', 'url of app')).toThrow('The url of app: ');
    expect(() => assertUrl('redis://127.0.0.1:1', 'url of app')).toThrow('needs an http or https URL');
    // Only the target is asked over HTTP.
    expect(() => assertUrl('redis://127.0.0.1:1', 'url of app', false)).not.toThrow();
  });
});

describe('load from pods', () => {
  const write = (kubernetes: string, load = 'load: 100 req/s') =>
    `${RUNNING.replace(/slo:.*/, load)}load-from: { kubernetes: { ${kubernetes} } }\n`;
  const podsOf = (text: string) => parse(text).pods;

  test('has their number, and says where and how they run if the file does', () => {
    const all = 'namespace: load, context: staging, image: "k6:1.8.1", resources: { cpu: 1.5, memory: 1Gi }';
    const own = { namespace: 'load', context: 'staging', image: 'k6:1.8.1', cpu: '1.5', memory: '1Gi' };
    expect(podsOf(write(`pods: 3, ${all}`))).toEqual({ count: 3, ...own });
    expect(podsOf(write('pods: 8', 'load: 16 users'))).toEqual({ count: 8 });
    expect(podsOf(SMALL)).toBeUndefined();
    for (const amount of ['cpu: 0.25', 'cpu: 1500m', 'memory: 16Mi', 'memory: 2Gi'])
      expect(podsOf(write(`pods: 2, resources: { ${amount} }`))).toMatchObject({ count: 2 });
  });

  test('is for deployments', () => {
    const config = parse(write('pods: 2'));
    expect(() => chooseDeployments(config)).toThrow('`load-from` is for deployments');
    expect(chooseDeployments(config, { base: 'http://a.test', head: 'http://b.test' }).pods?.count).toBe(2);
    expect(() => chooseDeployments(config, { ...GIVEN, base: 'http://[::1]:1' })).toThrow('pod itself');
  });

  test.each([
    ['pods: 8', 'load: 30 users'],
    ['pods: 8', 'load: 100 requests by 8 users'],
    ['pods: 8', 'slo: p99 < 9ms at 1 to 9 req/s'],
    ...['', 'pods: 0', 'pods: 1001', 'pods: 2, namespace: Load'].map((text) => [text]),
    ...['cpu: 1e3', 'memory: 1.5Gi', 'memory: 2 GB'].map((one) => [`pods: 2, resources: { ${one} }`]),
  ])('is refused at its line as { %s } %s', (pods, load?: string) => {
    expect(problemsOf(write(pods!, load))).toEqual([expect.stringMatching(/^\d+:\d+ /)]);
  });
});
