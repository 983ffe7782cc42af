import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { generateDbTypes } from './db-types.ts'

const { connectionString } = await createTestDatabase()

it('finds the row types that are checked in as the migrations make them', () => {
  expect(() => generateDbTypes(connectionString, { verify: true })).not.toThrow()
})
