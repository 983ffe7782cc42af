import { randomUUID } from 'node:crypto'
import { deploymentCalls, fileCalls, processCalls, type Role, taskCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, createWorkplace, type TestApp } from '@millrace/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { headOf, openConnection, type RawConnection } from './testing/raw-connection.ts'

const anHour = 3_600_000
// No statement of it is broken off for its time.
const usual = await createTestApp({ budgets: { readingTime: anHour, historyTime: anHour } })
const usualUrl = await usual.app.listen({ port: 0, host: '127.0.0.1' })
const narrow = await createTestApp({
  trustedProxies: [],
  budgets: { callerCalls: 1, callerWaiting: 1, bodyRoom: 2800, addressConnections: 8 },
})
const narrowUrl = await narrow.app.listen({ port: 0, host: '127.0.0.1' })
const hasty = await createTestApp({ connectionLimits: { headersMs: 500, requestMs: 1000, headerSize: 8192 } })
const hastyUrl = await hasty.app.listen({ port: 0, host: '127.0.0.1' })

const open: RawConnection[] = []
async function connectTo(url: string): Promise<RawConnection> {
  const connection = await openConnection(url)
  open.push(connection)
  return connection
}
afterEach(async () => {
  for (const connection of open.splice(0)) {
    connection.close()
    await connection.ended()
  }
})

/** The header of a program that calls as a user with a role. */
async function bearerOf({ db, workplaceId }: TestApp, roles: readonly Role[]): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await createApiToken(db, await createUser(db, { workplaceId, roles }))}` }
}

/** Statements that wait for a lock. */
async function lockedIn({ admin }: TestApp): Promise<number | null> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await admin.query(waiting)).rowCount
}

function countConnections({ app }: TestApp): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )
}

const json = (length: number) => ({ 'content-type': 'application/json', 'content-length': length })
const sixMegabytes = 6_000_000
const id = randomUUID()
const complete = `/api${taskCalls.complete.path.replace('{id}', id)}`
const start = `/api${processCalls.start.path.replace('{id}', id)}`
const deploy = `/api${deploymentCalls.deploy.path}`
const upload = `/api${fileCalls.upload.path}`

// Nothing of the body is ever sent here: whoever waits for it waits for ever.
describe('before anything of a body is there', () => {
  it.each([
    ['/engine-rest/message', 401],
    ['/engine-rest/deployment/create', 401],
    ['/engine-rest/engine/default/task', 401],
    [complete, 401],
    [deploy, 401],
    [upload, 401],
  ])('nobody is turned away from %s', async (path, status) => {
    const connection = await connectTo(usualUrl)
    connection.send(headOf('POST', path, json(sixMegabytes)))
    expect((await connection.answer()).status).toBe(status)
  })

  it('a user who comes from another site is turned away', async () => {
    const { cookies } = await usual.signIn()
    const connection = await connectTo(usualUrl)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    connection.send(headOf('POST', complete, { cookie, ...json(sixMegabytes) }))
    const { status, body } = await connection.answer()
    expect([status, body.code]).toEqual([403, 'session.csrf'])
  })

  it('a user who lacks the role is turned away', async () => {
    const connection = await connectTo(usualUrl)
    connection.send(headOf('POST', deploy, { ...(await bearerOf(usual, ['RoleUser'])), ...json(1000) }))
    const { status, body } = await connection.answer()
    expect([status, body.code]).toEqual([403, 'right.missing'])
  })

  it('a user who may not read is turned away from a query that comes in a body', async () => {
    const connection = await connectTo(usualUrl)
    const bearer = await bearerOf(usual, ['RoleUser'])
    connection.send(headOf('POST', '/engine-rest/history/variable-instance', { ...bearer, ...json(1000) }))
    const { status, body } = await connection.answer()
    expect([status, body.type]).toEqual([403, 'AuthorizationException'])
  })

  it.each([
    ['POST', start, 1_000_001],
    ['POST', '/engine-rest/task', 1_000_001],
    ['POST', '/engine-rest/message', 16_000_001],
    ['POST', '/engine-rest/deployment/create', 53_428_801],
    ['POST', deploy, 52_428_801],
  ])('%s %s of %d bytes is refused', async (method, path, size) => {
    const connection = await connectTo(usualUrl)
    const bearer = await bearerOf(usual, ['RoleUser', 'RoleFullAPI', 'RoleProcessAdmin'])
    connection.send(headOf(method, path, { ...bearer, ...json(size) }))
    const { status, body } = await connection.answer()
    expect([status, body.message]).toEqual([413, expect.stringMatching(/^Expected a body of at most \d+ bytes/)])
  })
})

describe('a body of JSON', () => {
  const send = async (path: string, payload: string) => {
    const { app } = usual
    const headers = { ...(await bearerOf(usual, ['RoleFullAPI'])), 'content-type': 'application/json' }
    const { statusCode, body } = await app.inject({ method: 'POST', url: path, headers, payload })
    return { status: statusCode, message: body === '' ? '' : JSON.parse(body).message }
  }
  const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
  const many = (count: number) => `{"a":[${'1,'.repeat(count)}1]}`

  it.each(['/engine-rest/message', start])('of 101 levels is refused by %s', async (path) => {
    const { status, message } = await send(path, deep(101))
    expect([status, message]).toEqual([400, expect.stringContaining('at most 100 levels')])
    expect((await send(path, deep(100))).message).not.toContain('levels')
  })

  it('of many values is refused without being made', async () => {
    const { status, message } = await send('/engine-rest/message', many(3_000_000))
    expect([status, message]).toEqual([413, expect.stringContaining('at most 100000 values')])
    expect((await send('/engine-rest/message', many(90_000))).status).not.toBe(413)
  })

  it('that comes in pieces is refused where it becomes too large', async () => {
    const connection = await connectTo(usualUrl)
    const bearer = await bearerOf(usual, ['RoleFullAPI'])
    const type = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    connection.send(headOf('POST', '/engine-rest/task', { ...bearer, ...type }))
    const piece = `186a0\r\n${' '.repeat(100_000)}\r\n`
    for (let count = 0; count < 11; count++) connection.send(piece)
    expect((await connection.answer()).status).toBe(413)
  })
})

describe('a client', () => {
  it('that is slow with its headers gets a message, and no more', async () => {
    const connection = await connectTo(hastyUrl)
    connection.send('GET /api/actuator/health HTTP/1.1\r\nhost: test\r\n')
    const { status, body } = await connection.answer()
    expect([status, body.code]).toEqual([408, 'request.too-slow'])
    await connection.ended()
  })

  it('that is slow with its body gets a message', async () => {
    const bearer = await bearerOf(hasty, ['RoleFullAPI'])
    const connection = await connectTo(hastyUrl)
    connection.send(`${headOf('POST', '/engine-rest/task', { ...bearer, ...json(10) })}{`)
    expect((await connection.answer()).status).toBe(408)
    await connection.ended()
  })

  it('that sends too many headers gets a message', async () => {
    const connection = await connectTo(hastyUrl)
    connection.send(headOf('GET', '/api/actuator/health', { 'x-long': 'x'.repeat(9000) }))
    const { status, body } = await connection.answer()
    expect([status, body.code]).toEqual([431, 'request.headers-too-large'])
  })

  it('has so many connections and no more', async () => {
    const connections = await Promise.all(Array.from({ length: 8 }, () => connectTo(narrowUrl)))
    const further = await connectTo(narrowUrl)
    await expect(further.answer()).rejects.toThrow('the connection ended after “”')
    connections[0]?.close()
    await connections[0]?.ended()
    // The server notices a moment after the client.
    await expect
      .poll(async () => {
        const next = await connectTo(narrowUrl)
        next.send(headOf('GET', '/api/actuator/health/liveness'))
        return next.answer().then(
          ({ status }) => status,
          () => null,
        )
      })
      .toBe(200)
  })
})

describe('a caller', () => {
  /** A request that is inside: its body is being waited for. */
  async function enter(bearer: object, size = 10): Promise<RawConnection> {
    const connection = await connectTo(narrowUrl)
    connection.send(headOf('POST', '/engine-rest/task', { ...bearer, ...json(size) }))
    return connection
  }

  it('who has as many requests as they may is turned away, and nobody else is', async () => {
    const [greedy, other] = [await bearerOf(narrow, ['RoleFullAPI']), await bearerOf(narrow, ['RoleFullAPI'])]
    const first = await enter(greedy)
    const further = [await enter(greedy), await enter(greedy)]
    // The other one waits.
    const { status, headers } = await Promise.race(further.map((connection) => connection.answer()))
    expect([status, headers['retry-after']]).toEqual([429, '1'])
    // As long as it is not known who they are, they have the limits of their address.
    await expect
      .poll(async () => {
        const third = await enter(other, 2)
        third.send('{}')
        const { status } = await third.answer()
        third.close()
        return status
      })
      .toBe(200)
    expect((await (await enter(greedy)).answer()).status).toBe(429)
    first.close()
  })

  it('who waits continues when an earlier request of their has its answer', async () => {
    const bearer = await bearerOf(narrow, ['RoleFullAPI'])
    const first = await enter(bearer, 2)
    const second = await enter(bearer, 2)
    second.send('{}')
    first.send('{}')
    expect([(await first.answer()).status, (await second.answer()).status]).toEqual([200, 200])
  })

  it('who sends more than there is room for is asked to come again', async () => {
    const [one, two] = [await bearerOf(narrow, ['RoleFullAPI']), await bearerOf(narrow, ['RoleFullAPI'])]
    await enter(one, 1400)
    const connection = await connectTo(narrowUrl)
    connection.send(headOf('POST', '/engine-rest/message', { ...two, ...json(1401) }))
    const { status, body, headers } = await connection.answer()
    expect([status, body.type, headers['retry-after']]).toEqual([503, 'ServiceUnavailableException', '1'])
  })
})

describe('a caller who hangs up', () => {
  it.each([
    `/api${taskCalls.assigned.path}`,
    '/engine-rest/task',
    '/engine-rest/history/task',
    '/engine-rest/history/task/count',
  ])('while %s is read has it broken off in the database', async (path) => {
    const bearer = await bearerOf(usual, ['RoleUser', 'RoleFullAPI'])
    const blocker = await usual.admin.connect()
    // What is read cannot come to an end meanwhile.
    await blocker.query('begin; lock table task, history_task in access exclusive mode')
    try {
      const connection = await connectTo(usualUrl)
      connection.send(headOf('GET', path, bearer))
      await expect.poll(() => lockedIn(usual)).toBe(1)
      connection.close()
      await expect.poll(() => lockedIn(usual)).toBe(0)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  })
})

describe('room for bodies', () => {
  /** A request of 1,000 bytes of a place for two of them that is found to be gone as soon as it is known who sent it. */
  async function leaveAtTheDoor(user: Awaited<ReturnType<typeof createUser>>): Promise<void> {
    // Of which nothing is known yet.
    const bearer = { authorization: `Bearer ${await createApiToken(narrow.db, user)}` }
    const blocker = await narrow.admin.connect()
    await blocker.query('begin; lock table api_token in access exclusive mode')
    try {
      const connection = await connectTo(narrowUrl)
      connection.send(headOf('POST', '/engine-rest/task', { ...bearer, ...json(1000) }))
      await expect.poll(() => lockedIn(narrow)).toBe(1)
      connection.close()
      await connection.ended()
      await expect.poll(() => countConnections(narrow)).toBe(0)
    } finally {
      await blocker.query('rollback')
      blocker.release()
    }
  }

  it('is given back by who hung up before they were known', async () => {
    const user = await createUser(narrow.db, { workplaceId: narrow.workplaceId, roles: ['RoleFullAPI'] })
    for (let time = 0; time < 3; time++) await leaveAtTheDoor(user)
    const bearer = { authorization: `Bearer ${await createApiToken(narrow.db, user)}` }
    const connection = await connectTo(narrowUrl)
    connection.send(`${headOf('POST', '/engine-rest/task', { ...bearer, ...json(1000) })}${'{}'.padEnd(1000)}`)
    expect((await connection.answer()).status).toBe(200)
  })

  it('is not taken up by one workplace, however many callers it has', async () => {
    // Each of them has less than its half.
    const callers = [await bearerOf(narrow, ['RoleFullAPI']), await bearerOf(narrow, ['RoleFullAPI'])].map(
      async (bearer) => {
        const connection = await connectTo(narrowUrl)
        connection.send(headOf('POST', '/engine-rest/task', { ...bearer, ...json(1200) }))
        return (await connection.answer()).status
      },
    )
    expect(await Promise.race(callers)).toBe(503)
    const elsewhere = { ...narrow, workplaceId: await createWorkplace(narrow.db) }
    const other = await connectTo(narrowUrl)
    const bearer = await bearerOf(elsewhere, ['RoleFullAPI'])
    other.send(`${headOf('POST', '/engine-rest/task', { ...bearer, ...json(1000) })}${'{}'.padEnd(1000)}`)
    expect((await other.answer()).status).toBe(200)
  })
})

it('links lead to where the server is, wherever a request says it came to', async () => {
  const connection = await connectTo(usualUrl)
  const bearer = await bearerOf(usual, ['RoleFullAPI', 'RoleUserAdmin', 'RoleAdmin'])
  connection.send(
    headOf('OPTIONS', '/engine-rest/user', {
      ...bearer,
      host: 'evil.example.org',
      'x-forwarded-host': 'evil.example.org',
      'x-forwarded-proto': 'https',
    }),
  )
  const { status, body } = await connection.answer()
  expect(status).toBe(200)
  expect(body.links.length).toBeGreaterThan(0)
  const { port } = new URL(usualUrl)
  for (const { href } of body.links) expect(href).toMatch(new RegExp(`^http://localhost:${port}/engine-rest/user`))
})
