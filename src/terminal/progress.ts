import { createLogUpdate } from 'log-update';
import pc from 'picocolors';
import stringWidth from 'string-width';
import type { Interim, Progress } from '../progress.ts';
import { formatSeconds } from '../report/format/numbers.ts';
import { cleanForLog, cut } from '../report/format/visible.ts';
import { renderInterim } from '../report/interim.ts';
import { canRedraw, chooseColor } from './stream.ts';

export type ProgressOptions = {
  /** Usually standard error. `columns` is read anew for every line. */
  stream: NodeJS.WritableStream & { columns?: number; rows?: number };
  /** True for a terminal whose lines can be overwritten; false under GitHub Actions. */
  tty: boolean;
  color: boolean;
};

/** Shows the phases of a command on its standard error. A live line would be drawn over by details. */
export function showProgress({
  verbose = false,
  environment: env = process.env,
}: {
  verbose?: boolean;
  environment?: NodeJS.ProcessEnv;
} = {}): Progress {
  const { stderr: stream } = process;
  return createProgress({
    stream,
    tty: canRedraw(stream, env) && !verbose,
    color: chooseColor(stream, env),
  });
}

/**
 * Shows a run's phases. A terminal gets one live line with the time left, below a table of what is measured so far;
 * other streams get a plain line per phase.
 */
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
    interim() {},
    done() {},
  };
}

function liveProgress(stream: ProgressOptions['stream'], color: boolean): Progress {
  const paint = pc.createColors(color);
  // The cursor stays visible, since a run that is killed could not show it again.
  const live = createLogUpdate(stream as NodeJS.WriteStream, { showCursor: true });
  let phase: Countdown & { text: string } = { text: '', seconds: undefined, since: 0 };
  let interim: (Countdown & { figures: Interim }) | null = null;
  let timer: NodeJS.Timeout | undefined;

  const draw = () => {
    if (timer === undefined) return;
    const { columns: width = 80, rows: height = 24 } = stream;
    const time = interim?.seconds === undefined ? tellTime(phase) : tellTime(interim, 'up to ');
    // One column stays free, since some terminals break a line that fills the last one.
    const text = cut(phase.text, Math.max(8, width - stringWidth(`▸  ${time}`) - 1));
    const line = `${paint.cyan('▸')} ${text} ${paint.dim(time)}`.trimEnd();
    // Beside the table stand this line, and that of the cursor.
    const room = { color, width: width - 1, height: height - 2 };
    live([...(interim === null ? [] : renderInterim(interim.figures, room)), line].join('\n'));
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    interim = null;
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
    interim(read) {
      const figures = read();
      interim = { figures, seconds: figures.secondsLeft, since: performance.now() };
      draw();
    },
    done: stop,
  };
}

/** Time (s) that something takes from `since` (ms) on; undefined where nobody knows it. */
type Countdown = { seconds: number | undefined; since: number };

function tellTime({ seconds, since }: Countdown, bound = ''): string {
  const elapsed = (performance.now() - since) / 1000;
  if (seconds === undefined) return elapsed < 2 ? '' : formatSeconds(elapsed);
  const left = seconds - elapsed;
  if (left >= 0.5) return `${bound}${formatSeconds(left)} left`;
  return left > -2 ? 'nearly done' : `${formatSeconds(-left)} longer than planned`;
}
