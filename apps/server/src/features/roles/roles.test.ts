import { roleCalls as calls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { readSignOn } from './read-roles.ts'

const { anonymous, signIn, db, admin } = await createTestApp()
const chief = await signIn({ roles: ['RoleAdmin'] })
const ada = await signIn({ roles: ['RoleUser'] })

const design = { roleName: 'RoleDesign' }
const membership = (roleName: string, { user }: typeof ada) => ({ params: { roleName, id: user.id } })
const holders = async (roleName: string) =>
  (await chief.call(calls.members, { params: { roleName } })).body.items.map(({ username }) => username)

describe('roles', () => {
  it('are for administrators', async () => {
    expect((await anonymous().call(calls.list)).error.code).toBe('session.missing')
    const keeper = await signIn({ roles: ['RoleUserAdmin'] })
    expect((await keeper.call(calls.list)).error.code).toBe('right.missing')
    const { error } = await keeper.call(calls.addMember, membership('RoleUser', ada))
    expect(error.code).toBe('right.missing')
  })

  it('are seven and five variants, with their other names', async () => {
    const { body } = await chief.call(calls.list)
    expect(body).toHaveLength(12)
    expect(body.find(({ name }) => name === 'RoleAdmin')).toMatchObject({
      otherNames: ['ROLE_ADMIN', 'millrace.administrator'],
      memberCount: 1,
    })
  })

  it.each(['RoleNothing', 'ROLE_ADMIN', '__proto__'])('do not have the name %s', async (roleName) => {
    expect((await chief.call(calls.get, { params: { roleName } })).error.code).toBe('thing.not-found')
    expect((await chief.call(calls.addMember, membership(roleName, ada))).error.code).toBe('thing.not-found')
  })

  it('have a description of at most 255 characters', async () => {
    const describeAs = (description: string) => chief.call(calls.describe, { params: design, body: { description } })
    await describeAs('Designs forms and processes')
    expect((await chief.call(calls.get, { params: design })).body.description).toBe('Designs forms and processes')
    expect((await describeAs('x'.repeat(256))).status).toBe(400)
    expect((await describeAs('<b>')).status).toBe(400)
  })

  it('are given and taken, by whichever name they are stored', async () => {
    expect((await chief.call(calls.addMember, membership('RoleDesign', ada))).status).toBe(204)
    expect(await holders('RoleDesign')).toEqual([ada.user.username])
    expect((await chief.call(calls.addMember, membership('RoleDesign', ada))).error.code).toBe('thing.exists')
    await admin.query(`update user_role set role = 'ROLE_DESIGN' where user_id = $1 and role = 'RoleDesign'`, [
      ada.user.id,
    ])
    expect((await chief.call(calls.addMember, membership('RoleDesign', ada))).error.code).toBe('thing.exists')
    const { body } = await chief.call(calls.findUsers, { params: design, query: { q: ada.user.username } })
    expect(body).toEqual([])
    expect((await chief.call(calls.removeMember, membership('RoleDesign', ada))).status).toBe(204)
    expect(await holders('RoleDesign')).toEqual([])
    expect((await chief.call(calls.removeMember, membership('RoleDesign', ada))).error.code).toBe('thing.not-found')
  })

  it('leave one administrator, also when two take it from each other at once', async () => {
    expect((await chief.call(calls.removeMember, membership('RoleAdmin', chief))).error.code).toBe(
      'user.last-administrator',
    )
    const workplaceId = await createWorkplace(db)
    const [first, second] = [
      await signIn({ roles: ['RoleAdmin'], workplaceId }),
      await signIn({ roles: ['RoleAdmin'], workplaceId }),
    ]
    await Promise.all([
      first.call(calls.removeMember, membership('RoleAdmin', second)),
      second.call(calls.removeMember, membership('RoleAdmin', first)),
    ])
    const { rows } = await admin.query(`select from user_role where workplace_id = $1 and role = 'RoleAdmin'`, [
      workplaceId,
    ])
    expect(rows).toHaveLength(1)
  })

  it('of another workplace have other members', async () => {
    const elsewhere = await signIn({ roles: ['RoleAdmin'], workplaceId: await createWorkplace(db) })
    expect((await elsewhere.call(calls.addMember, membership('RoleDesign', ada))).error.code).toBe('thing.not-found')
    const { body } = await elsewhere.call(calls.members, { params: { roleName: 'RoleUser' } })
    expect(body.items).toEqual([])
  })
})

describe('the claim that gives a role', () => {
  it('has the names of the role, or the values that are mapped to it', () => {
    expect(readSignOn('RoleDesign', null)).toBeNull()
    expect(readSignOn('RoleDesign', { rolesClaim: null, roleMapping: null })).toBeNull()
    expect(readSignOn('RoleFullAPI', { rolesClaim: 'roles', roleMapping: null })).toEqual({
      claim: 'roles',
      values: ['RoleFullAPI', 'ROLE_FULL_API'],
    })
    const roleMapping = new Map([
      ['staff', ['RoleUser'] as const],
      ['it', ['RoleAdmin', 'RoleUser'] as const],
    ])
    expect(readSignOn('RoleUser', { rolesClaim: 'groups', roleMapping })?.values).toEqual(['staff', 'it'])
    expect(readSignOn('RoleDesign', { rolesClaim: 'groups', roleMapping })).toBeNull()
  })
})
