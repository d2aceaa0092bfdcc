import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { limitSignal } from '../../src/processes/limit.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

it('a limit comes though nothing else refers to it while memory is freed', async () => {
  const ended = new Promise((resolve) =>
    limitSignal(new AbortController().signal, 300).addEventListener('abort', resolve),
  );
  const freeing = setInterval(collect, 20);
  const late = new Promise((resolve) => setTimeout(resolve, 5000, 'never'));
  expect(await Promise.race([ended, late])).not.toBe('never');
  clearInterval(freeing);
});
