import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPace } from './keep-pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Of 10,000 bytes each. */
async function* chunks(count: number): AsyncGenerator<Buffer> {
  for (let made = 0; made < count; made++) yield Buffer.alloc(10_000, 'x')
}

const pace = { rate: 1000, overMs: 30_000 }

/** Takes an answer, with so many seconds before each further piece. */
async function take(source: AsyncIterable<Buffer>, waits: readonly number[]) {
  const given = vi.fn()
  const taken = keepPace(source, pace, given)
  let bytes = (await taken.next()).value?.length ?? 0
  for (const seconds of waits) {
    vi.advanceTimersByTime(seconds * 1000)
    if (given.mock.calls.length > 0) break
    bytes += (await taken.next()).value?.length ?? 0
  }
  await taken.return(undefined)
  return { bytes, given: given.mock.calls.length }
}

describe('an answer', () => {
  it('continues for a client that reads just fast enough, however long it takes', async () => {
    expect(await take(chunks(101), Array(100).fill(10))).toEqual({ bytes: 1_010_000, given: 0 })
  })

  it('continues for a client that reads nothing for a while and then much', async () => {
    expect(await take(chunks(31), Array(10).fill([29, 0, 0]).flat())).toEqual({ bytes: 310_000, given: 0 })
  })

  it('ends for a client that reads nothing', async () => {
    expect(await take(chunks(9), [29, 0, 0, 31])).toEqual({ bytes: 40_000, given: 1 })
  })

  it('ends for a client that sometimes reads a little', async () => {
    // Two seconds less with each: 12 for what was allowed for ten.
    expect(await take(chunks(99), Array(98).fill(12))).toMatchObject({ given: 1 })
  })

  it('saves up no more than the time over which it is looked at', async () => {
    expect(await take(chunks(99), [...Array(90).fill(0), 31])).toEqual({ bytes: 910_000, given: 1 })
  })

  it('is handed on in pieces by which a pace can be reported', async () => {
    async function* large(): AsyncGenerator<Buffer> {
      yield Buffer.alloc(200_000, 'y')
    }
    const lengths: number[] = []
    for await (const { length } of keepPace(large(), pace, () => {})) lengths.push(length)
    expect(lengths).toEqual([65_536, 65_536, 65_536, 3392])
  })

  it('may take as long as it likes to be made', async () => {
    async function* slow(): AsyncGenerator<Buffer> {
      for (let made = 0; made < 3; made++) {
        vi.advanceTimersByTime(2 * pace.overMs)
        yield Buffer.from('z')
      }
    }
    const given = vi.fn()
    for await (const _piece of keepPace(slow(), pace, given));
    expect(given).not.toHaveBeenCalled()
  })
})
