import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

describe('a server without authorization in the REST API', () => {
  it('gives users the rights of RoleFullAPI there, and no others', async () => {
    const { app, db, workplaceId } = await createTestApp({ checksRestRights: false })
    const user = await createUser(db, { workplaceId, roles: ['RoleUser'] })
    const authorization = `Bearer ${await createApiToken(db, user)}`
    const statusOf = async (url: string) => (await app.inject({ url, headers: { authorization } })).statusCode
    expect(await statusOf('/engine-rest/task')).toBe(200)
    expect(await statusOf('/engine-rest/history/process-instance')).toBe(200)
    expect(await statusOf('/engine-rest/user')).toBe(403)
    expect(await statusOf('/api/processengine/jobs')).not.toBe(200)
  })

  it('gives nobody rights that stay: a user administrator takes over no account with more roles', async () => {
    const { app, db, workplaceId } = await createTestApp({ checksRestRights: false })
    const keeper = await createUser(db, { workplaceId, roles: ['RoleUser', 'RoleUserAdmin'] })
    const program = await createUser(db, { workplaceId, roles: ['RoleFullAPI'] })
    const authorization = `Bearer ${await createApiToken(db, keeper)}`
    const statusOf = async (method: 'PUT' | 'DELETE', url: string, payload?: object) =>
      (
        await app.inject({
          ...{ method, url: `/engine-rest/user/${program.username}${url}`, headers: { authorization } },
          ...(payload === undefined ? {} : { payload }),
        })
      ).statusCode
    expect(await statusOf('PUT', '/credentials', { password: 'Long enough 4 all of us!' })).toBe(403)
    expect(await statusOf('PUT', '/profile', { id: program.username, email: 'keeper@example.org' })).toBe(403)
    expect(await statusOf('DELETE', '')).toBe(403)
  })

  it('has authorization unless it is turned off', async () => {
    const { app, db, workplaceId } = await createTestApp()
    const user = await createUser(db, { workplaceId, roles: ['RoleUser'] })
    const authorization = `Bearer ${await createApiToken(db, user)}`
    expect((await app.inject({ url: '/engine-rest/task', headers: { authorization } })).statusCode).toBe(403)
  })
})
