import { describe, expect, it } from 'vitest'
import { createLanes } from './lanes.ts'

/** Items that run until they are told to end. */
function createRuns(width: number) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const lanes = createLanes<string>({
    width,
    keyOf: (item) => item.slice(0, 1),
    ownerOf: (item) => item.slice(0, 1),
    limits: [],
    run: (item) => {
      started.push(item)
      return new Promise((resolve) => ends.set(item, resolve))
    },
  })
  const end = async (item: string) => {
    ends.get(item)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { lanes, started, end }
}

describe('lanes', () => {
  it('run as many items at once as they are wide', async () => {
    const { lanes, started, end } = createRuns(2)
    for (const item of ['a1', 'b1', 'c1']) lanes.add(item)
    expect(started).toEqual(['a1', 'b1'])
    await end('b1')
    expect(started).toEqual(['a1', 'b1', 'c1'])
  })

  it('run items of one key one after the other, also those that come later', async () => {
    const { lanes, started, end } = createRuns(3)
    lanes.add('a1')
    lanes.add('a2')
    lanes.add('b1')
    expect(started).toEqual(['a1', 'b1'])
    lanes.add('a3')
    await end('a1')
    await end('a2')
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('are idle when everything has ended', async () => {
    const { lanes, end } = createRuns(1)
    await lanes.idle()
    lanes.add('a1')
    lanes.add('b1')
    let isIdle = false
    const idle = lanes.idle().then(() => {
      isIdle = true
    })
    await end('a1')
    expect(isIdle).toBe(false)
    await end('b1')
    await idle
    expect(isIdle).toBe(true)
  })
})
