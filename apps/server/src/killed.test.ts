import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { process } from '@millrace/bpmn/builder'
import { createApiToken, createTestDatabase, createUser } from '@millrace/server/testing'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { createWorkPlace, httpProcess } from './jobs/testing/create-work-place.ts'
import { createScenario } from './runtime/testing/scenario.ts'
import { createTestRuntime } from './runtime/testing/test-runtime.ts'
import { isPostgresAlive, runServer, type ServerRun } from './testing/run-server.ts'

const database = await createTestDatabase()
const { db, admin, connectionString, workplaceId } = database
const dataFolder = mkdtempSync(join(tmpdir(), 'millrace-killed-'))
const runs: ServerRun[] = []
const password = 'a password for the administrator'

function run(env: Readonly<Record<string, string>>): ServerRun {
  const server = runServer({
    env: { MILLRACE_DATA: dataFolder, PORT: '0', LOG_LEVEL: 'warn', MILLRACE_ADMIN_PASSWORD: password, ...env },
  })
  runs.push(server)
  return server
}

afterEach(async () => {
  for (const server of runs.splice(0)) {
    server.child.kill('SIGTERM')
    await server.ended()
  }
})
afterAll(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`

/** @throws when there is no answer, or a refusal. */
async function call<T>(url: string, path: string, body?: object | FormData): Promise<T> {
  const isForm = body instanceof FormData
  const response = await fetch(`${url}/engine-rest${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as T
}

/** Two tasks, and a step of the server's own between them that counts how often it was taken. */
const model = process('counted')
  .start()
  .userTask('first')
  .serviceTask('between', {
    'camunda:asyncBefore': true,
    'camunda:expression': '${count + 1}',
    'camunda:resultVariable': 'count',
  })
  .userTask('second')
  .end()
  .toXml()

interface Known {
  /** Instances whose start was answered. */
  readonly started: Set<string>
  /** Those whose first task was, too. */
  readonly completed: Set<string>
}

/** Starts instances and completes their first tasks, several at once, until the server is gone. */
async function putUnderLoad(url: string, known: Known, onCompleted: () => void): Promise<void> {
  const lane = async () => {
    for (;;) {
      const variables = { count: { value: 0, type: 'Integer' } }
      const { id } = await call<{ id: string }>(url, '/process-definition/key/counted/start', { variables })
      known.started.add(id)
      const [task] = await call<{ id: string }[]>(url, `/task?processInstanceId=${id}`)
      await call(url, `/task/${task?.id}/complete`, {})
      known.completed.add(id)
      onCompleted()
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: 8 }, lane))
  for (const one of ended) if (one.status === 'rejected') expect(String(one.reason)).toMatch(/fetch failed|terminated/)
}

describe('a server that is killed under load', { timeout: 90_000 }, () => {
  it('goes on after a restart: no instance is lost, none is half done, nothing is done twice, no PostgreSQL is left', async () => {
    const first = run({})
    const url = await first.url()
    const form = new FormData()
    form.set('file', new File([model], 'counted.bpmn'))
    await call(url, '/deployment/create', form)
    const known: Known = { started: new Set(), completed: new Set() }
    await putUnderLoad(url, known, () => {
      if (known.completed.size === 40) first.child.kill('SIGKILL')
    })
    await first.ended()

    const second = run({})
    const again = await second.url()
    // What was begun before goes on by itself.
    await vi.waitFor(async () => expect(await call(again, '/job/count')).toEqual({ count: 0 }), {
      timeout: 20_000,
      interval: 200,
    })
    const instances = await call<{ id: string }[]>(again, '/process-instance')
    const ids = new Set(instances.map(({ id }) => id))
    expect([...known.started].filter((id) => !ids.has(id))).toEqual([])
    const tasks = await call<{ processInstanceId: string; taskDefinitionKey: string; id: string }[]>(again, '/task')
    expect(tasks).toHaveLength(instances.length)
    const counts = new Map(
      (await call<{ processInstanceId: string; value: number }[]>(again, '/variable-instance?variableName=count')).map(
        ({ processInstanceId, value }) => [processInstanceId, value],
      ),
    )
    for (const { processInstanceId, taskDefinitionKey } of tasks) {
      const stands = { taskDefinitionKey, count: counts.get(processInstanceId) }
      const done = { taskDefinitionKey: 'second', count: 1 }
      const open = { taskDefinitionKey: 'first', count: 0 }
      expect(stands).toEqual(known.completed.has(processInstanceId) ? done : expect.toBeOneOf([done, open]))
    }
    const between = await call<{ processInstanceId: string }[]>(again, '/history/activity-instance?activityId=between')
    expect(new Set(between.map(({ processInstanceId }) => processInstanceId)).size).toBe(between.length)

    for (const { id, taskDefinitionKey } of tasks)
      if (taskDefinitionKey === 'second') await call(again, `/task/${id}/complete`, {})
    const left = await call<{ count: number }>(again, '/process-instance/count')
    expect(left.count).toBe(tasks.filter(({ taskDefinitionKey }) => taskDefinitionKey === 'first').length)
    second.child.kill('SIGTERM')
    expect(await second.ended()).toBe(0)
    expect(isPostgresAlive(dataFolder)).toBe(false)
  })
})

describe('a server that is killed while it answers requests under keys', { timeout: 90_000 }, () => {
  it('has done each of them once when all were sent again', async () => {
    const user = await createUser(db, { workplaceId, roles: ['RoleUser'] })
    const token = await createApiToken(db, user)
    const scenario = await createScenario(createTestRuntime(db), workplaceId)
    const { id } = await scenario.deploy(process('once').start().userTask('wait').end().toXml())
    const send = async (url: string, path: string, key?: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(`${url}/api${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: two calls of many.
      return { status: response.status, body: (await response.json()) as any }
    }
    const first = run({ DATABASE_URL: connectionString })
    const url = await first.url()
    const form = await send(url, `/processes/definitions/${id}/start-form`)
    const start = (at: string, key: string) =>
      send(at, `/processes/definitions/${id}/start`, key, { values: {}, hash: form.body.form.document.hash })

    const answers = new Map<string, unknown>()
    const sent = new Set<string>()
    const lane = async () => {
      for (;;) {
        const key = `start-number-${sent.size}`
        sent.add(key)
        const { status, body } = await start(url, key)
        expect(status).toBe(200)
        answers.set(key, body)
        if (answers.size === 40) first.child.kill('SIGKILL')
      }
    }
    await Promise.allSettled(Array.from({ length: 8 }, lane))
    await first.ended()
    expect(sent.size).toBeGreaterThan(answers.size)

    // The time of what was being carried out passes.
    await admin.query('update idempotency_key set held_until = now()')
    const second = run({ DATABASE_URL: connectionString })
    const again = await second.url()
    for (const key of sent) {
      const { status, body } = await start(again, key)
      if (answers.has(key)) expect([status, body]).toEqual([200, answers.get(key)])
      else
        expect([status, body.code]).toBeOneOf([
          [200, undefined],
          [409, 'request.interrupted'],
        ])
    }
    const { rowCount } = await admin.query('select from instance where definition_id = $1', [id])
    expect(rowCount).toBe(sent.size)
  })
})

describe('a worker that is killed while it works', { timeout: 90_000 }, () => {
  it('loses no job, and no finished step is repeated by the next one', async () => {
    const place = createWorkPlace(database, createTestRuntime(db), { workplaceId, userId: null, cause: 'test' })
    const shop = await startShop()
    const instances: string[] = []
    for (let order = 0; order < 60; order++)
      instances.push(await place.run(httpProcess('order', { requestUrl: `${shop.url}/\${order}` }), { order }))

    const env = {
      DATABASE_URL: connectionString,
      MILLRACE_ROLES: 'worker',
      MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    }
    const first = run(env)
    await shop.until(25)
    first.child.kill('SIGKILL')
    await first.ended()
    const atKill = new Map(shop.asked)
    expect(await place.jobs()).not.toEqual([])
    // The time of its leases passes.
    await admin.query(`update job set locked_until = now() - interval '1 second' where locked_by is not null`)
    run(env)
    await vi.waitFor(async () => expect(await place.jobs()).toEqual([]), { timeout: 30_000, interval: 200 })

    for (const instanceId of instances) expect(await place.standsAt(instanceId)).toEqual(['after'])
    expect(shop.asked.size).toBe(instances.length)
    // Only calls that nobody had written down the answer of are made again, under the same key: eight go to one host at a
    // time.
    const repeated = [...shop.asked].filter(([key, count]) => count > 1 && atKill.has(key))
    expect(repeated.length).toBeLessThanOrEqual(8)
    const { rows } = await admin.query(`select instance_id from history_element where element_key = 'call'`)
    expect(new Set(rows.map(({ instance_id }) => instance_id)).size).toBe(instances.length)
    expect(rows).toHaveLength(instances.length)
    shop.stop()
  })
})

describe('a job that ends every server which begins it', { timeout: 90_000 }, () => {
  it('is set aside with an incident after three of them, while everything else is done', async () => {
    const place = createWorkPlace(database, createTestRuntime(db), { workplaceId, userId: null, cause: 'test' })
    const servers: ServerRun[] = []
    const poison = await startPoison(() => servers.at(-1)?.child.kill('SIGKILL'))
    const shop = await startShop()
    const bad = await place.run(httpProcess('poison', { requestUrl: poison.url }), { order: 0 })
    const env = {
      DATABASE_URL: connectionString,
      MILLRACE_ROLES: 'worker',
      MILLRACE_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
    }
    const others: string[] = []
    for (let time = 1; time <= 3; time++) {
      for (let order = 0; order < 5; order++)
        others.push(await place.run(httpProcess('beside', { requestUrl: `${shop.url}/${time}` }), { order }))
      const server = run(env)
      servers.push(server)
      await server.ended()
      expect(poison.asked()).toBe(time)
      expect(await place.incidents()).toEqual([])
      // The time of its leases passes.
      await admin.query(`update job set locked_until = now() - interval '1 second' where locked_by is not null`)
    }
    run(env)
    await vi.waitFor(async () => expect(await place.incidents()).toHaveLength(1), { timeout: 20_000, interval: 100 })
    expect(await place.incidents()).toEqual([
      { type: 'failedJob', message: expect.stringContaining('three times the server that was at it ended first') },
    ])
    expect(await place.standsAt(bad)).toEqual(['call'])
    await vi.waitFor(async () => expect(await place.jobs()).toMatchObject([{ retries: 0, locked_by: null }]), {
      timeout: 20_000,
      interval: 100,
    })
    for (const instanceId of others) expect(await place.standsAt(instanceId)).toEqual(['after'])
    expect(poison.asked()).toBe(3)
    poison.stop()
    shop.stop()
  })
})

/** Somebody outside who never answers, as the caller is killed as soon as it calls. */
async function startPoison(kill: () => void) {
  let asked = 0
  const server = http.createServer(() => {
    asked++
    kill()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Somebody outside, who counts how often each idempotency key comes. */
async function startShop() {
  const asked = new Map<string, number>()
  let total = 0
  let wake = () => {}
  const server = http.createServer((request, response) => {
    const key = String(request.headers['idempotency-key'])
    asked.set(key, (asked.get(key) ?? 0) + 1)
    total++
    wake()
    response.end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    until: async (count: number) => {
      while (total < count) await new Promise<void>((resolve) => (wake = resolve))
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
