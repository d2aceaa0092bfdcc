import type { Baseline } from './config.ts';
import type { Problems } from './diagnostics/problem.ts';
import type { UserConfig } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import type { DeclaredService } from './services.ts';
import { readSensitivity } from './setting.ts';

/**
 * Reads what a run is compared with. Of a target that runs already there is no second revision to start, so
 * without `from` earlier runs are all it can be compared with.
 */
export function readBaseline(
  input: UserConfig,
  target: DeclaredService | undefined,
  problems: Problems,
): Baseline {
  const { baseline = {} } = input;
  const runsAlready =
    target?.input !== undefined && target.input.start === undefined && !isStartBroken(target, problems);
  const kind = baseline.from ?? (runsAlready ? 'history' : DEFAULTS.baseline);
  if (baseline.from === 'paired' && runsAlready) {
    problems.reject(
      ['baseline', 'from'],
      'The target runs already, so its base revision cannot be started beside it.',
      'expected `history`, or `start` in the target',
    );
  }
  const onBaseFailure = baseline['on-base-failure'];
  if (onBaseFailure !== undefined && kind === 'history' && !problems.isBroken(['baseline', 'from'])) {
    problems.rejectKey(
      ['baseline', 'on-base-failure'],
      '`on-base-failure` does nothing without a base revision: this run is compared with earlier ones.',
      'leave it out',
    );
  }
  return {
    kind,
    sensitivity: readSensitivity(['baseline'], baseline, undefined, problems),
    onBaseFailure: onBaseFailure ?? DEFAULTS.onBaseFailure,
  };
}

function isStartBroken({ path }: DeclaredService, problems: Problems): boolean {
  return problems.isBroken(path) || problems.isBroken([...path, 'start']);
}
