import { expect, inject, it } from 'vitest'
import { generateDbTypes } from './db-types.ts'

it('finds the row types that are checked in as the migrations make them', () => {
  expect(() => generateDbTypes(inject('postgres').url, { verify: true })).not.toThrow()
})
