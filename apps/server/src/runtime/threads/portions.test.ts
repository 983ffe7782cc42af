import { describe, expect, it } from 'vitest'
import { openPortion, toPortions } from './portions.ts'

describe('a long list on its way between threads', () => {
  it.each([0, 1, 5, 6, 7, 12])('of %s items is the same when it has come', (count) => {
    const items = Array.from({ length: count }, (_, n) => ({
      n,
      at: new Date(n),
      large: 2n ** 70n,
      none: undefined,
      nothing: null,
      bytes: new Uint8Array([n, 2]),
      not: Number.NaN,
    }))
    const portions = toPortions(items, 6)
    expect(portions.length).toBe(Math.ceil(count / 6))
    expect(portions.flatMap((portion) => openPortion(structuredClone(portion)))).toEqual(items)
  })
})
