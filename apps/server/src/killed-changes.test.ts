import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiToken, createTestDatabase, createUser } from '@millrace/server/testing'
import { afterAll, expect, it } from 'vitest'
import { createPair, type Pair } from './testing/random-pairs.ts'
import { runServer, type ServerRun } from './testing/run-server.ts'

/** As many pairs of models as the time of a test allows; 300 by `npm run chaos`. */
const pairs = Number(process.env.MILLRACE_CHAOS_PAIRS ?? 12)
const changesOfPair = 6
/** A start of the server takes seconds on a busy machine. */
const maxKills = pairs > 12 ? pairs / 2 : 3

const { db, admin, connectionString, workplaceId } = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'millrace-changes-'))
const user = await createUser(db, { workplaceId, roles: ['RoleFullAPI', 'RoleProcessAdmin', 'RoleUser'] })
const authorization = `Bearer ${await createApiToken(db, user)}`
let server: ServerRun
let url: Promise<string | null>
let isOver = false
let kills = 0
/** When the last killed server had ended, by the clock of PostgreSQL: pending from the kill until then. */
let killedAt: Promise<string> = Promise.resolve('-infinity')
const own = await admin.query('select array_agg(pid) as pids from pg_stat_activity where datname = current_database()')

function begin(): void {
  const env = { DATABASE_URL: connectionString, MILLRACE_DATA: folder, MILLRACE_ROLES: 'web' }
  server = runServer({ env: { ...env, PORT: '0', LOG_LEVEL: 'warn', MILLRACE_SECRET: 'x'.repeat(40) } })
  url = server.url().catch(() => null)
}

afterAll(async () => {
  server.child.kill('SIGKILL')
  await server.ended()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any call.
  readonly body: any
}

/** Null: nobody answered, so it may have been done or not. */
async function send(method: string, path: string, body?: object | FormData): Promise<Answer | null> {
  const base = await url
  if (base === null) return null
  const isForm = body instanceof FormData
  try {
    const answer = await fetch(base + path, {
      method,
      headers: { authorization, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status === 503) return null
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  } catch {
    await sleep(50)
    return null
  }
}

/** Sends again until somebody answers: only for what may be done twice. */
async function ask(method: string, path: string, body?: object | FormData): Promise<Answer> {
  for (;;) {
    const answer = await send(method, path, body)
    if (answer !== null) return answer
    await sleep(100)
  }
}

const rest = '/engine-rest'

/** The time of PostgreSQL, to the microsecond. */
const readClock = async (): Promise<string> => (await admin.query('select clock_timestamp()::text as now')).rows[0].now

/**
 * Waits until each transaction has ended that was open at a call without an answer, and each connection of a killed server:
 * PostgreSQL goes on for it, and may not even have read what it sent last.
 */
async function settle(): Promise<void> {
  const killed = await killedAt
  const now = await readClock()
  const open = async () =>
    (
      await admin.query(
        `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (xact_start <= $1
            or (usename <> current_user and backend_start < $2 and pid <> all($3::int[])))`,
        [now, killed, own.rows[0].pids],
      )
    ).rows.length
  await expect.poll(open, { timeout: 60_000 }).toBe(0)
}

/** The open elements of an instance by their ids, as rows: what a refused or undone change leaves as it was. */
async function stateOf(id: string): Promise<string> {
  const { rows } = await admin.query(
    `select json_build_array(
        (select json_agg(json_build_array(id, element_key, state) order by id) from element where workplace_id = $1 and instance_id = $2),
        (select json_agg(json_build_array(id, task_key, assignee) order by id) from task where workplace_id = $1 and instance_id = $2),
        (select json_agg(json_build_array(element_key, kind) order by id) from job where workplace_id = $1 and instance_id = $2),
        (select definition_id from instance where workplace_id = $1 and id = $2))::text as state`,
    [workplaceId, id],
  )
  return rows[0].state
}

async function countFacts(id: string, kind: string): Promise<number> {
  const { rows } = await admin.query(
    'select count(*)::int as n from history_fact where workplace_id = $1 and instance_id = $2 and kind = $3 and user_id = $4',
    [workplaceId, id, kind, user.username],
  )
  return rows[0].n
}

async function deploy(file: string): Promise<string> {
  const form = new FormData()
  form.set('file', new File([file], 'model.bpmn'))
  const { body, status } = await ask('POST', `${rest}/deployment/create`, form)
  expect([status, JSON.stringify(body)]).toEqual([200, expect.anything()])
  return Object.keys(body.deployedProcessDefinitions)[0] ?? ''
}

const isRunning = async (id: string) => (await ask('GET', `${rest}/process-instance/${id}`)).status === 200

interface Tally {
  done: number
  refused: number
  unanswered: number
  undone: number
}

/**
 * Makes one change, and holds it against the rows: done, with a fact that names the user; refused, with nothing changed;
 * or unanswered, and then one of both.
 */
async function change(id: string, kind: string, order: { path: string; body: object }, tally: Tally): Promise<boolean> {
  const [before, facts] = [await stateOf(id), await countFacts(id, kind)]
  const answer = await send('POST', order.path, order.body)
  if (answer === null) await settle()
  const isDone = (await countFacts(id, kind)) === facts + 1
  if (answer === null) {
    tally.unanswered += 1
    if (!isDone) expect(await stateOf(id)).toBe(before)
    return isDone
  }
  if (answer.status < 300) {
    expect([kind, isDone]).toEqual([kind, true])
    tally.done += 1
    return true
  }
  expect([kind, answer.status >= 400 && answer.status < 500, JSON.stringify(answer.body)]).toEqual([
    kind,
    true,
    expect.anything(),
  ])
  expect([isDone, await stateOf(id)]).toEqual([false, before])
  tally.refused += 1
  return false
}

async function undo(id: string, before: string, tally: Tally): Promise<void> {
  const path = `/api/processengine/instances/${id}/undo`
  const offered = await ask('GET', path)
  if (offered.status !== 200 || offered.body.change === null) return
  const answer = await send('POST', path, { at: offered.body.change.at })
  if (answer === null) await settle()
  const after = await stateOf(id)
  if (answer !== null && answer.status < 300)
    expect([JSON.stringify(offered.body), after]).toEqual([expect.anything(), before])
  if (after === before) tally.undone += 1
}

/** Starts one instance: a start without an answer may have been done, and is then found by its business key. */
async function start(definitionId: string): Promise<string> {
  for (;;) {
    const answer = await send('POST', `${rest}/process-definition/${definitionId}/start`, { businessKey: definitionId })
    if (answer !== null) return answer.body.id
    await settle()
    const { rows } = await admin.query('select id from instance where workplace_id = $1 and business_key = $2', [
      workplaceId,
      definitionId,
    ])
    if (rows.length > 0) return rows[0].id
  }
}

async function playPair(pair: Pair, tally: Tally): Promise<void> {
  const { random } = pair
  const [first, second] = [await deploy(pair.first), await deploy(pair.second)]
  let id = await start(first)
  let isMigrated = false
  for (let count = 0; count < changesOfPair && (await isRunning(id)); count++) {
    const before = await stateOf(id)
    if (!isMigrated && random.chance(0.3)) {
      const migrationPlan = {
        sourceProcessDefinitionId: first,
        targetProcessDefinitionId: second,
        instructions: pair.instructions(random),
      }
      const body = { migrationPlan, processInstanceIds: [id] }
      if (await change(id, 'instance-migrated', { path: `${rest}/migration/execute`, body }, tally)) {
        if (random.chance(0.4)) await undo(id, before, tally)
        const { body: now } = await ask('GET', `${rest}/process-instance/${id}`)
        isMigrated = now?.definitionId === second
      }
      continue
    }
    const body = { instructions: pair.moves(random, isMigrated) }
    const path = `${rest}/process-instance/${id}/modification`
    if ((await change(id, 'instance-modified', { path, body }, tally)) && (await isRunning(id)) && random.chance(0.4))
      await undo(id, before, tally)
  }
  if (random.chance(0.5)) id = await restart(id, pair, { definitionId: isMigrated ? second : first, isMigrated })
  await finish(id)
}

/** Ends an instance and starts it again. */
async function restart(
  id: string,
  pair: Pair,
  { definitionId, isMigrated }: { definitionId: string; isMigrated: boolean },
): Promise<string> {
  for (let count = 0; await isRunning(id); count++) {
    if (count > 20) throw new Error(`Expected instance ${id} to end.`)
    await send('DELETE', `${rest}/process-instance/${id}`)
  }
  const again = async (): Promise<string[]> =>
    (
      await admin.query(
        `select instance_id as id from history_fact where workplace_id = $1 and kind = 'instance-restarted' and data ->> 'restartOf' = $2`,
        [workplaceId, id],
      )
    ).rows.map((row) => row.id)
  const instructions = [{ type: 'startBeforeActivity', activityId: pair.tasks(isMigrated)[0] }]
  const answer = await send('POST', `${rest}/process-definition/${definitionId}/restart`, {
    processInstanceIds: [id],
    instructions,
  })
  if (answer === null) await settle()
  const found = await again()
  if (answer !== null) expect([answer.status, found.length]).toEqual([204, 1])
  expect(found.length).toBeLessThanOrEqual(1)
  return found[0] ?? id
}

/** Completes what is open until the instance is over, as a user and a worker do. */
async function finish(id: string): Promise<void> {
  for (let count = 0; await isRunning(id); count++) {
    if (count > 60) throw new Error(`Expected instance ${id} to end, but it has ${await stateOf(id)}.`)
    const tasks = (await ask('GET', `${rest}/task?processInstanceId=${id}`)).body as { id: string }[]
    for (const task of tasks) await send('POST', `${rest}/task/${task.id}/complete`, {})
    const outside = (await ask('GET', `${rest}/external-task?processInstanceId=${id}`)).body as { topicName: string }[]
    if (outside.length > 0) {
      const topics = [{ topicName: outside[0]?.topicName, lockDuration: 2_000 }]
      const locked = await send('POST', `${rest}/external-task/fetchAndLock`, { workerId: id, maxTasks: 20, topics })
      for (const task of (locked?.body ?? []) as { id: string }[])
        await send('POST', `${rest}/external-task/${task.id}/complete`, { workerId: id })
    }
  }
  const past = await ask('GET', `${rest}/history/process-instance/${id}`)
  expect(['COMPLETED', 'EXTERNALLY_TERMINATED']).toContain(past.body.state)
}

it(`changes of ${pairs} random pairs of models are whole or not at all, though the server is killed in the middle`, {
  timeout: (120 + pairs * 10) * 1000,
}, async () => {
  begin()
  const kill = async () => {
    while (!isOver && kills < maxKills) {
      await url
      await sleep(500 + Math.random() * 3_000)
      if (isOver) return
      server.child.kill('SIGKILL')
      killedAt = server.ended().then(readClock)
      await killedAt
      begin()
      kills += 1
    }
  }
  const killing = kill()
  const tally: Tally = { done: 0, refused: 0, unanswered: 0, undone: 0 }
  let next = 1
  const lane = async () => {
    while (next <= pairs) {
      const seed = next++
      await playPair(createPair(seed), tally).catch((error: unknown) => {
        throw new Error(`Pair ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      })
    }
  }
  try {
    await Promise.all([lane(), lane(), lane(), lane()])
  } finally {
    isOver = true
    await killing
  }
  expect(kills).toBeGreaterThan(0)
  expect(tally.done).toBeGreaterThan(pairs / 2)
  expect(tally.refused).toBeGreaterThan(0)
  expect(tally.undone).toBeGreaterThan(0)
  for (const table of ['instance', 'task', 'element', 'incident'])
    expect([table, (await admin.query(`select * from ${table} where workplace_id = $1`, [workplaceId])).rows]).toEqual([
      table,
      [],
    ])
})
