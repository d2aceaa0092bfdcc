import type { ExitCode } from '../errors.ts';
import { chooseProofCode, judgeProof, renderProof, renderProofJson } from '../prove/proof/proof.ts';
import { readExtent, tryGate } from '../prove/prove.ts';
import { type CommonOptions, checkPlaces, chooseStyle, readCommon, writeResults } from './shared.ts';

type ProveOptions = CommonOptions & { runs?: string; slowdown?: string; json?: string | true };

/** `tailgate prove`: tries the gate on identical code and on planted slowdowns. @throws UserError, Interrupted */
export async function prove(options: ProveOptions, signal: AbortSignal): Promise<ExitCode> {
  const { json } = options;
  const common = readCommon(options, signal);
  checkPlaces(common.configPath, { json });
  const proof = await tryGate({ ...readExtent(options), ...common });
  const text = json === true ? `${renderProofJson(proof)}\n` : renderProof(proof, chooseStyle().width);
  process.stdout.write(text);
  await writeResults([[json, () => renderProofJson(proof)]]);
  return chooseProofCode(judgeProof(proof));
}
