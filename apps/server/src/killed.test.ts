import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { process } from '@millrace/bpmn/builder'
import { createApiToken, createTestDatabase, createUser } from '@millrace/server/testing'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createWorkPlace, httpProcess } from './jobs/testing/create-work-place.ts'
import { deploy } from './runtime/deploy/deploy.ts'
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

describe('a server that is killed under load', () => {
  it('continues after a restart: no instance is lost, none is half done, nothing is done twice, no PostgreSQL is left', async () => {
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
    await expect.poll(() => call(again, '/job/count'), { interval: 200 }).toEqual({ count: 0 })
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

describe('a server that is killed while it answers requests under keys', () => {
  it('has done each of them once when all were sent again, and has each task open with its form filled, or done', async () => {
    const user = await createUser(db, { workplaceId, roles: ['RoleUser'] })
    const token = await createApiToken(db, user)
    const id = await deployOrder(createTestRuntime(db), user.username)
    const send = async (url: string, path: string, key?: string | null, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(`${url}/api${path}`, {
        method: body === undefined ? 'GET' : key === null ? 'PUT' : 'POST',
        headers: key == null ? headers : { ...headers, 'idempotency-key': key },
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
    /** Of tasks whose draft was kept, what was typed, and whether their completion was answered. */
    const filled = new Map<string, { readonly values: { orders: object[] }; isAnswered: boolean }>()
    const lane = async () => {
      for (;;) {
        const number = sent.size
        const key = `start-number-${number}`
        sent.add(key)
        const { status, body } = await start(url, key)
        expect(status).toBe(200)
        answers.set(key, body)
        const taskId: string = body.nextTaskId
        const hash: string = (await send(url, `/tasks/${taskId}`)).body.form.document.hash
        const values = {
          orders: [
            {
              supplier: `Number ${number}`,
              lines: [
                { price: number, count: 2 },
                { price: 1, count: 1 },
              ],
            },
            { supplier: 'Another', lines: [{ price: 3, count: 3 }] },
          ],
        }
        const draft = { values, hash, revision: 0, writer: 'window' }
        expect((await send(url, `/tasks/${taskId}/form/draft`, null, draft)).status).toBe(200)
        const known = { values, isAnswered: false }
        filled.set(taskId, known)
        const done = await send(url, `/tasks/${taskId}/complete`, `complete-number-${number}`, { values, hash })
        expect(done.status).toBe(200)
        known.isAnswered = true
        if ([...filled.values()].filter(({ isAnswered }) => isAnswered).length === 20) first.child.kill('SIGKILL')
      }
    }
    const ended = await Promise.allSettled(Array.from({ length: 8 }, lane))
    for (const one of ended)
      if (one.status === 'rejected') expect(String(one.reason)).toMatch(/fetch failed|terminated|JSON/)
    await first.ended()
    expect(sent.size).toBeGreaterThan([...filled.values()].filter(({ isAnswered }) => isAnswered).length)

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
    for (const [taskId, { values, isAnswered }] of filled) {
      const { body } = await send(again, `/tasks/${taskId}`)
      const { rows } = await admin.query(
        `select (select value from variable where instance_id = t.instance_id and name = 'orders') as orders,
           exists (select from form_draft d where d.subject = t.id::text) as has_draft
         from (select id, instance_id from task where id = $1 union all select id, instance_id from history_task where id = $1 limit 1) t`,
        [taskId],
      )
      const found = {
        state: body.state,
        draft: body.form?.draft?.values ?? null,
        written: JSON.parse(rows[0].orders),
        has: rows[0].has_draft,
      }
      const isDone = { state: 'completed', draft: null, written: values.orders, has: false }
      const isOpen = { state: 'assigned', draft: values, written: null, has: true }
      expect(found).toEqual(isAnswered ? isDone : expect.toBeOneOf([isDone, isOpen]))
      if (body.state !== 'completed') {
        // As it was filled it is completed now.
        const { values: kept, hash } = body.form.draft
        const done = await send(again, `/tasks/${taskId}/complete`, `again-${taskId}`, { values: kept, hash })
        expect(done.status).toBe(200)
      }
    }
  })
})

/** A process whose task has a form with lists in a list, and something to be done after it. @returns the id of its version. */
async function deployOrder(runtime: ReturnType<typeof createTestRuntime>, assignee: string): Promise<string> {
  const field = (id: string, type: string, key: string, children?: object[]) => ({
    ...{ id, type, key, props: { label: key } },
    ...(children && { children }),
  })
  const lines = field('n3', 'grid', 'lines', [field('n4', 'number', 'price'), field('n5', 'number', 'count')])
  const root = [field('n1', 'repeater', 'orders', [field('n2', 'text', 'supplier'), lines])]
  const xml = process('once')
    .start()
    .userTask('fill', { 'camunda:assignee': assignee, 'millrace:formKey': 'millrace:deployment:orders.form.json' })
    .userTask('next')
    .end()
    .toXml()
  const answer = await deploy(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    {
      ...{ name: null, source: null, tenantId: null },
      files: [
        { name: 'once.bpmn', bytes: Buffer.from(xml) },
        { name: 'orders.form.json', bytes: Buffer.from(JSON.stringify({ schema: 2, id: 'orders', root })) },
      ],
    },
  )
  if (!answer.ok) throw new Error('Expected the model to deploy.')
  return answer.deployed.processes[0]?.id ?? ''
}

describe('a worker that is killed while it works', () => {
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
    await expect.poll(() => place.jobs(), { interval: 200 }).toEqual([])

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

describe('a job that ends every server which begins it', () => {
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
    await expect.poll(() => place.incidents(), { interval: 100 }).toHaveLength(1)
    expect(await place.incidents()).toEqual([
      { type: 'failedJob', message: expect.stringContaining('the server stopped three times') },
    ])
    expect(await place.standsAt(bad)).toEqual(['call'])
    await expect.poll(() => place.jobs(), { interval: 100 }).toMatchObject([{ retries: 0, locked_by: null }])
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
