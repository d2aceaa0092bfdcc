import { parseDuration } from '../config/language/duration.ts';
import { splitNames } from '../config/selection.ts';
import type { ExitCode } from '../errors.ts';
import type { GateRequest } from '../gate/request.ts';
import { chooseProofCode, judgeProof } from '../prove/proof/proof.ts';
import { renderProof, renderProofJson } from '../prove/proof/words.ts';
import { readExtent, tryGate, USUAL_EXTENT } from '../prove/prove.ts';
import { showProgress } from '../terminal/progress.ts';
import { measureWidth } from '../terminal/stream.ts';
import { chooseConfigPath } from './config-path.ts';
import { checkPlaces, writeResults } from './result-file.ts';

type ProveOptions = {
  /** Path of `--config`; absent: the file is looked for. */
  config?: string;
  only?: string[];
  failOn?: GateRequest['failOn'];
  budget?: string;
  runs?: string;
  slowdown?: string;
  json?: string | true;
  verbose?: boolean;
};

/**
 * `tailgate prove`: tries the gate on identical code and on planted slowdowns.
 *
 * @throws UserError, Interrupted
 */
export async function prove(options: ProveOptions, signal: AbortSignal): Promise<ExitCode> {
  const configPath = chooseConfigPath(options.config);
  const { stdout, env: environment } = process;
  const { json, failOn = [] } = options;
  await checkPlaces({ json }, [configPath], signal);
  const proof = await tryGate({
    ...readExtent({
      runs: options.runs ?? USUAL_EXTENT.runs,
      slowdown: options.slowdown ?? USUAL_EXTENT.slowdown,
    }),
    configPath,
    only: (options.only ?? []).flatMap(splitNames),
    failOn,
    budgetSeconds: options.budget === undefined ? undefined : parseDuration(options.budget),
    environment,
    progress: showProgress(options),
    signal,
  });
  stdout.write(json === true ? `${renderProofJson(proof)}\n` : renderProof(proof, measureWidth(stdout)));
  await writeResults([[json, () => renderProofJson(proof)]]);
  return chooseProofCode(judgeProof(proof));
}
