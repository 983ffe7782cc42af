import { defaultBudgets } from '@millrace/contract'
import { createTestDatabase } from '@millrace/server/testing'
import { afterAll, expect, test } from 'vitest'
import { systemActor } from '../../platform/db/actor.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { createIdSource } from '../../runtime/new-id.ts'
import { copyFiles } from './copy-files.ts'

const { admin, connectionString, workplaceId } = await createTestDatabase()
// A restart that needs a second connection while it holds one waits for others that do the same.
const db = openDatabase({ connectionString, budgets: { ...defaultBudgets, connections: 1, connectionWait: 2_000 } })
afterAll(() => db.close())

test('files are copied within the connection of their transaction', async () => {
  const [file, from, to] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await admin.query(
    `insert into stored_file (workplace_id, id, name, type, size, bytes, uploaded_at, uploaded_by, instance_id, variable)
      values ($1, $2, 'contract.txt', 'text/plain', 6, 'Signed', now(), 'ines', $3, 'contract')`,
    [workplaceId, file, from],
  )
  const value = { type: 'Json', value: JSON.stringify([{ id: file, name: 'contract.txt' }]), info: null } as const
  const [variable] = await db.withTransaction(systemActor(workplaceId, 'test'), (tx) =>
    copyFiles({ newId: createIdSource() }, tx, {
      ...{ workplaceId, from, to, objects: new Map() },
      variables: [{ name: 'contract', value }],
    }),
  )
  const { rows } = await admin.query('select id, name, size, bytes, variable from stored_file where instance_id = $1', [
    to,
  ])
  expect(rows).toMatchObject([{ name: 'contract.txt', size: 6, bytes: Buffer.from('Signed'), variable: 'contract' }])
  expect(JSON.parse(String(variable?.value.value))).toEqual([{ id: rows[0].id, name: 'contract.txt' }])
})
