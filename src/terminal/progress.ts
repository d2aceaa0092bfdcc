import { createLogUpdate } from 'log-update';
import pc from 'picocolors';
import stringWidth from 'string-width';
import type { Progress } from '../progress.ts';
import { formatSeconds } from '../report/format/numbers.ts';
import { cleanForLog, cut } from '../report/format/visible.ts';
import { canRedraw, chooseColor } from './stream.ts';

export type ProgressOptions = {
  /** Usually standard error. `columns` is read anew for every line. */
  stream: NodeJS.WritableStream & { columns?: number; rows?: number };
  /** True for a terminal whose lines can be overwritten; false under GitHub Actions. */
  tty: boolean;
  color: boolean;
};

/** Shows the phases of a command on its standard error. A live line would be drawn over by details. */
export function showProgress(verbose = false): Progress {
  const { stderr: stream, env } = process;
  return createProgress({
    stream,
    tty: canRedraw(stream, env) && !verbose,
    color: chooseColor(stream, env),
  });
}

/** Shows a run's phases. A terminal gets one live line with the time left; other streams get a plain line per phase. */
export function createProgress({ stream, tty, color }: ProgressOptions): Progress {
  // Some containers have a terminal without a known size. It says 0.
  const sized = stream.columns !== 0 && stream.rows !== 0;
  return tty && sized ? liveProgress(stream, color) : plainProgress(stream);
}

function plainProgress(stream: NodeJS.WritableStream): Progress {
  let shown = '';
  const write = (line: string) => {
    if (line !== shown) stream.write(`${line}\n`);
    shown = line;
  };
  return {
    phase: (text, seconds) =>
      write(`▸ ${cleanForLog(text)}${seconds === undefined ? '' : ` (about ${formatSeconds(seconds)})`}`),
    note: (text) => write(`• ${cleanForLog(text)}`),
    done() {},
  };
}

function liveProgress(stream: ProgressOptions['stream'], color: boolean): Progress {
  const paint = pc.createColors(color);
  // The cursor stays visible, since a run that is killed could not show it again.
  const live = createLogUpdate(stream as NodeJS.WriteStream, { showCursor: true });
  let phase: Countdown & { text: string } = { text: '', seconds: undefined, since: 0 };
  let timer: NodeJS.Timeout | undefined;

  const draw = () => {
    if (timer === undefined) return;
    const { columns: width = 80 } = stream;
    const time = tellTime(phase);
    // One column stays free, since some terminals break a line that fills the last one.
    const text = cut(phase.text, Math.max(8, width - stringWidth(`▸  ${time}`) - 1));
    live(`${paint.cyan('▸')} ${text} ${paint.dim(time)}`.trimEnd());
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    live.clear();
  };
  return {
    phase(text, seconds) {
      phase = { text: cleanForLog(text), seconds, since: performance.now() };
      timer ??= setInterval(draw, 1000).unref();
      draw();
    },
    note(text) {
      live.persist(`• ${cleanForLog(text)}`);
      draw();
    },
    done: stop,
  };
}

/** Time (s) that something takes from `since` (ms) on; undefined where nobody knows it. */
type Countdown = { seconds: number | undefined; since: number };

function tellTime({ seconds, since }: Countdown): string {
  const elapsed = (performance.now() - since) / 1000;
  if (seconds === undefined) return elapsed < 2 ? '' : formatSeconds(elapsed);
  const left = seconds - elapsed;
  if (left >= 0.5) return `${formatSeconds(left)} left`;
  return left > -2 ? 'nearly done' : `${formatSeconds(-left)} longer than planned`;
}
