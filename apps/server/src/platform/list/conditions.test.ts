import { createTestDatabase, testRequest } from '@millrace/server/testing'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { begins, contains } from './conditions.ts'
import { runSql } from './sql.ts'

const { db, workplaceId } = await createTestDatabase()
const request = testRequest({ workplaceId })

test.each([
  ['Zürich', 'zurich', true],
  ['Zürich', 'ZÜR', true],
  ['Zurich', 'zür', true],
  ['Straße', 'strasse', true],
  ['Ångström', 'angstrom', true],
  ['ΟΔΟΣ', 'ΟΔΟΣ', true],
  ['οδός', 'ΟΔΟΣ', true],
  ['ΟΔΟΣ 5', 'οδος', true],
  ['Bern', 'zur', false],
  ['50 %', '50 %', true],
  ['500', '50 %', false],
])('%s has %s in it: %s', async (name, text, expected) => {
  for (const condition of [contains, begins]) {
    const found = await db.read(request, async (tx) => {
      const asked = condition(sql`n.name`, text)
      const [row] = await runSql<{ found: boolean }>(
        tx,
        sql`select ${asked} as found from (select ${name}::text collate "C" as name) n`,
      )
      return row?.found
    })
    expect(found).toBe(expected)
  }
})
