export const batchLimits = {
  /** Things of one batch. */
  items: 1_000_000,
  /** Batches of tasks and incidents that one user may have under way. */
  ofPerson: 5,
  /** Other batches that one user may have under way. */
  waiting: 100,
  /** Days that a batch and its results are kept after it has ended, unless a removal time says otherwise. */
  days: 30,
  /** Items that one call gives. */
  page: 100,
  reason: 500,
} as const
