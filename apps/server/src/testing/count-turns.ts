import { onTestFinished } from 'vitest'

/** Turns of the loop that others have while something is done. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  onTestFinished(() => clearImmediate(next))
  await work()
  return turns
}
