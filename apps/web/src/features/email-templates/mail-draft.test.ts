import { describe, expect, it } from 'vitest'
import { findBegun, insertPlaceholder, listPlaceholders, readSample, writeSample } from './mail-draft.ts'

describe('sample values', () => {
  it.each([
    ['', {}],
    ['{"a":1}', { a: 1 }],
    ['[]', null],
    ['7', null],
    ['{', null],
  ])('%j are read as %j', (text, values) => {
    expect(readSample(text)).toEqual(values)
  })

  it('are begun with the variables that a template reads, and offer what they hold', () => {
    expect(JSON.parse(writeSample(['name', 'number']))).toEqual({ name: '', number: '' })
    expect(listPlaceholders({ number: 7, customer: { name: 'Ann', city: 'Bern' }, items: [1] })).toEqual([
      'number',
      'customer',
      'customer.name',
      'customer.city',
      'items',
    ])
  })
})

describe('a placeholder', () => {
  it.each([
    ['Hello ${na', 10, 'na'],
    ['Hello ${', 8, ''],
    ['Hello ${name}', 13, null],
    ['Hello', 5, null],
    ['${a}${b', 7, 'b'],
  ])('begun in %j at %i is %j', (text, cursor, begun) => {
    expect(findBegun(text, cursor)).toBe(begun)
  })

  it.each([
    ['Hello ${na!', 10, 'Hello ${name}!'],
    ['Hello ${na}!', 10, 'Hello ${name}!'],
    ['Hello !', 6, 'Hello ${name}!'],
  ])('is completed in %j', (text, cursor, completed) => {
    expect(insertPlaceholder(text, cursor, 'name')).toEqual({ text: completed, cursor: 13 })
  })
})
