import { process } from '@millrace/bpmn/builder'
import { createTestDatabase, testRequest } from '@millrace/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { suspendJobDefinitions } from '../../operations/job-definitions/suspend-job-definitions.ts'
import { cancelSuspension } from '../../operations/processes/cancel-suspension.ts'
import { suspendProcess } from '../../operations/processes/suspend-process.ts'
import { deleteDeployment, deleteProcessDefinition } from '../../runtime/deploy/delete-definitions.ts'
import { executeCommand } from '../../runtime/execute/execute-command.ts'
import { createTestRuntime, deployModel, start } from '../../runtime/testing/test-runtime.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { createWorkPlace } from '../testing/create-work-place.ts'
import { portionStatement } from './suspension.ts'

const database = await createTestDatabase()
const { db, admin, workplaceId } = database
let announced = 0
const runtime = { ...createTestRuntime(db), announceJobs: () => void announced++ }
const context = { db, runtime, clock: runtime.clock }
const request = testRequest({ workplaceId, username: 'operator', roles: ['RoleFullAPI'] })
const actor = { workplaceId, userId: 'operator', cause: 'test' }
const place = createWorkPlace(database, runtime, actor)

const model = (key: string) =>
  process(key)
    .start()
    .serviceTask('later', { 'camunda:asyncBefore': true, 'camunda:expression': '${1}' })
    .userTask('after')
    .end()
    .toXml()

afterEach(async () => {
  for (const table of ['element', 'variable', 'task', 'job', 'incident', 'instance', 'root'])
    await admin.query(`delete from ${table}`)
  announced = 0
})

/** Deploys a process and starts instances of it. */
async function begin(key: string, instances: number): Promise<string> {
  const definitionId = await deployModel(runtime, actor, model(key))
  for (let count = 0; count < instances; count++) await start(runtime, actor, definitionId)
  return definitionId
}

const suspend = (definitionId: string, isSuspended: boolean, includesInstances = true) =>
  suspendProcess(context, request, { of: { by: 'id', id: definitionId }, isSuspended, includesInstances })

/** Of the definition, how many of its instances, and of its jobs there are suspended. */
async function suspended(definitionId: string) {
  const { rows } = await admin.query(
    `select (select is_suspended from process_definition where id = $1) as definition,
      (select count(*)::int from instance where definition_id = $1 and is_suspended) as instances,
      (select count(*)::int from job j join instance i on i.id = j.instance_id where i.definition_id = $1 and j.is_suspended) as jobs`,
    [definitionId],
  )
  return rows[0]
}

const suspensions = async () => (await place.jobs()).filter(({ kind }) => kind === 'suspension')
const claim = async () => (await claimAll(db, runtime.clock())).filter(({ kind }) => kind === 'suspension')
const services = {
  http: () => Promise.reject(new Error('Expected no call.')),
  mail: () => Promise.reject(new Error('Expected no mail.')),
}

describe('suspending a process with its instances', () => {
  it('is one transaction where they are few, and leaves no job', async () => {
    const id = await begin('few', 3)
    let transactions = 0
    const counting = {
      ...db,
      withTransaction: ((who, work) => {
        transactions++
        return db.withTransaction(who, work)
      }) satisfies typeof db.withTransaction,
    }
    const counted = { ...context, db: counting, runtime: { ...runtime, db: counting } }
    expect(
      await suspendProcess(counted, request, {
        of: { by: 'key', key: 'few', tenant: undefined },
        isSuspended: true,
        includesInstances: true,
      }),
    ).toBeNull()
    expect(transactions).toBe(1)
    expect(await suspended(id)).toEqual({ definition: true, instances: 3, jobs: 3 })
    expect(await suspensions()).toEqual([])
    expect(await suspend(id, false)).toBeNull()
    expect(await suspended(id)).toEqual({ definition: false, instances: 0, jobs: 0 })
  })

  it('changes nothing at all when a part of it fails', async () => {
    const id = await begin('whole', 3)
    const failing = {
      ...db,
      withTransaction: ((who, work) =>
        db.withTransaction(who, (tx) =>
          work({ ...tx, commit: () => Promise.reject(new Error('The connection is gone.')) }),
        )) satisfies typeof db.withTransaction,
    }
    const broken = { ...context, db: failing, runtime: { ...runtime, db: failing } }
    const of = { by: 'id', id } as const
    await expect(suspendProcess(broken, request, { of, isSuspended: true, includesInstances: true })).rejects.toThrow(
      'gone',
    )
    expect(await suspended(id)).toEqual({ definition: false, instances: 0, jobs: 0 })
  })

  it('is left to a job where they are many, which comes as often as it takes and then no longer exists', async () => {
    const id = await begin('many', 60)
    announced = 0
    expect(await suspend(id, true)).toBeNull()
    expect(await suspended(id)).toEqual({ definition: true, instances: 0, jobs: 0 })
    expect(announced).toBe(1)
    for (const instances of [50, 60]) {
      const [job, ...others] = await claim()
      expect(others).toEqual([])
      expect(job && (await runClaimedJob({ runtime, services }, job))).toBe('done')
      expect(await suspended(id)).toMatchObject({ instances })
    }
    expect(await suspensions()).toEqual([])
    expect((await admin.query('select id from root')).rows).toEqual([])
  })

  it('lets many continue by a job as it suspends them', async () => {
    const id = await begin('onward', 60)
    await admin.query('update instance set is_suspended = true, revision = revision + 1 where definition_id = $1', [id])
    expect(await suspend(id, false)).toBeNull()
    for (const instances of [10, 0]) {
      const [job] = await claim()
      expect(job && (await runClaimedJob({ runtime, services }, job))).toBe('done')
      expect(await suspended(id)).toMatchObject({ instances })
    }
    expect(await suspensions()).toEqual([])
  })

  it('looks at an instance once, however many came before it', async () => {
    const id = await begin('once', 110)
    await suspend(id, true)
    const looked: number[] = []
    let leftAlone: string | undefined
    for (let [job] = await claim(); job !== undefined; [job] = await claim()) {
      looked.push(await instancesLookedAt(job.id))
      expect(await runClaimedJob({ runtime, services }, job)).toBe('done')
      leftAlone ??= (
        await admin.query(
          'update instance set is_suspended = false where id = (select id from instance order by id limit 1) returning id',
        )
      ).rows[0].id
    }
    // The last portion would see 110 if it began with the first one.
    expect(looked).toEqual([50, 50, 10])
    // Somebody has let it go on meanwhile: what was said last counts.
    const { rows } = await admin.query('select id from instance where not is_suspended')
    expect(rows).toEqual([{ id: leftAlone }])
  })

  it('leaves them alone where only the process is meant', async () => {
    const id = await begin('alone', 25)
    announced = 0
    for (const isSuspended of [true, false]) {
      expect(await suspend(id, isSuspended, false)).toBeNull()
      expect(await suspended(id)).toEqual({ definition: isSuspended, instances: 0, jobs: 0 })
      expect(await suspensions()).toEqual([])
    }
    expect(announced).toBe(0)
  })

  it('continues after the worker that ran it no longer exists', async () => {
    const id = await begin('killed', 25)
    await suspend(id, true)
    const [job] = await claim()
    if (job === undefined) throw new Error('Expected a job.')
    let left = 10
    const dying = {
      ...db,
      withTransaction: ((who, work) =>
        left-- > 0
          ? db.withTransaction(who, work)
          : Promise.reject(
              Object.assign(new Error('terminated'), { code: '57P01' }),
            )) satisfies typeof db.withTransaction,
    }
    await expect(runClaimedJob({ runtime: { ...runtime, db: dying }, services }, job)).rejects.toThrow('terminated')
    expect(await suspended(id)).toEqual({ definition: true, instances: 10, jobs: 10 })
    await admin.query(`update job set locked_until = now() - interval '1 second' where kind = 'suspension'`)
    const [again] = await claim()
    expect(again && (await runClaimedJob({ runtime, services }, again))).toBe('done')
    expect(await suspended(id)).toEqual({ definition: true, instances: 25, jobs: 25 })
    expect(await suspensions()).toEqual([])
  })

  it('stops when something else is said meanwhile', async () => {
    const id = await begin('changed', 25)
    await suspend(id, true)
    const [job] = await claim()
    expect(await suspend(id, false)).toBeNull()
    expect(job && (await runClaimedJob({ runtime, services }, job))).toBe('gone')
    expect(await suspended(id)).toEqual({ definition: false, instances: 0, jobs: 0 })
    expect(await suspensions()).toEqual([])
  })

  it('has an incident when one instance cannot be suspended however often, and continues with new retries', async () => {
    const id = await begin('stubborn', 25)
    await suspend(id, true)
    const mend = await refuse('instance', 'new.is_suspended and not old.is_suspended')
    for (let tries = 0; tries < 3; tries++) {
      await admin.query(`update job set locked_until = null where kind = 'suspension'`)
      const [job] = await claim()
      if (job === undefined) throw new Error('Expected a job.')
      await expect(runClaimedJob({ runtime, services }, job)).rejects.toThrow('not now')
    }
    await mend()
    const [job] = await suspensions()
    expect(job).toMatchObject({ retries: 0 })
    const { rows } = await admin.query('select type, source_id, root_id from incident')
    expect(rows).toEqual([{ type: 'failedJob', source_id: job?.id, root_id: job?.id }])

    const command = { type: 'setJobRetries', jobId: job?.id ?? '', retries: 1, dueAt: null } as const
    await executeCommand(runtime, actor, { target: { by: 'job', id: job?.id ?? '' }, command })
    await admin.query(`update job set locked_until = null where kind = 'suspension'`)
    const [again] = await claim()
    expect(again && (await runClaimedJob({ runtime, services }, again))).toBe('done')
    expect(await suspended(id)).toEqual({ definition: true, instances: 25, jobs: 25 })
    expect(await place.incidents()).toEqual([])
  })
})

describe('a suspension at a date', () => {
  const at = '2100-05-01T08:00:00.000Z'
  const plan = (
    of: Parameters<typeof suspendProcess>[2]['of'],
    more: { isSuspended?: boolean; includesInstances?: boolean } = {},
  ) => suspendProcess(context, request, { of, isSuspended: true, includesInstances: true, at, ...more })
  const come = async () => {
    await admin.query(`update job set due_at = null, locked_until = null where kind = 'suspension'`)
    return claim()
  }

  it('changes nothing until then, and is carried out as it would be by hand', async () => {
    const id = await begin('dated', 3)
    expect(await plan({ by: 'id', id })).toBeNull()
    expect(await claim()).toEqual([])
    expect(await suspensions()).toMatchObject([{ due_at: new Date(at), definition_id: id }])
    expect(await suspended(id)).toEqual({ definition: false, instances: 0, jobs: 0 })
    const [job, ...others] = await come()
    expect(others).toEqual([])
    expect(job && (await runClaimedJob({ runtime, services }, job))).toBe('done')
    expect(await suspended(id)).toEqual({ definition: true, instances: 3, jobs: 3 })
    expect(await suspensions()).toEqual([])
  })

  it('leaves many instances to a job of their own', async () => {
    const id = await begin('laterMany', 60)
    await plan({ by: 'id', id })
    const [job] = await come()
    expect(job && (await runClaimedJob({ runtime, services }, job))).toBe('done')
    expect(await suspended(id)).toMatchObject({ definition: true, instances: 0 })
    for (let [next] = await claim(); next !== undefined; [next] = await claim())
      await runClaimedJob({ runtime, services }, next)
    expect(await suspended(id)).toMatchObject({ instances: 60 })
    expect((await admin.query('select id from root')).rows).toEqual([])
  })

  it('is for the existing versions then', async () => {
    const first = await begin('laterAll', 1)
    await plan({ by: 'key', key: 'laterAll', tenant: undefined }, { includesInstances: false })
    const second = await deployModel(runtime, actor, model('laterAll').replace('name="', 'name="2'))
    const alone = await begin('laterAllOther', 1)
    const [job] = await come()
    expect(job && (await runClaimedJob({ runtime, services }, job))).toBe('done')
    for (const id of [first, second]) expect(await suspended(id)).toMatchObject({ definition: true, instances: 0 })
    expect(await suspended(alone)).toMatchObject({ definition: false })
  })

  it.each(['version', 'deployment'])('of all versions continues without the newest, deleted by its %s', async (by) => {
    const first = await begin(`without-${by}`, 0)
    const newest = await deployModel(runtime, actor, model(`without-${by}`).replace('name="', 'name="2'))
    await plan({ by: 'key', key: `without-${by}`, tenant: null })
    expect(await suspensions()).toMatchObject([{ definition_id: newest }])
    const { rows } = await admin.query('select deployment_id as id from process_definition where id = $1', [newest])
    if (by === 'version') await deleteProcessDefinition(runtime, actor, newest, { cascade: false })
    else await deleteDeployment(runtime, actor, rows[0].id, { cascade: true })
    expect(await suspensions()).toMatchObject([{ definition_id: first }])
    const [job] = await come()
    expect(job && (await runClaimedJob({ runtime, services }, job))).toBe('done')
    expect(await suspended(first)).toMatchObject({ definition: true })
  })

  it('stays when somebody suspends or activates it until then, and is undone by hand', async () => {
    const id = await begin('stays', 25)
    await plan({ by: 'id', id }, { isSuspended: false })
    await suspend(id, true)
    await suspend(id, false)
    const [job, ...others] = await suspensions()
    expect(others).toEqual([])
    const back = (planId: string, of = id) => cancelSuspension(context, request, { id: of, planId })
    expect((await back(job?.id ?? '', await begin('elsewhere', 0)))?.code).toBe('thing.not-found')
    expect(await back(job?.id ?? '')).toBeNull()
    expect(await suspensions()).toEqual([])
    expect((await back(job?.id ?? ''))?.code).toBe('thing.not-found')
    expect((await back('x'))?.code).toBe('thing.not-found')
    expect((await admin.query(`select id from root where id = $1`, [job?.id])).rows).toEqual([])
  })

  it('no longer exists for a worker when it was undone meanwhile', async () => {
    const id = await begin('raced', 1)
    await plan({ by: 'id', id })
    const [job] = await come()
    expect(await cancelSuspension(context, request, { id, planId: job?.id ?? '' })).toBeNull()
    expect(job && (await runClaimedJob({ runtime, services }, job))).toBe('gone')
    expect(await suspended(id)).toMatchObject({ definition: false })
  })

  it('of job definitions changes them and their jobs alone, also of versions that were deployed meanwhile', async () => {
    const first = await begin('datedJobs', 2)
    const planJobs = (of: Parameters<typeof suspendJobDefinitions>[2]['of'], includesJobs: boolean) =>
      suspendJobDefinitions(context, request, { of, isSuspended: true, includesJobs, at })
    const places = async (id: string) =>
      (await admin.query('select is_suspended from job_definition where definition_id = $1', [id])).rows
    expect(await planJobs({ by: 'process', key: 'datedJobs', tenant: null }, true)).toBeNull()
    const second = await deployModel(runtime, actor, model('datedJobs').replace('name="', 'name="2'))
    const alone = await begin('datedJobsOther', 1)
    expect(await claim()).toEqual([])
    expect([await places(first), await places(second)]).toEqual([[{ is_suspended: false }], [{ is_suspended: false }]])
    const [job, ...others] = await come()
    expect(others).toEqual([])
    expect(job && (await runClaimedJob({ runtime, services }, job))).toBe('done')
    expect([await places(first), await places(second)]).toEqual([[{ is_suspended: true }], [{ is_suspended: true }]])
    expect(await suspended(first)).toEqual({ definition: false, instances: 0, jobs: 2 })
    expect([await places(alone), await suspensions()]).toEqual([[{ is_suspended: false }], []])
    expect((await admin.query('select id from root where id = $1', [job?.id])).rows).toEqual([])
  })

  it('of one job definition leaves its waiting jobs when only new ones are meant', async () => {
    const definitionId = await begin('datedPlace', 1)
    const { rows } = await admin.query('select id from job_definition where definition_id = $1', [definitionId])
    const of = { by: 'id', id: rows[0].id } as const
    expect(await suspendJobDefinitions(context, request, { of, isSuspended: true, includesJobs: false, at })).toBeNull()
    const [job] = await come()
    expect(job && (await runClaimedJob({ runtime, services }, job))).toBe('done')
    expect((await admin.query('select is_suspended from job_definition where id = $1', [of.id])).rows).toEqual([
      { is_suspended: true },
    ])
    expect(await suspended(definitionId)).toEqual({ definition: false, instances: 0, jobs: 0 })
    // The plan is logged, and not that a worker has carried it out.
    const { rows: log } = await admin.query(
      'select operation_type, user_id from operation_log where job_definition_id = $1',
      [of.id],
    )
    expect(log).toEqual([{ operation_type: 'SuspendJobDefinition', user_id: 'operator' }])
  })

  it('of no process plans nothing', async () => {
    expect(await plan({ by: 'key', key: 'none', tenant: undefined })).toBeNull()
    expect(await suspensions()).toEqual([])
  })
})

/** Rows of `instance` that PostgreSQL finds, or throws away, for the next portion of a job. */
async function instancesLookedAt(jobId: string): Promise<number> {
  const { text, values } = portionStatement(workplaceId, jobId)
  const client = await admin.connect()
  // Of so few rows PostgreSQL would read the whole table, as it does not where there are many.
  await client.query('set enable_seqscan = off; set enable_sort = off; set enable_bitmapscan = off')
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, [...values])
  client.release(true)
  const count = (plan: Record<string, unknown>): number => {
    const own = plan['Relation Name'] === 'instance' ? Number(plan['Actual Rows']) : 0
    const thrownAway = plan['Relation Name'] === 'instance' ? Number(plan['Rows Removed by Filter'] ?? 0) : 0
    return ((plan.Plans ?? []) as Record<string, unknown>[]).reduce((sum, one) => sum + count(one), own + thrownAway)
  }
  return count(rows[0]['QUERY PLAN'][0].Plan)
}

/** Lets every change of a table fail that is of one kind. @returns what ends that. */
async function refuse(table: string, condition: string): Promise<() => Promise<unknown>> {
  await admin.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$`)
  await admin.query(
    `create trigger refuse before update on ${table} for each row when (${condition}) execute function refuse()`,
  )
  return () => admin.query('drop function refuse cascade')
}

it('suspending the places of jobs is one unit with the jobs that wait there', async () => {
  const id = await begin('places', 3)
  const of = { by: 'definition', id } as const
  const placesSuspended = async () =>
    (
      await admin.query('select count(*)::int as count from job_definition where definition_id = $1 and is_suspended', [
        id,
      ])
    ).rows[0].count
  const mend = await refuse('job', 'new.is_suspended and not old.is_suspended')
  const change = suspendJobDefinitions(context, request, { of, isSuspended: true, includesJobs: true })
  await expect(change).rejects.toThrow('not now')
  await mend()
  expect([await placesSuspended(), (await suspended(id)).jobs]).toEqual([0, 0])
  expect(await suspendJobDefinitions(context, request, { of, isSuspended: true, includesJobs: true })).toBeNull()
  expect([await placesSuspended(), (await suspended(id)).jobs]).toEqual([1, 3])
})
