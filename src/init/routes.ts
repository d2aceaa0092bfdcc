import type { SourceFile } from './files.ts';
import { slug } from './place.ts';

/** A scenario as in tailgate.yml, without its SLO, and what somebody has to look at. */
export type ProposedScenario = { name: string; request: string; check: string };

const ROUTE =
  /(?:(?:\.(?:get|GET|Get|route)\(|@(?:GetMapping|get)\(|\b(?:HandleFunc|Handle|MapGet)\(|::get\(|#\[get\(|^[ \t]*get[ \t])\s{0,9}["'`](?:GET )?(?=\/)|(?:@Get\(|\bpath\()\s{0,9}["'`])([\w./-]{1,200})["'`]/gm;
/** Paths that cost nothing, or that only respond after a login. */
const WORTHLESS =
  /health|ready|live|ping|metric|status|version|favicon|docs|swagger|openapi|admin|log-?in|log-?out|sign-?up|register|setup|install|\bsse\b|stream|events|\b(?:new|create|add|edit|me)\b|theme|e2e|auth|token|callback|error|\/\d{3}$|\.\w+$/i;

/** Describes a first scenario from the routes in the code; `/` if there are none. */
export function describeScenario(sources: readonly SourceFile[]): ProposedScenario {
  const path =
    sources
      .flatMap(({ text }) => [...text.matchAll(ROUTE)].map(([, each]) => each!.replace(/^\/?/, '/')))
      .find((each) => each !== '/' && each.length < 100 && !WORTHLESS.test(each)) ?? '/';
  const check =
    'name the requests that matter to your users, with full paths: router prefixes cannot be detected; gRPC needs `script`';
  return { name: slug(path) ?? 'home', request: `GET ${path}`, check };
}
