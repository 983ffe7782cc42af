import { describe, expect, it } from 'vitest'
import { findPartialPlaceholder, insertPlaceholder } from './placeholders.ts'

describe('a placeholder', () => {
  it.each([
    ['Hello ${na', 10, 'na'],
    ['Hello ${', 8, ''],
    ['Hello ${name}', 13, null],
    ['Hello', 5, null],
    ['${a}${b', 7, 'b'],
  ])('partial in %j at %i is %j', (text, cursor, partial) => {
    expect(findPartialPlaceholder(text, cursor)).toBe(partial)
  })

  it.each([
    ['Hello ${na!', 10, 'Hello ${name}!'],
    ['Hello ${na}!', 10, 'Hello ${name}!'],
    ['Hello !', 6, 'Hello ${name}!'],
  ])('is completed in %j', (text, cursor, completed) => {
    expect(insertPlaceholder(text, cursor, 'name')).toEqual({ text: completed, cursor: 13 })
  })
})
