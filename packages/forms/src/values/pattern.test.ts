import { expect, test } from 'vitest'
import { pattern, testPattern } from './pattern.ts'

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
