export const batchLimits = {
  /** Items of one batch. */
  items: 1_000_000,
  /** Unfinished batches of tasks and incidents of one user. */
  ofPerson: 5,
  /** Other unfinished batches of one user. */
  waiting: 100,
  /** Days that the results of a batch are kept. A batch itself that clients of the engine know stays until its removal time. */
  days: 30,
  /** Items that one call gives. */
  page: 100,
  reason: 500,
} as const
