import { UserError } from '../errors.ts';
import type { Run, Service, Suite } from './config.ts';
import { TextError } from './diagnostics/problem.ts';
import { parseDuration } from './language/duration.ts';
import { LOOPBACK } from './language/request.ts';
import { DEFAULTS } from './schema/values.ts';
import { readScheme } from './services.ts';

/** Addresses of two running deployments that are compared like arms that Tailgate starts. */
export type Deployments = { base: string; head: string };

/** Uses the addresses from the command line or inputs, if any, instead of what the file starts. @throws UserError */
export function chooseDeployments(suite: Suite, { base, head }: Partial<Deployments> = {}): Run {
  const fail = (what: string, hint: string) => {
    throw new UserError({ what, where: suite.path, hint });
  };
  if (!base && !head && !suite.pods) return suite;
  if (!base || !head) {
    const given = base || head ? '' : ' `load-from` is for deployments: pods cannot reach this machine.';
    return fail(
      `Two deployments are compared, but the URL of the ${base ? 'head' : 'base'} is missing.${given}`,
      'Give both: `--base-url URL --head-url URL`, or the inputs `base-url` and `head-url`.',
    );
  }
  for (const [arm, url] of Object.entries({ base, head })) {
    assertUrl(url, `URL of the ${arm}`);
    if (suite.pods && URL.canParse(url) && LOOPBACK.test(new URL(url).hostname))
      fail(`In a pod, the URL of the ${arm} leads to the pod itself.`, 'Give one that pods can reach.');
  }
  if (suite.variants)
    fail('`variants` need services that Tailgate starts.', 'Use a file without `variants`.');
  const baseline: Suite['baseline'] = { ...suite.baseline, kind: 'paired' };
  return deployAt({ ...suite, baseline, deployments: { base, head } }, 'head');
}

/** Checks a URL once it is filled in; only a target needs HTTP. @throws UserError */
export function assertUrl(url: string, name: string, isTarget = true): void {
  try {
    const scheme = readScheme(url) ?? 'http';
    if (isTarget && !/^https?$/.test(scheme))
      throw new TextError('It needs an http or https URL.', 'expected one such as `http://127.0.0.1:8080`');
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new UserError({ what: `The ${name}: ${error.message}`, hint: error.hint });
  }
}

/** Makes the configuration of one arm: nothing to start, and its deployment takes the load. */
export function deployAt(run: Run, arm: keyof Deployments): Run {
  const { ready } = run.services.find(({ name }) => name === run.target)!;
  const timeoutSeconds = parseDuration(DEFAULTS.readyTimeout);
  const service: Service = {
    name: arm,
    url: run.deployments![arm],
    env: {},
    needs: [],
    ready: ready.kind === 'http' ? ready : { kind: 'http', path: '/', timeoutSeconds },
    stop: DEFAULTS.stop,
    scope: 'instance',
  };
  return { ...run, services: [service], target: arm };
}
