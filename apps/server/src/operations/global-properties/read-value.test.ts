import { expect, test } from 'vitest'
import { readValue } from './read-value.ts'

test.each([
  ['text', 'a < b & c'],
  ['text', 'description of <scripts>x'],
  ['json', '{"a": "<b>"}'],
] as const)('%s %s is a value', (type, text) => {
  expect(readValue(type, text)).toHaveProperty('json')
})

test.each([
  ['text', '<script>alert(1)</script>'],
  ['text', 'x </SCRIPT >'],
  ['text', '< script src=x>'],
  ['json', '{"a": "<script>"}'],
] as const)('%s %s has a script', (type, text) => {
  expect(readValue(type, text)).not.toHaveProperty('json')
})
