import * as z from 'zod';
import type { ComposeService } from './compose.ts';
import type { Variable } from './dotenv.ts';
import type { Files } from './files.ts';
import { isPlain, readShape, word } from './source.ts';

const MOST_WORKFLOWS = 20;
const words = z.record(z.string(), word.nullable().catch(null)).catch({});
const Job = z.object({
  env: words.optional(),
  services: z
    .record(z.string(), z.object({ image: z.string(), env: words.optional() }).nullable().catch(null))
    .catch({}),
  steps: z.array(z.object({ env: words.optional() }).catch({})).catch([]),
});
const Workflow = z.object({ env: words.optional(), jobs: z.record(z.string(), Job.nullable().catch(null)) });

/** Services that workflows start beside their jobs, and the variables of these jobs. */
export function readCi(files: Files): { services: ComposeService[]; beside: Variable[]; all: Variable[] } {
  const paths = files.list
    .filter((path) => /^\.github\/workflows\/[\w.-]+\.ya?ml$/.test(path))
    .slice(0, MOST_WORKFLOWS);
  const services: ComposeService[] = [];
  const beside: Variable[] = [];
  const all: Variable[] = [];
  for (const from of paths) {
    const found = readShape(files, from, Workflow);
    for (const job of Object.values(found?.jobs ?? {})) {
      if (job === null) continue;
      const variables = [found!.env, job.env, ...job.steps.map(({ env }) => env)].flatMap((each) =>
        listPlain(each, from),
      );
      const images = Object.entries(job.services).flatMap(([name, each]) => {
        if (each === null) return [];
        const env = listPlain(each.env, from).map((one) => [one.name, one.value]);
        return [{ name, built: false, image: each.image, ports: [], environment: Object.fromEntries(env) }];
      });
      services.push(...images);
      all.push(...variables);
      if (images.length > 0) beside.push(...variables);
    }
  }
  return { services, beside, all };
}

/** Without what only a run of the workflow knows. */
function listPlain(env: Record<string, string | null> | undefined, from: string): Variable[] {
  return Object.entries(env ?? {}).flatMap(([name, value]) =>
    /^[A-Za-z_]\w*$/.test(name) && value !== null && isPlain(value) && !value.includes('${{')
      ? [{ name, value, from }]
      : [],
  );
}
