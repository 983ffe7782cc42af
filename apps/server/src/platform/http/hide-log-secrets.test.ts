import { expect, it } from 'vitest'
import { createToken } from '../auth/token.ts'
import { hideSecrets } from './hide-log-secrets.ts'

const token = createToken('0190a000-0000-7000-8000-000000000000').text

it.each([
  [`Expected another link than ${token}, but it is gone.`, 'Expected another link than •••, but it is gone.'],
  [`GET /links/${token}/send`, 'GET /links/•••/send'],
  [`https://example.org/go?link=${token}&a=b was refused`, 'https://example.org/go?••• was refused'],
  ['"/callback?code=abc&state=def"', '"/callback?•••"'],
  ['postgres://millrace:secret@localhost/db', 'postgres://•••@localhost/db'],
  ['Bearer abcdefghij', 'Bearer •••'],
  ['id eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'id •••'],
  ['at run (file:///app/src/run-on.ts:12:34)? Yes.', 'at run (file:///app/src/run-on.ts:12:34)? Yes.'],
])('%s', (line, shown) => {
  expect(hideSecrets(line)).toBe(shown)
})

it.each(['eyJ', 'a', '?a', '://', 'Bearer ', '-', 'a.'])(
  'takes a line of a million times “%s” in its stride',
  (text) => {
    const startedAt = process.cpuUsage()
    hideSecrets(text.repeat(1_000_000))
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(2000)
  },
)
