import { type Answer, type Call, type Identity, ok } from '../github/exchange.ts';
import { Issues } from '../github/issues.ts';
import { GitHubState, type StoredComment, type StoredPull } from '../github/state.ts';

type Entry =
  | { type: 'label'; by: Identity; label: string; added: boolean; at: string }
  | { type: 'pull_push'; by: Identity; at: string };
type Commit = { sha: string; message: string; verified?: boolean; committer?: string };
type Review = {
  by: Identity;
  state: 'APPROVED' | 'COMMENT' | 'REQUEST_CHANGES' | 'REQUEST_REVIEW';
  sha: string;
  official: boolean;
  dismissed?: boolean;
};
type Role = 'owner' | 'admin' | 'write' | 'read' | 'none';

/** Entries on a page unless asked, and at most (DEFAULT_PAGING_NUM, MAX_RESPONSE_ITEMS). */
const PAGE = 30;
const LARGEST_PAGE = 50;

/**
 * One repository of Gitea 1.25, as far as Tailgate uses its API: no paging where Gitea has none, its orders and names,
 * and its rules on who may do and ask what. `maintains` makes an identity an administrator of the repository; who may
 * not write may comment all the same.
 */
export class GiteaState extends GitHubState {
  override readonly issues = new Issues(
    (number) => `https://gitea.example.com/${this.owner}/${this.repo}/issues/${number}`,
    'gitea',
  );
  /** Labels that were set and removed, and pushes, oldest first. */
  readonly timeline = new Map<number, Entry[]>();
  /** Of pull requests, oldest first, as they were made. */
  readonly commits = new Map<number, Commit[]>();
  readonly reviews = new Map<number, Review[]>();
  readonly roles = new Map<string, Role>();
  /** Members of teams that may only read pull requests. */
  readonly readers = new Set<string>();
  readonly merged = new Map<string, number>();
  /** Logins whose tokens may not read the user. */
  readonly nameless = new Set<string>();
  isOrganization = false;

  /** The automatic token's identity. */
  addActionsToken(token: string, mayWrite = true): Identity {
    return this.addToken(token, { login: 'gitea-actions', id: -2, mayWrite });
  }

  addPerson(login: string, role: Role, token = `${login}-token`): Identity {
    this.roles.set(login, role);
    const maintains = role === 'owner' || role === 'admin';
    const id = this.roles.size + 1;
    return this.addToken(token, {
      login,
      id,
      type: 'User',
      mayWrite: maintains || role === 'write',
      maintains,
    });
  }

  /** Sets or removes a label as somebody's. */
  setLabel(number: number, label: string, by: Identity, added: boolean, at = now()): void {
    const before = (this.labels.get(number) ?? []).filter((each) => each !== label);
    this.labels.set(number, added ? [...before, label] : before);
    this.timeline.set(number, [
      ...(this.timeline.get(number) ?? []),
      { type: 'label', by, label, added, at },
    ]);
  }

  push(number: number, by: Identity, at: string): void {
    this.timeline.set(number, [...(this.timeline.get(number) ?? []), { type: 'pull_push', by, at }]);
  }

  override answer(call: Call): Answer {
    if (call.identity === 'bad') return refuse(401, 'invalid username, password or token');
    if (call.path === '/user') return this.#describeSelf(call);
    const rest = call.path.match(/^\/repos\/([^/]+)\/([^/]+)(\/.*)?$/);
    if (rest?.[1] !== this.owner || rest[2] !== this.repo) return refuse(404, 'not found');
    for (const [method, pattern, respond] of [...this.#routes, ...this.issues.routes]) {
      const match = (rest[3] ?? '').match(pattern);
      if (method !== call.method || !match) continue;
      if (method !== 'GET' && !call.identity) return refuse(401, 'token is required');
      if (method !== 'GET' && /^\/issues(\/\d+)?$/.test(rest[3]!) && !(call.identity as Identity).mayWrite)
        return refuse(403, 'token does not have at least one of required scope(s)');
      return respond(call, match[1]!);
    }
    return { status: 404, body: '404 page not found\n' };
  }

  readonly #routes: [string, RegExp, (call: Call, part: string) => Answer][] = [
    ['GET', /^\/issues\/(\d+)\/comments$/, (call, number) => this.#listComments(call, Number(number))],
    ['POST', /^\/issues\/(\d+)\/comments$/, (call, number) => this.#createComment(call, Number(number))],
    ['PATCH', /^\/issues\/comments\/(\d+)$/, (call, id) => this.#updateComment(call, Number(id))],
    ['DELETE', /^\/issues\/comments\/(\d+)$/, (call, id) => this.#deleteComment(call, Number(id))],
    ['GET', /^\/issues\/(\d+)\/timeline$/, (call, number) => this.#listTimeline(call, Number(number))],
    ['GET', /^\/issues\/(\d+)\/labels$/, (_call, number) => this.#listLabels(Number(number))],
    ['POST', /^\/statuses\/([0-9a-f]{40})$/, (call, sha) => this.#createStatus(call, sha)],
    ['GET', /^\/commits\/([0-9a-f]{40})\/statuses$/, (call, sha) => this.#listStatuses(call, sha)],
    [
      'GET',
      /^\/commits\/([0-9a-f]{40})\/pull$/,
      (_call, sha) => this.#describePull(this.merged.get(sha) ?? 0),
    ],
    ['GET', /^\/pulls$/, (call) => this.#listPulls(call)],
    ['GET', /^\/pulls\/(\d+)$/, (_call, number) => this.#describePull(Number(number))],
    ['GET', /^\/pulls\/(\d+)\/commits$/, (call, number) => this.#listCommits(call, Number(number))],
    ['GET', /^\/pulls\/(\d+)\/reviews$/, (call, number) => this.#listReviews(call, Number(number))],
    ['GET', /^\/collaborators\/([^/]+)\/permission$/, (call, login) => this.#describeRights(call, login)],
    ['GET', /^\/assignees$/, () => this.#listAssignees()],
    ['GET', /^\/teams$/, () => this.#listTeams()],
  ];

  #describeSelf({ identity }: Call): Answer {
    if (!identity || identity === 'bad') return refuse(401, 'token is required');
    if (!this.nameless.has(identity.login)) return ok(describeUser(identity));
    return refuse(403, 'token does not have at least one of required scope(s), required=[read:user]');
  }

  /** All at once, whatever page is asked for. */
  #listComments(_call: Call, number: number): Answer {
    if (!this.pulls.has(number)) return refuse(404, 'issue does not exist');
    const all = this.comments.filter((comment) => comment.number === number);
    const body = all.map((comment) => this.#describeComment(comment));
    return { status: 200, body, headers: { 'x-total-count': String(all.length) } };
  }

  #createComment(call: Call, number: number): Answer {
    if (!this.pulls.has(number)) return refuse(404, 'issue does not exist');
    const { body } = call.body as { body?: string };
    if (!body) return refuse(422, '[Body]: Required');
    return {
      status: 201,
      body: this.#describeComment(this.addComment(number, call.identity as Identity, body)),
    };
  }

  #updateComment(call: Call, id: number): Answer {
    return this.#changeComment(call, id, (comment) => {
      comment.body = (call.body as { body: string }).body;
      return ok(this.#describeComment(comment));
    });
  }

  #deleteComment(call: Call, id: number): Answer {
    return this.#changeComment(call, id, (comment) => {
      this.comments.splice(this.comments.indexOf(comment), 1);
      return { status: 204 };
    });
  }

  /** Its author and whoever may write. */
  #changeComment(call: Call, id: number, change: (comment: StoredComment) => Answer): Answer {
    const comment = this.comments.find((candidate) => candidate.id === id);
    if (!comment) return refuse(404, 'comment does not exist');
    const identity = call.identity as Identity;
    return identity.id === comment.author.id || identity.mayWrite ? change(comment) : refuse(403, '');
  }

  #describeComment({ id, number, body, author, createdAt, updatedAt }: StoredComment): object {
    const page = `https://gitea.example.com/${this.owner}/${this.repo}/pulls/${number}`;
    return {
      id,
      html_url: `${page}#issuecomment-${id}`,
      pull_request_url: page,
      issue_url: '',
      user: describeUser(author),
      original_author: '',
      original_author_id: 0,
      body,
      assets: [],
      created_at: createdAt,
      updated_at: updatedAt,
    };
  }

  /** Comments and changes of labels; without `page` all of them, and `null` where there are none. */
  #listTimeline(call: Call, number: number): Answer {
    if (!this.pulls.has(number)) return refuse(404, 'issue does not exist');
    const comments = this.comments
      .filter((comment) => comment.number === number)
      .map(({ id, body, author, createdAt }) => describeEntry(id, 'comment', body, author, createdAt));
    const labels = (this.timeline.get(number) ?? []).map((entry, index) => {
      const { type, by, at } = entry;
      if (type === 'pull_push') return describeEntry(index + 1, type, '{"is_force_push":false}', by, at);
      const described = describeEntry(index + 1, type, entry.added ? '1' : '', by, at);
      return { ...described, label: describeLabel(entry.label) };
    });
    const all = [...comments, ...labels].sort((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
    const page = Number(call.query.get('page') ?? 0);
    const size = sizeOf(call);
    const shown = page === 0 ? all : all.slice((page - 1) * size, page * size);
    return { status: 200, body: shown.length === 0 ? null : shown };
  }

  #listLabels(number: number): Answer {
    return ok((this.labels.get(number) ?? []).map(describeLabel));
  }

  #createStatus(call: Call, sha: string): Answer {
    const identity = call.identity as Identity;
    if (!identity.mayWrite) return refuse(403, 'user should have a permission to write to a repo');
    const { state, context, description = '', target_url = '' } = call.body as Record<string, string>;
    const id = this.statuses.length + 1;
    const at = now();
    const status = { id, sha, state: state!, context: context!, description, target_url, at };
    this.statuses.push(status);
    return { status: 201, body: describeStatus(status) };
  }

  /** Newest first by seconds; those of one second as the database has them. */
  #listStatuses(call: Call, sha: string): Answer {
    const second = (at: unknown) => Math.floor(Date.parse(String(at)) / 1000);
    const all = this.statuses
      .filter((status) => status.sha === sha)
      .sort((a, b) => second(b.at) - second(a.at) || a.id - b.id);
    return pageOf(call, all, describeStatus);
  }

  #describePull(number: number): Answer {
    const pull = this.pulls.get(number);
    return pull ? ok(this.#partsOf(number, pull)) : refuse(404, 'not found');
  }

  /** By base and state only. */
  #listPulls(call: Call): Answer {
    const state = call.query.get('state') ?? 'open';
    const all = [...this.pulls].filter(([, pull]) => state === 'all' || state === (pull.state ?? 'open'));
    return pageOf(call, all.reverse(), ([number, pull]) => this.#partsOf(number, pull));
  }

  #partsOf(number: number, pull: StoredPull): object {
    const own = `${this.owner}/${this.repo}`;
    const { headSha, headBranch = 'feature', baseBranch = 'main', headRepository = own } = pull;
    const branch = (ref: string, sha: string, full_name: string | null) => ({
      label: ref,
      ref,
      sha,
      ...(full_name === null ? {} : { repo: { full_name, name: full_name.split('/')[1] } }),
    });
    return {
      number,
      state: pull.state ?? 'open',
      draft: pull.draft ?? false,
      user: describeUser({ login: pull.author ?? 'alice', id: 9 }),
      head: branch(headBranch, headSha, headRepository),
      base: branch(baseBranch, pull.baseSha ?? 'b'.repeat(40), own),
      merged: this.#mergeOf(number) !== null,
      merged_at: this.#mergeOf(number) === null ? undefined : now(),
      merge_commit_sha: this.#mergeOf(number) ?? undefined,
    };
  }

  #mergeOf(number: number): string | null {
    return [...this.merged].find(([, merged]) => merged === number)?.[0] ?? null;
  }

  /** Newest first; with accounts by the addresses in the commits, and signatures that may be anybody's. */
  #listCommits(call: Call, number: number): Answer {
    const all = [...(this.commits.get(number) ?? [])].reverse();
    return pageOf(call, all, ({ sha, message, verified = false, committer }) => ({
      sha,
      commit: {
        message,
        author: { name: 'x', email: 'x@example.com', date: now() },
        committer: { name: 'x', email: 'x@example.com', date: now() },
        verification: { verified, reason: '', signature: '', payload: '' },
      },
      ...(committer ? { author: describeUser({ login: committer, id: 9 }) } : {}),
      ...(committer ? { committer: describeUser({ login: committer, id: 9 }) } : {}),
    }));
  }

  #listReviews(call: Call, number: number): Answer {
    const all = this.reviews.get(number) ?? [];
    const page = Number(call.query.get('page') ?? 0);
    const shown = page === 0 ? all : all.slice((page - 1) * sizeOf(call), page * sizeOf(call));
    const body = shown.map(({ by, state, sha, official, dismissed = false }, index) => ({
      id: index + 1,
      user: describeUser(by),
      state,
      body: '',
      commit_id: sha,
      stale: false,
      official,
      dismissed,
      submitted_at: now(),
    }));
    return { status: 200, body, headers: { 'x-total-count': String(all.length) } };
  }

  /** Administrators may ask for all, others for themselves. */
  #describeRights({ identity }: Call, login: string): Answer {
    if (!identity || identity === 'bad') return refuse(401, 'token is required');
    if (!identity.maintains && identity.login !== login) {
      return refuse(403, 'Only admins can query all permissions, repo admins can query all repo permissions');
    }
    const permission = this.roles.get(login);
    if (!permission) return refuse(404, 'user does not exist');
    return ok({ permission, role_name: permission, user: describeUser({ login, id: 9 }) });
  }

  #listAssignees(): Answer {
    const writing = [...this.roles].filter(([, role]) => role !== 'read' && role !== 'none');
    const logins = [...writing.map(([login]) => login), ...(this.isOrganization ? this.readers : [])];
    return ok(logins.map((login, id) => describeUser({ login, id })));
  }

  #listTeams(): Answer {
    return this.isOrganization ? ok([]) : refuse(405, 'repo is not owned by an organization');
  }
}

function now(): string {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message, url: 'https://gitea.example.com/api/swagger' } };
}

function sizeOf({ query }: Call): number {
  const asked = Number(query.get('limit') ?? 0);
  return asked <= 0 ? PAGE : Math.min(asked, LARGEST_PAGE);
}

/** With a Link header, which names the query as it was. */
function pageOf<T>(call: Call, all: T[], describe: (item: T) => unknown): Answer {
  const page = Math.max(1, Number(call.query.get('page') ?? 1));
  const size = sizeOf(call);
  const url = new URL(call.publicUrl + call.path);
  url.search = String(new URLSearchParams({ ...Object.fromEntries(call.query), page: String(page + 1) }));
  return {
    status: 200,
    body: all.slice((page - 1) * size, page * size).map(describe),
    headers: {
      'x-total-count': String(all.length),
      ...(page * size < all.length ? { link: `<${url}>; rel="next"` } : {}),
    },
  };
}

/** No field tells a bot from a person. */
function describeUser({ login, id }: { login: string; id: number }): object {
  return { id, login, full_name: '', email: `${login}@noreply.example.com`, is_admin: false, active: true };
}

function describeLabel(name: string): object {
  return { id: 1, name, color: 'ededed', description: '', exclusive: false, is_archived: false, url: '' };
}

function describeEntry(id: number, type: string, body: string, by: Identity, created_at: string) {
  return { id, type, body, user: describeUser(by), created_at, updated_at: created_at };
}

function describeStatus(status: {
  id: number;
  state: string;
  context: string;
  [key: string]: unknown;
}): object {
  const { id, state, context, description, target_url, at } = status;
  return { id, status: state, context, description, target_url, url: '', created_at: at, updated_at: at };
}
