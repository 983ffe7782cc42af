import { expect, it } from 'vitest'
import { writeSubject } from './write-subject.ts'

it.each([
  ['Decide', 'Decide'],
  ['  a\r\nBcc: eve@example.org\u0000 ', 'a Bcc: eve@example.org'],
  ['x'.repeat(255), 'x'.repeat(255)],
  ['x'.repeat(100_000), `${'x'.repeat(254)}…`],
  // Signs of two units stay whole.
  ['😀'.repeat(256), `${'😀'.repeat(254)}…`],
  ['\n', ''],
])('a subject is one line of at most 255 characters: %#', (text, subject) => {
  expect(writeSubject(text)).toBe(subject)
})
