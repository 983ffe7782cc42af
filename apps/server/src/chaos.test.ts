import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { settings } from '@millrace/contract/settings'
import { createApiToken, createTestDatabase, createUser } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { createTestRuntime, deployModel } from './runtime/testing/test-runtime.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

const { db, admin, connectionString, workplaceId } = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'millrace-chaos-'))
const seconds = Number(process.env.MILLRACE_CHAOS_SECONDS ?? 12)
const servers = new Map<string, ServerRun>()
let isOver = false
let webUrl: Promise<string | null> = Promise.resolve(null)

afterAll(async () => {
  isOver = true
  for (const { child, ended } of servers.values()) {
    child.kill('SIGKILL')
    await ended()
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

function begin(name: 'web' | 'one' | 'two'): void {
  const roles = name === 'web' ? 'web' : 'worker'
  const env = { DATABASE_URL: connectionString, MILLRACE_DATA: join(folder, name), MILLRACE_ROLES: roles }
  const server = runServer({ env: { ...env, PORT: '0', LOG_LEVEL: 'warn', MILLRACE_SECRET: 'x'.repeat(40) } })
  servers.set(name, server)
  // Asked once: only one can wait for its words.
  if (name === 'web') webUrl = server.url().catch(() => null)
}

const flow = (from: string, to: string) => `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}"/>`
const count = (id: string) =>
  `<serviceTask id="${id}" camunda:asyncBefore="true" camunda:expression="\${count + 1}" camunda:resultVariable="count"/>`
/** Two steps of the workers with a timer between them, then a task. */
const model = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="chaos" isExecutable="true"><startEvent id="start"/>${count('first')}
  <intermediateCatchEvent id="rest"><timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition></intermediateCatchEvent>
  ${count('second')}<userTask id="task"/><endEvent id="end"/>
  ${flow('start', 'first')}${flow('first', 'rest')}${flow('rest', 'second')}${flow('second', 'task')}${flow('task', 'end')}</process></definitions>`

it('everything ends once, whoever of two workers and a web server is killed', {
  timeout: (seconds + 120) * 1000,
}, async () => {
  await deployModel(createTestRuntime(db), { workplaceId, userId: null, cause: 'test' }, model)
  const user = await createUser(db, { workplaceId, roles: ['RoleFullAPI', 'RoleProcessAdmin', 'RoleUser'] })
  const authorization = `Bearer ${await createApiToken(db, user)}`
  // The jobs of a killed worker are free after its lease, for which the end of the test waits.
  const { rowCount } = await admin.query(
    `insert into setting (workplace_id, key, value) select workplace_id, 'jobs.leaseSeconds', to_jsonb($1::int) from workplace where is_default`,
    [settings['jobs.leaseSeconds'].min],
  )
  expect(rowCount).toBe(1)
  for (const name of ['web', 'one', 'two'] as const) begin(name)

  /** Null: nobody answered, so it may have been done or not. */
  const post = async (path: string, body: object): Promise<Response | null> => {
    const url = await webUrl
    if (url === null) return null
    const headers = { authorization, 'content-type': 'application/json' }
    return fetch(`${url}/engine-rest${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => null)
  }
  const until = Date.now() + seconds * 1000
  const answered = new Set<string>()
  const start = async () => {
    while (Date.now() < until) {
      const answer = await post('/process-definition/key/chaos/start', {
        variables: { count: { value: 0, type: 'Integer' } },
      })
      if (answer?.ok === true) {
        const { id } = (await answer.json().catch(() => ({}))) as { id?: string }
        if (id !== undefined) answered.add(id)
      } else await sleep(100)
      await sleep(20)
    }
  }
  /** Until nothing is open any more. A task that is asked for twice is done once. */
  const complete = async () => {
    while (!isOver) {
      const { rows } = await admin.query('select id from task where workplace_id = $1 order by random() limit 5', [
        workplaceId,
      ])
      for (const { id } of rows) await post(`/task/${id}/complete`, {})
      await sleep(50)
    }
  }
  let kills = 0
  const kill = async () => {
    while (Date.now() < until) {
      await sleep(500 + Math.random() * 2000)
      const name = (['web', 'one', 'two'] as const)[Math.floor(Math.random() * 3)] ?? 'one'
      const server = servers.get(name)
      server?.child.kill('SIGKILL')
      await server?.ended()
      begin(name)
      kills++
    }
  }
  const completing = complete()
  await Promise.all([start(), start(), start(), kill()])
  const open = async () =>
    (await admin.query('select count(*)::int as n from instance where workplace_id = $1', [workplaceId])).rows[0].n
  await expect.poll(open, { timeout: 90_000, interval: 200 }).toBe(0)
  isOver = true
  await completing
  expect(kills).toBeGreaterThan(2)

  const ended = await admin.query('select id, outcome from history_instance where workplace_id = $1', [workplaceId])
  const ids = ended.rows.map(({ id }) => id as string)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...answered].filter((id) => !ids.includes(id))).toEqual([])
  expect(new Set(ended.rows.map(({ outcome }) => outcome))).toEqual(new Set(['completed']))
  const steps = await admin.query(
    `select instance_id, array_agg(element_key order by element_key) as keys from history_element where workplace_id = $1 group by 1`,
    [workplaceId],
  )
  expect(steps.rows).toHaveLength(ids.length)
  for (const { keys } of steps.rows) expect(keys).toEqual(['end', 'first', 'rest', 'second', 'start', 'task'])
  const counts = await admin.query(
    `select distinct (select value from history_variable v where v.instance_id = h.id and v.name = 'count' order by v.id desc limit 1) as last from history_instance h where workplace_id = $1`,
    [workplaceId],
  )
  expect(counts.rows).toEqual([{ last: '2' }])
  for (const table of ['job', 'task', 'element', 'variable', 'incident'])
    expect([table, (await admin.query(`select id from ${table} where workplace_id = $1`, [workplaceId])).rows]).toEqual(
      [table, []],
    )
})
