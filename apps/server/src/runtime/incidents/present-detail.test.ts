import { expect, it } from 'vitest'
import { presentDetail } from './present-detail.ts'

it('shows the expression, its place and its variables in lines', () => {
  const detail = {
    to: 9,
    code: 'engine.expression-failed',
    from: 2,
    variables: { nothing: 'not set', order: 'a Json' },
    expression: `$${'{nothing.there}'}`,
    isUnknownName: true,
    failedElementId: null,
  }
  expect(presentDetail(detail)).toBe(
    `Expression: $${'{nothing.there}'}\nVariables: \n  nothing: not set\n  order: a Json\nCode: engine.expression-failed\nCharacters: 3 to 9`,
  )
})

it('shows a stack trace as it is, before everything else', () => {
  expect(presentDetail({ code: 'x', stack: 'Error\n  at book' })).toBe('Error\n  at book\n\nCode: x')
  expect(presentDetail('Error\n  at book')).toBe('Error\n  at book')
})

it('keeps the names of a worker, and values of any kind', () => {
  expect(presentDetail({ tried: 'broken()', list: [1, { a: 2 }] })).toBe('tried: broken()\nlist: \n  1\n  {"a":2}')
})

it.each([[null], [undefined], [{}], [{ isUnknownName: false }]])('shows nothing for %j', (detail) => {
  expect(presentDetail(detail)).toBeNull()
})
