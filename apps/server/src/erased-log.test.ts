import { userAccountCalls, userErasureCalls } from '@millrace/contract'
import { createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createRestTest, type Json } from './engine-rest/testing/rest-test.ts'

const { rest, db, workplaceId, admin, signIn } = await createRestTest()
const chief = await signIn({ roles: ['RoleAdmin', 'RoleUserAdmin'], username: 'chief' })

const ok = async (answer: Promise<{ status: number; body: Json }>): Promise<Json> => {
  const { status, body } = await answer
  expect([status, body]).toEqual([expect.toSatisfy((code) => code < 300), body])
  return body
}

/** Disables and erases a user. Returns the answer, with the counts of before. */
async function erase({ id, username }: { id: string; username: string }) {
  const params = { id }
  await ok(chief.call(userAccountCalls.disable, { params, query: { deletedReason: 'Left' } }))
  const { counts, obstacles } = await ok(chief.call(userErasureCalls.count, { params }))
  expect(obstacles).toEqual([])
  const body = await ok(chief.call(userErasureCalls.erase, { params, body: { username } }))
  return { ...body, counts }
}

/** The texts of a table with the name, as JSON. */
async function rowsWith(table: string, username: string): Promise<string[]> {
  const { rows } = await admin.query(
    `select to_jsonb(t)::text as row from ${table} t where workplace_id = $1 and to_jsonb(t)::text ~ $2`,
    [workplaceId, `\\m${username}\\M`],
  )
  return rows.map(({ row }) => row)
}

/** A task that belongs to no process. */
async function createTask(fields: object): Promise<string> {
  const id = crypto.randomUUID()
  await ok(rest.post('/task/create', { id, name: 'Spin', ...fields }))
  const [task] = await ok(rest.get('/task', { name: 'Spin', sortBy: 'created', sortOrder: 'desc' }))
  return task.id
}

describe('the erasure of a user', () => {
  it('leaves no name in the log of authorizations on the user', async () => {
    const [una, vera] = [
      await createUser(db, { workplaceId, username: 'una' }),
      await createUser(db, { workplaceId, username: 'vera' }),
    ]
    const onUser = { type: 1, permissions: ['READ'], userId: 'ada', resourceType: 1, resourceId: 'una' }
    const created = await ok(rest.post('/authorization/create', onUser))
    await ok(rest.put(`/authorization/${created.id}`, { ...onUser, resourceId: 'vera' }))
    await ok(rest.put(`/authorization/${created.id}`, onUser))
    // A process with the same key is not the user.
    const onProcess = { ...onUser, resourceType: 6 }
    const ofProcess = await ok(rest.post('/authorization/create', onProcess))
    const { pseudonym } = await erase(una)
    const logged = await rowsWith('operation_log', 'una')
    expect(logged).toEqual([expect.stringContaining('"new_value": "una"')])
    const [process] = logged.map((row) => JSON.parse(row))
    const log = await ok(rest.get('/history/user-operation', { operationId: process.operation_id }))
    expect(log.find(({ property }: Json) => property === 'resource')).toMatchObject({ newValue: 'ProcessDefinition' })
    const { rows } = await admin.query(
      `select org_value, new_value from operation_log where workplace_id = $1 and property = 'resourceId' and $2 in (org_value, new_value) order by at`,
      [workplaceId, pseudonym],
    )
    expect(rows).toEqual([
      { org_value: null, new_value: pseudonym },
      { org_value: pseudonym, new_value: 'vera' },
      { org_value: 'vera', new_value: pseudonym },
    ])
    // The authorization on the user is deleted with the account, and no entry of the audit has the name.
    expect((await rest.get(`/authorization/${created.id}`)).status).toBe(404)
    expect(await ok(rest.get(`/authorization/${ofProcess.id}`))).toMatchObject({ resourceId: 'una' })
    const audited = await rowsWith('audit_entry', 'una')
    expect(audited.map((row) => JSON.parse(row).after.resource_type)).toEqual([6])
    expect(await rowsWith('user_authorization', 'una')).toHaveLength(1)
    await erase(vera)
    expect(await rowsWith('operation_log', 'vera')).toEqual([])
    expect(await rowsWith('audit_entry', 'vera')).toEqual([])
  })

  it('keeps changes of authorizations on other resources with the same key', async () => {
    const zed = await createUser(db, { workplaceId, username: 'zed' })
    const onProcess = { type: 1, permissions: ['READ'], userId: 'ada', resourceType: 6, resourceId: 'pay' }
    const { id } = await ok(rest.post('/authorization/create', onProcess))
    await ok(rest.put(`/authorization/${id}`, { ...onProcess, resourceId: 'zed' }))
    await erase(zed)
    const changes = (await rowsWith('audit_entry', 'zed')).map((row) => JSON.parse(row))
    expect(changes).toEqual([
      expect.objectContaining({
        operation: 'update',
        before: expect.objectContaining({ resource_id: 'pay' }),
        after: expect.objectContaining({ resource_id: 'zed' }),
      }),
    ])
  })

  it('leaves no name in the history of tasks', async () => {
    const wes = await createUser(db, { workplaceId, username: 'wes' })
    const task = await createTask({ assignee: 'wes', owner: 'wes' })
    await ok(rest.post(`/task/${task}/assignee`, { userId: 'ada' }))
    await ok(rest.post(`/task/${task}/identity-links`, { userId: 'wes', type: 'candidate' }))
    await ok(rest.post(`/task/${task}/identity-links`, { userId: 'wesley', type: 'candidate' }))
    await ok(rest.post(`/task/${task}/identity-links`, { userId: 'wes', type: 'watcher' }))
    await ok(rest.post(`/task/${task}/identity-links`, { groupId: 'wes', type: 'watcher' }))
    await ok(rest.put(`/task/${task}`, { name: 'wes', owner: 'ada' }))
    await ok(rest.post(`/task/${task}/complete`))
    const before = await ok(rest.get('/history/user-operation', { taskId: task }))
    const { pseudonym, counts, replaced } = await erase(wes)
    expect(counts.tasks).toBeGreaterThan(3)
    expect(replaced).toBe(Object.values<number>(counts).reduce((sum, one) => sum + one, 0))
    const names = (entries: Json[]) =>
      entries
        .map(({ operationType, property, orgValue, newValue }) => ({ operationType, property, orgValue, newValue }))
        .map((entry) => JSON.stringify(entry))
        .sort()
    const after = await ok(rest.get('/history/user-operation', { taskId: task }))
    const isName = ({ operationType, property }: Json) =>
      property !== 'name' && operationType !== 'AddGroupLink' && operationType !== 'Complete'
    const expected = before.map((entry: Json) =>
      isName(entry)
        ? {
            ...entry,
            orgValue: entry.orgValue === 'wes' ? pseudonym : entry.orgValue,
            newValue: entry.newValue === 'wes' ? pseudonym : entry.newValue,
          }
        : entry,
    )
    expect(names(after)).toEqual(names(expected))
    expect(JSON.stringify(after)).toContain(pseudonym)
    // The name of the task and the key of the group are no user names.
    const left = (await rowsWith('history_fact', 'wes')).map((row) => JSON.parse(row).data)
    expect(left.map(({ name, groupId }) => name ?? groupId).sort()).toEqual(['wes', 'wes'])
    expect(left.flatMap(({ assignee, owner, userId }) => [assignee, owner, userId])).not.toContain('wes')
    expect(await rowsWith('history_fact', 'wesley')).not.toEqual([])
  })

  it('leaves no name in the log that was moved from Camunda 7', async () => {
    const xan = await createUser(db, { workplaceId, username: 'xan' })
    const add = (type: string, entity: string, property: string, value: string) =>
      admin.query(
        `insert into operation_log (workplace_id, id, operation_id, at, user_id, operation_type, entity_type, category, property, org_value, new_value)
          values ($1, gen_random_uuid(), gen_random_uuid(), now(), 'demo', $2, $3, 'Admin', $4, $5, $5)`,
        [workplaceId, type, entity, property, value],
      )
    for (const entity of ['User', 'Group membership', 'TenantMembership']) await add('Create', entity, 'userId', 'xan')
    await add('Assign', 'Task', 'assignee', 'xan')
    await add('SetOwner', 'Task', 'owner', 'xan')
    await add('AddUserLink', 'IdentityLink', 'candidate', 'xan')
    await add('AddGroupLink', 'IdentityLink', 'candidate', 'xan')
    await add('Create', 'Group membership', 'groupId', 'xan')
    await add('Update', 'Task', 'name', 'xan')
    await erase(xan)
    const left = (await rowsWith('operation_log', 'xan')).map((row) => JSON.parse(row))
    expect(left.map(({ operation_type, property }) => `${operation_type} ${property}`).sort()).toEqual([
      'AddGroupLink candidate',
      'Create groupId',
      'Update name',
    ])
  })
})
