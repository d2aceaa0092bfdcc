import { describe, expect, test } from 'vitest';
import { parseData } from '../../src/config/data.ts';

describe('a data file', () => {
  test('is CSV with quotes, a byte order mark and any line ends', () => {
    expect(parseData('\ufeffid,name\r\n1,"a, ""b""\nc"\r\n2,\r\n', 'items.csv')).toEqual({
      columns: ['id', 'name'],
      rows: [
        ['1', 'a, "b"\nc'],
        ['2', ''],
      ],
    });
  });

  test.each([
    'id,name\n1,a\r\n2,"b"\r\n3,c\n',
    'id,name\r\n1,a\n2,"b"\n3,c\r\n',
    'id,name\r1,a\n2,"b"\r\n3,c',
  ])('may have several line ends: %j', (text) => {
    const rows = [
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'c'],
    ];
    expect(parseData(text, 'items.csv')).toEqual({ columns: ['id', 'name'], rows });
  });

  test('is JSON, whose numbers and switches stay', () => {
    expect(parseData('[{"id": 1, "on": true}, {"on": false, "id": 2}]', 'items.json')).toEqual({
      columns: ['id', 'on'],
      rows: [
        [1, true],
        [2, false],
      ],
    });
  });

  test.each([
    ['items.csv', 'id,name\n1,a\n2\n', /^This is not CSV: .*line 3/],
    ['items.csv', 'id,id\n1,2\n', /^The column `id` is there twice/],
    ['items.csv', 'id\n', /^It has no rows/],
    ['items.csv', '', /^It has no rows/],
    ['items.csv', `id\n${'1\n'.repeat(100_001)}`, /^It has 100001 rows; 100000 are the most/],
    ['items.json', '[]', /^It has no rows/],
    ['items.json', '{"id": 1}', /^It is not a list of maps/],
    ['items.json', '[1]', /^Item 1 is not a map/],
    ['items.json', '[{"id": 1}, {}]', /^Item 2 has no `id`/],
    ['items.json', '[{"id": {"a": 1}}]', /^`id` of item 1 is not a text/],
    ['items.json', '[', /^This is not JSON/],
    ['items.json', '[{"__proto__": 1, "id": 2}, {"id": 1}]', /^Item 2 has no `__proto__`/],
  ])('that is wrong is explained: %s %j', (name, text, message) => {
    expect(() => parseData(text, name)).toThrow(message);
  });
});
