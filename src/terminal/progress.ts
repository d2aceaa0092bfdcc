import { createLogUpdate } from 'log-update';
import pc from 'picocolors';
import stringWidth from 'string-width';
import type { Progress } from '../progress.ts';
import { formatSeconds } from '../report/format/numbers.ts';
import { clean, cut } from '../report/format/visible.ts';

export type ProgressOptions = {
  /** Usually standard error. `columns` is read anew for every line. */
  stream: NodeJS.WritableStream & { columns?: number; rows?: number };
  /** True for a terminal whose lines can be overwritten; false under GitHub Actions. */
  tty: boolean;
  color: boolean;
};

/** Shows a run's phases. A terminal gets one live line with the time left, other streams a plain line per phase. */
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
      write(`▸ ${oneLine(text)}${seconds === undefined ? '' : ` (about ${formatSeconds(seconds)})`}`),
    note: (text) => write(`• ${oneLine(text)}`),
    done() {},
  };
}

function liveProgress(stream: ProgressOptions['stream'], color: boolean): Progress {
  const paint = pc.createColors(color);
  // The cursor stays visible, since a run that is killed could not show it again.
  const live = createLogUpdate(stream as NodeJS.WriteStream, { showCursor: true });
  let phase: { text: string; seconds: number | undefined; since: number } | null = null;
  let timer: NodeJS.Timeout | undefined;

  const draw = () => {
    if (!phase) return;
    const time = timeWords(phase.seconds, (performance.now() - phase.since) / 1000);
    // One column stays free, since some terminals break a line that fills the last one.
    const text = cut(phase.text, Math.max(8, (stream.columns ?? 80) - stringWidth(`▸  ${time}`) - 1));
    live(`${paint.cyan('▸')} ${text} ${paint.dim(time)}`.trimEnd());
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
    phase = null;
    live.clear();
  };
  return {
    phase(text, seconds) {
      phase = { text: oneLine(text), seconds, since: performance.now() };
      draw();
      timer ??= setInterval(draw, 1000).unref();
    },
    note(text) {
      live.persist(`• ${oneLine(text)}`);
      draw();
    },
    done: stop,
  };
}

function timeWords(seconds: number | undefined, elapsed: number): string {
  if (seconds === undefined) return elapsed < 2 ? '' : formatSeconds(elapsed);
  const left = seconds - elapsed;
  if (left >= 0.5) return `${formatSeconds(left)} left`;
  return left > -2 ? 'nearly done' : `${formatSeconds(-left)} longer than planned`;
}

/** GitHub's runner takes `##[` for a command wherever it stands in a line. */
function oneLine(text: string): string {
  return clean(text).trim().replaceAll('##[', '## [');
}
