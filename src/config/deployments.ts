import { UserError } from '../errors.ts';
import { readScheme } from './address.ts';
import type { Config, Service } from './config.ts';
import type { DeclaredService } from './declared-service.ts';
import type { Place } from './diagnostics/place.ts';
import { TextError } from './diagnostics/text-error.ts';
import { assertBeyond } from './hosts.ts';
import { type Calling, checkTemplate } from './references.ts';
import type { UserConfig } from './schema/schema.ts';
import { DEFAULTS } from './schema/values.ts';

/** Addresses (templates) of two deployments that run already and are compared like arms that Tailgate starts. */
export type Deployments = { base: string; head: string };

const READY_SECONDS = 60;

/** Lists the service that takes the load where the file names deployments: that of the head. */
export function declareDeployments(input: UserConfig, root: Place): DeclaredService[] {
  const [given, other] = input.head !== undefined ? (['head', 'base'] as const) : (['base', 'head'] as const);
  if (input[other] === undefined && !root.below(other).isBroken) {
    const what = `\`${given}\` is a deployment, and \`${other}\` is missing: two are compared.`;
    root.below(given).rejectKey(what, `add \`${other}:\` with its \`url\``);
  }
  for (const key of ['service', 'services', 'external', 'target', 'variants'] as const) {
    if (input[key] === undefined) continue;
    const what = `\`${key}\` is for what Tailgate starts, and \`${given}\` runs already.`;
    const hint = 'Addresses for a single run go to the command: `--base-url` and `--head-url`.';
    root.below(key).add({ on: 'key', what, expected: 'expected one or the other', hint });
  }
  return [{ name: 'head', place: root.below(given), input: input[given] && { url: input[given].url } }];
}

/** Reads the addresses of both deployments. Undefined where the file names none. */
export function readDeployments(
  input: UserConfig,
  root: Place,
  calling: Calling | undefined,
): Deployments | undefined {
  const [base, head] = [input.base?.url, input.head?.url];
  if (base !== undefined) {
    const place = root.below('base', 'url');
    checkTemplate(place, base, { names: [], elsewhere: new Map(), calling });
    if (!place.isBroken) place.parse(base, readScheme);
  }
  return base === undefined || head === undefined ? undefined : { base, head };
}

/**
 * Takes the addresses of the command line or of the inputs in place of what the file starts or names.
 *
 * @param given addresses, undefined or empty where none is given
 * @throws UserError when one of the two is missing, or is no URL
 */
export function chooseDeployments(config: Config, given: Partial<Deployments> = {}): Config {
  const base = given.base || config.deployments?.base;
  const head = given.head || config.deployments?.head;
  if (!given.base && !given.head) return config;
  if (base === undefined || head === undefined) {
    throw new UserError({
      what: `The URL of the ${base === undefined ? 'base' : 'head'} is missing: two deployments are compared.`,
      hint: 'Give both: `--base-url URL --head-url URL`, or the inputs `base-url` and `head-url`.',
    });
  }
  for (const [arm, url] of Object.entries({ base, head })) {
    assertUrl(url, `URL of the ${arm}`, { where: url });
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

/**
 * Checks a URL once it is filled in.
 *
 * @param name what it is the URL of
 * @throws UserError for what is none, or has another scheme than those that are wanted
 */
export function assertUrl(
  url: string,
  name: string,
  { wanted = /^https?$/, where }: { wanted?: RegExp; where?: string } = {},
): void {
  try {
    const scheme = readScheme(url);
    if (scheme === undefined || wanted.test(scheme)) return;
    throw new TextError(url, { offset: 0, length: url.length, what: 'It is asked over http or https.' });
  } catch (error) {
    if (!(error instanceof TextError)) throw error;
    throw new UserError({ what: `The ${name}: ${error.message}`, ...(where !== undefined && { where }) });
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
    stop: { kind: 'signal', signal: DEFAULTS.stop },
    scope: 'instance',
    reuse: [],
  };
  return { ...config, services: [service], external: [], target: arm };
}
