import { hierarchyCalls, hierarchyLimits, ownRoleCalls, settingCalls, userAccountCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'

const { app, signIn, db, admin } = await createTestApp()

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests are about
type Body = Record<string, any>

/** An identity provider with the API token of a user. */
async function provider(options: Parameters<typeof signIn>[0] = {}, scopes = ['provision']) {
  const owner = await signIn({ roles: ['RoleUser', 'RoleUserAdmin'], ...options })
  const token = await createApiToken(db, owner.user, { scopes: scopes as never })
  const send = async (method: string, path: string, payload?: object, headers: Record<string, string> = {}) => {
    const answer = await app.inject({
      ...{ method: method as 'GET', url: `/scim/v2${path}` },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json', ...headers },
      ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: (answer.body === '' ? {} : JSON.parse(answer.body)) as Body,
    }
  }
  return {
    owner,
    send,
    get: (path: string) => send('GET', path),
    create: (userName: string, more: object = {}) => send('POST', '/Users', { userName, ...more }),
    patch: (path: string, ...Operations: object[]) => send('PATCH', path, { schemas: [patchSchema], Operations }),
  }
}

const idp = await provider()
let count = 0
const name = () => `person${++count}`
const idOf = async (userName = name(), more: object = {}) => (await idp.create(userName, more)).body['id'] as string

describe('the SCIM surface', () => {
  it('is for API tokens with the scope of its own, of user administrators', async () => {
    const nobody = await app.inject({ url: '/scim/v2/Users' })
    expect([nobody.statusCode, nobody.headers['www-authenticate']]).toEqual([401, 'Bearer realm="scim"'])
    expect(JSON.parse(nobody.body)).toMatchObject({ status: '401' })
    for (const other of [await provider({}, ['administer', 'read']), await provider({ roles: ['RoleUser'] })])
      expect(await other.get('/Users')).toMatchObject({
        status: 403,
        body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '403' },
      })
    // And that scope gives nothing elsewhere.
    const token = await createApiToken(db, idp.owner.user, { scopes: ['provision'] as never })
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.inject({ url: '/api/users', headers })).statusCode).toBe(403)
    expect((await app.inject({ url: '/engine-rest/user', headers })).statusCode).toBe(403)
  })

  it('describes itself', async () => {
    expect((await idp.get('/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      filter: { supported: true, maxResults: 1000 },
      etag: { supported: true },
    })
    expect((await idp.get('/ResourceTypes')).body['Resources'].map(({ id }: Body) => id)).toEqual(['User', 'Group'])
    expect((await idp.get('/Schemas')).body['totalResults']).toBe(3)
    expect((await idp.get('/Schemas/urn:ietf:params:scim:schemas:core:2.0:User')).body['name']).toBe('User')
    expect((await idp.get('/Schemas/urn:nothing')).status).toBe(404)
    expect((await idp.get('/Nothing')).body).toMatchObject({ status: '404' })
  })

  it('answers a body that cannot be read as an error of its own', async () => {
    const { statusCode, body, headers } = await app.inject({
      ...{ method: 'POST', url: '/scim/v2/Users', payload: '{"userName":' },
      headers: {
        authorization: `Bearer ${await createApiToken(db, idp.owner.user, { scopes: ['provision'] as never })}`,
        'content-type': 'application/json',
      },
    })
    expect([statusCode, headers['content-type']]).toEqual([400, 'application/scim+json'])
    expect(JSON.parse(body)).toMatchObject({ status: '400', scimType: 'invalidSyntax' })
  })
})

describe('users of a provisioning client', () => {
  it('are created, read, replaced, and found in the audit as its changes', async () => {
    const made = await idp.create('ines.duarte', {
      externalId: 'x-1',
      name: { givenName: 'Ines', familyName: 'Duarte' },
      emails: [{ value: 'home@example.org' }, { value: 'ines@example.org', primary: 'True' }],
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      ...{ userName: 'ines.duarte', externalId: 'x-1', active: true, displayName: 'Ines Duarte' },
      emails: [{ value: 'ines@example.org', type: 'work' }],
      roles: [{ value: 'RoleUser' }],
      meta: { resourceType: 'User', location: expect.stringContaining(`/scim/v2/Users/${made.body['id']}`) },
    })
    const path = `/Users/${made.body['id']}`
    const read = await idp.get(path)
    expect([read.body, read.headers['etag']]).toEqual([made.body, made.body['meta'].version])
    const replaced = await idp.send('PUT', path, { userName: 'INES.DUARTE', name: { givenName: 'Inês' } })
    expect(replaced.body).toMatchObject({ userName: 'ines.duarte', name: { givenName: 'Inês' } })
    expect(replaced.body).not.toHaveProperty('emails')
    const { rows } = await admin.query(
      `select cause from audit_revision where cause like 'POST /scim%' order by number`,
    )
    expect(rows.map(({ cause }) => cause)).toContain('POST /scim/v2/Users')
  })

  it('have names that differ, whatever the case', async () => {
    await idp.create('taken')
    expect(await idp.create('TAKEN')).toMatchObject({ status: 409, body: { scimType: 'uniqueness', status: '409' } })
    const id = await idOf()
    const renamed = await idp.send('PUT', `/Users/${id}`, { userName: 'another' })
    expect(renamed).toMatchObject({ status: 400, body: { scimType: 'mutability' } })
    const patched = await idp.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: 'another' })
    expect(patched).toMatchObject({ status: 400, body: { scimType: 'mutability' } })
  })

  it.each([
    {},
    { userName: '' },
    { userName: 'a b' },
    { userName: 'mail', emails: [{ value: 'nobody' }] },
    { userName: 'flag', active: 'maybe' },
    { userName: 'role', roles: [{ value: 'RoleOfNobody' }] },
    { userName: 'boss', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: 'me' } } },
    { userName: 'nul', name: { givenName: 'a\0b' } },
  ])('refuse %j', async (body) => {
    expect(await idp.send('POST', '/Users', body)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
  })

  it('are disabled when they leave, never deleted, and come back under their name', async () => {
    const leaver = name()
    const id = await idOf(leaver)
    expect((await idp.send('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await idp.get(`/Users/${id}`)).status).toBe(404)
    expect((await idp.send('DELETE', `/Users/${id}`)).status).toBe(404)
    expect((await idp.get(`/Users?filter=userName eq "${leaver}"`)).body['totalResults']).toBe(0)
    const account = (await idp.owner.call(userAccountCalls.get, { params: { id } })).body
    expect(account).toMatchObject({ state: 'disabled', disabled: { reason: expect.stringContaining('SCIM') } })
    const back = await idp.create(leaver, { name: { givenName: 'Again' } })
    expect([back.status, back.body['id'], back.body['active']]).toEqual([201, id, true])
  })

  it('stay as they are when the request of a client is cut off, too large, or has no state', async () => {
    const username = name()
    const id = await idOf(username)
    const group = (await idp.send('POST', '/Groups', { displayName: name(), members: [{ value: id }] })).body['id']
    const authorization = `Bearer ${await createApiToken(db, idp.owner.user, { scopes: ['provision'] as never })}`
    const raw = async (url: string, method: 'PUT' | 'PATCH', payload: string, more: Record<string, string> = {}) =>
      (
        await app.inject({
          ...{ method, url: `/scim/v2${url}`, payload },
          headers: { authorization, 'content-type': 'application/scim+json', ...more },
        })
      ).statusCode
    const off = JSON.stringify({ schemas: [patchSchema], Operations: [{ op: 'replace', value: { active: false } }] })
    expect(await raw(`/Users/${id}`, 'PATCH', off.slice(0, -3))).toBe(400)
    expect(
      await raw(`/Users/${id}`, 'PATCH', off, { 'content-length': String(off.length + 10) }),
    ).toBeGreaterThanOrEqual(400)
    const members = Array.from({ length: 200_000 }, (_, index) => ({ value: `${index}` }))
    const whole = JSON.stringify({ displayName: 'All', members })
    expect(await raw(`/Groups/${group}`, 'PUT', whole)).toBe(413)
    expect(await raw(`/Groups/${group}`, 'PUT', '{"displayName":"All","members":[')).toBe(400)
    expect(await raw(`/Users/${id}`, 'PUT', JSON.stringify({ userName: username }))).toBe(200)
    expect((await idp.get(`/Users/${id}`)).body).toMatchObject({ active: true, groups: [{ value: group }] })
  })

  it('do not get the account of another person who had their name', async () => {
    const leaver = name()
    const id = await idOf(leaver, { externalId: 'first person' })
    await idp.send('DELETE', `/Users/${id}`)
    const other = await idp.create(leaver, { externalId: 'second person' })
    expect([other.status, other.body['scimType']]).toEqual([409, 'uniqueness'])
    const same = await idp.create(leaver, { externalId: 'first person' })
    expect([same.status, same.body['id']]).toEqual([201, id])
  })

  it('are changed as Entra writes it', async () => {
    const boss = await idOf()
    const id = await idOf()
    const { status, body } = await idp.patch(
      `/Users/${id}`,
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'entra@example.org' },
      { op: 'Replace', path: 'name.givenName', value: 'Ann' },
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager', value: boss },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ active: false, name: { givenName: 'Ann' }, emails: [{ value: 'entra@example.org' }] },
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { manager: { value: boss } },
    })
    const again = await idp.patch(`/Users/${id}`, {
      op: 'replace',
      value: { 'name.familyName': 'Lee', active: 'True', 'emails[type eq "work"].value': 'lee@example.org' },
    })
    expect(again.body).toMatchObject({ active: true, displayName: 'Ann Lee', emails: [{ value: 'lee@example.org' }] })
  })

  it('get a position below their manager in the hierarchy of the settings, and circles change no position', async () => {
    const { owner } = idp
    const id = (await owner.call(hierarchyCalls.create, { body: { name: 'Provisioned' } })).body.id
    const chief = await signIn({ roles: ['RoleAdmin'] })
    let revision = 0
    const set = async (value: string) => {
      const answer = await chief.call(settingCalls.change, {
        body: { changes: [{ key: 'scim.hierarchy', value, revision }] },
      })
      if (answer.status === 200) revision++
      return answer
    }
    expect((await set('Nothing')).status).toBe(422)
    expect((await set('provisioned')).status).toBe(200)
    const above = async (q: string) =>
      (await owner.call(hierarchyCalls.findNodes, { params: { id }, query: { q } })).body[0]?.above.map(
        (one) => one.name,
      )
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
    const [boss, clerk] = [await idOf('the-boss'), await idOf('clerk', {})]
    const report = (user: string, manager: string | null) =>
      idp.patch(`/Users/${user}`, { op: 'Add', path: `${enterprise}:manager`, value: manager })
    expect((await report(clerk, boss)).status).toBe(200)
    expect([await above('clerk'), await above('the-boss')]).toEqual([['the-boss'], []])
    await idOf('helper', { [enterprise]: { manager: { value: clerk } } })
    expect(await above('helper')).toEqual(['the-boss', 'clerk'])
    const circle = await report(boss, clerk)
    expect([circle.status, circle.body[enterprise].manager.value]).toEqual([200, clerk])
    expect(await above('the-boss')).toEqual([])
    const notes = async () => {
      const { rows } = await admin.query(
        `select e.after ->> 'position_note' as note from audit_entry e where e.entity = 'scim-identity' and e.before ->> 'position_note' is distinct from e.after ->> 'position_note'
          and e.key = 'user/' || $1 order by e.revision`,
        [boss],
      )
      return rows.map(({ note }) => note)
    }
    expect(await notes()).toEqual([expect.stringContaining('below it')])
    expect((await report(boss, null)).status).toBe(200)
    expect(await notes()).toEqual([expect.stringContaining('below it'), null])
    expect((await report(clerk, null)).status).toBe(200)
    // The hierarchy has another name: users are still placed in it.
    const renamed = await owner.call(hierarchyCalls.save, { params: { id }, body: { name: 'Line', description: '' } })
    expect(renamed.status).toBe(200)
    revision++
    await idOf('second-helper', { [enterprise]: { manager: { value: clerk } } })
    expect(await above('second-helper')).toEqual(['the-boss', 'clerk'])
    await set('')
  })

  it('are noted without a position when the hierarchy is full', async () => {
    const { owner } = idp
    const id = (await owner.call(hierarchyCalls.create, { body: { name: 'Full' } })).body.id
    const chief = await signIn({ roles: ['RoleAdmin'] })
    const setting = async (value: string) => {
      const { body } = await chief.call(settingCalls.list)
      const revision = body.settings.find(({ key }) => key === 'scim.hierarchy')?.revision ?? 0
      const changes = [{ key: 'scim.hierarchy', value, revision }]
      expect((await chief.call(settingCalls.change, { body: { changes } })).status).toBe(200)
    }
    await setting('Full')
    const fill = (count: number) =>
      admin.query(
        `begin; set local session_replication_role = replica;
          insert into hierarchy_node (workplace_id, id, hierarchy_id, parent_id, place, name, updated_at, updated_by)
          select workplace_id, gen_random_uuid(), id, null, n, 'Position ' || n, now(), 'test' from hierarchy, generate_series(1, ${count}) n where id = '${id}'; commit`,
      )
    const noteOf = async (user: string) =>
      (await admin.query('select position_note from scim_identity where subject_id = $1', [user])).rows[0]
        ?.position_note
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
    await fill(hierarchyLimits.nodes - 1)
    const boss = await idOf(name(), {})
    // The manager gets the last position.
    const helper = await idOf(name(), { [enterprise]: { manager: { value: boss } } })
    expect(await noteOf(helper)).toBe('Expected at most 100000 positions in one hierarchy, but it has them already.')
    const other = await idOf(name(), {})
    const assistant = await idOf(name(), { [enterprise]: { manager: { value: other } } })
    expect(await noteOf(assistant)).toContain('has them already')
    await setting('')
  })

  it('are changed as Okta writes it', async () => {
    const id = await idOf(name(), { emails: [{ value: 'okta@example.org' }] })
    const off = await idp.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
    expect(off.body['active']).toBe(false)
    const renamed = await idp.patch(`/Users/${id}`, {
      op: 'replace',
      value: { id, name: { givenName: 'Otto' }, meta: {} },
    })
    expect(renamed.body).toMatchObject({ active: false, name: { givenName: 'Otto' } })
    const gone = await idp.patch(`/Users/${id}`, { op: 'remove', path: 'emails' })
    expect(gone.body).not.toHaveProperty('emails')
  })

  it.each([
    [{ op: 'move', path: 'active' }, 'invalidSyntax'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'replace', value: 'off' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'remove', path: 'userName' }, 'mutability'],
    [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
    [{ op: 'replace', path: 'emails[value co "x"].type', value: 'home' }, 'noTarget'],
  ])('refuse the patch %j', async (operation, scimType) => {
    const id = await idOf()
    expect(await idp.patch(`/Users/${id}`, operation)).toMatchObject({ status: 400, body: { scimType } })
  })

  it('are not overwritten by a client that read an older version', async () => {
    const id = await idOf()
    const first = await idp.get(`/Users/${id}`)
    const tag = String(first.headers['etag'])
    expect((await idp.send('GET', `/Users/${id}`, undefined, { 'if-none-match': tag })).status).toBe(304)
    await idp.patch(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: 'Other' })
    const late = { userName: first.body['userName'], name: { givenName: 'Late' } }
    expect((await idp.send('PUT', `/Users/${id}`, late, { 'if-match': tag })).status).toBe(412)
    expect((await idp.send('DELETE', `/Users/${id}`, undefined, { 'if-match': tag })).status).toBe(412)
    const now = String((await idp.get(`/Users/${id}`)).headers['etag'])
    expect((await idp.send('PUT', `/Users/${id}`, late, { 'if-match': now })).status).toBe(200)
  })

  it('are found by filters, page by page', async () => {
    const other = await provider({ workplaceId: await createWorkplace(db), username: 'owner' })
    for (const one of ['ada', 'bob', 'cy']) {
      await other.create(one, {
        externalId: `x-${one}`,
        emails: [{ value: `${one}@example.org` }],
        active: one !== 'cy',
      })
    }
    const find = async (filter: string) =>
      (await other.get(`/Users?filter=${encodeURIComponent(filter)}`)).body['Resources'].map(
        ({ userName }: Body) => userName,
      )
    expect(await find('userName eq "ADA"')).toEqual(['ada'])
    expect(await find('externalId eq "x-bob"')).toEqual(['bob'])
    expect(await find('userName co "B"')).toEqual(['bob'])
    expect(await find('userName co "bób"')).toEqual([])
    expect(await find('emails.value co "@example.org" and externalId pr and active eq true')).toEqual(['ada', 'bob'])
    expect(await find('emails[type eq "work" and value sw "cy@"]')).toEqual(['cy'])
    expect(await find('active eq "False" or userName sw "b"')).toEqual(['bob', 'cy'])
    expect(await find('not (userName eq "ada") and (externalId pr)')).toEqual(['bob', 'cy'])
    expect(await find('urn:ietf:params:scim:schemas:core:2.0:User:userName ew "y"')).toEqual(['cy'])
    expect(await find('userName eq "100%\\" or 1=1"')).toEqual([])
    expect(await find('meta.lastModified gt "2001-01-01T00:00:00Z"')).toHaveLength(4)
    for (const wrong of [
      'userName',
      'userName eq',
      'userName zz "a"',
      '(userName eq "a"',
      'nothing eq "a"',
      'userName eq "a',
    ])
      expect(await other.get(`/Users?filter=${encodeURIComponent(wrong)}`)).toMatchObject({
        status: 400,
        body: { scimType: 'invalidFilter' },
      })
    const page = (await other.get('/Users?startIndex=2&count=2&attributes=userName')).body
    expect(page).toMatchObject({ totalResults: 4, startIndex: 2, itemsPerPage: 2 })
    expect(page['Resources'].map((one: Body) => Object.keys(one))).toEqual([
      ['schemas', 'id', 'userName'],
      ['schemas', 'id', 'userName'],
    ])
    expect((await other.get('/Users?count=0')).body).toMatchObject({ totalResults: 4, Resources: [] })
    expect((await other.get('/Users?startIndex=0&count=5000')).body['itemsPerPage']).toBe(4)
    const search = await other.send('POST', '/Users/.search', { filter: 'userName eq "ada"', attributes: ['userName'] })
    expect(search.body['Resources']).toMatchObject([{ userName: 'ada' }])
    await other.send('POST', '/Groups', { displayName: 'Ada' })
    const both = await other.send('POST', '/.search', {
      filter: 'displayName eq "ada"',
      count: 10,
    })
    expect(both.body).toMatchObject({ totalResults: 2, Resources: [{ userName: 'ada' }, { displayName: 'Ada' }] })
    // Users of another workplace are nobody.
    const id = await idOf()
    expect((await other.get(`/Users/${id}`)).status).toBe(404)
    expect((await other.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })).status).toBe(404)
  })

  it('get no role that the owner of the token lacks, and those who have more are left alone', async () => {
    expect(await idp.create(name(), { roles: [{ value: 'RoleAdmin' }] })).toMatchObject({ status: 403 })
    const id = await idOf()
    const path = `/Users/${id}`
    expect((await idp.patch(path, { op: 'add', path: 'roles', value: [{ value: 'RoleDesign' }] })).status).toBe(403)
    const given = await idp.patch(path, { op: 'add', path: 'roles', value: [{ value: 'AdvRoleUser' }] })
    expect(given.body['roles'].map(({ value }: Body) => value)).toEqual(['RoleUser', 'AdvRoleUser'])
    const chief = await signIn({ roles: ['RoleAdmin'] })
    await chief.call(ownRoleCalls.create, { body: { key: 'clerk', name: 'Clerk' } })
    const own = await idp.patch(path, { op: 'add', path: 'roles', value: 'clerk' })
    expect(own.body['roles'].at(-1)).toEqual({ value: 'clerk' })
    const boss = `/Users/${chief.user.id}`
    expect((await idp.patch(boss, { op: 'replace', value: { active: false } })).status).toBe(403)
    expect((await idp.send('DELETE', boss)).status).toBe(403)
    const self = `/Users/${idp.owner.user.id}`
    expect((await idp.patch(self, { op: 'replace', value: { active: false } })).status).toBe(403)
  })

  it('do not include the emergency administrator and the last one, who stay unchanged', async () => {
    const workplaceId = await createWorkplace(db)
    const password = 'correct horse battery'
    const emergency = await createUser(db, { workplaceId, username: 'emergency', password, roles: ['RoleAdmin'] })
    const other = await provider({ workplaceId, roles: ['RoleAdmin', 'RoleUserAdmin'] })
    await other.owner.call(settingCalls.change, {
      body: { changes: [{ key: 'signIn.emergencyUser', value: 'emergency', revision: 0 }] },
    })
    const path = `/Users/${emergency.id}`
    expect((await other.get(path)).body['userName']).toBe('emergency')
    expect((await other.patch(path, { op: 'replace', value: { active: false } })).status).toBe(403)
    expect((await other.send('DELETE', path)).status).toBe(403)
    const group = (await other.send('POST', '/Groups', { displayName: 'All' })).body['id']
    const joined = await other.patch(`/Groups/${group}`, {
      op: 'add',
      path: 'members',
      value: [{ value: emergency.id }],
    })
    expect(joined.status).toBe(403)
  })
})

describe('groups of a provisioning client', () => {
  const make = (displayName: string, ...members: string[]) =>
    idp.send('POST', '/Groups', { displayName, members: members.map((value) => ({ value })) })
  const membersOf = (body: Body) => (body['members'] ?? []).map(({ value }: Body) => value).sort()

  it('are created with members, renamed, and change members as Entra and Okta write it', async () => {
    const [ada, bob, cy] = [await idOf(), await idOf(), await idOf()]
    const made = await make('Sales team', ada)
    expect([made.status, membersOf(made.body)]).toEqual([201, [ada]])
    expect((await make('SALES TEAM')).body).toMatchObject({ status: '409', scimType: 'uniqueness' })
    const path = `/Groups/${made.body['id']}`
    const added = await idp.patch(path, { op: 'Add', path: 'members', value: [{ value: bob }, { value: cy }] })
    expect(membersOf(added.body)).toEqual([ada, bob, cy].sort())
    // One is removed, and not all.
    const less = await idp.patch(path, { op: 'Remove', path: 'members', value: [{ value: bob }] })
    expect(membersOf(less.body)).toEqual([ada, cy].sort())
    const byFilter = await idp.patch(path, { op: 'remove', path: `members[value eq "${cy}"]` })
    expect(membersOf(byFilter.body)).toEqual([ada])
    const renamed = await idp.patch(path, { op: 'replace', value: { id: made.body['id'], displayName: 'Sales' } })
    expect([renamed.body['displayName'], membersOf(renamed.body)]).toEqual(['Sales', [ada]])
    const swapped = await idp.patch(path, { op: 'replace', path: 'members', value: [{ value: bob }] })
    expect(membersOf(swapped.body)).toEqual([bob])
    expect((await idp.get(`/Users/${bob}`)).body['groups']).toMatchObject([{ display: 'Sales' }])
    expect((await idp.get(`${path}?excludedAttributes=members`)).body).not.toHaveProperty('members')
    const found = await idp.get(
      `/Groups?filter=${encodeURIComponent('displayName eq "sales"')}&excludedAttributes=members`,
    )
    expect(found.body['Resources']).toMatchObject([{ displayName: 'Sales' }])
    expect(found.body['Resources'][0]).not.toHaveProperty('members')
    const emptied = await idp.patch(path, { op: 'remove', path: 'members' })
    expect(membersOf(emptied.body)).toEqual([])
  })

  it('refuse members who are nobody, and leave nothing behind', async () => {
    const nobody = '00000000-0000-7000-8000-000000000000'
    for (const member of [nobody, 'nobody'])
      expect(await make('Nobodies', member)).toMatchObject({ status: 400, body: { scimType: 'invalidValue' } })
    const { rows } = await admin.query(`select from user_group where name = 'Nobodies'`)
    expect(rows).toEqual([])
  })

  it('are disabled when they are deleted, and come back under their name', async () => {
    const [ada, bob] = [await idOf(), await idOf()]
    const { body } = await make('Project', ada)
    const path = `/Groups/${body['id']}`
    expect((await idp.send('DELETE', path)).status).toBe(204)
    expect((await idp.get(path)).status).toBe(404)
    const { rows } = await admin.query('select is_disabled from user_group where id = $1', [body['id']])
    expect(rows).toEqual([{ is_disabled: true }])
    const back = await make('project', bob)
    expect([back.status, back.body['id'], membersOf(back.body)]).toEqual([201, body['id'], [bob]])
  })

  it('give nobody a role that the owner of the token lacks', async () => {
    const ada = await idOf()
    const { body } = await make('Designers')
    await admin.query(
      `insert into group_role (workplace_id, group_id, role) select workplace_id, id, 'RoleDesign' from user_group where id = $1`,
      [body['id']],
    )
    const joined = await idp.patch(`/Groups/${body['id']}`, { op: 'add', path: 'members', value: [{ value: ada }] })
    expect(joined.status).toBe(403)
  })
})

describe('patches at the same time', () => {
  it('lose no member of a group, and no field of a user', async () => {
    const { body: group } = await idp.send('POST', '/Groups', { displayName: 'Together' })
    const members = await Promise.all(Array.from({ length: 6 }, () => idOf()))
    const added = await Promise.all(
      members.map((value) => idp.patch(`/Groups/${group['id']}`, { op: 'add', path: 'members', value: [{ value }] })),
    )
    expect(added.map(({ status }) => status)).toEqual(members.map(() => 200))
    const { body } = await idp.get(`/Groups/${group['id']}`)
    expect((body['members'] as Body[]).map(({ value }) => value).sort()).toEqual([...members].sort())
    const user = `/Users/${members[0]}`
    await Promise.all([
      idp.patch(user, { op: 'replace', path: 'name.givenName', value: 'Ada' }),
      idp.patch(user, { op: 'replace', path: 'name.familyName', value: 'Byron' }),
      idp.patch(user, { op: 'replace', path: 'emails[type eq "work"].value', value: 'ada@example.org' }),
    ])
    expect((await idp.get(user)).body).toMatchObject({
      name: { givenName: 'Ada', familyName: 'Byron' },
      emails: [{ value: 'ada@example.org' }],
    })
  })
})
