import { expect, it } from 'vitest'
import { presentError } from './present-error.ts'

it('keeps type, message, stack and code of an error and of its causes', () => {
  const cause = Object.assign(new TypeError('no answer'), { code: 'ECONNREFUSED', port: 5432 })
  const shown = presentError(new Error('Expected an answer', { cause }))
  expect(shown).toMatchObject({
    type: 'Error',
    message: 'Expected an answer: no answer',
    code: 'ECONNREFUSED',
    port: 5432,
  })
  expect(shown.stack).toContain('\ncaused by: TypeError: no answer')
})

it.each([
  ['the row that a database refused', { detail: 'Key (email)=(secret) already exists.', code: '23505' }],
  ['the parameters of a statement', { parameters: ['secret'], where: 'portal with secret' }],
  ['what a provider answered', { response: { body: 'secret' }, cause: new URLSearchParams({ code: 'secret' }) }],
  ['headers of a request', { config: { headers: { authorization: 'secret' } }, code: { secret: 1 } }],
])('leaves out %s', (_, fields) => {
  expect(JSON.stringify(presentError(Object.assign(new Error('failed'), fields)))).not.toContain('secret')
})

it('ends where causes go round in circles, and takes what is no error', () => {
  const error = new Error('round')
  error.cause = error
  expect(presentError(error).message).toContain('round')
  expect(presentError('secret')).toEqual({ type: 'string', message: '', stack: '' })
})
