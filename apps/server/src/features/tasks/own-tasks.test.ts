import { taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { db, signIn, admin } = await createTestApp()
const create = (client: TestClient, body: object) => client.call(taskCalls.create, { body })

describe('a task of the user’s own', () => {
  it('is created, given to somebody, written again by its owner, and completed by its assignee', async () => {
    const [ann, ben, stranger] = [await signIn(), await signIn(), await signIn()]
    const made = await create(ann, { name: ' Call the supplier ', assignee: ben.user.username, priority: 75 })
    expect(made.status).toBe(200)
    const params = { id: made.body.id }
    const { body } = await ben.call(taskCalls.get, { params })
    expect(body).toMatchObject({
      name: 'Call the supplier',
      priority: 75,
      process: null,
      owner: { username: ann.user.username },
    })
    expect([body.permissions.complete, body.permissions.own]).toEqual([true, false])
    expect((await ben.call(taskCalls.describe, { params, body: { name: 'Mine' } })).error.code).toBe('right.missing')
    expect((await ben.call(taskCalls.remove, { params })).error.code).toBe('right.missing')
    expect((await stranger.call(taskCalls.describe, { params, body: { name: 'Mine' } })).error.code).toBe(
      'thing.not-found',
    )
    expect(
      (await ann.call(taskCalls.describe, { params, body: { name: 'Call them', description: 'Today' } })).status,
    ).toBe(204)
    expect((await ben.call(taskCalls.get, { params })).body).toMatchObject({ name: 'Call them', description: 'Today' })
    const done = { values: {}, hash: body.form?.document.hash ?? '' }
    expect((await ben.call(taskCalls.complete, { params, body: done })).status).toBe(200)
    expect((await ann.call(taskCalls.get, { params })).body.state).toBe('completed')
  })

  it('is deleted by its owner', async () => {
    const ann = await signIn()
    const { body } = await create(ann, { name: 'Nothing' })
    const params = { id: body.id }
    expect((await ann.call(taskCalls.remove, { params })).status).toBe(204)
    expect((await admin.query('select 1 from task where id = $1', [body.id])).rows).toEqual([])
    expect((await ann.call(taskCalls.remove, { params })).status).toBeOneOf([404, 409])
  })

  it('has a name, and somebody who is there', async () => {
    const ann = await signIn()
    for (const body of [{}, { name: '  ' }, { name: 'x'.repeat(256) }, { name: 'x', priority: 101 }])
      expect((await create(ann, body)).status).toBe(400)
    expect((await create(ann, { name: 'x', assignee: 'nobody.at.all' })).error.code).toBe('thing.not-found')
  })

  it('may be a part of a task that the user may see, which says how many are open', async () => {
    const [ann, ben, stranger] = [await signIn(), await signIn(), await signIn()]
    const parent = (await create(ann, { name: 'Move', assignee: ann.user.username })).body.id
    expect((await create(stranger, { name: 'Spy', parentTaskId: parent })).error.code).toBe('thing.not-found')
    await create(ann, { name: 'Pack', parentTaskId: parent, assignee: ben.user.username })
    await create(ann, { name: 'Drive', parentTaskId: parent })
    const { body } = await ann.call(taskCalls.subtasks, { params: { id: parent } })
    expect(body).toMatchObject({
      open: 2,
      items: [{ name: 'Pack', assignee: { username: ben.user.username } }, { name: 'Drive' }],
    })
    expect((await stranger.call(taskCalls.subtasks, { params: { id: parent } })).status).toBe(404)
    // A part tells of what it is a part to those who may see that, and of nothing to others.
    const part = { params: { id: body.items[0]?.id ?? '' } }
    expect((await ann.call(taskCalls.subtasks, part)).body).toEqual({
      parent: { id: parent, name: 'Move' },
      open: 0,
      items: [],
    })
    expect((await ben.call(taskCalls.subtasks, part)).body.parent).toBeNull()
    expect(body.parent).toBeNull()
    // They go on when the parent is done.
    const { form } = (await ann.call(taskCalls.get, { params: { id: parent } })).body
    const done = { values: {}, hash: form?.document.hash ?? '' }
    expect((await ann.call(taskCalls.complete, { params: { id: parent }, body: done })).status).toBe(200)
    expect((await ann.call(taskCalls.subtasks, part)).body.parent).toEqual({ id: parent, name: 'Move' })
    const { rows } = await admin.query('select name from task where parent_task_id = $1 order by name', [parent])
    expect(rows.map(({ name }) => name)).toEqual(['Drive', 'Pack'])
    expect((await create(ann, { name: 'Late', parentTaskId: parent })).error.code).toBe('task.over')
  })

  it('of another workplace is not there', async () => {
    const elsewhere = await createWorkplace(db, { reference: 'own-elsewhere' })
    const ann = await signIn()
    const there = await signIn({ workplaceId: elsewhere, roles: ['RoleAdmin', 'RoleUser'] })
    const { body } = await create(ann, { name: 'Ours' })
    for (const call of [taskCalls.remove, taskCalls.subtasks, taskCalls.viewers])
      expect((await there.call(call, { params: { id: body.id } })).status).toBe(404)
  })
})
