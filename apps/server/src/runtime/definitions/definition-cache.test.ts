import { describe, expect, it } from 'vitest'
import { createKept } from './definition-cache.ts'

describe('what is kept of files', () => {
  it('makes room by what was asked for longest ago', () => {
    const kept = createKept<string>(10)
    kept.set('a', 'A', 4)
    kept.set('b', 'B', 4)
    expect(kept.get('a')).toBe('A')
    kept.set('c', 'C', 4)
    expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['A', undefined, 'C'])
  })

  it('has the last one however large it is, and that alone', () => {
    const kept = createKept<string>(10)
    kept.set('small', 'S', 1)
    kept.set('large', 'L', 100)
    expect([kept.get('small'), kept.get('large')]).toEqual([undefined, 'L'])
    kept.set('small', 'S', 1)
    expect([kept.get('small'), kept.get('large')]).toEqual(['S', undefined])
  })

  it('counts what takes the place of another once', () => {
    const kept = createKept<string>(10)
    kept.set('b', 'B', 4)
    for (let time = 0; time < 5; time++) kept.set('a', 'A', 5)
    expect([kept.get('a'), kept.get('b')]).toEqual(['A', 'B'])
    expect([kept.sizeOf('a'), kept.sizeOf('b')]).toEqual([5, 4])
  })
})
