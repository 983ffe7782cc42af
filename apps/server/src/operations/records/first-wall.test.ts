import { globalPropertyCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, testRequest } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import { globalPropertyRecord } from '../global-properties/global-property.ts'
import type { OperationContext } from '../operation-context.ts'
import { create } from './create-record.ts'
import { remove } from './remove-record.ts'

/**
 * Operations limit their statements to the workplace. The statements run here as the owner of the database, to whom
 * row-level security does not apply, so nothing else keeps workplaces apart.
 */
const { admin, db, runtime, workplaceId, signIn } = await createTestApp()
const elsewhere = await createWorkplace(db)
const query = async (query: Parameters<Tx['query']>[0]) => {
  const { sql, parameters } = query.compile()
  return (await admin.query(sql, [...parameters])).rows
}
const unguarded = {
  ...db,
  withTransaction: (_: unknown, work: (tx: Tx) => unknown) => work({ query } as unknown as Tx),
}
const context = { db: unguarded, runtime, clock: runtime.clock } as unknown as OperationContext
const by = (workplace: string, roles: readonly 'RoleDesign'[]) =>
  testRequest({ id: crypto.randomUUID(), workplaceId: workplace, username: 'dora', roles })

const make = async (workplace: string) => {
  const client = await signIn({ workplaceId: workplace, roles: ['RoleDesign'] })
  const body = { key: 'limit', name: 'Limit', type: 'number', value: '1' } as const
  const made = await client.call(globalPropertyCalls.create, { body })
  expect(made.status).toBe(200)
  return made.body.id
}

it('a record is removed from its own workplace alone, also where another one has the same id', async () => {
  const id = await make(workplaceId)
  const workplaces = async () =>
    (await admin.query('select workplace_id from global_property where id = $1', [id])).rows.map(
      (row) => row.workplace_id,
    )
  expect(await remove(context, by(elsewhere, ['RoleDesign']), globalPropertyRecord, id)).toMatchObject({
    code: 'thing.not-found',
  })
  expect(await workplaces()).toEqual([workplaceId])
  await admin.query('update global_property set id = $1 where id = $2', [id, await make(elsewhere)])
  expect(await remove(context, by(elsewhere, ['RoleDesign']), globalPropertyRecord, id)).toBeNull()
  expect(await workplaces()).toEqual([workplaceId])
})

it('a record is not created without the right, and its values are not even looked at', async () => {
  let asked = 0
  const created = await create(context, by(workplaceId, []), globalPropertyRecord, () => {
    asked++
    throw new Error('Expected nobody to ask for the values.')
  })
  expect(created).toMatchObject({ code: 'right.missing' })
  expect(asked).toBe(0)
})
