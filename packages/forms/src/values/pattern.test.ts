import { expect, test } from 'vitest'
import { pattern, patternTextLimit, testPattern } from './pattern.ts'

test.each([
  String.raw`[A-Z]{2}\d{4}`,
  String.raw`\d{1,3}(,\d{3})*(\.\d+)?`,
  String.raw`(\d{1,3}\.){3}\d{1,3}`,
  String.raw`[^@\s]+@[^@\s]+\.[^@\s]+`,
  String.raw`(?=.*\d)(?=.*[a-z]).{8,}`,
  '(cat|dog)+',
  '((cat|dog),)*',
  '((a|a))',
  '(one|other|only)( (one|other|only))?',
  String.raw`\p{Lu}\p{L}*`,
  String.raw`a\(b\)*[)+(]*`,
  'a*a*b',
  'a*,a*,a*,a*,a*;',
  String.raw`\d{1,4}-\d{1,4}-\d{1,4}-\d{1,4}-\d{1,4}`,
  String.raw`\p{L}+(,\p{L}){0,9}`,
  String.raw`(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[^\w]).{8,1000}`,
  '([a-c]|[d-f])*',
])('%s is taken', (source) => {
  expect(pattern().read(source)).toEqual({ ok: true, value: source })
})

test.each([
  '(a+)+',
  '((ab)*c)*',
  '(a|a)*',
  '(a|ab)*',
  '(a|.)+',
  '((a|a))*',
  '(x(a|ab)b?)*',
  '((?:(a|a)|b)c)+',
  '(a?a)*',
  '(a|)*',
  '(x+x+){20}',
  'a*a*a*b',
  'a*a*a*a*a*b',
  '[a-f]*[e-k]*x{0}[^b]+b',
  'a{0,1000}a{0,1000}a{0,1000}b',
  'a{0,9}'.repeat(9),
  'a?'.repeat(30),
  '(a?){9}'.repeat(9),
  '((((a?){9}){9}){9}){9}b',
  '(a|a)'.repeat(30),
  '(ab?|ab)'.repeat(30),
  '(b|a|ab)*',
  '(?=(a*a*a*)b)',
  'a*(?=a*a*b)',
  String.raw`(\u0416|[^a])*`,
  '([aЖ]|[bЖ])*c',
  String.raw`(\p{Script=Cyrillic}|[^a-z])*`,
  String.raw`(\p{Lu}|\p{L})*`,
  String.raw`.*\d.*\d.*\d`,
  '(ab)*(ab)*(ab)*c',
  String.raw`(a)\1`,
  String.raw`(?<q>a)\k<q>`,
  '.*.*.*.*.*.*.*',
  '(.*.*.*){4}',
  '(',
  '[',
  'a'.repeat(501),
])('%s is refused', (source) => {
  expect(pattern().read(source).ok).toBe(false)
})

test('a pattern must match the whole text', () => {
  expect(testPattern('a|b', 'a')).toBe(true)
  expect(testPattern('a|b', 'ab')).toBe(false)
  expect(testPattern('a', 'a\n')).toBe(false)
})

test.each(['a*a*b', '[ab]*a[ab]*c', 'a{0,1000}a*b', '(ab)*(ab)*c', `${'a?'.repeat(19)}b`])(
  '%s, which is taken, soon gives up on the longest text',
  (source) => {
    expect(pattern().read(source).ok).toBe(true)
    const startedAt = process.threadCpuUsage().user / 1000
    for (const word of ['a', 'ab']) testPattern(source, word.repeat(patternTextLimit / word.length))
    expect(process.threadCpuUsage().user / 1000 - startedAt).toBeLessThan(500)
  },
)
