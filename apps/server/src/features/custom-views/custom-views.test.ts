import { randomUUID } from 'node:crypto'
import { customViewCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { expect, it } from 'vitest'

const { anonymous, signIn, db, admin, workplaceId } = await createTestApp()

async function createView(kind: 'process' | 'task', aliasName: string, workplace = workplaceId): Promise<string> {
  const id = randomUUID()
  await admin.query('insert into custom_view (workplace_id, id, kind, alias_name) values ($1, $2, $3, $4)', [
    workplace,
    id,
    kind,
    aliasName,
  ])
  return id
}

const none = { processTypeList: [], taskTypeList: [] }

it('gives the views of processes and of tasks by name, to those who run processes', async () => {
  const late = await createView('task', 'Late tasks')
  const late2 = await createView('process', 'late orders')
  const big = await createView('process', 'Big orders')
  expect((await (await signIn({ roles: ['RoleProcessAdmin'] })).call(customViewCalls.list)).body).toEqual({
    processTypeList: [
      { id: big, aliasName: 'Big orders' },
      { id: late2, aliasName: 'late orders' },
    ],
    taskTypeList: [{ id: late, aliasName: 'Late tasks' }],
  })
  expect((await (await signIn({ roles: ['RoleUser'] })).call(customViewCalls.list)).body).toEqual(none)
})

it('shows no view of another workplace, and nothing to nobody', async () => {
  await createView('task', 'Secret tasks')
  const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
  expect((await elsewhere.call(customViewCalls.list)).body).toEqual(none)
  expect((await anonymous().call(customViewCalls.list)).status).toBe(401)
})
