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

/** GitHub's OpenAPI description of its REST API. */
export function openApiPath(): string {
  return createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
}
