import type { Rights } from './rights.ts';

/** A commit status. `context` is its name, `url` the page that it links to. */
export type CommitStatus = {
  context: string;
  state: 'success' | 'failure' | 'error' | 'pending';
  description: string;
  url: string;
};

/** A pull request. `author` is empty if unknown; `labels` are names; `head.repository` is null if it is gone. */
export type Pull = {
  number: number;
  author: string;
  labels: string[];
  head: { sha: string; branch: string; repository: string | null };
  base: { branch: string; repository: string | null };
};

/** A label that was set or removed, or a push that replaced the head; `label` is the label's name, `at` ISO 8601. */
export type PullEvent = {
  event: 'labeled' | 'unlabeled' | 'replaced';
  at: string;
  by: string | null;
  label?: string;
};

/** Writes a line about something that could not be read, and so accepts nothing. */
export type Note = (text: string) => void;

/** A review that expresses an opinion. */
export type Review = { by: string; isApproval: boolean; sha: string | null };

/**
 * What Tailgate needs from a forge, for one repository and the user of one token. Each call rejects with an error that
 * `explainDeliveryFault` explains. Lists are complete.
 */
export type Forge = {
  /** Finds the id of the first comment by the token's own user that begins with this line; null if there is none. */
  findComment(pull: number, marker: string): Promise<number | null>;
  /** Creates a comment, or overwrites one of ours. */
  writeComment(pull: number, body: string, over: number | null): Promise<void>;
  setStatus(sha: string, status: CommitStatus): Promise<void>;
  /** Statuses of a commit, newest first. */
  listStatuses(sha: string): Promise<Pick<CommitStatus, 'context' | 'description'>[]>;
  getPull(number: number): Promise<Pull>;
  /** Open pull requests from a branch of an owner. */
  listPulls(owner: string, branch: string): Promise<Pull[]>;
  /** Finds the pull request that a commit merged; null if there is none. */
  findMerged(sha: string): Promise<Pull | null>;
  /** Oldest first. */
  listEvents(pull: number): Promise<PullEvent[]>;
  /** Oldest first. */
  listReviews(pull: number): Promise<Review[]>;
  rightsOf(login: string): Promise<Rights>;
};
