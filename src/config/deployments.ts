import { UserError } from '../errors.ts';
import { readScheme } from './address.ts';
import type { Config, Service } from './config.ts';
import { TextError } from './diagnostics/text-error.ts';
import { assertBeyond } from './hosts.ts';
import { DEFAULTS } from './schema/values.ts';

/** Addresses of two deployments that run already and are compared like arms that Tailgate starts. */
export type Deployments = { base: string; head: string };

const READY_SECONDS = 60;

/** Takes the addresses of the command line or of the inputs, if there are any, in place of what the file starts. @throws UserError */
export function chooseDeployments(config: Config, { base, head }: Partial<Deployments> = {}): Config {
  const hint = 'Give both: `--base-url URL --head-url URL`, or the inputs `base-url` and `head-url`.';
  if (!base && !head) {
    if (!config.pods) return config;
    const what =
      '`load-from` is for deployments: pods in a cluster do not reach what is started on this machine.';
    throw new UserError({ what, where: config.path, hint });
  }
  if (!base || !head)
    throw new UserError({
      what: `The URL of the ${base ? 'head' : 'base'} is missing: two deployments are compared.`,
      hint,
    });
  for (const [arm, url] of Object.entries({ base, head })) {
    assertUrl(url, `URL of the ${arm}`);
    if (config.pods) assertBeyond(url, `URL of the ${arm}`);
  }
  if (config.variants) {
    throw new UserError({
      what: '`variants` change what Tailgate starts, and deployments run already.',
      hint: 'Compare deployments by a configuration of their own, without `variants`.',
    });
  }
  const baseline: Config['baseline'] = { ...config.baseline, kind: 'paired' };
  return deployAt({ ...config, baseline, deployments: { base, head } }, 'head');
}

/** Checks the URL of something once it is filled in; only a target is asked over HTTP. @throws UserError */
export function assertUrl(url: string, name: string, isTarget = true): void {
  try {
    const scheme = readScheme(url) ?? 'http';
    if (isTarget && !/^https?$/.test(scheme))
      throw new TextError({ what: 'It is asked over http or https.' });
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new UserError({ what: `The ${name}: ${error.message}`, hint: error.hint });
  }
}

/** Shows where a deployment is, without what a URL may hold beside: a path, a name, a password. */
export function printDeployment(template: string): string {
  return URL.canParse(template) ? new URL(template).origin : template;
}

/** Makes the configuration of one arm: nothing to start, and its deployment takes the load. */
export function deployAt(config: Config, arm: keyof Deployments): Config {
  const target = config.services.find(({ name }) => name === config.target);
  const ready = target?.ready.kind === 'http' ? target.ready : undefined;
  const service: Service = {
    name: arm,
    url: config.deployments![arm],
    env: {},
    needs: [],
    ready: ready ?? { kind: 'http', path: '/', timeoutSeconds: READY_SECONDS },
    stop: DEFAULTS.stop,
    scope: 'instance',
  };
  return { ...config, services: [service], target: arm };
}
