import * as core from '@actions/core';
import type { ExitCode } from '../errors.ts';
import { chooseProofCode, judgeProof, tallyRuns } from '../prove/proof/proof.ts';
import { renderProof, renderProofJson, renderProofMarkdown } from '../prove/proof/words.ts';
import { readExtent, tryGate } from '../prove/prove.ts';
import { printForeign } from '../publish/publication.ts';
import { writeSummary } from '../publish/summary.ts';
import { createProgress } from '../terminal/progress.ts';
import type { Inputs } from './inputs.ts';
import { choosePath, findDirectory } from './measure.ts';
import { writeAlone } from './outputs.ts';

/** Tries the gate on this runner, and tells it in the log, in the summary of the job and as JSON. @throws UserError */
export async function proveHere(
  inputs: Inputs,
  environment: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<ExitCode> {
  const progress = createProgress({ stream: process.stdout, tty: false, color: false });
  const directory = findDirectory(environment, inputs.workingDirectory);
  const proof = await tryGate({
    ...readExtent(inputs),
    configPath: choosePath(directory, inputs.config, progress),
    only: inputs.only,
    failOn: inputs.failOn,
    k6Version: inputs.k6Version,
    environment,
    progress,
    signal,
  });
  printForeign(renderProof(proof, 100).trimEnd());
  const missing = await writeSummary(renderProofMarkdown(proof), true);
  if (missing !== null) core.notice(missing, { title: 'Tailgate' });
  core.setOutput('report', writeAlone('proof.json', renderProofJson(proof), environment));
  return chooseProofCode(judgeProof(tallyRuns(proof.runs)));
}
