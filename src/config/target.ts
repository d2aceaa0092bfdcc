import type { Problems } from './diagnostics/problem.ts';
import { joinNames, quote } from './diagnostics/quotation.ts';
import { nearest } from './diagnostics/suggestion.ts';
import { OWN_NAMES, type ReferenceScope } from './references.ts';
import type { UserConfig } from './schema/schema.ts';
import { type DeclaredService, withExternals } from './services.ts';

/** The name of the service that takes the load: the one chosen, or the only one with a `url`. */
export function readTarget(
  input: UserConfig,
  declared: DeclaredService[],
  problems: Problems,
): string | undefined {
  const names = declared.map(({ name }) => name);
  const hasUrl = ({ input: service, path }: DeclaredService) =>
    service === undefined || service.url !== undefined || problems.isBroken([...path, 'url']);
  const withUrl = declared.filter(hasUrl);
  if (input.target !== undefined) {
    const chosen = declared.find(({ name }) => name === input.target);
    const near = nearest(input.target, names);
    if (!chosen && names.length > 0) {
      problems.add(['target'], {
        what: `There is no service ${quote(input.target)}.`,
        expected: near
          ? `did you mean \`${near}\`?`
          : `expected ${joinNames(names.map((name) => `\`${name}\``))}`,
        hint: input.service ? 'With `service:` there is only one, so `target` can be left out.' : undefined,
      });
    } else if (chosen && !hasUrl(chosen)) {
      problems.reject(
        ['target'],
        `The service ${quote(input.target)} has no \`url\` to send load to.`,
        `add \`url: http://127.0.0.1:\${PORT}\` to it`,
      );
    } else if (chosen) checkHttp(chosen, problems);
    return chosen?.name;
  }
  if (problems.isBroken(['target']) || declared.length === 0) return undefined;
  if (withUrl.length === 0) {
    problems.rejectKey(
      declared[0]!.path,
      'No service has a `url` to send load to.',
      'add `url: http://127.0.0.1:${PORT}`',
    );
  }
  if (withUrl.length > 1) {
    problems.add(['services'], {
      on: 'key',
      what: `Several services have a \`url\`: ${joinNames(
        withUrl.map(({ name }) => `\`${name}\``),
        'and',
      )}.`,
      expected: 'which one takes the load?',
      nearest: `target: ${withUrl[0]!.name}`,
    });
    return undefined;
  }
  if (withUrl[0]) checkHttp(withUrl[0], problems);
  return withUrl[0]?.name;
}

function checkHttp({ input, path }: DeclaredService, problems: Problems): void {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(input?.url ?? '')?.[1];
  if (!scheme || /^https?$/i.test(scheme)) return;
  problems.reject(
    [...path, 'url'],
    'The target is asked over http or https.',
    'expected `http://127.0.0.1:${PORT}`',
  );
}

/** What requests may name: in them `PORT` is the target's, and every service runs. */
export function requestScope(
  target: string | undefined,
  declared: DeclaredService[],
  config: UserConfig,
): ReferenceScope {
  const elsewhere = new Map<string, string>();
  const isStarted = ({ input }: DeclaredService) => input === undefined || input.start !== undefined;
  const running = declared.filter((service) => !isStarted(service)).map(({ name }) => name);
  const own = target === undefined || !running.includes(target) ? [...OWN_NAMES] : ['TAILGATE_INSTANCE'];
  if (target !== undefined && running.includes(target))
    elsewhere.set('PORT', 'The target runs already: its port is a part of its `url`.');
  for (const name of running)
    elsewhere.set(`${name}.PORT`, `\`${name}\` runs already: its port is a part of its \`url\`.`);
  const ports = declared.filter(isStarted).map(({ name }) => `${name}.PORT`);
  return { names: [...own, ...ports], elsewhere: withExternals(elsewhere, config) };
}
