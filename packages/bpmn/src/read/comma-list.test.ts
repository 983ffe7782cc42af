import { describe, expect, it } from 'vitest'
import { splitCommaList } from './comma-list.ts'

describe('splitCommaList', () => {
  it.each([
    ['ann, bob ,cora', ['ann', 'bob', 'cora']],
    ['', []],
    [' , ,', []],
    [`\${find('a', 'b')}, bob`, [`\${find('a', 'b')}`, 'bob']],
    [`#{[1, 2]},group(x)`, [`#{[1, 2]}`, 'group(x)']],
    [`\${{'a': 1, 'b': 2}}, c`, [`\${{'a': 1, 'b': 2}}`, 'c']],
    ['a{b,c}d', ['a{b', 'c}d']],
    [`\${a, b`, [`\${a, b`]],
  ])('splits “%s”', (text, parts) => {
    expect(splitCommaList(text)).toEqual(parts)
  })
})
