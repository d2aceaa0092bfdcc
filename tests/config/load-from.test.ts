import { describe, expect, test } from 'vitest';
import { chooseDeployments } from '../../src/config/deployments.ts';
import { parseConfig } from '../../src/config/document.ts';
import { FILE, framesOf, problemsOf, SMALL } from './configs.ts';

const write = (
  kubernetes: string,
  load = '100 req/s',
  url = 'http://app-main.staging',
) => `base: { url: ${url} }
head: { url: http://app-pr.staging }
allow: [app-main.staging, app-pr.staging]
load-from:
  kubernetes: ${kubernetes}
scenarios:
  search:
    request: GET /search
    load: ${load}
`;
const podsOf = (text: string) => parseConfig(text, FILE).pods;

describe('load from pods', () => {
  test('has their number, and says where and how they run if the file does', () => {
    expect(podsOf(write('{ pods: 8 }'))).toEqual({ count: 8 });
    expect(
      podsOf(
        write(
          '{ pods: 3, namespace: load, context: staging, image: "k6:1.8.1", resources: { cpu: 1.5, memory: 1Gi } }',
        ),
      ),
    ).toEqual({
      count: 3,
      namespace: 'load',
      context: 'staging',
      image: 'k6:1.8.1',
      cpu: '1.5',
      memory: '1Gi',
    });
    expect(podsOf(SMALL)).toBeUndefined();
  });

  test('is for deployments that the pods reach', () => {
    expect(problemsOf(`${SMALL}load-from: { kubernetes: { pods: 2 } }\n`)).toEqual([
      expect.stringMatching(/^9:1 `load-from` is for deployments: pods in a cluster do not reach/),
    ]);
    expect(problemsOf(write('{ pods: 2 }', '1 req/s', 'http://localhost:80'))).toEqual([
      expect.stringMatching(/^1:14 Each pod would load itself/),
    ]);
    const given = { base: 'http://127.0.0.1:80', head: 'http://app-pr.staging' };
    expect(() => chooseDeployments(parseConfig(write('{ pods: 2 }'), FILE), given)).toThrow(
      'Each pod would load itself',
    );
  });

  test('is load that pods can send together', () => {
    expect(podsOf(write('{ pods: 8 }', '16 users'))).toEqual({ count: 8 });
    expect(framesOf(write('{ pods: 8 }', '30 users for 10s'))).toContain('expected `32 users for 10s`');
    expect(framesOf(write('{ pods: 8 }', '2 users'))).toContain('expected `8 users`');
    expect(problemsOf(write('{ pods: 8 }', '100 requests by 8 users'))).toEqual([
      expect.stringMatching(/^9:11 Fixed work is done once/),
    ]);
    const search = write('{ pods: 8 }').replace(
      'load: 100 req/s',
      'capacity: p99 < 9ms between 1 and 9 req/s',
    );
    expect(problemsOf(search)).toEqual([
      expect.stringMatching(/^9:5 Capacity is searched from this machine/),
    ]);
  });

  test('is told its mistakes with their places', () => {
    const text = write('{ pods: 0, namespace: Load, image: "a", resources: { cpu: 2x, memory: 1GB } }');
    expect(framesOf(text)).toMatchInlineSnapshot(`
      "tailgate.yml:5:23: \`0\` is no number of pods.
        5 |   kubernetes: { pods: 0, namespace: Load, image: "a", resources: { cpu: 2x, memory: 1GB } }
          |                       ^ expected 1 to 1000

      tailgate.yml:5:37: Kubernetes takes no \`Load\` here.
        5 |   kubernetes: { pods: 0, namespace: Load, image: "a", resources: { cpu: 2x, memory: 1GB } }
          |                                     ^^^^ expected a name such as \`load\`

      tailgate.yml:5:73: Kubernetes takes no \`2x\` here.
        5 |   kubernetes: { pods: 0, namespace: Load, image: "a", resources: { cpu: 2x, memory: 1GB } }
          |                                                                         ^^ expected processors, such as \`2\` or \`500m\`

      tailgate.yml:5:85: Kubernetes takes no \`1GB\` here.
        5 |   kubernetes: { pods: 0, namespace: Load, image: "a", resources: { cpu: 2x, memory: 1GB } }
          |                                                                                     ^^^ expected an amount such as \`512Mi\` or \`2Gi\`"
    `);
    expect(problemsOf(write('{}'))).toEqual([expect.stringMatching(/`pods` is missing/)]);
  });

  test('has amounts as Kubernetes writes them', () => {
    const amounts = ['cpu: 2', 'cpu: 0.25', 'cpu: 1500m', 'memory: 16Mi', 'memory: 2Gi'];
    for (const amount of amounts) {
      const [key, value] = amount.split(': ');
      expect(podsOf(write(`{ pods: 2, resources: { ${amount} } }`))).toEqual({ count: 2, [key!]: value });
    }
    for (const wrong of ['cpu: -1', 'cpu: 1e3', 'cpu: true', 'memory: 2', 'memory: 1.5Gi', 'memory: 2 GB'])
      expect(problemsOf(write(`{ pods: 2, resources: { ${wrong} } }`))).toHaveLength(1);
  });
});
