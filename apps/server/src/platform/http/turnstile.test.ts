import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { unhurried } from '../db/patience.ts'
import { createTurnstile } from './turnstile.ts'

/** Of a turnstile that a key has gone into so often at once. */
function crowd(options: { readonly width: number; readonly longest: number }, size: number) {
  const turnstile = createTurnstile(options)
  const inside: (() => void)[] = []
  const refused: string[] = []
  const come = (key: string) =>
    turnstile.enter(key, unhurried).then(
      (leave) => void inside.push(leave),
      ({ code }) => void refused.push(code),
    )
  const all = Promise.all(Array.from({ length: size }, () => come('a')))
  return { come, inside, refused, all }
}

describe('a turnstile', () => {
  it.each([
    { size: 6, counts: [4, 6, 6, 6, 6] },
    { size: 15, counts: [4, 6, 8, 10, 12] },
  ])(
    'lets four of a key in at a turn of the loop, two where more than half its width have come: $size',
    async ({ size, counts }) => {
      const { inside } = crowd({ width: 12, longest: 10 }, size)
      await Promise.resolve()
      const seen = []
      for (let count = 0; count < 5; count++) {
        seen.push(inside.length)
        await turn()
      }
      expect(seen).toEqual(counts)
    },
  )

  it('keeps nobody of another key waiting', async () => {
    const { come, inside } = crowd({ width: 10, longest: 10 }, 15)
    await come('b')
    expect(inside).toHaveLength(5)
  })

  it('lets the next in for each that leaves, and leaving twice is leaving once', async () => {
    const { inside, all } = crowd({ width: 2, longest: 10 }, 5)
    await turn()
    expect(inside).toHaveLength(2)
    inside[0]?.()
    inside[0]?.()
    await turn()
    await turn()
    expect(inside).toHaveLength(3)
    for (let at = 1; at < 5; at++) {
      inside[at]?.()
      await turn()
      await turn()
    }
    await all
    expect(inside).toHaveLength(5)
  })

  it('turns away who comes when as many are inside and wait as may', async () => {
    const { inside, refused } = crowd({ width: 6, longest: 0 }, 8)
    for (let count = 0; count < 5; count++) await turn()
    expect(inside).toHaveLength(6)
    expect(refused).toEqual(['request.too-many', 'request.too-many'])
  })

  it('forgets who hung up while waiting', async () => {
    const turnstile = createTurnstile({ width: 1, longest: 1 })
    const leave = await turnstile.enter('a', unhurried)
    const gone = new AbortController()
    const waiting = turnstile.enter('a', { ...unhurried, signal: gone.signal })
    gone.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    const next = turnstile.enter('a', unhurried)
    leave()
    expect(await next).toBeTypeOf('function')
  })
})
