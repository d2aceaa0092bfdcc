import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Whom a token speaks for. A bot is an app's installation, as GITHUB_TOKEN is. */
export type Identity = {
  login: string;
  id: number;
  type: 'Bot' | 'User';
  /** Whether it may write comments and statuses. */
  mayWrite: boolean;
  /** Whether it may edit the comments of others. */
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

export type StoredComment = { id: number; number: number; body: string; author: Identity };

/** What a test says of a pull request; the rest is what GitHub's example has. */
export type StoredPull = {
  headSha: string;
  /** Default: `feature`, of this repository; null when the repository is gone. */
  headBranch?: string;
  headRepository?: string | null;
  /** Owner of the head's repository also when that is gone; default: from `headRepository`. */
  headOwner?: string;
  baseBranch?: string;
  state?: 'open' | 'closed';
  author?: string;
};

type StoredStatus = { id: number; sha: string; state: string; context: string; [key: string]: unknown };

/** `name` is the label's; a push that takes commits away has none. */
type PullEvent = {
  event: 'labeled' | 'unlabeled' | 'head_ref_force_pushed';
  name?: string;
  by: string | null;
  at: string;
};

export type StoredReview = {
  by: string | null;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  sha: string;
};

const ROLES = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** Who may do what, who labelled and approved: all that an acceptance rests on. */
class Consent {
  /** By login; somebody unknown to a public repository may read. */
  readonly roles = new Map<string, Role>();
  readonly events = new Map<number, PullEvent[]>();
  readonly reviews = new Map<number, StoredReview[]>();
  /** Numbers of the pull requests that a commit merged. */
  readonly merged = new Map<string, number[]>();

  record(number: number, event: PullEvent): void {
    this.events.set(number, [...(this.events.get(number) ?? []), event]);
  }
}

const LONG_AGO = '2026-01-01T00:00:00Z';
/** Longest body of a comment, in characters, as GitHub's own validation message says. */
const LONGEST_BODY = 65_536;

/** One repository: comments, commit statuses, labels and reviews, with GitHub's rules on who may change what. */
export class GitHubState {
  readonly tokens = new Map<string, Identity>();
  readonly comments: StoredComment[] = [];
  readonly statuses: StoredStatus[] = [];
  readonly labels = new Map<number, string[]>();
  readonly consent = new Consent();
  /** Pull requests by number. */
  readonly pulls = new Map<number, StoredPull>();
  readonly owner: string;
  readonly repo: string;
  #lastId = 1000;

  constructor(owner: string, repo: string) {
    this.owner = owner;
    this.repo = repo;
  }

  addToken(token: string, identity: Partial<Identity> = {}): Identity {
    const app = { login: 'github-actions[bot]', id: 41898282, type: 'Bot' } as const;
    const whole: Identity = { ...app, mayWrite: true, maintains: false, ...identity };
    this.tokens.set(token, whole);
    return whole;
  }

  addComment(number: number, author: Identity, body: string): StoredComment {
    const comment = { id: ++this.#lastId, number, body, author };
    this.comments.push(comment);
    return comment;
  }

  /** Sets the label of acceptance on a pull request, or removes it. */
  label(number: number, by: string | null, at: string, name = 'tailgate:accept', isSet = true): void {
    const others = (this.labels.get(number) ?? []).filter((other) => other !== name);
    this.labels.set(number, isSet ? [...others, name] : others);
    this.consent.record(number, { event: isSet ? 'labeled' : 'unlabeled', name, by, at });
  }

  answer(call: Call): Answer {
    const { identity, path, method } = call;
    if (identity === 'bad') return problem(401, 'Bad credentials');
    if (path === '/graphql' && identity) return ok({ data: { viewer: { login: identity.login } } });
    const own = `/repos/${this.owner}/${this.repo}`;
    const rest = path.startsWith(own) ? path.slice(own.length) : 'elsewhere';
    for (const [asked, pattern, respond] of this.#routes) {
      const match = pattern.exec(rest);
      if (asked !== method || !match) continue;
      if (method !== 'GET') {
        if (!identity) return problem(401, 'Requires authentication');
        if (!identity.mayWrite) return problem(403, 'Resource not accessible by integration');
      }
      return respond(call, match[1]!);
    }
    return problem(404, 'Not Found');
  }

  readonly #routes: [string, RegExp, (call: Call, part: string) => Answer][] = [
    ['GET', /^$/, () => ok(this.#describeRepository())],
    ['GET', /^\/pulls$/, (call) => this.#listPulls(call)],
    ['GET', /^\/pulls\/(\d+)$/, (_, number) => this.#describePull(Number(number))],
    ['GET', /^\/pulls\/(\d+)\/reviews$/, (call, number) => this.#listReviews(call, Number(number))],
    ['GET', /^\/commits\/([0-9a-f]{40})\/pulls$/, (call, sha) => this.#listMerged(call, sha)],
    ['GET', /^\/commits\/([^/]+)\/statuses$/, (call, sha) => this.#listStatuses(call, sha)],
    ['POST', /^\/statuses\/([0-9a-f]{40})$/, (call, sha) => this.#createStatus(call, sha)],
    ['GET', /^\/issues\/(\d+)\/comments$/, (call, number) => this.#listComments(call, Number(number))],
    ['POST', /^\/issues\/(\d+)\/comments$/, (call, number) => this.#createComment(call, Number(number))],
    ['PATCH', /^\/issues\/comments\/(\d+)$/, (call, id) => this.#updateComment(call, Number(id))],
    ['GET', /^\/issues\/(\d+)\/events$/, (call, number) => this.#listEvents(call, Number(number))],
    ['GET', /^\/collaborators\/([^/]+)\/permission$/, (_, login) => this.#describePermission(login)],
  ];

  /** GitHub's own examples lack some fields that its schemas require, and say more than a test needs. */
  #describeRepository(full_name = `${this.owner}/${this.repo}`): object {
    const example = exampleOf('full-repository-default-response') as Record<string, unknown>;
    const { source, parent, template_repository, ...others } = example;
    return { ...others, name: full_name.split('/')[1], full_name, default_branch: 'main', language: null };
  }

  #describePull(number: number): Answer {
    const pull = this.pulls.get(number);
    if (!pull) return problem(404, 'Not Found');
    return ok({ ...exampleOf('pull-request'), ...this.#partsOf(number, pull) });
  }

  /** As GitHub does, a `head` without a colon is not looked at, and neither is one that nobody owns. */
  #listPulls(call: Call): Answer {
    const wanted = (name: string) => call.query.get(name);
    const state = wanted('state') ?? 'open';
    const all = [...this.pulls].filter(([, pull]) => {
      const head = `${this.#ownerOf(pull)}:${pull.headBranch ?? 'feature'}`;
      const isOfHead = !wanted('head')?.includes(':') || wanted('head') === head;
      return isOfHead && (state === 'all' || state === (pull.state ?? 'open'));
    });
    const example = exampleOf('pull-request-simple-items');
    return paginate(call, all.reverse(), ([number, pull]) => ({
      ...example,
      ...this.#partsOf(number, pull),
    }));
  }

  #listMerged(call: Call, sha: string): Answer {
    const example = exampleOf('pull-request-simple-items');
    const found = { state: 'closed', merged_at: LONG_AGO, merge_commit_sha: sha, requested_teams: [] };
    const partsOf = (number: number) => this.#partsOf(number, this.pulls.get(number) ?? { headSha: sha });
    return paginate(call, this.consent.merged.get(sha) ?? [], (number) => ({
      ...example,
      ...partsOf(number),
      ...found,
    }));
  }

  #ownerOf({ headOwner, headRepository }: StoredPull): string {
    return headOwner ?? headRepository?.split('/')[0] ?? this.owner;
  }

  /** What a test may set, in the words of the API. */
  #partsOf(number: number, pull: StoredPull): object {
    const example = exampleOf('pull-request') as { head: object; base: object };
    const { headSha, headBranch = 'feature', baseBranch = 'main', state = 'open' } = pull;
    return {
      ...{ number, state, draft: false, requested_teams: [] },
      user: describeUser({ login: pull.author ?? 'rosa' }),
      labels: (this.labels.get(number) ?? []).map((name) => ({ ...exampleOf('label'), name })),
      head: {
        ...example.head,
        label: `${this.#ownerOf(pull)}:${headBranch}`,
        ref: headBranch,
        sha: headSha,
        repo: pull.headRepository === null ? null : this.#describeRepository(pull.headRepository),
      },
      base: {
        ...example.base,
        label: `${this.owner}:${baseBranch}`,
        ref: baseBranch,
        sha: 'b'.repeat(40),
        repo: this.#describeRepository(),
      },
    };
  }

  #listComments(call: Call, number: number): Answer {
    if (!this.pulls.has(number)) return problem(404, 'Not Found');
    const all = this.comments.filter((comment) => comment.number === number);
    return paginate(call, all, (comment) => this.#describeComment(call, comment));
  }

  #createComment(call: Call, number: number): Answer {
    if (!this.pulls.has(number)) return problem(404, 'Not Found');
    const body = bodyOf(call);
    if (body === null) return problem(422, 'Validation Failed');
    const comment = this.addComment(number, call.identity as Identity, body);
    return { status: 201, body: this.#describeComment(call, comment) };
  }

  #updateComment(call: Call, id: number): Answer {
    const comment = this.comments.find((candidate) => candidate.id === id);
    if (!comment) return problem(404, 'Not Found');
    const { login, maintains } = call.identity as Identity;
    if (login !== comment.author.login && !maintains)
      return problem(403, 'Must have admin rights to Repository.');
    const body = bodyOf(call);
    if (body === null) return problem(422, 'Validation Failed');
    comment.body = body;
    return ok(this.#describeComment(call, comment));
  }

  #describeComment({ publicUrl }: Call, { id, number, body, author }: StoredComment) {
    const url = `${publicUrl}/repos/${this.owner}/${this.repo}/issues/comments/${id}`;
    const html_url = `https://github.com/${this.owner}/${this.repo}/pull/${number}#issuecomment-${id}`;
    return { ...exampleOf('issue-comment'), id, url, html_url, body, user: describeUser(author) };
  }

  #listEvents(call: Call, number: number): Answer {
    const example = exampleOf('issue-event-for-issue-items');
    return paginate(call, this.consent.events.get(number) ?? [], ({ event, name, by, at }) => ({
      ...example,
      event,
      actor: by === null ? null : describeUser({ login: by }),
      created_at: at,
      label: name === undefined ? undefined : { name, color: 'ededed' },
    }));
  }

  #listReviews(call: Call, number: number): Answer {
    const example = exampleOf('pull-request-review-items');
    return paginate(call, this.consent.reviews.get(number) ?? [], ({ by, state, sha }) => ({
      ...example,
      user: by === null ? null : describeUser({ login: by }),
      state,
      commit_id: sha,
      submitted_at: LONG_AGO,
    }));
  }

  /** As GitHub does, `permission` knows neither `maintain` nor `triage`; an app is no user. */
  #describePermission(login: string): Answer {
    const { roles } = this.consent;
    if (login.endsWith('[bot]') && !roles.has(login)) return problem(404, `${login} is not a user`);
    const role = roles.get(login) ?? 'read';
    const has = (least: Role) => ROLES.indexOf(role) >= ROLES.indexOf(least);
    const same = { triage: 'triage', maintain: 'maintain', admin: 'admin' } as const;
    const names = { ...same, pull: 'read', push: 'write' } as const;
    const permissions = Object.fromEntries(Object.entries(names).map(([name, least]) => [name, has(least)]));
    const permission = { maintain: 'write', triage: 'read' }[role as string] ?? role;
    const user = { ...describeUser({ login }), permissions, role_name: role };
    return ok({ permission, role_name: role, user });
  }

  #createStatus(call: Call, sha: string): Answer {
    const given = call.body as Pick<StoredStatus, 'state' | 'context'>;
    const status = { ...exampleOf('status'), ...given, id: ++this.#lastId, sha };
    this.statuses.push(status);
    return { status: 201, body: status };
  }

  #listStatuses(call: Call, sha: string): Answer {
    const all = this.statuses.filter((status) => status.sha === sha).reverse();
    return paginate(call, all, (status) => status);
  }
}

const ok = (body: unknown): Answer => ({ status: 200, body });

const problem = (status: number, message: string): Answer => ({
  status,
  body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
});

function bodyOf({ body: sent }: Call): string | null {
  const { body } = sent as { body?: unknown };
  return typeof body === 'string' && body.trim() !== '' && body.length <= LONGEST_BODY ? body : null;
}

/** Pages as GitHub's: 30 entries unless asked, at most 100, with a Link header while there are others. */
function paginate<T>(call: Call, all: T[], describe: (item: T) => unknown): Answer {
  const size = Math.min(Number(call.query.get('per_page') ?? 30), 100);
  const page = Number(call.query.get('page') ?? 1);
  const url = new URL(call.publicUrl + call.path);
  url.search = String(new URLSearchParams({ per_page: `${size}`, page: `${page + 1}` }));
  const body = all.slice((page - 1) * size, page * size).map(describe);
  return { status: 200, body, headers: page * size < all.length ? { link: `<${url}>; rel="next"` } : {} };
}

function describeUser({ login, id = 9, type = 'User' }: Partial<Identity>): object {
  return { ...exampleOf('simple-user'), login, id, type };
}

let examples: Record<string, { value: object }> | undefined;

/**
 * An answer's many fields that no test is about come from GitHub's own description of its API, where that is installed. Of a
 * list it is the first item.
 */
function exampleOf(name: string): object {
  try {
    examples ??= JSON.parse(readFileSync(openApiPath(), 'utf8')).components.examples as typeof examples;
  } catch {
    examples = {};
  }
  const value = examples![name]?.value ?? {};
  return Array.isArray(value) ? value[0] : value;
}

/** GitHub's OpenAPI description of its REST API. */
export function openApiPath(): string {
  return createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
}
