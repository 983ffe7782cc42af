import { appProcessCalls as calls, userAccountCalls, userPropertyCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { signIn, admin, db } = await createTestApp()
const workplaceId = await createWorkplace(db)
const designer = await signIn({ workplaceId, roles: ['RoleDesign'] })
const keeper = await signIn({ workplaceId, roles: ['RoleUserAdmin', 'RoleUser'] })

// With the permission to see absences and tasks of others.
const overseer = await signIn({ workplaceId, roles: ['RoleDesign', 'RoleProcessAdmin'] })

const preview = async (query: Record<string, string>) =>
  (await overseer.call(calls.assignee, { query: query as never })).body

await signIn({ workplaceId, username: 'mia', roles: ['RoleUser'] })
const rosa = await signIn({ workplaceId, username: 'rosa', roles: ['RoleUser'] })

describe('the preview of an assignment rule', () => {
  it('is for designers', async () => {
    expect((await rosa.call(calls.assignee, { query: { rule: 'manager', person: 'rosa' } })).status).toBe(403)
  })

  it.each([
    { rule: 'leastLoaded', candidateUsers: 'rosa' },
    { rule: 'position', position: 'Clerk', positionIn: 'Staff' },
    { rule: 'property', userProperty: 'region', userPropertyValue: 'north' },
  ] as const)('reports no absences and open tasks to designers without permission to see them: %j', async (query) => {
    const refused = await designer.call(calls.assignee, { query })
    expect([refused.status, refused.error.code]).toEqual([403, 'right.missing'])
    expect(refused.error.message).toContain('Only process administrators and user administrators')
    expect((await designer.call(calls.assignee, { query: { rule: 'manager', person: 'rosa' } })).status).toBe(200)
    expect((await overseer.call(calls.assignee, { query })).status).toBe(200)
  })

  it('names the manager of a sample user, or nobody', async () => {
    expect(await preview({ rule: 'manager', person: 'rosa' })).toEqual({
      assignee: null,
      openTasks: null,
      available: null,
    })
    const changed = await keeper.call(userAccountCalls.save, {
      params: { id: rosa.user.id },
      body: { manager: 'mia' },
    })
    expect(changed.status).toBe(200)
    expect((await preview({ rule: 'manager', person: 'rosa' })).assignee?.username).toBe('mia')
    expect((await preview({ rule: 'manager', person: 'rosa', managerLevels: '2' })).assignee).toBeNull()
    expect((await preview({ rule: 'manager' })).assignee).toBeNull()
  })

  it('names the user of a property with the fewest open tasks', async () => {
    await keeper.call(userPropertyCalls.create, { body: { key: 'region', name: 'Region', type: 'text' } })
    for (const username of ['mia', 'rosa']) {
      const { rows } = await admin.query('select id from app_user where workplace_id = $1 and username = $2', [
        workplaceId,
        username,
      ])
      await keeper.call(userPropertyCalls.setValuesOfUser, {
        params: { id: rows[0].id },
        body: { values: { region: 'North' } },
      })
    }
    const query = { rule: 'property', userProperty: 'region', userPropertyValue: 'north' }
    expect(await preview(query)).toMatchObject({ assignee: { username: 'mia' }, openTasks: 0, available: 2 })
    expect(await preview({ ...query, userPropertyValue: 'south' })).toEqual({
      assignee: null,
      openTasks: null,
      available: 0,
    })
  })

  it('hides values of properties that the designer cannot see', async () => {
    await keeper.call(userPropertyCalls.create, {
      body: { key: 'grade', name: 'Grade', type: 'text', viewers: 'administrators' },
    })
    await keeper.call(userPropertyCalls.setValuesOfUser, {
      params: { id: rosa.user.id },
      body: { values: { grade: 'A7' } },
    })
    const query = { rule: 'property', userProperty: 'grade', userPropertyValue: 'A7' } as const
    const refused = await overseer.call(calls.assignee, { query })
    expect([refused.status, refused.error.code]).toEqual([403, 'right.missing'])
    const both = await signIn({ workplaceId, username: 'both', roles: ['RoleDesign', 'RoleUserAdmin'] })
    expect((await both.call(calls.assignee, { query })).body.assignee?.username).toBe('rosa')
  })

  it('names one of the candidates', async () => {
    expect(await preview({ rule: 'leastLoaded', candidateUsers: 'rosa, nobody' })).toMatchObject({
      ...{ assignee: { username: 'rosa' }, available: 1 },
    })
    expect((await preview({ rule: 'leastLoaded' })).assignee).toBeNull()
  })

  it('is refused for a rule that does not exist', async () => {
    const { error } = await designer.call(calls.assignee, { query: { rule: 'nobody' as never } })
    expect(error.code).toBe('request.invalid')
  })
})
