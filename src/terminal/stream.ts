/** True for colour, which only people want: https://no-color.org, https://force-color.org */
export function chooseColor(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): boolean {
  if (environment.NO_COLOR) return false;
  if (environment.FORCE_COLOR && environment.FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && environment.TERM !== 'dumb';
}

/** Width of the terminal in columns; 100 where there is none. */
export function measureWidth(stream: { columns?: number }): number {
  return stream.columns ?? 100;
}
