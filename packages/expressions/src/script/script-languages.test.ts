import { expect, test } from 'vitest'
import { findScriptLanguage, isScriptLanguage } from './index.ts'

test.each([
  ['javascript', 'javascript'],
  ['JavaScript', 'javascript'],
  ['ECMAScript', 'javascript'],
  ['js', 'javascript'],
  ['nashorn', 'javascript'],
  ['Graal.js', 'javascript'],
  ['rhino', 'javascript'],
  ['juel', 'uel'],
  ['feel', 'feel'],
  [' javascript ', 'javascript'],
])('%s means %s', (name, language) => {
  expect(findScriptLanguage(name)).toBe(language)
  expect(isScriptLanguage(name)).toBe(true)
})

test.each(['groovy', 'python', 'ruby', '', 'constructor', '__proto__', 'toString'])('%j cannot be run', (name) => {
  expect(findScriptLanguage(name)).toBeUndefined()
  expect(isScriptLanguage(name)).toBe(false)
})
