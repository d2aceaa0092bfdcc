import { describe, expect, it } from 'vitest';
import { dealRequests, splitTemplate } from '../../src/k6/mix.ts';

describe('requests with weights', () => {
  it('come as often as their weights say, in an order that is always the same', () => {
    const weights = [{ weight: 20 }, { weight: 60 }, { weight: 40 }];
    const { order, ranks, counts } = dealRequests(weights);
    expect(counts).toEqual([1, 3, 2]);
    expect([0, 1, 2].map((which) => order.filter((other) => other === which).length)).toEqual(counts);
    expect(ranks).toEqual(order.map((which, at) => order.slice(0, at).filter((one) => one === which).length));
    expect(dealRequests(weights)).toEqual(dealRequests(weights));
    expect(dealRequests([{ weight: 7 }])).toEqual({ order: [0], ranks: [0], counts: [1] });
  });
});

describe('references to data', () => {
  const split = (template: string, as: 'path' | 'json' | 'raw' = 'raw') =>
    splitTemplate(template, ['id', 'title'], as, (text) => text.replace('${PORT}', '80'));

  it('are split off, and all others filled in', () => {
    expect(split('/${PORT}')).toBe('/80');
    expect(split('/${PORT}/${data.id}?t=${data.title}', 'path')).toEqual([
      '/80/',
      { column: 0, as: 'path' },
      '?t=',
      { column: 1, as: 'path' },
      '',
    ]);
  });

  it('stand for whole values of JSON, or for a part of a text', () => {
    const json = JSON.stringify({ a: '${data.id}', b: 'x ${data.id}', '${data.title}': '"${data.id}"' });
    const parts = split(json, 'json');
    expect(parts).toEqual([
      '{"a":',
      { column: 0, as: 'value' },
      ',"b":"x ',
      { column: 0, as: 'json' },
      '","',
      { column: 1, as: 'json' },
      '":"\\"',
      { column: 0, as: 'json' },
      '\\""}',
    ]);
  });
});
