import { aboutCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/test-kit'
import { describe, expect, it } from 'vitest'

let isReady = true
const { anonymous, signIn, admin, workplaceId } = await createTestApp({ isReady: () => isReady })

describe('GET /about', () => {
  it('is for those who are signed in', async () => {
    expect((await anonymous().call(aboutCalls.about)).error.code).toBe('session.missing')
  })

  it('tells about the user, the product and the licence', async () => {
    await admin.query(
      `insert into setting (workplace_id, key, value) values ($1, 'licence.key', '"ABC-1"'), ($1, 'licence.expiryDate', '"2031-12-31"')`,
      [workplaceId],
    )
    const client = await signIn({ roles: ['RoleUser', 'RoleDesign'] })
    expect((await client.call(aboutCalls.about)).body).toEqual({
      userName: client.user.username,
      firstName: 'Ada',
      lastName: 'Example',
      userRole: 'RoleDesign, RoleUser',
      modellerVersion: 'bpmn-js 18',
      licenseKey: 'ABC-1',
      appsAllowed: null,
      expiryDate: '2031-12-31',
    })
  })
})

describe('GET /actuator', () => {
  it('tells build and commit', async () => {
    expect((await anonymous().call(aboutCalls.info)).body).toEqual({
      build: { name: 'Millrace', version: '1.2.3', number: '0123456' },
      git: { commit: { id: '0123456789abcdef0123456789abcdef01234567' } },
    })
  })

  it('is up', async () => {
    for (const call of [aboutCalls.health, aboutCalls.liveness, aboutCalls.readiness]) {
      const { status, body } = await anonymous().call(call)
      expect([status, body]).toEqual([200, { status: 'UP' }])
    }
  })

  it('wants no more requests when the server is about to end, but lives', async () => {
    isReady = false
    const { status, body } = await anonymous().call(aboutCalls.readiness)
    expect([status, body]).toEqual([503, { status: 'DOWN' }])
    expect((await anonymous().call(aboutCalls.liveness)).status).toBe(200)
    isReady = true
  })
})
