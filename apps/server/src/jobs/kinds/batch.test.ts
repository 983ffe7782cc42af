import { process } from '@millrace/bpmn/builder'
import { type TaskAction, taskBulkCalls, taskCalls } from '@millrace/contract'
import { createTestApp, createWorkplace, type TestClient, testRequest } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { clearOldBatches } from '../../operations/history/clean-up/clean-batches.ts'
import { undoTask } from '../../operations/tasks/undo-task.ts'
import { deleteUser } from '../../operations/users/delete-user.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import type { Services } from '../work/services.ts'

const { db, runtime, workplaceId, signIn, signInAs, admin, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const inside = `<extensionElements><camunda:formData>
  <camunda:formField id="amount" label="Amount" type="long"><camunda:validation><camunda:constraint name="required"/></camunda:validation></camunda:formField>
  <camunda:formField id="note" label="Note" type="string"/>
</camunda:formData></extensionElements>`
const bulk = await scenario.deploy(
  process('bulk', { name: 'Bulk' })
    .start()
    .userTask('check', { name: 'Check', 'camunda:assignee': '${who}', 'camunda:candidateGroups': 'clerks', inside })
    .end()
    .toXml(),
)
const other = await scenario.deploy(
  process('other').start().userTask('look', { name: 'Look', 'camunda:candidateGroups': 'clerks' }).end().toXml(),
)

async function startTasks(count: number, variables: object = { who: null }, definition = bulk): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    const instanceId = await scenario.start(definition, { variables: { ...variables } })
    const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
    ids.push(rows[0].id)
  }
  return ids
}

const clerk = (more: object = {}) => signIn({ roles: ['RoleUser'], groups: ['clerks'], ...more })
const operator = () => signIn({ roles: ['RoleProcessAdmin'] })
const apply = async (client: TestClient, action: TaskAction, ids: readonly string[]) =>
  (await client.call(taskBulkCalls.apply, { body: { action, ids: [...ids] } })).body
const codes = (outcomes: readonly { isDone: boolean; code: string | null }[]) =>
  outcomes.map(({ isDone, code }) => (isDone ? 'done' : code))
const columnOf = async (ids: readonly string[], column: string) => {
  const { rows } = await admin.query(
    `select t.${column} as value from unnest($1::uuid[]) with ordinality as c (id, place) left join task t on t.id = c.id order by place`,
    [ids],
  )
  return rows.map(({ value }) => value)
}
const work = async () => {
  const jobs = await claimAll(db, clock())
  const context = { runtime, services: {} as Services }
  return Promise.all(jobs.filter(({ kind }) => kind === 'batch').map((job) => runClaimedJob(context, job)))
}

describe('one thing that is done to several tasks', () => {
  it('is done to each by itself, and reported of each in its order', async () => {
    const [mine, first, second] = [await clerk(), await clerk(), await clerk()]
    const ids = await startTasks(3)
    const [free = '', taken = '', gone = ''] = ids
    const [strange = ''] = await startTasks(1, { who: 'somebody' }, other)
    await first.call(taskCalls.claim, { params: { id: taken } })
    await second.call(taskCalls.claim, { params: { id: gone } })
    const { body } = await second.call(taskCalls.get, { params: { id: gone } })
    await second.call(taskCalls.complete, {
      params: { id: gone },
      body: { values: { amount: 1 }, hash: body.form?.document.hash ?? '' },
    })
    const outsider = await signIn({ roles: ['RoleUser'] })
    const outcomes = await apply(mine, { kind: 'claim' }, [taken, free, gone, 'no-id', free])
    expect(outcomes.map(({ id }) => id)).toEqual([taken, free, gone, 'no-id'])
    expect(codes(outcomes)).toEqual(['task.taken', 'done', 'thing.not-found', 'thing.not-found'])
    expect(outcomes[0]?.message).toBe(
      'Expected an unclaimed task, but another user has claimed it. Choose another task.',
    )
    expect(codes(await apply(outsider, { kind: 'claim' }, [free, strange]))).toEqual([
      'thing.not-found',
      'thing.not-found',
    ])
    expect(await columnOf([free], 'assignee')).toEqual([mine.user.username])
    const refused = await (await signIn({ roles: ['RoleDesign'] })).call(taskBulkCalls.apply, {
      body: { action: { kind: 'claim' }, ids: [strange] },
    })
    expect([refused.status, refused.error.code]).toEqual([403, 'right.missing'])
  })

  it('is for the people of the workplace alone', async () => {
    const ids = await startTasks(1)
    const place = await createWorkplace(db)
    const stranger = await signIn({ workplaceId: place, roles: ['RoleUser', 'RoleProcessAdmin'], groups: ['clerks'] })
    for (const action of [{ kind: 'claim' }, { kind: 'priority', priority: 90 }] as const)
      expect(codes(await apply(stranger, action, ids))).toEqual(['thing.not-found'])
  })

  it('takes 50 at the most', async () => {
    const mine = await clerk()
    const body = { action: { kind: 'claim' as const }, ids: Array.from({ length: 51 }, (_, index) => String(index)) }
    expect((await mine.call(taskBulkCalls.apply, { body })).error.code).toBe('request.invalid')
  })

  it('is who has them, how urgent they are and by when', async () => {
    const grace = await operator()
    const ids = await startTasks(2)
    const mate = await clerk()
    for (const [action, column, value] of [
      [{ kind: 'assign', username: mate.user.username }, 'assignee', mate.user.username],
      [{ kind: 'priority', priority: 95 }, 'priority', 95],
      [{ kind: 'due', at: '2030-01-07T09:00:00.000Z' }, 'due_at', new Date('2030-01-07T09:00:00Z')],
      [{ kind: 'followUp', at: '2030-01-06T09:00:00.000Z' }, 'follow_up_at', new Date('2030-01-06T09:00:00Z')],
      [{ kind: 'due', at: null }, 'due_at', null],
      [{ kind: 'assign', username: null }, 'assignee', null],
    ] as const) {
      expect(codes(await apply(grace, action, ids))).toEqual(['done', 'done'])
      expect(await columnOf(ids, column)).toEqual([value, value])
    }
    const [nobody] = await apply(grace, { kind: 'assign', username: 'nobody-there' }, ids)
    expect([nobody?.code, nobody?.message]).toEqual([
      'thing.not-found',
      'Expected a user “nobody-there”, but there is none. Choose an existing one.',
    ])
  })
})

describe('tasks that are completed with one form', () => {
  it('open it empty, and each keeps what is left out of it', async () => {
    const mine = await clerk()
    const ids = [
      ...(await startTasks(1, { who: mine.user.username, note: 'first', amount: 5 })),
      ...(await startTasks(1, { who: mine.user.username, note: 'second' })),
      ...(await startTasks(1, { who: 'somebody else', note: 'third', amount: 7 })),
    ]
    const { body } = await mine.call(taskBulkCalls.form, { body: { selection: { ids } } })
    expect([body.name, body.count, body.form.values]).toEqual(['Check', 3, {}])
    const action = {
      kind: 'complete',
      values: {},
      hash: body.form.document.hash,
      action: null,
      timeZone: 'UTC',
    } as const
    // The second has no amount, and the third belongs to somebody else.
    expect(codes(await apply(mine, action, ids))).toEqual(['done', 'form.invalid', 'task.not-yours'])
    expect(codes(await apply(mine, { ...action, values: { amount: 9 } }, ids))).toEqual([
      'task.over',
      'done',
      'task.not-yours',
    ])
    const { rows } = await admin.query(
      `select distinct on (place, v.name) v.name, v.value from unnest($1::uuid[]) with ordinality as c (id, place) join history_task t on t.id = c.id
       join history_variable v on v.instance_id = t.instance_id and v.name in ('note', 'amount') order by place, v.name, v.revision desc`,
      [ids],
    )
    expect(rows.map(({ name, value }) => `${name} ${value}`)).toEqual([
      'amount 5',
      'note first',
      'amount 9',
      'note second',
    ])
  })

  it('have to be of one step', async () => {
    const mine = await clerk()
    const ids = [...(await startTasks(1)), ...(await startTasks(1, {}, other))]
    const { error } = await mine.call(taskBulkCalls.form, { body: { selection: { ids } } })
    expect(error.code).toBe('task.not-alike')
    const outsider = await signIn({ roles: ['RoleUser'] })
    expect((await outsider.call(taskBulkCalls.form, { body: { selection: { ids } } })).error.code).toBe(
      'thing.not-found',
    )
  })
})

describe('what was claimed, released or given away', () => {
  const undo = async (client: TestClient, outcomes: readonly { id: string; mark: string | null }[]) => {
    const items = outcomes.map(({ id, mark }) => ({ id, mark: mark ?? '' }))
    return (await client.call(taskBulkCalls.undo, { body: { items } })).body
  }

  it('can be undone as long as nothing else has happened', async () => {
    const mine = await clerk()
    const ids = await startTasks(2)
    const claimed = await apply(mine, { kind: 'claim' }, ids)
    expect(codes(await undo(mine, claimed))).toEqual(['done', 'done'])
    expect(await columnOf(ids, 'assignee')).toEqual([null, null])
    await apply(mine, { kind: 'claim' }, ids)
    const released = await apply(mine, { kind: 'unclaim' }, ids)
    expect(codes(await undo(mine, released))).toEqual(['done', 'done'])
    expect(await columnOf(ids, 'assignee')).toEqual([mine.user.username, mine.user.username])
    const grace = await operator()
    const given = await apply(grace, { kind: 'assign', username: (await clerk()).user.username }, ids)
    expect(codes(await undo(grace, given))).toEqual(['done', 'done'])
    expect(await columnOf(ids, 'assignee')).toEqual([mine.user.username, mine.user.username])
    // Once.
    expect(codes(await undo(grace, given))).toEqual(['task.changed', 'task.changed'])
  })

  it('stays unchanged when another user was there, and says who', async () => {
    const mine = await clerk()
    const mate = await clerk({ firstName: 'Grace', lastName: 'Hopper' })
    const ids = await startTasks(1)
    await apply(mine, { kind: 'claim' }, ids)
    const released = await apply(mine, { kind: 'unclaim' }, ids)
    await apply(mate, { kind: 'claim' }, ids)
    const [outcome] = await undo(mine, released)
    expect([outcome?.code, outcome?.message]).toEqual([
      'task.changed',
      'Expected an unchanged task, but Grace Hopper has changed it since. Nothing was undone.',
    ])
    expect(await columnOf(ids, 'assignee')).toEqual([mate.user.username])
    // Nobody undoes what somebody else has done.
    const [of] = await undo(mine, await apply(mate, { kind: 'claim' }, ids))
    expect(of?.code).toBe('task.changed')
  })

  it('stays unchanged when somebody is there in the moment between the look and the action', async () => {
    const [mine, mate, third] = [await clerk(), await clerk(), await clerk()]
    const grace = await operator()
    const [id = ''] = await startTasks(1, { who: mine.user.username })
    const [given] = await apply(grace, { kind: 'assign', username: mate.user.username }, [id])
    let looks = 0
    const interrupted: typeof db = {
      ...db,
      read: async (place, work) => {
        const found = await db.read(place, work)
        if (++looks > 1) return found
        await mate.call(taskCalls.unclaim, { params: { id } })
        await third.call(taskCalls.claim, { params: { id } })
        return found
      },
    }
    const request = testRequest({ ...grace.user, roles: ['RoleProcessAdmin'] })
    const undone = await undoTask({ db: interrupted, runtime, clock }, request, { id, mark: given?.mark ?? '' })
    expect(undone).toMatchObject({ code: 'task.changed' })
    expect(await columnOf([id], 'assignee')).toEqual([third.user.username])
  })

  it('stays as it is after ten minutes', async () => {
    const mine = await clerk()
    const ids = await startTasks(1)
    const claimed = await apply(mine, { kind: 'claim' }, ids)
    clock.advance({ minutes: 11 })
    expect(codes(await undo(await signInAs(mine.user), claimed))).toEqual(['task.changed'])
    expect(await columnOf(ids, 'assignee')).toEqual([mine.user.username])
  })
})

describe('more than fifty tasks', () => {
  const start = (client: TestClient, action: TaskAction, selection: object) =>
    client.call(taskBulkCalls.startBatch, { body: { action, selection: selection as { ids: string[] } } })
  const look = async (client: TestClient, id: string, query: object = {}) =>
    (await client.call(taskBulkCalls.batch, { params: { id }, query })).body

  it('are worked off by a job, each under the rights of the user who asked for it, with what became of each', async () => {
    const mine = await clerk()
    const ids = await startTasks(60)
    const [taken = ''] = ids
    await (await clerk()).call(taskCalls.claim, { params: { id: taken } })
    const { body: batch } = await start(mine, { kind: 'claim' }, { ids: [...ids, 'no-id'] })
    expect(batch).toMatchObject({ kind: 'claim', state: 'waiting', total: 60, done: 0, failed: 0 })
    expect(await work()).toEqual(['done'])
    // Others come in between.
    expect((await look(mine, batch.id)).batch).toMatchObject({ state: 'waiting', done: 49, failed: 1 })
    expect(await work()).toEqual(['done'])
    expect(await work()).toEqual([])
    const { batch: ended, items, isMore } = await look(mine, batch.id)
    expect([ended.state, ended.done, ended.failed, items.length, isMore]).toEqual(['done', 59, 1, 60, false])
    expect(items.slice(0, 2)).toEqual([
      {
        position: 1,
        taskId: taken,
        name: 'Check',
        state: 'failed',
        code: 'task.taken',
        message: 'Expected an unclaimed task, but another user has claimed it. Choose another task.',
      },
      { position: 2, taskId: ids[1], name: 'Check', state: 'done', code: null, message: null },
    ])
    expect((await look(mine, batch.id, { failed: 'true' })).items).toHaveLength(1)
    expect((await look(mine, batch.id, { after: 59 })).items).toHaveLength(1)
    expect(new Set((await columnOf(ids, 'assignee')).slice(1))).toEqual(new Set([mine.user.username]))
    expect((await mine.call(taskBulkCalls.batches)).body.map(({ id }) => id)).toEqual([batch.id])
    for (const nobody of [await operator(), await signIn({ workplaceId: await createWorkplace(db) })])
      expect((await nobody.call(taskBulkCalls.batch, { params: { id: batch.id } })).error.code).toBe('thing.not-found')
  })

  it('may be all that a list shows, narrowed unchanged', async () => {
    const mine = await clerk()
    const ids = await startTasks(3, { who: mine.user.username })
    await apply(await operator(), { kind: 'priority', priority: 95 }, ids.slice(0, 2))
    const { body: batch } = await start(mine, { kind: 'unclaim' }, { list: 'assigned', query: { priority: 'urgent' } })
    expect(batch.total).toBe(2)
    await work()
    expect(await columnOf(ids, 'assignee')).toEqual([null, null, mine.user.username])
    expect((await start(mine, { kind: 'claim' }, { list: 'assigned', query: { priority: 'low' } })).error.code).toBe(
      'batch.empty',
    )
    expect((await start(mine, { kind: 'claim' }, { list: 'open' })).error.code).toBe('right.missing')
    expect((await start(mine, { kind: 'claim' }, { list: 'assigned', query: { due: 'soon' } })).error.code).toBe(
      'request.invalid',
    )
  })

  it('are gone on with after a kill: none is done twice, and none is missed', async () => {
    const mine = await clerk()
    const ids = await startTasks(3)
    const { body: batch } = await start(mine, { kind: 'claim' }, { ids })
    // As if the server had ended after the first: what was done and that it was done are one commit.
    const [job] = (await claimAll(db, clock())).filter(({ kind }) => kind === 'batch')
    if (job === undefined) throw new Error('Expected a job, but there is none.')
    await admin.query(
      `create function stop_batch() returns trigger language plpgsql as $$ begin if new.position = 2 then raise exception 'killed'; end if; return new; end $$;
       create trigger stop_batch before update on batch_item for each row execute function stop_batch()`,
    )
    await runClaimedJob({ runtime, services: {} as Services }, job).catch(() => {})
    await admin.query('drop trigger stop_batch on batch_item; drop function stop_batch()')
    expect(await columnOf(ids, 'assignee')).toEqual([mine.user.username, null, null])
    expect((await look(mine, batch.id)).batch).toMatchObject({ state: 'waiting', done: 1, failed: 0 })
    clock.advance({ minutes: 2 })
    // One item first, and all others with the next turn.
    await work()
    await work()
    expect((await look(mine, batch.id)).batch).toMatchObject({ state: 'done', done: 3, failed: 0 })
    const { rows } = await admin.query(
      `select count(*)::int from history_fact where subject_id = any($1) and data->>'operation' = 'Claim' group by subject_id`,
      [ids],
    )
    expect(rows.map(({ count }) => count)).toEqual([1, 1, 1])
  })

  it('are not blamed for a server that ended while it was at others', async () => {
    const mine = await clerk()
    const ids = await startTasks(3)
    const { body: batch } = await start(mine, { kind: 'claim' }, { ids })
    for (const done of [1, 2, 3]) {
      // As if two servers had been killed in the middle of it.
      await admin.query('update job set attempts = 2 where id = $1', [batch.id])
      await work()
      expect((await look(mine, batch.id)).batch).toMatchObject({ done, failed: 0 })
    }
    await work()
    expect((await look(mine, batch.id)).batch).toMatchObject({ state: 'done', done: 3, failed: 0 })
  })

  it('are left as they are from when somebody ends it, or may no longer sign in', async () => {
    const mine = await clerk()
    const ids = await startTasks(2)
    const { body: first } = await start(mine, { kind: 'claim' }, { ids })
    const ended = await mine.call(taskBulkCalls.cancelBatch, { params: { id: first.id } })
    expect(ended.body).toMatchObject({ state: 'cancelled', done: 0, failed: 0 })
    expect((await mine.call(taskBulkCalls.cancelBatch, { params: { id: first.id } })).status).toBe(200)
    expect((await (await clerk()).call(taskBulkCalls.cancelBatch, { params: { id: first.id } })).error.code).toBe(
      'thing.not-found',
    )
    expect(await work()).toEqual([])
    const { body: second } = await start(mine, { kind: 'claim' }, { ids })
    await admin.query(`update app_user set status = 'disabled' where id = $1`, [mine.user.id])
    await work()
    await admin.query(`update app_user set status = 'enabled' where id = $1`, [mine.user.id])
    expect(await columnOf(ids, 'assignee')).toEqual([null, null])
    const { rows } = await admin.query('select state, failed from batch where id = $1', [second.id])
    expect(rows).toEqual([{ state: 'done', failed: 2 }])
  })

  it('go with their user', async () => {
    const mine = await clerk()
    const { body } = await start(mine, { kind: 'claim' }, { ids: await startTasks(2) })
    const keeper = testRequest({ workplaceId, username: 'keeper', roles: ['RoleUserAdmin', 'RoleAdmin'] })
    expect(await deleteUser({ db, runtime, clock }, keeper, { username: mine.user.username })).toBeNull()
    const { rows } = await admin.query(
      'select id from batch where id = $1 union all select id from job where id = $1',
      [body.id],
    )
    expect(rows).toEqual([])
  })

  it('are forgotten a month after', async () => {
    const mine = await clerk()
    const ids = await startTasks(1)
    const { body: old } = await start(mine, { kind: 'claim' }, { ids })
    await work()
    await admin.query(`update batch set created_at = created_at - interval '31 days' where id = $1`, [old.id])
    await start(mine, { kind: 'claim' }, { ids })
    await work()
    await clearOldBatches(db, { workplaceId, userId: null, cause: 'test' }, clock().toISOString())
    const { rows } = await admin.query('select count(*)::int from batch_item where batch_id = $1', [old.id])
    expect(rows).toEqual([{ count: 0 }])
  })

  it('are five batches of a user at once', async () => {
    const mine = await clerk()
    const ids = await startTasks(1)
    for (let count = 0; count < 5; count++) expect((await start(mine, { kind: 'claim' }, { ids })).status).toBe(200)
    expect((await start(mine, { kind: 'claim' }, { ids })).error.code).toBe('batch.too-many')
    await work()
    expect((await start(mine, { kind: 'claim' }, { ids })).status).toBe(200)
  })
})
