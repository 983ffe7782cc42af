import { aboutCalls, themeCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

let isReady = true
const { db, anonymous, signIn, admin, workplaceId } = await createTestApp({ isReady: () => isReady })

describe('GET /about', () => {
  it('is for users who are signed in', async () => {
    expect((await anonymous().call(aboutCalls.about)).error.code).toBe('session.missing')
  })

  it('reports about the user, the product and the licence', async () => {
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

describe('GET /about/theme-details', () => {
  it('has the name and pictures of the workplace for a user who is not signed in', async () => {
    expect((await anonymous().call(aboutCalls.themeDetails)).body).toEqual({
      productName: 'Millrace',
      logo: null,
      favicon: null,
      strapline: null,
    })
    const { body: saved } = await saveLook(await signIn({ roles: ['RoleAdmin'] }))
    const { body } = await anonymous().call(aboutCalls.themeDetails)
    expect(body).toEqual({ productName: 'Halden Flow', logo: saved.logo, favicon: null, strapline: null })
    expect((await anonymous().send({ url: body.logo ?? '' })).status).toBe(200)
  })
})

describe('another workplace', () => {
  it('has its own name and pictures on its sign-in page, and none where there is no such workplace', async () => {
    const north = await createWorkplace(db, { reference: 'north' })
    const { body: saved } = await saveLook(await signIn({ roles: ['RoleAdmin'], workplaceId: north }), 'North')
    const detailsOf = async (workplace: string) =>
      (await anonymous().call(aboutCalls.themeDetails, { query: { workplace } })).body
    const details = await detailsOf('NORTH')
    expect(details.productName).toBe('North')
    expect(details.logo).toContain(saved.logo?.split('?')[1])
    const { status, body } = await anonymous().send({ url: details.logo ?? '' })
    expect([status, String(body)]).toEqual([200, expect.stringContaining('<svg')])
    expect(await detailsOf('south')).toEqual({ productName: 'Millrace', logo: null, favicon: null, strapline: null })
    expect((await anonymous().send({ url: '/api/admin/themes-api/logo?workplace=south' })).status).toBe(404)
    // Whoever is signed in sees the own one, whatever the address names.
    const client = await signIn({ workplaceId: await createWorkplace(db) })
    const { body: own } = await client.call(aboutCalls.themeDetails, { query: { workplace: 'north' } })
    expect(own).toEqual({ productName: 'Millrace', logo: null, favicon: null, strapline: null })
  })
})

async function saveLook(client: TestClient, productName = 'Halden Flow') {
  const form = new FormData()
  form.append('productName', productName)
  form.append('logo', new Blob(['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0"/></svg>']))
  const encoded = new Response(form)
  return client.call(themeCalls.save, {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  })
}

describe('GET /actuator', () => {
  it('reports build and commit', async () => {
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
