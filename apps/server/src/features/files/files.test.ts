import { expect, it } from 'vitest'
import { describeFiles } from './testing/describe-files.ts'

const { admin } = await describeFiles(null)

it('all of them have been kept in PostgreSQL', async () => {
  const { rows } = await admin.query('select distinct kept_in from stored_file')
  expect(rows).toEqual([{ kept_in: 'database' }])
})
