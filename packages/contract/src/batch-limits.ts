export const batchLimits = {
  /** Things of one batch. */
  items: 1_000_000,
  /** Batches of tasks and incidents that one user may have under way. */
  ofPerson: 5,
  /** Other batches that one user may have under way. */
  waiting: 100,
  /** Days that the results of a batch are kept. A batch itself that clients of the engine know stays until its removal time. */
  days: 30,
  /** Items that one call gives. */
  page: 100,
  reason: 500,
} as const
