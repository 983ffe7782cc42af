import { describe, expect, it } from 'vitest'
import { findExcess } from './find-excess.ts'

const limits = { depth: 3, values: 5 }
const look = (json: string) => findExcess(Buffer.from(json), limits)

describe('JSON', () => {
  it.each([
    '',
    '1',
    '"a"',
    '[[[1]]]',
    '[1,2,3]',
    '{"a":{"b":[1]}}',
    '[[],[1]]',
    '"[[[[,,,,,,"',
    String.raw`"\"[[[[[[\\"`,
  ])('of little may be read: %s', (json) => expect(look(json)).toBeNull())

  it.each(['[[[[', '[[[[]]]]', '{"a":[{"b":[]}]}', '[[[['.repeat(1000)])('is too deep: %.20s', (json) =>
    expect(look(json)).toBe('depth'),
  )

  it.each(['[1,2,3,4,5]', '1,2,3,4,5,6', '[[],[],[],[]]', '{"a":1,"b":2,"c":3,"d":4,"e":5}'])(
    'is too much: %s',
    (json) => expect(look(json)).toBe('values'),
  )

  it('is looked over no further than to where it is too much', () => {
    const bytes = new Proxy(Buffer.from('['.repeat(100)), {
      get: (target, property) => {
        if (typeof property === 'string' && Number(property) > 3) throw new Error(`looked at ${property}`)
        return Reflect.get(target, property)
      },
    })
    expect(findExcess(bytes, limits)).toBe('depth')
  })
})
