import * as z from 'zod';

const text = z.string();
const user = z.object({ login: text });
const said = z.object({ body: text.nullish(), user: user.nullish() });
const comment = said.extend({ id: z.number(), html_url: text });
const branch = z.object({ ref: text, sha: text, repo: z.object({ full_name: text }).nullish() });
const pull = said.extend({ number: z.number(), head: branch, base: branch });
const label = z.object({ name: text });
const event = said.extend({ created_at: text, actor: user.nullish(), label: label.nullish() });
const viewer = z.object({ data: z.object({ viewer: user }) });

/** What is used of answers, by method and end of the path. `null` is a list without entries where Gitea says so. */
const SHAPES: [RegExp, z.ZodType][] = [
  [/^GET .*\/comments$/, z.array(comment)],
  [/^(POST|PATCH) .*\/comments\b/, comment],
  [/^GET .*\/pulls$/, z.array(pull)],
  [/^GET .*\/pull(s\/\d+)?$/, pull],
  [/^GET .*\/commits$/, z.array(z.object({ sha: text, commit: z.object({ message: text }) }))],
  [/^GET .*\/statuses$/, z.array(z.object({ context: text, target_url: text.nullish() }))],
  [/^GET .*\/reviews$/, z.array(said.extend({ state: text }))],
  [/^GET .*\/labels$/, z.array(label)],
  [/^GET .*\/(events|timeline)$/, z.array(event).nullable()],
  [/^GET .*\/assignees$/, z.array(user)],
  [/^GET .*\/user$/, user],
  [/\/graphql$/, viewer.or(z.object({ errors: z.array(z.object({ message: text })) }))],
  [/./, z.looseObject({}).or(z.array(z.unknown()))],
];

/** Most pages of a list: 30,000 comments, which no pull request has. */
const MOST_PAGES = 300;

/**
 * Reads a whole answer and checks it, so that no part of one passes for an empty list. The next page has the address of
 * this one, wherever the answer says that it is. Throws a `SyntaxError` or `ZodError` for what the API does not answer.
 */
export async function readAnswer(method: string, url: URL, response: Response): Promise<Response> {
  const { status, ok } = response;
  const headers = new Headers(response.headers);
  const body = await response.text();
  if (ok && status !== 204) {
    SHAPES.find(([pattern]) => pattern.test(`${method} ${url.pathname}`))![1].parse(JSON.parse(body));
    headers.set('content-type', 'application/json');
    const next = new URL(url);
    next.searchParams.set('page', String(Number(url.searchParams.get('page') ?? 1) + 1));
    const hasNext = /rel="?next/.test(headers.get('link') ?? '');
    headers.set('link', hasNext ? `<${next}>; rel="next"` : '');
    if (hasNext && Number(next.searchParams.get('page')) > MOST_PAGES)
      throw new SyntaxError('Too many pages.');
  }
  return new Response(body === '' ? null : body, { status, headers });
}
