import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  aboutCalls,
  applicationCalls,
  licenceCalls as calls,
  formTemplateCalls,
  userAccountCalls,
} from '@millrace/contract'
import { createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { runLicenceCommand } from './licence-command.ts'
import { keepLicenceTime } from './operations/licences/keep-licence-time.ts'
import { readLicence } from './operations/licences/licence-file.ts'
import { createInstallationKey } from './platform/auth/installation-key.ts'
import { signLicence, testVendor } from './testing/test-licence.ts'

const { db, clock, signIn, signInAs } = await createTestApp({ now: '2030-06-01T09:00:00Z' })
const roles = ['RoleAdmin', 'RoleDesign', 'RoleUserAdmin'] as const

let workplaceId = ''
const enter = () => createUser(db, { workplaceId, roles }).then(signInAs)
let client: Awaited<ReturnType<typeof enter>>
let count = 0

beforeEach(async () => {
  clock.set('2030-06-01T09:00:00Z')
  workplaceId = await createWorkplace(db)
  client = await enter()
})

const upload = (file: string) => client.call(calls.upload, { body: { file } })
const look = async () => (await client.call(calls.get)).body
const createApplication = (key = `app-${++count}`) => client.call(applicationCalls.create, { body: { name: key, key } })
const createTemplate = () => client.call(formTemplateCalls.create, { body: { name: `Template ${++count}` } })
const create = () =>
  client.call(userAccountCalls.create, {
    body: { username: `user${++count}`, firstName: 'Ada', lastName: 'Example', email: `u${count}@example.org` },
  })

describe('a licence', () => {
  it('is shown with what is in use, and in About', async () => {
    expect(await look()).toMatchObject({ state: 'none', licence: null, canUpload: true })
    await createApplication()
    const { status, body } = await upload(
      signLicence({ users: 10, expiresOn: '2030-12-31', applications: 999_999_999 }),
    )
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        state: 'valid',
        applicationsInUse: 1,
        usersEnabled: 1,
        daysLeft: 213,
        clockBehind: null,
      }),
    ])
    expect((await client.call(aboutCalls.about)).body).toMatchObject({
      licenseKey: 'L-1',
      appsAllowed: '999999999',
      expiryDate: '2030-12-31',
    })
    // A new one takes its place.
    await upload(signLicence({ number: 'L-2', expiresOn: '2031-12-31' }))
    expect((await look()).licence).toMatchObject({ number: 'L-2', expiresOn: '2031-12-31', users: null })
  })

  it('is refused when it is forged, has expired, or is for another installation', async () => {
    const good = signLicence()
    const more = good.replace('"applications": 100', '"applications": 1000')
    expect(more).not.toBe(good)
    for (const forged of [more, good.slice(0, -20), '{}', 'no licence'])
      expect((await upload(forged)).error.code).toBe('licence.invalid')
    const stranger = createInstallationKey('somebody else who signs licences')
    expect(readLicence(good, [stranger.publicKey])).toMatchObject({ code: 'licence.invalid' })
    expect((await upload(signLicence({ expiresOn: '2030-05-31' }))).error.code).toBe('licence.expired')
    expect((await upload(signLicence({ installation: '0000 1111' }))).error.code).toBe('licence.elsewhere')
    expect(await look()).toMatchObject({ state: 'none' })
    const { installation } = await look()
    expect((await upload(signLicence({ installation, expiresOn: '2030-06-01' }))).body).toMatchObject({
      state: 'expiring',
      daysLeft: 0,
    })
  })

  it('covers so many applications and users, and only some keys where it names them', async () => {
    await upload(signLicence({ applications: 2, users: 2, applicationKeys: ['orders', 'stock', 'more'] }))
    expect((await createApplication('other')).error.code).toBe('licence.not-covered')
    expect((await createApplication('Orders')).status).toBe(200)
    expect((await createApplication('stock')).status).toBe(200)
    expect((await createApplication('more')).error.code).toBe('licence.applications')
    expect((await create()).status).toBe(200)
    expect((await create()).error.code).toBe('licence.users')
  })

  it('warns before its end; after it nothing new is created, and what is there continues', async () => {
    const { body: app } = await createApplication()
    await upload(signLicence({ expiresOn: '2030-06-20' }))
    expect(await look()).toMatchObject({ state: 'expiring', daysLeft: 19 })
    clock.set('2030-06-20T23:59:00Z')
    client = await enter()
    expect((await createTemplate()).status).toBe(200)
    clock.set('2030-06-21T00:01:00Z')
    client = await enter()
    expect(await look()).toMatchObject({ state: 'expired', daysLeft: null })
    for (const answer of [await createApplication(), await createTemplate(), await create()])
      expect(answer.error.code).toBe('licence.expired')
    // What is there can be changed, and the licence renewed.
    const params = { appId: app.id }
    const saved = await client.call(applicationCalls.save, { params, body: { name: 'Changed', key: app.key } })
    expect(saved.status).toBe(200)
    expect((await upload(signLicence({ number: 'L-2', expiresOn: '2031-06-20' }))).status).toBe(200)
    expect((await createApplication()).status).toBe(200)
  })

  it('is no longer valid because a clock is set back', async () => {
    await upload(signLicence({ expiresOn: '2030-06-20' }))
    clock.set('2030-07-01T00:00:00Z')
    await keepLicenceTime({ db, clock }, workplaceId)
    clock.set('2030-06-10T00:00:00Z')
    client = await enter()
    expect(await look()).toMatchObject({ state: 'expired', clockBehind: '2030-07-01T00:00:00.000Z' })
    expect((await createApplication()).error.code).toBe('licence.expired')
    expect((await upload(signLicence({ number: 'L-2', expiresOn: '2030-06-25' }))).error.code).toBe('licence.expired')
  })

  it('begins again with one that was issued later, after a clock that was years ahead', async () => {
    await upload(signLicence({ expiresOn: '2030-12-31' }))
    clock.set('2045-01-01T00:00:00Z')
    await keepLicenceTime({ db, clock }, workplaceId)
    clock.set('2030-06-10T00:00:00Z')
    client = await enter()
    expect((await createApplication()).error.code).toBe('licence.expired')
    expect((await upload(signLicence({ number: 'L-2', expiresOn: '2031-12-31' }))).error.code).toBe('licence.expired')
    const later = signLicence({ number: 'L-3', issuedOn: '2030-06-09', expiresOn: '2031-06-09' })
    expect((await upload(later)).body).toMatchObject({ state: 'valid', clockBehind: null })
    expect((await createApplication()).status).toBe(200)
    // Else two of them in turn would begin anew for ever.
    expect((await upload(signLicence({ number: 'L-4', expiresOn: '2031-12-31' }))).error).toMatchObject({
      code: 'licence.invalid',
      message: expect.stringContaining('issued on 09/06/2030 or later'),
    })
  })

  it('is kept by administrators', async () => {
    const designer = await signIn({ roles: ['RoleDesign'] })
    expect((await designer.call(calls.get)).status).toBe(403)
    expect((await designer.call(calls.upload, { body: { file: signLicence() } })).status).toBe(403)
  })
})

describe('npm run licence', () => {
  it('makes keys, and licences that the server accepts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'licence-'))
    const [key, file] = [join(folder, 'vendor.pem'), join(folder, 'one.licence')]
    const printed: string[] = []
    const run = (...args: string[]) => runLicenceCommand(args, (line) => printed.push(line))
    expect(await run('keys', '--file', key)).toBe(0)
    expect((await stat(key)).mode & 0o777).toBe(0o600)
    const vendorKey = printed[0]?.replace('MILLRACE_LICENCE_KEY=', '') ?? ''
    const facts = ['--number', 'L-7', '--holder', 'Halden Works', '--applications', '5', '--expires', '2031-01-01']
    expect(await run('create', '--key', key, ...facts, '--covers', 'orders,stock', '--file', file)).toBe(0)
    const text = await readFile(file, 'utf8')
    expect(readLicence(text, [testVendor.publicKey, vendorKey])).toMatchObject({
      number: 'L-7',
      applicationKeys: ['orders', 'stock'],
      users: null,
    })
    expect(await run('create', '--key', key, ...facts.with(5, '1000000000'))).toBe(1)
    expect(printed.at(-1)).toContain('applications')
    expect(await run('keys', '--file', key)).toBe(1)
  })
})
