import { process } from '@millrace/bpmn/builder'
import { createApiToken, createUser, createWorkplace, type TestUser } from '@millrace/server/testing'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApp } from './app.ts'
import { createRestTest } from './engine-rest/testing/rest-test.ts'
import { setTracer } from './platform/tracing/traced.ts'

const { rest, app, db, admin, options, workplaceId } = await createRestTest()
const other = await createApp(options)
afterAll(() => other.close())
const model = process('errand').start().userTask('first', { 'camunda:assignee': 'ada' }).end().toXml()
expect((await rest.deploy({ 'errand.bpmn': model })).status).toBe(200)
const { body: instance } = await rest.post('/process-definition/key/errand/start', {})

/** The list of tasks on both servers, which know the caller from memory. */
type Lists = () => Promise<{ status: number; count: number | null }[]>

async function listOn(server: typeof app, header: string, id = instance.id) {
  const url = `/engine-rest/task?processInstanceId=${id}`
  const { statusCode: status, body } = await server.inject({ method: 'GET', url, headers: { authorization: header } })
  return { status, count: status === 200 ? (JSON.parse(body) as unknown[]).length : null }
}

async function know(header: string, id = instance.id): Promise<Lists> {
  const both = () => Promise.all([listOn(app, header, id), listOn(other, header, id)])
  for (let time = 0; time < 3; time++)
    expect(await both()).toEqual([
      { status: 200, count: 1 },
      { status: 200, count: 1 },
    ])
  return both
}

const password = 'a long secret'

async function createCaller(kind: 'Basic' | 'Bearer'): Promise<{ user: TestUser; header: string }> {
  const user = await createUser(db, { workplaceId, password, roles: ['RoleUser'], groups: ['camunda-admin'] })
  const header =
    kind === 'Bearer'
      ? `Bearer ${await createApiToken(db, user)}`
      : `Basic ${Buffer.from(`${user.username}:${password}`).toString('base64')}`
  return { user, header }
}

/** A right password of a disabled account is a wrong one, and many of these are too many. */
const refused = [401, 429]
const nobody = { status: 401, count: null }
const forbidden = { status: 403, count: null }

describe.each(['Basic', 'Bearer'] as const)('a list of a caller by %s who is known to two servers', (kind) => {
  it.each([
    ['the account is disabled', `update app_user set status = 'disabled' where id = $1`, nobody],
    ['the account is gone', 'delete from app_user where id = $1', nobody],
    ['the membership ends', 'delete from group_member where user_id = $1', forbidden],
  ])('is refused on both with the next call when %s', async (_what, sql, expected) => {
    const { user, header } = await createCaller(kind)
    const lists = await know(header)
    await admin.query(sql, [user.id])
    expect(await lists()).toEqual([expected, expected])
    expect(await lists()).toEqual([expected, expected])
  })

  it('has only what the caller may still read', async () => {
    const { user, header } = await createCaller(kind)
    const lists = await know(header)
    await admin.query('delete from group_member where user_id = $1', [user.id])
    await admin.query(
      `insert into user_authorization (workplace_id, id, type, user_id, resource_type, resource_id, permissions) values ($1, gen_random_uuid(), 1, $2, 6, 'other', '{ALL}')`,
      [workplaceId, user.username],
    )
    expect(await lists()).toEqual([
      { status: 200, count: 0 },
      { status: 200, count: 0 },
    ])
  })

  it('is as before while a change is not committed', async () => {
    const { user, header } = await createCaller(kind)
    const lists = await know(header)
    const changing = await admin.connect()
    onTestFinished(() => changing.release())
    await changing.query('begin')
    await changing.query('delete from group_member where user_id = $1', [user.id])
    expect((await lists()).map(({ status }) => status)).toEqual([200, 200])
    await changing.query('commit')
    expect(await lists()).toEqual([forbidden, forbidden])
  })

  it('is not confused by many calls at once in the middle of a change', async () => {
    const { user, header } = await createCaller(kind)
    const lists = await know(header)
    const before = Array.from({ length: 12 }, lists)
    await admin.query(`update app_user set status = 'disabled' where id = $1`, [user.id])
    const after = Array.from({ length: 12 }, lists)
    for (const { status } of (await Promise.all(before)).flat()) expect(status).toBeOneOf([200, ...refused])
    for (const { status } of (await Promise.all(after)).flat()) expect(status).toBeOneOf(refused)
  })

  it('is refused for its parameters as ever, and then to nobody', async () => {
    const { user, header } = await createCaller(kind)
    await know(header)
    const wrong = async () =>
      (
        await app.inject({
          method: 'GET',
          url: '/engine-rest/task?sortBy=nothing&sortOrder=asc',
          headers: { authorization: header },
        })
      ).statusCode
    expect(await wrong()).toBe(400)
    await admin.query(`update app_user set status = 'disabled' where id = $1`, [user.id])
    expect(await wrong()).toBe(401)
  })
})

it('is not read again for a caller who was refused', async () => {
  const [gone, known] = [await createCaller('Bearer'), await createCaller('Bearer')]
  await know(gone.header)
  await know(known.header)
  await admin.query('delete from app_user where id = $1', [gone.user.id])
  const read = vi.spyOn(db, 'read')
  onTestFinished(() => read.mockRestore())
  expect((await listOn(app, gone.header)).status).toBe(401)
  // Whatever was still to be read for the other comes before the second of these.
  for (let time = 0; time < 2; time++) expect((await listOn(app, known.header)).status).toBe(200)
  expect(read).toHaveBeenCalledTimes(4)
})

it('is refused to a caller who is locked out by wrong passwords that another server counted', async () => {
  const { user, header } = await createCaller('Basic')
  const lists = await know(header)
  const wrong = `Basic ${Buffer.from(`${user.username}:wrong`).toString('base64')}`
  for (let time = 1; time <= 6; time++)
    await other.inject({ method: 'GET', url: '/engine-rest/task', headers: { authorization: wrong } })
  expect((await lists()).map(({ status }) => status).every((status) => status === 401 || status === 429)).toBe(true)
})

it('shows the tasks of no other workplace', async () => {
  const user = await createUser(db, { workplaceId: await createWorkplace(db), groups: ['camunda-admin'] })
  const header = `Bearer ${await createApiToken(db, user)}`
  const url = `/engine-rest/task?processInstanceId=${instance.id}`
  for (let time = 0; time < 3; time++)
    expect((await app.inject({ method: 'GET', url, headers: { authorization: header } })).body).toBe('[]')
})

it('is read again in the ordinary way after a change that does not concern it, in three round trips', async () => {
  const { header } = await createCaller('Bearer')
  const lists = await know(header)
  const trips: string[] = []
  setTracer({
    run: ({ name, attributes }, work) => {
      if (name === 'database round trip') trips.push(String(attributes['millrace.statements']))
      return work({})
    },
  })
  onTestFinished(() => setTracer(null))
  const list = 'set_place api_token_revision of_'
  await lists()
  expect(trips.map((names) => names.slice(0, list.length))).toEqual([list, list])
  await admin.query(`update app_user set first_name = first_name || 'x' where username = 'ada'`)
  trips.length = 0
  // One after the other: what both ask at the same moment may take one trip, because they share the database here.
  for (const server of [app, other]) await listOn(server, header)
  // The list with the question, who calls, and the list once more, on each server.
  expect(trips.filter((names) => names.startsWith(list))).toHaveLength(2)
  expect(trips.filter((names) => names.includes('api_token_user'))).toHaveLength(2)
  expect(trips.filter((names) => names.startsWith('set_place of_'))).toHaveLength(2)
})

it('is authenticated first where a standby may answer', async () => {
  const { header } = await createCaller('Bearer')
  await know(header)
  const trips: string[] = []
  setTracer({
    run: ({ name, attributes }, work) => {
      if (name === 'database round trip') trips.push(String(attributes['millrace.statements']))
      return work({})
    },
  })
  onTestFinished(() => setTracer(null))
  const url = `/engine-rest/task?processInstanceId=${instance.id}`
  const headers = { authorization: header, 'millrace-max-age': '60' }
  expect((await app.inject({ method: 'GET', url, headers })).statusCode).toBe(200)
  expect(trips[0]).toBe('set_workplace api_token_revision')
})
