import { onTestFinished } from 'vitest'

/** Counts the turns of the event loop while a function runs. */
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
