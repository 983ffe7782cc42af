import { hiddenAuditColumns } from '@millrace/contract'
import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'

const { admin } = await createTestDatabase()

/** Generated columns that say something about the entity that no other recorded column does. */
const shown = ['is_secret', 'is_template', 'number']

it('shows no generated column of an audited table as a field', async () => {
  const { rows } = await admin.query<{ name: string }>(`
    select distinct a.attname as name from pg_trigger t join pg_attribute a on a.attrelid = t.tgrelid
      where t.tgname = 'audit' and a.attgenerated <> '' and a.attnum > 0 and not a.attisdropped order by 1`)
  const generated = rows.map(({ name }) => name)
  expect(generated.length).toBeGreaterThan(8)
  expect(generated.filter((name) => !hiddenAuditColumns.includes(name) && !shown.includes(name))).toEqual([])
  const hidden = hiddenAuditColumns.filter((name) => name !== 'revision')
  expect(hidden.filter((name) => !generated.includes(name))).toEqual([])
})
