import { describe, expect, it } from 'vitest'
import { createSeal } from './seal.ts'

const seal = createSeal('the secret of a test, long enough for one', 'one purpose')

describe('a seal', () => {
  it.each(['', 'x', 'Grüße, 注文', 'x'.repeat(100_000)])('opens what it has closed', (text) => {
    expect(seal.open(seal.close(text))).toBe(text)
  })

  it('closes the same text in another way each time', () => {
    expect(seal.close('same')).not.toEqual(seal.close('same'))
  })

  it('does not open what was changed, cut, made up, or closed for another purpose or with another secret', () => {
    const sealed = seal.close('a secret')
    const changed = Buffer.from(sealed)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    const others = [
      createSeal('the secret of a test, long enough for one', 'another purpose').close('a secret'),
      createSeal('another secret of a test, long enough too', 'one purpose').close('a secret'),
    ]
    for (const text of [changed, sealed.subarray(0, 20), Buffer.alloc(0), Buffer.alloc(64), ...others])
      expect(seal.open(text)).toBeNull()
  })
})
