import { process } from '@millrace/bpmn/builder'
import { createApiToken, createUser, type TestUser } from '@millrace/server/testing'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from './app.ts'
import { createRestTest } from './engine-rest/testing/rest-test.ts'

const { rest, app, db, admin, options, workplaceId } = await createRestTest()
const other = await createApp(options)
afterAll(() => other.close())
const model = process('errand').start().userTask('first', { 'camunda:assignee': 'ada' }).end().toXml()
expect((await rest.deploy({ 'errand.bpmn': model })).status).toBe(200)

async function send(server: typeof app, header: string, url: string, payload: object = {}) {
  const headers = { authorization: header }
  const { statusCode: status, body } = await server.inject({
    method: 'POST',
    url: `/engine-rest${url}`,
    headers,
    payload,
  })
  return { status, body: body === '' ? null : JSON.parse(body) }
}

async function createTask(): Promise<string> {
  const { body: instance } = await rest.post('/process-definition/key/errand/start', {})
  const { body: tasks } = await rest.get('/task', { processInstanceId: instance.id })
  return tasks[0].id
}

const isOpen = async (id: string) => (await admin.query('select from task where id = $1', [id])).rowCount === 1
const countStarted = async () => (await admin.query('select from instance')).rowCount

const password = 'a long secret'
const begin = '/process-definition/key/errand/start'

async function createCaller(kind: 'Basic' | 'Bearer'): Promise<{ user: TestUser; header: string }> {
  const user = await createUser(db, { workplaceId, password, roles: ['RoleUser'], groups: ['camunda-admin'] })
  const header =
    kind === 'Bearer'
      ? `Bearer ${await createApiToken(db, user)}`
      : `Basic ${Buffer.from(`${user.username}:${password}`).toString('base64')}`
  // Both servers know the caller from memory, and what they start.
  for (const server of [app, other])
    for (let time = 0; time < 3; time++) expect((await send(server, header, begin)).status).toBe(200)
  return { user, header }
}

/** A right password of a disabled account is a wrong one, and many of these are too many. */
const refused = [401, 429]
/** Without the right to a task, it is not there. */
const forbidden = [403, 404]

describe.each(['Basic', 'Bearer'] as const)('a change of a caller by %s who is known to two servers', (kind) => {
  it.each([
    ['the account is disabled', `update app_user set status = 'disabled' where id = $1`, refused],
    ['the account is gone', 'delete from app_user where id = $1', refused],
    ['the membership ends', 'delete from group_member where user_id = $1', forbidden],
  ])('is refused on both, and changes nothing, when %s', async (_what, sql, expected) => {
    const { user, header } = await createCaller(kind)
    const tasks = [await createTask(), await createTask()]
    await admin.query(sql, [user.id])
    const before = await countStarted()
    for (const [index, server] of [app, other].entries()) {
      expect((await send(server, header, `/task/${tasks[index]}/complete`)).status).toBeOneOf(expected)
      // Anybody with an account may start this process.
      expect((await send(server, header, begin)).status).toBeOneOf(expected === forbidden ? [200] : expected)
    }
    expect(await Promise.all(tasks.map(isOpen))).toEqual([true, true])
    expect(await countStarted()).toBe(Number(before) + (expected === forbidden ? 2 : 0))
  })

  it('is carried out once after a change that does not concern the caller', async () => {
    const { header } = await createCaller(kind)
    const [known, unknown] = [await createTask(), await createTask()]
    await admin.query(`update app_user set first_name = first_name || 'x' where username = 'ada'`)
    const before = await countStarted()
    // Rows of tasks that this process started are in memory, and not in that of the other one.
    expect((await send(app, header, `/task/${known}/complete`)).status).toBe(204)
    expect((await send(other, header, `/task/${unknown}/complete`)).status).toBe(204)
    expect(await Promise.all([known, unknown].map(isOpen))).toEqual([false, false])
    for (const server of [app, other]) expect((await send(server, header, begin)).status).toBe(200)
    expect(await countStarted()).toBe(Number(before))
  })

  it('is refused once the change of the account is committed, and not before', async () => {
    const { user, header } = await createCaller(kind)
    const [before, after] = [await createTask(), await createTask()]
    const changing = await admin.connect()
    onTestFinished(() => changing.release())
    await changing.query('begin')
    await changing.query('delete from group_member where user_id = $1', [user.id])
    expect((await send(app, header, `/task/${before}/complete`)).status).toBe(204)
    await changing.query('commit')
    expect((await send(app, header, `/task/${after}/complete`)).status).toBe(404)
    expect(await isOpen(after)).toBe(true)
  })

  it('is refused alone among others that share its commit', async () => {
    const [{ user, header }, { header: allowed }] = [await createCaller(kind), await createCaller(kind)]
    const tasks = await Promise.all(Array.from({ length: 12 }, createTask))
    await admin.query('delete from group_member where user_id = $1', [user.id])
    const answers = await Promise.all(
      tasks.map((id, index) => send(app, index % 2 === 0 ? allowed : header, `/task/${id}/complete`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(tasks.map((_, index) => (index % 2 === 0 ? 204 : 404)))
    expect(await Promise.all(tasks.map(isOpen))).toEqual(tasks.map((_, index) => index % 2 === 1))
  })

  it('is refused for what it sends as ever, and then to nobody', async () => {
    const { user, header } = await createCaller(kind)
    const wrong = () => send(app, header, begin, { variables: { n: { value: 'x', type: 'Integer' } } })
    const gone = () => send(app, header, '/task/00000000-0000-7000-8000-000000000000/complete')
    expect([(await wrong()).status, (await gone()).status]).toEqual([400, 404])
    await admin.query(`update app_user set status = 'disabled' where id = $1`, [user.id])
    for (const call of [wrong, gone]) expect((await call()).status).toBeOneOf(refused)
  })

  it('may be carried out for a right that the caller has since a moment ago', async () => {
    const { user, header } = await createCaller(kind)
    await admin.query('delete from group_member where user_id = $1', [user.id])
    const id = await createTask()
    expect((await send(app, header, `/task/${id}/complete`)).status).toBe(404)
    await admin.query(
      `insert into user_authorization (workplace_id, id, type, user_id, resource_type, resource_id, permissions) values ($1, gen_random_uuid(), 1, $2, 6, '*', '{ALL}'), ($1, gen_random_uuid(), 1, $2, 7, '*', '{ALL}')`,
      [workplaceId, user.username],
    )
    expect((await send(app, header, `/task/${id}/complete`)).status).toBe(204)
    expect(await isOpen(id)).toBe(false)
  })
})

it('is refused to a caller who is locked out by wrong passwords that another server counted', async () => {
  const { user, header } = await createCaller('Basic')
  const id = await createTask()
  const wrong = `Basic ${Buffer.from(`${user.username}:wrong`).toString('base64')}`
  for (let time = 1; time <= 6; time++)
    await other.inject({ method: 'GET', url: '/engine-rest/task', headers: { authorization: wrong } })
  expect((await send(app, header, `/task/${id}/complete`)).status).toBeOneOf(refused)
  expect(await isOpen(id)).toBe(true)
})

it('is not carried out again when it is not known whether it was committed', async () => {
  const { header } = await createCaller('Bearer')
  let isLosing = false
  const withTransaction: typeof db.withTransaction = async (actor, work, more) => {
    const { check = null } = actor
    if (!isLosing || check === null) return db.withTransaction(actor, work, more)
    isLosing = false
    // Nobody is told that it was committed, and of the change of an account.
    await db.withTransaction({ ...actor, check: { ...check, confirm: () => {} } }, work, more)
    await admin.query(`update app_user set first_name = first_name || 'x' where username = 'ada'`)
    throw new Error('Expected an answer, but the connection was lost.')
  }
  const losing = await createApp({ ...options, db: { ...db, withTransaction } })
  onTestFinished(() => losing.close())
  for (let time = 0; time < 3; time++) expect((await send(losing, header, begin)).status).toBe(200)
  const before = Number(await countStarted())
  isLosing = true
  expect((await send(losing, header, begin)).status).toBe(500)
  expect(isLosing).toBe(false)
  expect(await countStarted()).toBe(before + 1)
  expect((await send(losing, header, begin)).status).toBe(200)
})
