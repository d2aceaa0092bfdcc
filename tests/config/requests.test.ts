import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Work } from '../../src/config/config.ts';
import { parseData } from '../../src/config/data.ts';
import { readConfig } from '../../src/config/read.ts';
import { folder, useFolder } from '../folders.ts';
import { SMALL } from './configs.ts';

useFolder();
beforeEach(() => {
  writeFileSync(join(folder, 'items.csv'), 'id,title\n1,a b\n2,"c\nd"\n');
});

/** Reads the work of the small configuration with other lines in place of its request. */
function read(lines: string): Work {
  const text = SMALL.replace('    request: GET /search?q=shoes', () => lines.replace(/^/gm, '    '));
  writeFileSync(join(folder, 'tailgate.yml'), text);
  return readConfig('tailgate.yml', folder).scenarios[0]!.work;
}

const refused = (detail: string | RegExp) =>
  expect.objectContaining({
    detail: typeof detail === 'string' ? expect.stringContaining(detail) : expect.stringMatching(detail),
  });

describe('several requests', () => {
  const MIX = `requests:
  - GET /
  - request: GET /search?q=shoes
    weight: 3
  - request:
      method: POST
      path: /basket
      json: {item: 1}
      expect: {status: 201}`;

  test('are texts or parts, with a weight', () => {
    expect(read(MIX)).toMatchObject({
      kind: 'request',
      requests: [
        { request: { method: 'GET', url: '/' }, weight: 1 },
        { request: { method: 'GET', url: '/search?q=shoes' }, weight: 3 },
        { request: { method: 'POST', body: '{"item":1}', expectStatus: [201] }, weight: 1 },
      ],
    });
  });

  test.each([
    ['requests:\n  - weight: 3', '8:9'],
    [MIX.replace('GET /search', 'GET https://example.com/search'), '9:18'],
    [MIX.replace('path: /basket', 'path: https://example.com/'), '13:17'],
  ])('have mistakes at their place: %s', (lines, place) => {
    expect(() => read(lines)).toThrow(refused(new RegExp(`^tailgate.yml:${place}: `)));
  });
});

describe('values of a file', () => {
  const USED = 'request: GET /items/${data.id}';

  test('are columns of CSV beside the configuration', () => {
    const data = { path: join(folder, 'items.csv'), columns: ['id', 'title'] };
    expect(read(`${USED}\ndata: ./items.csv`)).toMatchObject({ data });
    const json = 'request: {method: POST, path: /, json: {id: "${data.id}"}}\ndata: items.csv';
    expect(read(json)).toMatchObject({ requests: [{ request: { quotesData: true } }] });
    // The host may come from the environment.
    expect(read('request: GET ${env.URL}/x${data.id}\ndata: items.csv')).toMatchObject({ data });
  });

  test.each([
    ['request: GET /${data.titel}\ndata: items.csv', 'did you mean `${data.title}`?'],
    [USED, '`${data.id}` is not known here'],
    [`${USED}\ndata: itms.csv`, 'There is no such file.'],
    [`${USED}\ndata: ../items.csv`, "outside this file's folder"],
    [`${USED}\ndata: tailgate.yml`, '`data` is `tailgate.yml`'],
    ['request: GET /\ndata: items.csv', 'No request uses any value from this file.'],
    ['request: GET http://${data.id}/\ndata: items.csv', 'A data file cannot set the host.'],
    ['request: GET ${env.URL}${data.id}\ndata: items.csv', 'A data file cannot set the host.'],
    ['request: GET http://h${data.id}\ndata: items.csv', 'A data file cannot set the host.'],
  ])('are refused as %s', (lines, what) => {
    expect(() => read(lines)).toThrow(refused(what));
  });
});

describe('a data file', () => {
  // biome-ignore format: one file a line
  test.each([
    ['\ufeffid,name\r\n1,"a, ""b""\nc"\r\n2,\r\n', [['1', 'a, "b"\nc'], ['2', '']]],
    ['id,name\r1,a\n2,"b"\r\n', [['1', 'a'], ['2', 'b']]],
  ])('is CSV with quotes, a byte order mark and any line ends: %j', (text, rows) => {
    expect(parseData(text)).toEqual({ columns: ['id', 'name'], rows });
  });

  test.each([
    ['id,name\n1,a\n2\n', /^This is not CSV: .*line 3/],
    ['id,id\n1,2\n', /^The column `id` appears twice/],
    ['', /^It has no rows/],
    [`id\n${'1\n'.repeat(100_001)}`, /^It has 100001 rows; the limit is 100000/],
  ])('that is wrong is explained: %j', (text, message) => {
    expect(() => parseData(text)).toThrow(message);
  });
});
