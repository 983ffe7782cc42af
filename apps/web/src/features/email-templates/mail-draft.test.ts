import { describe, expect, it } from 'vitest'
import { listPlaceholders, readSample, writeSample } from './mail-draft.ts'

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

  it('are started with the variables that a template reads, and offer what they hold', () => {
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
