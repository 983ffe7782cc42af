import { expect, it } from 'vitest'
import { restOfTitle } from './title-rest.ts'

it.each([
  ['Purchase request 482913', '482913'],
  ['Two monitors', 'Two monitors'],
  ['Purchase requests of May', 'Purchase requests of May'],
  // Whose model, or key, says no more than the name of the process.
  ['Purchase request', ''],
])('of “%s” beside “Purchase request” is left “%s”', (title, rest) => {
  expect(restOfTitle(title, 'Purchase request')).toBe(rest)
})
