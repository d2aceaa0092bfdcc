import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createProgress } from '../../src/terminal/progress.ts';
import { canRedraw, measureWidth } from '../../src/terminal/stream.ts';
import { layOutScreen } from './screen.ts';

class Terminal extends Writable {
  text = '';
  columns = 60;
  rows = 24;
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }

  screen(): string[] {
    return layOutScreen(this.text);
  }
}

describe('without a terminal', () => {
  const lines = (run: (progress: ReturnType<typeof createProgress>) => void) => {
    const stream = new Terminal();
    run(createProgress({ stream, tty: false, color: false }));
    return stream.text.split('\n');
  };

  test('each phase is one plain line, never repeated, never redrawn', async () => {
    const stream = new Terminal();
    const progress = createProgress({ stream, tty: false, color: false });
    progress.phase('starting app');
    progress.phase('measuring search, round 1 of 8', 24);
    progress.phase('measuring search, round 1 of 8', 24);
    await sleep(1100);
    progress.note('round 1 is measured again');
    progress.done();
    expect(stream.text).toBe(
      '▸ starting app\n▸ measuring search, round 1 of 8 (about 24 s)\n• round 1 is measured again\n',
    );
  });

  test('foreign text stays on its line and is no command of the runner', () => {
    const [line] = lines((progress) => progress.note('app\n::error::x\u001b[2J ##[error]y'));
    expect(line).toBe('• app ::error::x ## [error]y');
  });
});

describe('on a terminal', () => {
  test('one live line counts down, notes stay above it, and nothing of it is left at the end', async () => {
    const stream = new Terminal();
    const progress = createProgress({ stream, tty: true, color: false });
    progress.phase('starting app');
    progress.phase('measuring search', 24);
    expect(stream.screen()).toEqual(['▸ measuring search 24 s left', '']);
    progress.note('downloaded k6');
    expect(stream.screen()).toEqual(['• downloaded k6', '▸ measuring search 24 s left', '']);
    // A timer may be late on a busy machine, so that the line may have counted further.
    await sleep(1300);
    expect(stream.screen()[1]).toMatch(/^▸ measuring search (23|22|21|20) s left$/);
    progress.done();
    expect(stream.screen()).toEqual(['• downloaded k6', '']);
    const end = stream.text;
    await sleep(1200);
    expect(stream.text).toBe(end);
  });

  test('a long phase is cut to one line', () => {
    const stream = new Terminal();
    const progress = createProgress({ stream, tty: true, color: false });
    progress.phase(`measuring ${'x'.repeat(200)}`, 90);
    progress.done();
    const [line] = stripVTControlCharacters(stream.text).split('\n');
    expect(line!.length).toBeLessThan(60);
    expect(line).toMatch(/x… 1 min 30 s left$/);
  });
});

test('a terminal without a width, or with one of 0, has a usual one', () => {
  expect([{}, { columns: 0 }, { columns: 60 }].map(measureWidth)).toEqual([100, 100, 60]);
});

test('only a person’s terminal is drawn over', () => {
  expect(canRedraw({ isTTY: true }, { TERM: 'xterm' })).toBe(true);
  expect(canRedraw({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
  expect(canRedraw({ isTTY: true }, { CI: 'true' })).toBe(false);
  expect(canRedraw({}, {})).toBe(false);
});

test('a live line does not keep a process alive', () => {
  const before = process.getActiveResourcesInfo();
  const progress = createProgress({ stream: new Terminal(), tty: true, color: false });
  progress.phase('measuring', 600);
  expect(process.getActiveResourcesInfo()).toEqual(before);
  progress.done();
});
