import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

let examples: Record<string, { value: object }> | undefined;

/** An answer's many fields that no test is about come from GitHub's own description of its API. */
export function exampleOf(name: string): object {
  examples ??= (
    JSON.parse(readFileSync(openApiPath(), 'utf8')) as {
      components: { examples: Record<string, { value: object }> };
    }
  ).components.examples;
  return examples[name]!.value;
}

type Description = { paths: object; components: Record<string, Record<string, object>> };

/** All that Tailgate may ask for. Whatever else is asked for is not in the extract, and so does not conform. */
const PATHS =
  /^\/(user|repos\/\{owner\}\/\{repo\}(\/(issues|pulls|statuses|commits|collaborators)(\/.*)?)?)$/;

/** The part of GitHub's description that Tailgate needs, as it stands there: Prism reads all of it for 15 s. */
export function extractDescription(): object {
  const whole = JSON.parse(readFileSync(openApiPath(), 'utf8')) as Description;
  const paths = Object.fromEntries(Object.entries(whole.paths).filter(([path]) => PATHS.test(path)));
  const components: Description['components'] = {};
  const take = (part: object) => {
    JSON.stringify(part, (key, value) => {
      if (key === '$ref' && typeof value === 'string') {
        const [kind, name] = value.replace('#/components/', '').split('/') as [string, string];
        components[kind] ??= {};
        if (!components[kind][name]) {
          components[kind][name] = whole.components[kind]![name]!;
          take(components[kind][name]);
        }
      }
      return value;
    });
  };
  take(paths);
  return { ...whole, paths, 'x-webhooks': undefined, components };
}

/** GitHub's OpenAPI description of its REST API. */
export function openApiPath(): string {
  return createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
}
