import { once } from 'node:events'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { letGo, passBytes } from './body-flow.ts'

const kilobyte = 1024

/** A body that is there at once, in pieces of 64 kB. */
function bodyOf(pieces: number): Readable {
  let left = pieces
  const body: Readable = new Readable({
    read: () => void body.push(left-- > 0 ? Buffer.alloc(64 * kilobyte) : null),
  })
  return body
}

describe('bytes of bodies', () => {
  it('pass a quarter of a megabyte at a time, of all requests together, in the order in which they came', async () => {
    await turn()
    const passed: number[] = []
    const all = Array.from({ length: 100 }, async (_, index) => {
      await passBytes(64 * kilobyte)
      passed.push(index)
    })
    const counts: number[] = []
    for (let turns = 0; turns < 4; turns++) {
      await Promise.resolve()
      counts.push(passed.length)
      await turn()
    }
    await Promise.all(all)
    expect(counts.map((count, index) => count - (counts[index - 1] ?? 0))).toEqual([4, 4, 4, 4])
    expect(passed).toEqual(passed.toSorted((a, b) => a - b))
  })

  it('pass at once where there is room, however many they are', async () => {
    await turn()
    expect(passBytes(10_000 * kilobyte)).toBeUndefined()
    await passBytes(1)
  })

  it('of bodies that nobody wants are read to their end in portions', async () => {
    await turn()
    let turns = 0
    const next = () => {
      turns++
      timer = setImmediate(next)
    }
    let timer = setImmediate(next)
    const bodies = [bodyOf(100), bodyOf(100)]
    const ended = Promise.all(bodies.map((body) => once(body, 'end')))
    await Promise.all(bodies.map(letGo))
    await ended
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(35)
  })

  it('of a body that is interrupted are no error', async () => {
    const body = new Readable({ read: () => {} })
    const done = letGo(body)
    body.destroy(new Error('aborted'))
    await expect(done).resolves.toBeUndefined()
  })
})
