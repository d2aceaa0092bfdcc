import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Work } from '../../src/config/config.ts';
import { parseConfig } from '../../src/config/document.ts';
import { readConfig } from '../../src/config/read.ts';
import { UserError } from '../../src/errors.ts';
import { makeFolder } from '../folders.ts';
import { FILE, framesOf, problemsOf, SMALL } from './configs.ts';

let folder: string;
beforeEach(() => {
  folder = makeFolder('tailgate-test');
  writeFileSync(join(folder, 'items.csv'), 'id,title\n1,a b\n2,"c\nd"\n');
});

/** The small configuration with other lines in place of its request. */
const withLines = (lines: string) =>
  SMALL.replace('    request: GET /search?q=shoes', () => lines.replace(/^/gm, '    '));
const MIX = `requests:
  - GET /
  - request: GET /search?q=shoes
    weight: 3
  - request:
      method: POST
      path: /basket
      json: {item: 1}
      expect: {status: 201}`;

function read(lines: string): Work {
  writeFileSync(join(folder, 'tailgate.yml'), withLines(lines));
  return readConfig('tailgate.yml', folder).scenarios[0]!.work;
}

function detailOf(lines: string): string | undefined {
  try {
    read(lines);
  } catch (error) {
    if (error instanceof UserError) return error.detail;
    throw error;
  }
  return undefined;
}

describe('several requests', () => {
  test('are texts or parts, with a weight', () => {
    expect(parseConfig(withLines(MIX), FILE).scenarios[0]?.work).toMatchObject({
      kind: 'request',
      request: { url: '/' },
      mix: [
        { request: { method: 'GET', url: '/' }, weight: 1 },
        { request: { method: 'GET', url: '/search?q=shoes' }, weight: 3 },
        { request: { method: 'POST', body: '{"item":1}', expectStatus: [201] }, weight: 1 },
      ],
    });
  });

  test.each([
    [`${MIX}\nrequest: GET /`, 'A scenario has `request` or `requests`, not both.'],
    [`${MIX}\nscript: a.js`, 'A scenario has a `request` or a `script`, not both.'],
    ['requests: []', '`requests` is an empty list.'],
    [`requests: [${'GET /, '.repeat(51)}]`, '`requests` has 51 items.'],
    [MIX.replace('weight: 3', 'weight: 0'), 'A weight is a whole number from 1.'],
    [MIX.replace('weight: 3', 'weight: 101'), 'A weight is a whole number from 1.'],
    [MIX.replace('weight: 3', 'wieght: 3'), '`wieght` is not a key of'],
    [MIX.replace('request: GET /search?q=shoes', 'path: /'), '`path` is not a key of'],
    ['requests:\n  - weight: 3', 'This item has no `request`.'],
    [MIX.replace('GET /search', 'GTE /search'), '`GTE` is not a method that can be sent.'],
    [MIX.replace('GET /search', 'GET https://example.com/search'), 'This request goes to `example.com`'],
    ['requests: GET /', '`requests` is a text.'],
  ])('have mistakes at their place: %s', (lines, what) => {
    expect(framesOf(withLines(lines))).toContain(what);
  });

  test('tell a foreign host at the line of its request', () => {
    expect(problemsOf(withLines(MIX.replace('path: /basket', 'path: https://example.com/')))[0]).toMatch(
      /^13:17 This request goes to/,
    );
  });
});

describe('values of a file', () => {
  const USED = 'request: GET /items/${data.id}';

  test('are columns of CSV or JSON beside the configuration', () => {
    const work = read(`${USED}\ndata: items.csv`);
    expect(work).toMatchObject({ data: { path: join(folder, 'items.csv'), columns: ['id', 'title'] } });
    writeFileSync(join(folder, 'items.json'), '[{"id": 1}]');
    expect(read(`${USED}\ndata: ./items.json`)).toMatchObject({ data: { columns: ['id'] } });
  });

  test.each([
    [
      'request: GET /${data.titel}\ndata: items.csv',
      'The data file has no column `titel`.',
      'did you mean `${data.title}`?',
    ],
    ['request: GET /${data.price}\ndata: items.csv', 'no column `price`', 'expected `id` or `title`'],
    [USED, '`${data.id}` is a value of a file', 'add `data: items.csv` to the scenario'],
    ['request: GET /\ndata: items.csv', 'No request uses a value of this file.', '${data.NAME}'],
    [`${USED}\ndata: itms.csv`, 'There is no such file.', 'did you mean `items.csv`?'],
    [`${USED}\ndata: .`, 'This is the folder of this file, not a data file.', 'expected one such as'],
    [`${USED}\ndata: ../items.csv`, 'lies outside of the folder', 'expected one such as'],
    [`${USED}\ndata: tailgate.yml`, 'A data file is CSV or JSON.', 'ends in `.csv` or `.json`'],
    ['script: a.js\ndata: items.csv', '`data` is for requests', 'leave it out'],
    [
      'request: GET http://${data.id}/\ndata: items.csv',
      'The host is not taken from a file.',
      'after its first `/`',
    ],
    [
      'request:\n  path: /\n  headers: {x-title: "${data.title}"}\ndata: items.csv',
      '`title` of row 2 has a line break',
      'expected values of one line',
    ],
  ])('that are not there are told: %s', (lines, what, expected) => {
    expect(detailOf(lines)).toContain(what);
    expect(detailOf(lines)).toContain(expected);
  });

  test('are refused when the file is too large', () => {
    truncateSync(join(folder, 'items.csv'), 10 * 1024 * 1024 + 1);
    expect(detailOf(`${USED}\ndata: items.csv`)).toContain('It has 10485761 bytes; 10485760 are the most.');
  });
});
