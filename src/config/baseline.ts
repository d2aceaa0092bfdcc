import type { Baseline } from './config.ts';
import type { DeclaredService } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import type { UserConfig } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';
import { readSensitivity } from './sensitivity.ts';

/**
 * Reads what a run is compared with. If the target runs already, no base revision can be started beside it. So
 * without `from` such a run is compared with earlier runs.
 *
 * @param isDeployed two deployments are compared
 */
export function readBaseline(
  place: Place,
  baseline: NonNullable<UserConfig['baseline']>,
  target: DeclaredService | undefined,
  isDeployed: boolean,
): Baseline {
  const isStartBroken = target?.place.isBroken || target?.place.below('start').isBroken;
  const runsAlready =
    !isDeployed && target?.input !== undefined && target.input.start === undefined && !isStartBroken;
  const kind = baseline.from ?? (runsAlready ? 'history' : DEFAULTS.baseline);
  if (baseline.from === 'paired' && runsAlready) {
    place
      .below('from')
      .reject(
        'The target runs already, so its base revision cannot be started beside it.',
        'expected `history`, or `start` in the target',
      );
  }
  const onBaseFailure = baseline['on-base-failure'];
  if (onBaseFailure !== undefined && (kind === 'history' || isDeployed) && !place.below('from').isBroken) {
    place
      .below('on-base-failure')
      .rejectKey(
        '`on-base-failure` does nothing without a base revision: this run is compared with earlier ones.',
        'leave it out',
      );
  }
  return {
    kind,
    sensitivity: readSensitivity(place, baseline, undefined),
    onBaseFailure: onBaseFailure ?? DEFAULTS.onBaseFailure,
  };
}
