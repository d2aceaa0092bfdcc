import { type Answer, type Call, type Identity, ok, paginate, problem } from './exchange.ts';
import { exampleOf } from './openapi.ts';

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

/** `name` is the label's; a push that takes commits away has none. */
type PullEvent =
  | { event: 'labeled' | 'unlabeled'; name: string; by: string | null; at: string }
  | { event: 'head_ref_force_pushed'; name?: undefined; by: string | null; at: string };

export type StoredReview = {
  by: string | null;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  sha: string;
  at?: string;
};

type Person = (user: Pick<Identity, 'login' | 'id' | 'type'>) => object;

const LONG_AGO = '2026-01-01T00:00:00Z';

/** Who may do what, who labelled and approved: all that an acceptance rests on. */
export class Consent {
  /** By login; somebody unknown to a public repository may read. */
  readonly roles = new Map<string, Role>();
  readonly events = new Map<number, PullEvent[]>();
  readonly reviews = new Map<number, StoredReview[]>();
  /** Numbers of the pull requests that a commit merged. */
  readonly merged = new Map<string, number[]>();
  readonly #person: Person;

  constructor(person: Person) {
    this.#person = person;
  }

  readonly routes: [string, RegExp, (call: Call, part: string) => Answer][] = [
    ['GET', /^\/issues\/(\d+)\/events$/, (call, number) => this.#listEvents(call, Number(number))],
    ['GET', /^\/collaborators\/([^/]+)\/permission$/, (_call, login) => this.#describePermission(login)],
    ['GET', /^\/pulls\/(\d+)\/reviews$/, (call, number) => this.#listReviews(call, Number(number))],
  ];

  record(number: number, event: PullEvent): void {
    this.events.set(number, [...(this.events.get(number) ?? []), event]);
  }

  #account(login: string | null): object | null {
    return login === null ? null : this.#person({ login, id: 9, type: 'User' });
  }

  #listEvents(call: Call, number: number): Answer {
    const [example] = exampleOf('issue-event-for-issue-items') as [object];
    return paginate(call, this.events.get(number) ?? [], ({ event, name, by, at }) => ({
      ...example,
      event,
      actor: this.#account(by),
      created_at: at,
      label: name === undefined ? undefined : { name, color: 'ededed' },
    }));
  }

  /** As GitHub does, `permission` knows neither `maintain` nor `triage`; an app is no user. */
  #describePermission(login: string): Answer {
    if (login.endsWith('[bot]') && !this.roles.has(login)) return problem(404, `${login} is not a user`);
    const role = this.roles.get(login) ?? 'read';
    const order: Role[] = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
    const has = (least: Role) => order.indexOf(role) >= order.indexOf(least);
    const permission = { maintain: 'write', triage: 'read' }[role as string] ?? role;
    const permissions = {
      pull: has('read'),
      triage: has('triage'),
      push: has('write'),
      maintain: has('maintain'),
      admin: has('admin'),
    };
    return ok({
      permission,
      role_name: role,
      user: { ...this.#account(login), permissions, role_name: role },
    });
  }

  #listReviews(call: Call, number: number): Answer {
    const [example] = exampleOf('pull-request-review-items') as [object];
    return paginate(call, this.reviews.get(number) ?? [], ({ by, state, sha, at = LONG_AGO }) => ({
      ...example,
      user: this.#account(by),
      state,
      commit_id: sha,
      submitted_at: at,
    }));
  }

  /** The pull requests that a commit merged, as GitHub lists them. */
  listMerged(sha: string): object[] {
    const [example] = exampleOf('pull-request-simple-items') as [object];
    const found = { state: 'closed', merged_at: LONG_AGO, merge_commit_sha: sha, requested_teams: [] };
    return (this.merged.get(sha) ?? []).map((number) => ({ ...example, number, ...found }));
  }
}
