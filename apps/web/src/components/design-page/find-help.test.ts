import { expect, it } from 'vitest'
import { findHelp } from './find-help.ts'

it('the help of an editor is its page, unless the installation has its own help', () => {
  expect(findHelp('/help', { help: 'modeller' })).toBe('/help/modeller')
  expect(findHelp('https://help.example.org', { help: 'modeller' })).toBe('https://help.example.org')
  expect(findHelp('/help', null)).toBe('/help')
})
