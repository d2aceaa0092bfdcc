import type { Forge } from '../../src/forge/forge.ts';
import { type Answer, type Call, type Identity, ok, problem } from './exchange.ts';

export type StoredIssue = {
  number: number;
  title: string;
  body: string;
  author: Identity;
  state: 'open' | 'closed';
  isPull: boolean;
};

/** The issues of a repository, with the rules of GitHub and Gitea: whoever may write may change them. */
export class Issues {
  readonly all: StoredIssue[] = [];
  #page: (number: number) => string;
  #forge: Forge;

  /** @param page makes the address of an issue's page */
  constructor(page: (number: number) => string, forge: Forge = 'github') {
    this.#page = page;
    this.#forge = forge;
  }

  add(author: Identity, body: string, more: Partial<StoredIssue> = {}): StoredIssue {
    const number = this.all.length + 101;
    const issue: StoredIssue = {
      number,
      title: 'Some issue',
      body,
      author,
      state: 'open',
      isPull: false,
      ...more,
    };
    this.all.push(issue);
    return issue;
  }

  readonly routes: [string, RegExp, (call: Call, part: string) => Answer][] = [
    ['GET', /^\/issues$/, (call) => this.#list(call)],
    ['POST', /^\/issues$/, (call) => this.#open(call)],
    ['PATCH', /^\/issues\/(\d+)$/, (call, number) => this.#change(call, Number(number))],
  ];

  /** The newest first. Gitea calls the length of a page `limit`. */
  #list(call: Call): Answer {
    const asked = (name: string) => call.query.get(name);
    const size = Math.min(Number(asked('limit') ?? asked('per_page') ?? 30), 100);
    const page = Number(asked('page') ?? 1);
    const found = this.all
      .filter(({ state }) => asked('state') === 'all' || state === (asked('state') ?? 'open'))
      .filter((issue) => this.#isOfType(issue, asked('type')))
      .reverse();
    const hasNext = page * size < found.length;
    const next = `<${call.publicUrl}${call.path}?page=${page + 1}>; rel="next"`;
    return {
      status: 200,
      body: found.slice((page - 1) * size, page * size).map((issue) => this.#describe(issue)),
      headers: hasNext ? { link: next } : {},
    };
  }

  /** On GitHub it is the name of a type that an organization gives its issues, and none here has one. */
  #isOfType({ isPull }: StoredIssue, type: string | null): boolean {
    if (type === null) return true;
    return this.#forge === 'github' ? type === 'none' : isPull === (type === 'pulls');
  }

  #open(call: Call): Answer {
    const { title, body } = call.body as { title?: string; body: string };
    if (!title) return problem(422, 'Validation Failed');
    const issue = this.add(call.identity as Identity, body, { title });
    return { status: 201, body: this.#describe(issue) };
  }

  #change(call: Call, number: number): Answer {
    const issue = this.all.find((each) => each.number === number);
    if (!issue) return problem(404, 'Not Found');
    Object.assign(issue, call.body);
    return ok(this.#describe(issue));
  }

  #describe({ number, title, body, author, state, isPull }: StoredIssue): object {
    const { login, id, type } = author;
    const html_url = this.#page(number);
    return {
      id: 5000 + number,
      number,
      title,
      body,
      state,
      html_url,
      user: { login, id, type },
      ...(isPull && { pull_request: { html_url } }),
    };
  }
}
