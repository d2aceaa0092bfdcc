import type { CommitStatus, Forge, Pull, PullEvent, Review } from '../../src/forge/port.ts';
import type { Rights } from '../../src/forge/rights.ts';

/** A forge that is a handful of lists: whatever Tailgate asks of one can be had without GitHub. */
export class MemoryForge implements Forge {
  readonly comments: { pull: number; body: string }[] = [];
  /** Oldest first. */
  readonly statuses: (CommitStatus & { sha: string })[] = [];
  readonly pulls: Pull[] = [];
  readonly merged = new Map<string, Pull>();
  readonly events = new Map<number, PullEvent[]>();
  readonly reviews = new Map<number, Review[]>();
  readonly rights = new Map<string, Rights>();

  async findComment(pull: number, marker: string) {
    const found = this.comments.findIndex((one) => one.pull === pull && one.body.startsWith(marker));
    return found < 0 ? null : found;
  }
  async writeComment(pull: number, body: string, over: number | null) {
    this.comments[over ?? this.comments.length] = { pull, body };
  }
  async setStatus(sha: string, status: CommitStatus) {
    this.statuses.push({ sha, ...status });
  }
  async listStatuses(sha: string) {
    return this.statuses.filter((status) => status.sha === sha).toReversed();
  }
  async getPull(number: number) {
    const pull = this.pulls.find((one) => one.number === number);
    if (!pull) throw Object.assign(new Error('Not Found'), { status: 404 });
    return pull;
  }
  async listPulls(owner: string, branch: string) {
    return this.pulls.filter(
      ({ head }) => head.branch === branch && head.repository?.split('/')[0] === owner,
    );
  }
  async findMerged(sha: string) {
    return this.merged.get(sha) ?? null;
  }
  async listEvents(pull: number) {
    return this.events.get(pull) ?? [];
  }
  async listReviews(pull: number) {
    return this.reviews.get(pull) ?? [];
  }
  async rightsOf(login: string) {
    return this.rights.get(login) ?? 'none';
  }
}
