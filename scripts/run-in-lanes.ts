/**
 * Runs the jobs, at most so many at a time: each lane takes the next one, in their order, when it is done with the last.
 *
 * @returns the results in the order of the jobs
 * @throws what the first job threw that failed
 */
export async function runInLanes<T>(lanes: number, jobs: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  const queue = jobs.entries()
  const run = async () => {
    // All lanes share the iterator, so each job is taken once.
    for (const [index, job] of queue) results[index] = await job()
  }
  await Promise.all(Array.from({ length: lanes }, run))
  return results
}
