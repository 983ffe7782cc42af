import { expect, it } from 'vitest'
import { createHide, hideInFailure } from './hide-secrets.ts'
import { OutgoingFailure } from './outgoing-failure.ts'

const secret = `p"w&ü/1 'ä'~?>>`

it.each([
  ['as it is', secret],
  ['as JSON has it', JSON.stringify({ a: secret }).slice(6, -2)],
  ['as a page has it', 'p&quot;w&amp;ü/1 &#39;ä&#39;~?&gt;&gt;'],
  ['in an address', encodeURIComponent(secret)],
  ['in an address of others', `p%22w%26%c3%bc%2f1%20%27%c3%a4%27~%3f%3e%3e`],
  ['in a form', 'p%22w%26%C3%BC%2F1+%27%C3%A4%27%7E%3F%3E%3E'],
  ['in base64', 'cCJ3JsO8LzEgJ8OkJ34/Pj4='],
  ['in base64 without its end', 'cCJ3JsO8LzEgJ8OkJ34/Pj4'],
  ['in base64 for addresses', 'cCJ3JsO8LzEgJ8OkJ34_Pj4'],
  ['in base64 within an address', 'cCJ3JsO8LzEgJ8OkJ34%2FPj4%3D'],
])('a secret is hidden %s', (_, written) => {
  expect(createHide([secret])(`Told: ${written}!`)).toMatch(/^Told: •••=?!$/)
})

it('is hidden in lists and members, of which the names are texts too', () => {
  const hide = createHide(['hush hush', 'hush', 'abc', ''])
  expect(hide({ hush: ['hush hush', 7, null, { a: 'xhushx' }], b: 'abc' })).toEqual({
    '•••': ['•••', 7, null, { a: 'x•••x' }],
    b: 'abc',
  })
})

it('is hidden in what went wrong before that is cut', () => {
  const message = `Expected an answer, but it leads to ${'x'.repeat(460)}${secret}. Use that one.`
  const hidden = hideInFailure(
    new OutgoingFailure(message, { isFinal: true, detail: { to: secret } }),
    createHide([secret]),
  )
  expect(hidden.message).toBe(message.replace(secret, '•••'))
  expect(hidden).toMatchObject({ isFinal: true, isPrivateAddress: false, detail: { to: '•••' } })
  const long = hideInFailure(new OutgoingFailure(`${'x'.repeat(5000)} at the end`), createHide([])).message
  expect([long.length, long.slice(-12)]).toEqual([601, 'x at the end'])
})
