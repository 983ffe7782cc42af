import { describe, expect, it } from 'vitest'
import { headersOfForeign, toHarmlessType } from './foreign-content.ts'

describe('the type of a content that another user has named', () => {
  it.each([
    ['text/javascript', 'text/plain'],
    ['text/html; charset=utf-8', 'text/plain; charset=utf-8'],
    ['TEXT/HTML', 'text/plain'],
    ['text/xml', 'text/plain'],
    ['text/css', 'text/plain'],
    ['application/javascript', 'application/octet-stream'],
    ['application/ecmascript', 'application/octet-stream'],
    ['application/xhtml+xml', 'application/octet-stream'],
    ['application/xml', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['application/wasm', 'application/octet-stream'],
    ['multipart/x-mixed-replace', 'application/octet-stream'],
    ['message/rfc822', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    ['text/plain\r\nset-cookie: a=b', 'application/octet-stream'],
    ['text/plain; charset=é', 'application/octet-stream'],
    ['text/html,text/plain', 'application/octet-stream'],
  ])('that a browser could run, or that is none, is another one: %j', (type, served) => {
    expect(toHarmlessType(type)).toBe(served)
  })

  it.each([
    ...['image/png', 'application/pdf', 'text/plain; encoding=UTF-8', 'text/csv', 'video/mp4', 'application/zip'],
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ])('that is harmless stays: %s', (type) => {
    expect(toHarmlessType(type)).toBe(type)
  })
})

it.each([
  ['a.txt', `attachment; filename*=UTF-8''a.txt`],
  ['a"\r\nb', `attachment; filename*=UTF-8''a%22%0D%0Ab`],
  ['half \ud83d', `attachment; filename*=UTF-8''half%20%EF%BF%BD`],
  [null, 'attachment'],
])('a content is saved and never shown, by the name %j', (fileName, disposition) => {
  expect(headersOfForeign({ contentType: 'text/plain', fileName })).toEqual({
    'content-type': 'text/plain',
    'content-disposition': disposition,
    'x-content-type-options': 'nosniff',
    'content-security-policy': `sandbox; default-src 'none'`,
  })
})
