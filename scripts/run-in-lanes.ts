/**
 * Runs jobs, at most `lanes` of them at a time, in their order.
 *
 * @returns the results in the order of the jobs
 * @throws the error of the first job that failed
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
