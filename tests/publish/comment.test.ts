import { beforeEach, describe, expect, it } from 'vitest';
import { publishComment } from '../../src/publish/comment.ts';
import { MemoryForge } from '../forge/memory.ts';

const marker = '<!-- tailgate:api -->';
let forge: MemoryForge;

beforeEach(() => {
  forge = new MemoryForge();
});

function publish(said: string, mayCreate = true) {
  return publishComment(forge, { number: 5, marker, body: `${marker}\n${said}`, mayCreate });
}

const bodies = () => forge.comments.map(({ body }) => body);

describe('the one comment of a suite', () => {
  it('is created first and updated in place from then on', async () => {
    expect(await publish('one')).toEqual({ kind: 'delivered', url: 'comment 0', action: 'created' });
    expect(await publish('two')).toEqual({ kind: 'delivered', url: 'comment 0', action: 'updated' });
    expect(bodies()).toEqual([`${marker}\ntwo`]);
  });

  it('is not written again when it already says the same, whatever its line ends', async () => {
    await publish('one\ntwo');
    forge.comments[0]!.body = `${marker}\r\none\r\ntwo\r\n`;
    expect(await publish('one\ntwo')).toMatchObject({ action: 'unchanged' });
    expect(bodies()).toEqual([`${marker}\r\none\r\ntwo\r\n`]);
  });

  it('is not made where none is wanted, and kept up to date where it is there', async () => {
    expect(await publish('one', false)).toEqual({ kind: 'not-asked' });
    await publish('one');
    expect(await publish('two', false)).toMatchObject({ action: 'updated' });
  });
});
