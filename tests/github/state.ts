import { Consent } from './consent.ts';
import { type Answer, bodyFault, type Call, type Identity, ok, paginate, problem } from './exchange.ts';
import { exampleOf } from './openapi.ts';

export type StoredComment = {
  id: number;
  number: number;
  body: string;
  author: Identity;
  createdAt: string;
  updatedAt: string;
};

/** What a test says of a pull request; the rest is what GitHub's example has. */
export type StoredPull = {
  headSha: string;
  /** Default: `feature`, of this repository; null when the repository is gone. */
  headBranch?: string;
  headRepository?: string | null;
  /** Owner of the head's repository also when that is gone; default: from `headRepository`. */
  headOwner?: string;
  baseBranch?: string;
  baseSha?: string;
  state?: 'open' | 'closed';
  draft?: boolean;
  author?: string;
};

type StoredStatus = { id: number; sha: string; state: string; context: string; [key: string]: unknown };

/** One repository: comments, commit statuses and labels, with GitHub's rules on who may change what. */
export class GitHubState {
  readonly tokens = new Map<string, Identity>();
  readonly comments: StoredComment[] = [];
  readonly statuses: StoredStatus[] = [];
  readonly labels = new Map<number, string[]>();
  readonly consent = new Consent(describeUser);
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
    const whole: Identity = {
      login: 'github-actions[bot]',
      id: 41898282,
      type: 'Bot',
      mayWrite: true,
      maintains: false,
      ...identity,
    };
    this.tokens.set(token, whole);
    return whole;
  }

  addComment(number: number, author: Identity, body: string): StoredComment {
    const now = new Date().toISOString();
    const comment = { id: ++this.#lastId, number, body, author, createdAt: now, updatedAt: now };
    this.comments.push(comment);
    return comment;
  }

  answer(call: Call): Answer {
    if (call.identity === 'bad') return problem(401, 'Bad credentials');
    const rest = call.path.match(/^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/);
    if (call.path === '/user') return this.#whoAmI(call);
    if (call.path === '/graphql' && call.identity)
      return ok({ data: { viewer: { login: call.identity.login } } });
    if (rest?.[1] !== this.owner || rest[2] !== this.repo) return problem(404, 'Not Found');
    for (const [method, pattern, respond] of [...this.#routes, ...this.consent.routes]) {
      const match = (rest[3] ?? '').match(pattern);
      if (method !== call.method || !match) continue;
      if (method !== 'GET') {
        if (!call.identity) return problem(401, 'Requires authentication');
        if (!call.identity.mayWrite) return problem(403, 'Resource not accessible by integration');
      }
      return respond(call, match[1]!);
    }
    return problem(404, 'Not Found');
  }

  readonly #routes: [string, RegExp, (call: Call, part: string) => Answer][] = [
    ['GET', /^$/, () => ok(this.#describeRepository())],
    ['GET', /^\/pulls$/, (call) => this.#listPulls(call)],
    ['GET', /^\/commits\/([0-9a-f]{40})\/pulls$/, (call, sha) => this.#listPullsOf(call, sha)],
    ['GET', /^\/pulls\/(\d+)$/, (_call, number) => this.#describePull(Number(number))],
    ['GET', /^\/issues\/(\d+)\/comments$/, (call, number) => this.#listComments(call, Number(number))],
    ['POST', /^\/issues\/(\d+)\/comments$/, (call, number) => this.#createComment(call, Number(number))],
    ['GET', /^\/issues\/comments\/(\d+)$/, (call, id) => this.#readComment(call, id)],
    ['PATCH', /^\/issues\/comments\/(\d+)$/, (call, id) => this.#updateComment(call, id)],
    ['DELETE', /^\/issues\/comments\/(\d+)$/, (call, id) => this.#deleteComment(call, id)],
    ['GET', /^\/issues\/(\d+)\/labels$/, (call, number) => this.#listLabels(call, Number(number))],
    ['POST', /^\/issues\/(\d+)\/labels$/, (call, number) => this.#addLabels(call, Number(number))],
    ['DELETE', /^\/issues\/(\d+)\/labels\/.+$/, (call, number) => this.#removeLabel(call, Number(number))],
    ['POST', /^\/statuses\/([0-9a-f]{40})$/, (call, sha) => this.#createStatus(call, sha)],
    ['GET', /^\/commits\/([^/]+)\/statuses$/, (call, sha) => this.#listStatuses(call, sha)],
  ];

  #whoAmI({ identity }: Call): Answer {
    if (!identity || identity === 'bad') return problem(401, 'Requires authentication');
    if (identity.type === 'Bot') return problem(403, 'Resource not accessible by integration');
    const example = exampleOf('private-user-response-with-public-profile-information');
    return ok({ ...example, login: identity.login, id: identity.id, user_view_type: 'public' });
  }

  /** GitHub's own examples lack some fields that its schemas require, and say more than a test needs. */
  #describeRepository(): object {
    const { source, parent, template_repository, ...example } = exampleOf(
      'full-repository-default-response',
    ) as Record<string, unknown>;
    const full_name = `${this.owner}/${this.repo}`;
    return { ...example, name: this.repo, full_name, default_branch: 'main', language: null };
  }

  #describePull(number: number): Answer {
    const pull = this.pulls.get(number);
    if (!pull) return problem(404, 'Not Found');
    return ok({ ...exampleOf('pull-request'), ...this.#partsOf(number, pull), requested_teams: [] });
  }

  /** As GitHub does, a `head` without a colon is not looked at, and neither is one that nobody owns. */
  #listPulls(call: Call): Answer {
    const wanted = (name: string) => call.query.get(name);
    const state = wanted('state') ?? 'open';
    const all = [...this.pulls].filter(([, pull]) => {
      const head = `${this.#ownerOf(pull)}:${pull.headBranch ?? 'feature'}`;
      return (
        (state === 'all' || state === (pull.state ?? 'open')) &&
        (!wanted('head')?.includes(':') || wanted('head') === head) &&
        (!wanted('base') || wanted('base') === (pull.baseBranch ?? 'main'))
      );
    });
    const [example] = exampleOf('pull-request-simple-items') as [object];
    return paginate(call, all.reverse(), ([number, pull]) => ({
      ...example,
      ...this.#partsOf(number, pull),
      requested_teams: [],
    }));
  }

  /** As GitHub does: those that merged the commit, else those that are open and have it. */
  #listPullsOf(call: Call, sha: string): Answer {
    const [example] = exampleOf('pull-request-simple-items') as [object];
    const open = [...this.pulls].filter(([, pull]) => pull.headSha === sha && pull.state !== 'closed');
    const merged = this.consent.listMerged(sha);
    const found = open.map(([number, pull]) => ({
      ...example,
      ...this.#partsOf(number, pull),
      requested_teams: [],
    }));
    return paginate(call, merged.length > 0 ? merged : found, (pull) => pull);
  }

  #ownerOf({ headOwner, headRepository }: StoredPull): string {
    return headOwner ?? headRepository?.split('/')[0] ?? this.owner;
  }

  /** What a test may set, in the words of the API. */
  #partsOf(number: number, pull: StoredPull): object {
    const example = exampleOf('pull-request') as { head: object; base: object };
    const { headSha, headBranch = 'feature', baseBranch = 'main', state = 'open', draft = false } = pull;
    const own = `${this.owner}/${this.repo}`;
    const repository = (full_name: string) => ({
      ...this.#describeRepository(),
      name: full_name.split('/')[1],
      full_name,
    });
    const headRepository = pull.headRepository === undefined ? own : pull.headRepository;
    return {
      number,
      state,
      draft,
      user: describeUser({ login: pull.author ?? 'rosa', id: 9, type: 'User' }),
      head: {
        ...example.head,
        label: `${this.#ownerOf(pull)}:${headBranch}`,
        ref: headBranch,
        sha: headSha,
        repo: headRepository === null ? null : repository(headRepository),
      },
      base: {
        ...example.base,
        label: `${this.owner}:${baseBranch}`,
        ref: baseBranch,
        sha: pull.baseSha ?? 'b'.repeat(40),
        repo: repository(own),
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
    const body = (call.body as { body?: unknown } | undefined)?.body;
    const fault = bodyFault(body);
    if (fault) return fault;
    const comment = this.addComment(number, call.identity as Identity, body as string);
    const description = this.#describeComment(call, comment);
    return { status: 201, body: description, headers: { location: description.url } };
  }

  #updateComment(call: Call, id: string): Answer {
    return this.#changeComment(call, id, (comment) => {
      const body = (call.body as { body?: unknown } | undefined)?.body;
      const fault = bodyFault(body);
      if (fault) return fault;
      comment.body = body as string;
      comment.updatedAt = new Date().toISOString();
      return ok(this.#describeComment(call, comment));
    });
  }

  #deleteComment(call: Call, id: string): Answer {
    return this.#changeComment(call, id, (comment) => {
      this.comments.splice(this.comments.indexOf(comment), 1);
      return { status: 204 };
    });
  }

  #readComment(call: Call, id: string): Answer {
    const comment = this.comments.find((candidate) => candidate.id === Number(id));
    return comment ? ok(this.#describeComment(call, comment)) : problem(404, 'Not Found');
  }

  #changeComment(call: Call, id: string, change: (comment: StoredComment) => Answer): Answer {
    const comment = this.comments.find((candidate) => candidate.id === Number(id));
    if (!comment) return problem(404, 'Not Found');
    const identity = call.identity as Identity;
    if (identity.login === comment.author.login || identity.maintains) return change(comment);
    return problem(403, 'Must have admin rights to Repository.');
  }

  #describeComment({ publicUrl }: Call, comment: StoredComment) {
    const base = `${publicUrl}/repos/${this.owner}/${this.repo}`;
    const page = `https://github.com/${this.owner}/${this.repo}/pull/${comment.number}`;
    return {
      id: comment.id,
      node_id: `IC_${comment.id}`,
      url: `${base}/issues/comments/${comment.id}`,
      html_url: `${page}#issuecomment-${comment.id}`,
      issue_url: `${base}/issues/${comment.number}`,
      body: comment.body,
      user: describeUser(comment.author),
      created_at: comment.createdAt,
      updated_at: comment.updatedAt,
      author_association: comment.author.maintains ? 'OWNER' : 'NONE',
      performed_via_github_app: null,
    };
  }

  #listLabels(call: Call, number: number): Answer {
    return paginate(call, this.labels.get(number) ?? [], (name) => describeLabel(call, name));
  }

  #addLabels(call: Call, number: number): Answer {
    const names = (call.body as { labels: string[] }).labels;
    const all = [...new Set([...(this.labels.get(number) ?? []), ...names])];
    this.labels.set(number, all);
    for (const name of names) this.consent.record(number, this.#labelEvent('labeled', name, call));
    return ok(all.map((name) => describeLabel(call, name)));
  }

  #removeLabel(call: Call, number: number): Answer {
    const name = call.path.split('/').at(-1)!;
    const all = this.labels.get(number) ?? [];
    if (!all.includes(name)) return problem(404, 'Label does not exist');
    const left = all.filter((label) => label !== name);
    this.labels.set(number, left);
    this.consent.record(number, this.#labelEvent('unlabeled', name, call));
    return ok(left.map((label) => describeLabel(call, label)));
  }

  #labelEvent(event: 'labeled' | 'unlabeled', name: string, { identity }: Call) {
    return { event, name, by: (identity as Identity).login, at: new Date().toISOString() };
  }

  #createStatus(call: Call, sha: string): Answer {
    const id = ++this.#lastId;
    const now = new Date().toISOString();
    const { state, context, description, target_url } = call.body as Record<string, string | undefined>;
    const status = {
      id,
      sha,
      node_id: `SC_${id}`,
      url: `${call.publicUrl}/repos/${this.owner}/${this.repo}/statuses/${sha}`,
      avatar_url: null,
      state: state!,
      context: context ?? 'default',
      description: description ?? null,
      target_url: target_url ?? null,
      created_at: now,
      updated_at: now,
      creator: describeUser(call.identity as Identity),
    };
    this.statuses.push(status);
    return { status: 201, body: status, headers: { location: status.url } };
  }

  #listStatuses(call: Call, sha: string): Answer {
    const all = this.statuses.filter((status) => status.sha === sha).reverse();
    return paginate(call, all, (status) => status);
  }
}

function describeUser({ login, id, type }: Pick<Identity, 'login' | 'id' | 'type'>): object {
  return { ...exampleOf('simple-user'), login, id, type };
}

function describeLabel(call: Call, name: string): object {
  const url = `${call.publicUrl}/labels/${encodeURIComponent(name)}`;
  return { id: 1, node_id: 'LA_1', url, name, description: null, color: 'ededed', default: false };
}
