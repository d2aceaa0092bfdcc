/** Whom a token speaks for. A bot is an app's installation, as GITHUB_TOKEN is; it may not ask who it is. */
export type Identity = {
  login: string;
  id: number;
  type: 'Bot' | 'User';
  /** Whether it may write comments, labels and statuses. */
  mayWrite: boolean;
  /** Whether it may edit and delete the comments of others. */
  maintains: boolean;
};

export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  identity: Identity | null | 'bad';
  publicUrl: string;
};

export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** Longest body of a comment, in characters, as GitHub's own validation message says. */
const LONGEST_BODY = 65_536;

export function ok(body: unknown): Answer {
  return { status: 200, body };
}

export function problem(status: number, message: string): Answer {
  return {
    status,
    body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
  };
}

export function bodyFault(body: unknown): Answer | null {
  const tooLong = typeof body === 'string' && body.length > LONGEST_BODY;
  if (typeof body === 'string' && body.trim() !== '' && !tooLong) return null;
  const code = tooLong ? 'unprocessable' : 'missing_field';
  return {
    status: 422,
    body: {
      message: 'Validation Failed',
      documentation_url: 'https://docs.github.com/rest',
      errors: [{ resource: 'IssueComment', code, field: 'data' }],
    },
  };
}

/** Pages as GitHub's: 30 entries unless asked, at most 100, with a Link header while there are others. */
export function paginate<T>(call: Call, all: T[], describe: (item: T) => unknown): Answer {
  const size = Math.min(Number(call.query.get('per_page') ?? 30), 100);
  const page = Number(call.query.get('page') ?? 1);
  const last = Math.max(1, Math.ceil(all.length / size));
  const link = (target: number, rel: string) => {
    const url = new URL(call.publicUrl + call.path);
    url.search = String(new URLSearchParams({ per_page: String(size), page: String(target) }));
    return `<${url}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link(page - 1, 'prev'), link(1, 'first')] : []),
    ...(page < last ? [link(page + 1, 'next'), link(last, 'last')] : []),
  ];
  const body = all.slice((page - 1) * size, page * size).map(describe);
  return { status: 200, body, headers: links.length > 0 ? { link: links.join(', ') } : {} };
}
