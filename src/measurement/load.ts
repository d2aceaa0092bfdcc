export type Load =
  /** Open model: arrivals at a constant rate whatever the answers do. */
  | { kind: 'arrival-rate'; rate: number; seconds?: number }
  /** Closed model: each user waits for an answer before the next request. */
  | { kind: 'users'; users: number; seconds?: number }
  /** Closed model, until so many requests (script: iterations) are done. */
  | { kind: 'fixed-work'; requests: number; users: number };
