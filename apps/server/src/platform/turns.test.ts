import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Everything that waits, in the order in which it would be taken. */
function takeAll(turns: ReturnType<typeof createTurns<string>>, may: (item: string) => boolean = () => true): string[] {
  const taken: string[] = []
  for (let item = turns.take(may); item !== undefined; item = turns.take(may)) taken.push(item)
  return taken
}

describe('turns', () => {
  it('serve owners in turn, in each of them callers in turn, and one caller in order', () => {
    const turns = createTurns<string>()
    for (const item of ['1', '2', '3', '4']) turns.add('a', `greedy ${item}`, 'greedy')
    turns.add('a', 'modest 1', 'modest')
    turns.add('b', 'other 1')
    turns.add('a', 'modest 2', 'modest')
    expect(takeAll(turns)).toEqual([
      ...['greedy 1', 'other 1', 'modest 1', 'greedy 2', 'modest 2', 'greedy 3', 'greedy 4'],
    ])
    expect(turns.size).toBe(0)
  })

  it('pass a caller of whom nothing may go', () => {
    const turns = createTurns<string>()
    turns.add('a', 'greedy', 'greedy')
    turns.add('a', 'modest', 'modest')
    expect(takeAll(turns, (item) => item !== 'greedy')).toEqual(['modest'])
    expect([turns.sizeOf('a'), turns.sizeOf('a', 'greedy'), turns.sizeOf('a', 'modest')]).toEqual([1, 1, 0])
  })

  it('forget who gives up, whose turn stays where it was', () => {
    const turns = createTurns<string>()
    turns.add('a', 'one', 'x')
    turns.add('a', 'two', 'x')
    turns.add('b', 'three')
    expect([turns.remove('a', 'one'), turns.remove('a', 'one'), turns.remove('c', 'one')]).toEqual([true, false, false])
    expect(turns.clear()).toEqual(['two', 'three'])
  })
})
