import { api, type HistoryLevel } from '@millrace/contract'
import { createApiToken, createTestApp, createUser } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { completeTask, deployModel, start } from '../../../runtime/testing/test-runtime.ts'
import { cleanUp } from './clean-up.ts'

const { admin, app, runtime, signIn, signInAs, workplaceId, clock, db } = await createTestApp({
  now: '2026-11-29T12:00:00.000Z',
})
const actor = { workplaceId, userId: 'ann', cause: 'test' }
const { user } = await signIn({ roles: ['RoleProcessAdmin'] })
/** Sessions end while days pass. */
const operator = () => signInAs(user)

const model = (
  key: string,
  body: string,
  attributes = '',
) => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"
  xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test">
  <process id="${key}" isExecutable="true" ${attributes}><startEvent id="start"/>${body}</process></definitions>`
const line = (...ids: string[]) =>
  ids
    .slice(1)
    .map((id, index) => `<sequenceFlow id="f${index}" sourceRef="${ids[index]}" targetRef="${id}"/>`)
    .join('')
const short = model('short', `<endEvent id="end"/>${line('start', 'end')}`, 'camunda:historyTimeToLive="30"')
const withTask = (key: string, attributes = 'camunda:historyTimeToLive="30"') =>
  model(key, `<userTask id="task"/><endEvent id="end"/>${line('start', 'task', 'end')}`, attributes)
const caller = (key: string) =>
  model(
    key,
    `<callActivity id="call" calledElement="short"/><userTask id="task"/><endEvent id="end"/>${line('start', 'call', 'task', 'end')}`,
    'camunda:historyTimeToLive="30"',
  )

const definitions = {
  short: await deployModel(runtime, actor, short),
  task: await deployModel(runtime, actor, withTask('plain')),
  kept: await deployModel(runtime, actor, withTask('kept', '')),
  caller: await deployModel(runtime, actor, caller('caller')),
}

/** As a program, whose token never ends. @returns the status. */
async function rest(url: string, payload: object): Promise<number> {
  const program = await createUser(db, { workplaceId, roles: ['RoleFullAPI', 'RoleAdmin', 'RoleUser'] })
  const authorization = `Bearer ${await createApiToken(db, program)}`
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/engine-rest${url}`,
    headers: { authorization },
    payload,
  })
  return statusCode
}

async function run(definition: keyof typeof definitions, variables = {}): Promise<string> {
  const { instanceId } = await start(runtime, actor, definitions[definition], variables)
  return instanceId
}

async function complete(instanceId: string, variables = {}): Promise<void> {
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  expect((await completeTask(runtime, actor, rows[0].id, variables)).ok).toBe(true)
}

const left = async () =>
  (await admin.query('select id from history_instance where workplace_id = $1 order by id', [workplaceId])).rows.map(
    ({ id }) => id as string,
  )

async function set(key: string, value: unknown): Promise<void> {
  await admin.query(
    'insert into setting (workplace_id, key, value) values ($1, $2, $3) on conflict (workplace_id, key) do update set value = excluded.value',
    [workplaceId, key, JSON.stringify(value)],
  )
}

/** As somebody who asks for it, until nothing is left to do. */
async function clean(given = runtime): Promise<Record<string, unknown>> {
  await (await operator()).call(api.cleanUp.run)
  while (await cleanUp(given, workplaceId));
  const { rows } = await admin.query(
    `select instances::int, tasks::int, decisions::int, batches::int, operations::int, is_complete from history_cleanup where workplace_id = $1 and kind <> 'level' order by started_at desc, id desc limit 1`,
    [workplaceId],
  )
  return rows[0]
}

beforeEach(async () => {
  clock.advance({ days: 40 })
  await clean()
  for (const table of ['history_instance', 'removal_time', 'history_cleanup', 'setting'])
    await admin.query(`delete from ${table} where workplace_id = $1`, [workplaceId])
})

describe('the clean-up of history', () => {
  it('removes what ended longer ago than its definition has it live, and nothing else', async () => {
    const [gone, kept] = [await run('short'), await run('kept')]
    await complete(kept)
    clock.advance({ days: 29 })
    const young = await run('short')
    expect(await clean()).toMatchObject({ instances: 0 })
    clock.advance({ days: 1 })
    expect(await clean()).toEqual({
      instances: 1,
      tasks: 0,
      decisions: 0,
      batches: 0,
      operations: 0,
      is_complete: true,
    })
    expect(await left()).toEqual([kept, young].toSorted())
    for (const table of ['history_element', 'history_variable', 'history_fact', 'instance_listing'])
      expect((await admin.query(`select from ${table} where instance_id = $1`, [gone])).rows).toEqual([])
  })

  it('leaves what an instance that runs has called, and takes all of it when that ended long ago', async () => {
    const caller = await run('caller')
    const [called] = await left()
    clock.advance({ days: 90 })
    await clean()
    expect(await left()).toEqual([called])
    await complete(caller)
    clock.advance({ days: 29 })
    expect(await clean()).toMatchObject({ instances: 0 })
    clock.advance({ days: 1 })
    expect(await clean()).toMatchObject({ instances: 2 })
    expect(await left()).toEqual([])
  })

  it('touches nothing that runs', async () => {
    const running = await run('task', { note: 'x' })
    await admin.query(`insert into removal_time values ($1, $2, '2026-01-01', '2026-01-01') on conflict do nothing`, [
      workplaceId,
      running,
    ])
    const count = async () =>
      (
        await admin.query(
          `select (select count(*) from history_variable where instance_id = $1)::int + (select count(*) from history_element where instance_id = $1)::int
          + (select count(*) from variable where instance_id = $1)::int + (select count(*) from task where instance_id = $1)::int as n`,
          [running],
        )
      ).rows[0].n
    const before = await count()
    clock.advance({ days: 365 })
    await clean()
    expect([before, await count()]).toEqual([before, before])
    expect(before).toBeGreaterThan(3)
    await complete(running)
    expect(await clean()).toMatchObject({ instances: 1 })
  })

  it('follows times that were set by hand', async () => {
    const [early, never, usual] = [await run('short'), await run('short'), await run('short')]
    await admin.query(`insert into removal_time values ($1, $2, '2020-01-01', now()), ($1, $3, null, now())`, [
      workplaceId,
      early,
      never,
    ])
    expect(await clean()).toMatchObject({ instances: 1 })
    clock.advance({ days: 31 })
    expect(await clean()).toMatchObject({ instances: 1 })
    expect(await left()).toEqual([never])
    expect(usual).not.toBe(never)
    expect((await admin.query('select subject_id from removal_time')).rows).toEqual([{ subject_id: never }])
  })

  it('counts from the start, or never begins by itself, as the setting says', async () => {
    const instance = await run('task')
    clock.advance({ days: 31 })
    await complete(instance)
    await set('history.removalTime', 'none')
    expect(await clean()).toMatchObject({ instances: 0 })
    await set('history.removalTime', 'end')
    expect(await clean()).toMatchObject({ instances: 0 })
    await set('history.removalTime', 'start')
    expect(await clean()).toMatchObject({ instances: 1 })
  })

  it('still knows the time of definitions that were deleted', async () => {
    const id = await deployModel(runtime, actor, withTask('deleted'))
    const { instanceId } = await start(runtime, actor, id)
    await complete(instanceId)
    expect(
      (await (await operator()).call(api.definitions.delete, { params: { id }, query: { cascade: 'false' } })).status,
    ).toBe(204)
    clock.advance({ days: 31 })
    expect(await clean()).toMatchObject({ instances: 1 })
  })

  it('continues where it was killed, and counts each thing once', async () => {
    for (let index = 0; index < 50; index++) await run('short')
    clock.advance({ days: 31 })
    await (await operator()).call(api.cleanUp.run)
    let kills = 0
    for (let isMore = true; isMore; ) {
      let transactions = 0
      const killed: typeof db = {
        ...db,
        withTransaction: (given, work) =>
          ++transactions % 2 === 0 && kills < 20
            ? Promise.reject(new Error('killed'))
            : db.withTransaction(given, work),
      }
      try {
        isMore = await cleanUp({ ...runtime, db: killed }, workplaceId)
      } catch {
        kills++
      }
    }
    expect(kills).toBeGreaterThan(1)
    expect(await left()).toEqual([])
    const { rows } = await admin.query(
      'select instances::int, is_complete from history_cleanup where workplace_id = $1',
      [workplaceId],
    )
    expect(rows).toEqual([{ instances: 50, is_complete: true }])
  })

  it('runs once in its window, and stops with that', async () => {
    await set('history.cleanUpFrom', '12:00')
    await set('history.cleanUpUntil', '13:00')
    await run('short')
    clock.advance({ days: 31 })
    const runs = async () =>
      (await admin.query('select kind, instances::int from history_cleanup where workplace_id = $1', [workplaceId]))
        .rows
    const now = clock()
    const at = async (time: string) => {
      const day = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10)
      return cleanUp({ ...runtime, clock: () => new Date(`${day}T${time}:00Z`) }, workplaceId)
    }
    await at('11:59')
    expect(await runs()).toEqual([])
    await at('12:00')
    expect(await runs()).toEqual([{ kind: 'window', instances: 1 }])
    await run('short')
    await at('12:30')
    expect(await runs()).toHaveLength(1)
  })

  it('removes tasks outside of processes with what is noted about them, when a setting says so', async () => {
    const id = crypto.randomUUID()
    expect(await rest('/task/create', { id, name: 'Alone' })).toBe(204)
    expect(await rest(`/task/${id}/comment/create`, { message: 'Look' })).toBe(200)
    expect(await rest(`/task/${id}/complete`, {})).toBe(204)
    clock.advance({ days: 400 })
    expect(await clean()).toMatchObject({ tasks: 0 })
    await set('history.taskDays', 365)
    expect(await clean()).toMatchObject({ tasks: 1 })
    for (const [table, column] of [
      ['history_task', 'id'],
      ['history_fact', 'instance_id'],
      ['task_comment', 'task_id'],
      ['operation_log', 'task_id'],
    ])
      expect((await admin.query(`select from ${table} where ${column} = $1`, [id])).rows).toEqual([])
  })
})

describe('levels of history', () => {
  async function runAt(level: HistoryLevel) {
    const id = await deployModel(runtime, actor, withTask(`level-${level}`))
    expect(
      (await (await operator()).call(api.definitions.setHistoryLevel, { params: { id }, body: { level } })).status,
    ).toBe(204)
    const { instanceId } = await start(runtime, actor, id, { note: 'first' })
    await complete(instanceId, { note: 'last' })
    const count = async (table: string) =>
      (await admin.query(`select count(*)::int as n from ${table} where instance_id = $1`, [instanceId])).rows[0].n
    const values = (
      await admin.query('select value from history_variable where instance_id = $1 order by id', [instanceId])
    ).rows
    return {
      id,
      instanceId,
      elements: await count('history_element'),
      tasks: await count('history_task'),
      values: values.map(({ value }) => value),
    }
  }

  it('keep as much as they say', async () => {
    expect(await runAt('full')).toMatchObject({ elements: 3, tasks: 1, values: ['first', 'last'] })
    expect(await runAt('audit')).toMatchObject({ elements: 3, tasks: 1, values: ['last'] })
    expect(await runAt('activity')).toMatchObject({ elements: 3, tasks: 1, values: [] })
    expect(await runAt('none')).toMatchObject({ elements: 0, values: [] })
  })

  it('continue with the next version, and none takes the instance itself soon after its end', async () => {
    const { instanceId, id } = await runAt('none')
    expect((await (await operator()).call(api.definitions.get, { params: { id } })).body.historyLevel).toBe('none')
    const next = await deployModel(runtime, actor, withTask('level-none'))
    expect((await (await operator()).call(api.definitions.get, { params: { id: next } })).body.historyLevel).toBe(
      'none',
    )
    await cleanUp(runtime, workplaceId)
    expect(await left()).toEqual([instanceId])
    clock.advance({ minutes: 11 })
    await cleanUp(runtime, workplaceId)
    expect(await left()).toEqual([])
    const { rows } = await admin.query(`select kind, instances::int from history_cleanup where kind = 'level'`)
    expect(rows).toEqual([{ kind: 'level', instances: 1 }])
  })
})
