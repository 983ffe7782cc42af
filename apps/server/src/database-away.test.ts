import { randomUUID } from 'node:crypto'
import { process } from '@millrace/bpmn/builder'
import { aboutCalls, api, type Call, roles } from '@millrace/contract'
import { createApiToken, createTestApp, createTestClient, createUser } from '@millrace/server/testing'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { routes } from './engine-rest/routes.ts'
import { multipart } from './runtime/testing/multipart.ts'
import { type CuttableProxy, openCuttableProxy } from './testing/cuttable-proxy.ts'

let way: CuttableProxy | undefined
const { app, db, admin, workplaceId, signIn } = await createTestApp({
  connectBy: async (connectionString) => {
    way = await openCuttableProxy(connectionString)
    return way.connectionString
  },
})
const proxy = way as unknown as CuttableProxy
afterEach(() => proxy.restore())
afterAll(() => proxy.close())

const user = await createUser(db, { workplaceId, username: 'ada', roles: [...roles], groups: ['camunda-admin'] })
const authorization = `Bearer ${await createApiToken(db, user)}`
const isUp = async () => (await createTestClient(app).call(aboutCalls.health)).status

const calls = Object.values(api).flatMap((group) => Object.values(group) as Call[])
const urlOf = ({ path }: Call) => `/api${path.replaceAll(/\{\w+\}/g, randomUUID())}`
/** They ask nothing of the database. */
const withoutDatabase = new Set(['GET /auth/sign-in-options', 'GET /actuator/info', 'GET /actuator/health/liveness'])

it('health says that it is away, and that it is back', async () => {
  expect(await isUp()).toBe(200)
  proxy.cut()
  expect(await isUp()).toBe(503)
  proxy.restore()
  expect(await isUp()).toBe(200)
})

describe('without its database', () => {
  it.each(
    calls.filter(({ audience }) => audience !== 'public').map((call) => [`${call.method} ${call.path}`, call] as const),
  )('%s says when to come again', async (_, call) => {
    proxy.cut()
    const { statusCode, headers, body } = await app.inject({
      method: call.method,
      url: urlOf(call),
      headers: { authorization },
      ...(call.method === 'GET' || call.body === 'multipart' ? {} : { payload: {} }),
    })
    expect([statusCode, JSON.parse(body).code, headers['retry-after']]).toEqual([503, 'server.unavailable', '1'])
  })

  it.each(
    calls.filter(({ audience }) => audience === 'public').map((call) => [`${call.method} ${call.path}`, call] as const),
  )('%s fails in no other way', async (name, call) => {
    proxy.cut()
    const { statusCode } = await app.inject({ method: call.method, url: urlOf(call) })
    if (withoutDatabase.has(name)) expect(statusCode).toBe(200)
    else expect(statusCode === 503 || statusCode < 500, `${statusCode}`).toBe(true)
  })

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '/engine-rest: %s says when to come again',
    async (_, { method, path }) => {
      proxy.cut()
      const url = `/engine-rest${path.replaceAll(/:\w+/g, randomUUID())}`
      const { statusCode, headers, body } = await app.inject({ method, url, headers: { authorization } })
      expect([statusCode, headers['retry-after']]).toEqual([503, '1'])
      expect(JSON.parse(body)).toMatchObject({
        type: 'ServiceUnavailableException',
        message: expect.stringMatching(/database/),
      })
    },
  )
})

describe('when it goes in the middle of a call', () => {
  const model = process('goes')
    .start()
    .userTask('work', { 'camunda:assignee': 'ada' })
    .serviceTask('later', { 'camunda:asyncBefore': true, 'camunda:expression': '${1}' })
    .end()
    .toXml()
  const rest = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const { statusCode, body } = await app.inject({
      method,
      url: `/engine-rest${path}`,
      headers: { authorization },
      ...(payload === undefined ? {} : { payload }),
    })
    return { status: statusCode, body: body === '' ? null : JSON.parse(body) }
  }
  const deploy = async () => {
    const { headers, payload } = multipart([{ name: 'goes.bpmn', content: model }], {})
    const url = '/engine-rest/deployment/create'
    const { statusCode } = await app.inject({ method: 'POST', url, headers: { authorization, ...headers }, payload })
    return { status: statusCode }
  }
  const startOne = () => rest('POST', '/process-definition/key/goes/start', {})
  const openTask = async () => {
    const { body } = await startOne()
    const { rows } = await admin.query('select id from task where instance_id = $1', [body.id])
    return rows[0].id as string
  }

  const ways: Readonly<Record<string, () => Promise<() => Promise<{ status: number }>>>> = {
    deploying: async () => deploy,
    starting: async () => startOne,
    completing: async () => {
      const id = await openTask()
      return () => rest('POST', `/task/${id}/complete`, {})
    },
    'a list': async () => () => rest('GET', '/task'),
    history: async () => () => rest('GET', '/history/activity-instance'),
    'a message': async () => () => rest('POST', '/message', { messageName: 'nobody' }),
    'a page': async () => {
      const client = await signIn({ roles: [...roles] })
      return () => client.send({ url: '/api/tasks/assigned' })
    },
  }

  it.each(Object.entries(ways))('%s is done, or says when to come again, wherever it was', async (_, prepare) => {
    expect((await deploy()).status).toBe(200)
    for (let messages = 0; messages < 8; messages++) {
      const call = await prepare()
      proxy.cut(messages)
      const { status } = await call()
      proxy.restore()
      expect(status === 503 || status < 500, `${status} after ${messages} messages`).toBe(true)
      expect(await isUp()).toBe(200)
    }
  })
})
