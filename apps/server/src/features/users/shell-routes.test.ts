import { shellCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/test-kit'
import { describe, expect, it } from 'vitest'

const { anonymous, signIn, admin, db, workplaceId } = await createTestApp()

describe('what the shell asks first', () => {
  it.each(Object.values(shellCalls))('$path is for those who are signed in', async (call) => {
    const { status, error } = await anonymous().call(call)
    expect([status, error.code]).toEqual([401, 'session.missing'])
  })

  it('has roles and defaults', async () => {
    const client = await signIn({ roles: ['RoleUser', 'RoleAdmin'] })
    expect((await client.call(shellCalls.init)).body).toEqual({
      ROLES: ['RoleAdmin', 'RoleUser'],
      MONITOR_ENABLED: false,
      MONITOR_URL: null,
      ENABLE_PRIVACY_POLICY: false,
      PRIVACY_POLICY_LINK_NAME: null,
      PRIVACY_POLICY_LINK_URL: null,
      HELP_URL: '/help',
      USER_INFO: { username: client.user.username },
    })
  })

  it('has the settings of the own workplace only', async () => {
    const north = await createWorkplace(db, { reference: 'north' })
    await admin.query(
      `insert into setting (workplace_id, key, value) values ($1, 'monitor.enabled', 'true'), ($1, 'monitor.url', '"https://north.example.org"')`,
      [north],
    )
    const [ours, theirs] = [await signIn(), await signIn({ workplaceId: north })]
    expect((await ours.call(shellCalls.init)).body).toMatchObject({ MONITOR_ENABLED: false, MONITOR_URL: null })
    expect((await theirs.call(shellCalls.init)).body).toMatchObject({
      MONITOR_ENABLED: true,
      MONITOR_URL: 'https://north.example.org',
    })
    expect((await ours.call(shellCalls.tenantIdentifier)).body).toEqual({ tenantIdentifier: 'default' })
    expect((await theirs.call(shellCalls.tenantIdentifier)).body).toEqual({ tenantIdentifier: 'north' })
  })

  it('has the time without a request, as a number', async () => {
    expect((await (await signIn()).call(shellCalls.sessionTimeout)).body).toBe(1500)
  })

  it('has the default workplace, or 404 where none is chosen', async () => {
    const client = await signIn()
    expect((await client.call(shellCalls.defaultWorkplace)).body).toEqual({ DEFAULT_WORKPLACE: 'default' })
    await admin.query('update workplace set is_default = false')
    expect((await client.call(shellCalls.defaultWorkplace)).error.code).toBe('thing.not-found')
    await admin.query('update workplace set is_default = true where workplace_id = $1', [workplaceId])
  })
})
