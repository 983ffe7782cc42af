import { process } from '@millrace/bpmn/builder'
import { accountCalls, processCalls, taskCalls } from '@millrace/contract'
import { createTestApp, type TestClient } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { multipart } from './runtime/testing/multipart.ts'
import { createScenario } from './runtime/testing/scenario.ts'

const { admin, clock, signIn, workplaceId, runtime } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

let last = 0
const newKey = () => `key-of-a-test-${++last}`

const createToken = (client: TestClient, key: string, name = 'tool') =>
  client.call(accountCalls.createToken, { body: { name }, headers: { 'idempotency-key': key } })

async function countTokens(userId: string): Promise<number> {
  return (await admin.query('select from api_token where user_id = $1', [userId])).rowCount ?? 0
}

describe('a request under a key', () => {
  it('happens once, and is answered the same each time', async () => {
    const client = await signIn()
    const key = newKey()
    const first = await createToken(client, key)
    expect(first.headers).not.toHaveProperty('idempotency-replayed')
    for (let again = 0; again < 20; again++) {
      const { status, body, headers } = await createToken(client, key)
      expect([status, body, headers['idempotency-replayed']]).toEqual([200, first.body, 'true'])
    }
    expect(await countTokens(client.user.id)).toBe(1)
  })

  it('happens once of twenty at the same time: others wait for its answer, or learn when to come again', async () => {
    const client = await signIn()
    const key = newKey()
    // So that all are under way at once.
    await client.send({ url: '/api/actuator/health/liveness' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => createToken(client, key)))
    const done = answers.filter(({ status }) => status === 200)
    expect(new Set(done.map(({ body }) => body.token)).size).toBe(1)
    for (const { status, error, headers } of answers.filter((answer) => !done.includes(answer)))
      expect([status, error.code, headers['retry-after']]).toEqual([409, 'request.running', '1'])
    expect(await countTokens(client.user.id)).toBe(1)
  })

  it('does not stand for another request', async () => {
    const client = await signIn()
    const key = newKey()
    await createToken(client, key, 'first')
    const { status, error } = await createToken(client, key, 'second')
    expect([status, error.code]).toEqual([422, 'request.key-reused'])
    const elsewhere = await client.call(accountCalls.removeToken, {
      params: { id: 'first' },
      headers: { 'idempotency-key': key },
    })
    expect([elsewhere.status, elsewhere.error.code]).toEqual([422, 'request.key-reused'])
    expect(await countTokens(client.user.id)).toBe(1)
  })

  it('of another user is another request', async () => {
    const [one, other] = [await signIn(), await signIn()]
    const key = newKey()
    const [first, second] = [await createToken(one, key), await createToken(other, key)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body.token).not.toBe(first.body.token)
    expect(await countTokens(other.user.id)).toBe(1)
  })

  it('of files is the same by their content', async () => {
    const client = await signIn()
    const key = newKey()
    const upload = (content: string) => {
      const { headers, payload } = multipart([{ name: 'note.txt', content }])
      const all = { ...headers, 'idempotency-key': key }
      return client.send({ method: 'POST', url: '/api/files', headers: all, payload })
    }
    const first = await upload('A note.')
    expect(await upload('A note.')).toMatchObject({ status: 200, body: first.body })
    expect((await upload('A vote.')).error.code).toBe('request.key-reused')
    const { rowCount } = await admin.query('select from stored_file where uploaded_by = $1', [client.user.username])
    expect(rowCount).toBe(1)
  })

  it('that was refused before anything was written is looked at again', async () => {
    const client = await signIn()
    const params = { id: plain.id }
    const { body } = await client.call(processCalls.startForm, { params })
    const headers = { 'idempotency-key': newKey() }
    const start = () =>
      client.call(processCalls.start, { params, body: { values: {}, hash: body.form.document.hash }, headers })
    await admin.query('update process_definition set is_suspended = true where id = $1', [plain.id])
    expect((await start()).error.code).toBe('definition.not-startable')
    await admin.query('update process_definition set is_suspended = false where id = $1', [plain.id])
    const answer = await start()
    expect([answer.status, answer.headers['idempotency-replayed']]).toEqual([200, undefined])
  })

  it.each(['short', 'with a space in it', 'x'.repeat(65), 'nothing\\but'])('has to be one: not %j', async (key) => {
    const client = await signIn()
    expect(await createToken(client, key)).toMatchObject({ status: 400, error: { code: 'request.invalid' } })
    expect(await countTokens(client.user.id)).toBe(0)
  })

  it('is forgotten after a day, when others come', async () => {
    const client = await signIn()
    const key = newKey()
    await createToken(client, key)
    clock.advance({ hours: 25 })
    const later = await signIn()
    await createToken(later, newKey())
    const { rowCount } = await admin.query('select from idempotency_key where key = $1', [key])
    expect(rowCount).toBe(0)
  })

  it('keeps no secret of its answer readable', async () => {
    const client = await signIn()
    const { body } = await createToken(client, newKey())
    const { rows } = await admin.query<{ answer: Buffer }>('select answer from idempotency_key where user_id = $1', [
      client.user.id,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0]?.answer.includes(body.token)).toBe(false)
    expect(rows[0]?.answer.includes(body.name)).toBe(false)
  })
})

describe('when the server has ended', () => {
  it('before anything was done, the request is carried out once its time is over', async () => {
    const client = await signIn()
    const key = newKey()
    await createToken(client, key)
    // As it is left then.
    await admin.query('delete from api_token where user_id = $1', [client.user.id])
    await admin.query('update idempotency_key set answer = null, has_effect = false where key = $1', [key])
    const early = await createToken(client, key)
    expect([early.status, early.error.code, early.headers['retry-after']]).toEqual([409, 'request.running', '1'])
    clock.advance({ seconds: 31 })
    expect((await createToken(client, key)).status).toBe(200)
    expect(await countTokens(client.user.id)).toBe(1)
  })

  it('after it was done, it is not done again, and said so', async () => {
    const client = await signIn()
    const key = newKey()
    await createToken(client, key)
    await admin.query('update idempotency_key set answer = null where key = $1', [key])
    expect((await createToken(client, key)).error.code).toBe('request.running')
    clock.advance({ seconds: 31 })
    for (let again = 0; again < 2; again++) {
      const { status, error } = await createToken(client, key)
      expect([status, error.code]).toEqual([409, 'request.interrupted'])
    }
    expect(await countTokens(client.user.id)).toBe(1)
  })
})

it('a change of the own password says with itself that it is done, so that nobody does it again', async () => {
  const client = await signIn({ password: 'correct horse battery' })
  const key = newKey()
  const { status } = await client.call(accountCalls.changePassword, {
    body: { currentPassword: 'correct horse battery', newPassword: 'another horse battery' },
    headers: { 'idempotency-key': key },
  })
  expect(status).toBe(204)
  const { rows } = await admin.query('select has_effect from idempotency_key where key = $1', [key])
  expect(rows).toEqual([{ has_effect: true }])
})

describe('a request that takes longer than its time', () => {
  it('is not carried out by another while it is writing', async () => {
    const client = await signIn()
    const key = newKey()
    const blocker = await admin.connect()
    await blocker.query('begin')
    await blocker.query('select from app_user where id = $1 for no key update', [client.user.id])
    const slow = createToken(client, key)
    await waitsFor(1)
    clock.advance({ seconds: 31 })
    const impatient = createToken(client, key)
    await waitsFor(2)
    await blocker.query('commit')
    blocker.release()
    expect((await slow).status).toBe(200)
    expect([200, 409]).toContain((await impatient).status)
    expect(await countTokens(client.user.id)).toBe(1)
  })

  it('writes nothing when another has taken it over', async () => {
    const client = await signIn()
    const task = await startTask(client.user.username)
    const { body } = await client.call(taskCalls.get, { params: { id: task } })
    const complete = () =>
      client.call(taskCalls.complete, {
        params: { id: task },
        body: { values: {}, hash: body.form?.document.hash ?? '' },
        headers: { 'idempotency-key': 'taken-over' },
      })
    const blocker = await admin.connect()
    await blocker.query('begin')
    await blocker.query('lock table task in access exclusive mode')
    const slow = complete()
    await waitsFor(1)
    // Somebody else came when its time was over.
    await admin.query('update idempotency_key set holder = gen_random_uuid() where key = $1', ['taken-over'])
    await blocker.query('commit')
    blocker.release()
    expect(await slow).toMatchObject({ status: 409, error: { code: 'request.running' } })
    const { rowCount } = await admin.query('select from task where id = $1', [task])
    expect(rowCount).toBe(1)
  })
})

const model = process('small').start().userTask('only', { 'camunda:assignee': '${who}' }).end().toXml()
const small = await scenario.deploy(model)
const plain = await scenario.deploy(process('plain').start().userTask('only').end().toXml())

async function startTask(who: string): Promise<string> {
  const instanceId = await scenario.start(small, { userId: 'starter', variables: { who } })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return rows[0]?.id
}

/** Until so many statements of the database wait for a lock. */
async function waitsFor(count: number): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await admin.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount,
    )
    .toBe(count)
}
