import { createTestDatabase } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { suspendWorkplace } from './suspend-workplace.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const by = { kind: 'platform', cause: 'command workplace of a test' } as const

it('suspends and activates a workplace while others add rows to it', async () => {
  const context = { db, cells: [], clock: () => new Date() }
  const { rows } = await admin.query('select reference from workplace where workplace_id = $1', [workplaceId])
  const suspend = (isSuspended: boolean) => suspendWorkplace(context, by, { reference: rows[0].reference, isSuspended })
  const other = await admin.connect()
  try {
    await other.query('begin')
    await other.query(`insert into category (workplace_id, id, name) values ($1, gen_random_uuid(), 'added')`, [
      workplaceId,
    ])
    expect(await suspend(true)).toBeNull()
    expect(await suspend(false)).toBeNull()
    await other.query('commit')
  } finally {
    other.release(true)
  }
})
