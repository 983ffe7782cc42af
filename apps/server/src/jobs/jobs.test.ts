import { process } from '@millrace/bpmn/builder'
import type { HttpWork } from '@millrace/engine'
import { createFakeClock, createTestDatabase } from '@millrace/server/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { Statement } from '../platform/db/batch.ts'
import { OutgoingFailure } from '../platform/outgoing/outgoing-failure.ts'
import { executeCommand } from '../runtime/execute/execute-command.ts'
import { createTestRuntime } from '../runtime/testing/test-runtime.ts'
import { beginAgain, type ClaimedJob, releaseJobs, renewLeases } from './leases.ts'
import { runClaimedJob } from './run-job.ts'
import { claimAll } from './testing/claim-all.ts'
import { createWorkPlace, httpProcess } from './testing/create-work-place.ts'
import type { Services } from './work/services.ts'

const database = await createTestDatabase()
const { db, admin, workplaceId } = database
const clock = createFakeClock()
const runtime = { ...createTestRuntime(db), clock }
const actor = { workplaceId, userId: null, cause: 'test' }
const place = createWorkPlace(database, runtime, actor)

/** What the services were asked, and what they answer next. */
const asked: { request: HttpWork; key: string }[] = []
let answer: () => Readonly<Record<string, unknown>> = () => ({ statusCode: 200, body: 'ok' })
const services: Services = {
  http: async (request, key) => {
    asked.push({ request, key })
    return answer()
  },
  mail: async () => ({ messageId: 'x' }),
}
const context = { runtime, services }

afterEach(async () => {
  asked.length = 0
  answer = () => ({ statusCode: 200, body: 'ok' })
  await admin.query('delete from job')
  await admin.query('delete from incident')
})

const claim = (workerId = 'w', limit = 100, leaseMs = 60_000) => claimAll(db, clock(), { workerId, limit, leaseMs })
/** Claims what is due and carries it out, one after the other. */
async function workOff(workerId = 'w'): Promise<string[]> {
  const outcomes: string[] = []
  for (const job of await claim(workerId)) outcomes.push(await runClaimedJob(context, job))
  return outcomes
}
const later = (attributes: Readonly<Record<string, string | number | boolean>>, key = 'later') =>
  process(key)
    .start()
    .serviceTask('step', { 'camunda:asyncBefore': true, 'camunda:expression': '${next}', ...attributes })
    .userTask('after')
    .end()
    .toXml()

describe('claiming', () => {
  it('takes the highest priority first, then the oldest, over all processes', async () => {
    for (const [index, priority] of [0, 50, -1, 50].entries()) {
      clock.advance({ seconds: 1 })
      await place.run(later({ 'camunda:jobPriority': priority }, `prio${index}`), { next: 1 })
    }
    const jobs = await place.jobs()
    const claimed = await claim('w', 3)
    expect(claimed.map(({ id }) => jobs.findIndex((job) => job.id === id))).toEqual([1, 3, 0])
    expect((await claim('v')).map(({ id }) => jobs.findIndex((job) => job.id === id))).toEqual([2])
  })

  it('gives each job to one worker only, however many claim at once', async () => {
    for (let index = 0; index < 20; index++) await place.run(later({}, 'many'), { next: 1 })
    const claims = await Promise.all(Array.from({ length: 8 }, (_, index) => claim(`w${index}`, 5)))
    const ids = claims.flat().map(({ id }) => id)
    expect(ids.length).toBe(new Set(ids).size)
    const rest = await claim('last')
    expect(ids.length + rest.length).toBe(20)
  })

  it('leaves out what is not due, suspended or without retries', async () => {
    const suspended = await place.run(later({}, 'suspended'), { next: 1 })
    const spent = await place.run(later({}, 'spent'), { next: 1 })
    await place.run(
      process('timed')
        .start()
        .element('intermediateCatchEvent', 'wait', {
          inside: '<timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition>',
        })
        .end()
        .toXml(),
    )
    await admin.query(`update job set is_suspended = true where instance_id = '${suspended}'`)
    await admin.query(`update job set retries = 0 where instance_id = '${spent}'`)
    expect(await claim()).toEqual([])
    clock.advance({ hours: 1 })
    expect((await claim()).map(({ kind }) => kind)).toEqual(['timer'])
  })

  it('gives a job to another worker when its lease has run out, and not to the first any more', async () => {
    const instanceId = await place.run(later({}, 'leased'), { next: 1 })
    const [job] = await claim('dead', 1, 1000)
    expect(await claim('other')).toEqual([])
    clock.advance({ seconds: 2 })
    expect(await workOff('other')).toEqual(['done'])
    expect(await runClaimedJob(context, job as ClaimedJob)).toBe('gone')
    expect(await place.standsAt(instanceId)).toEqual(['after'])
  })

  it('holds what a worker renews, and reports it what it has lost', async () => {
    await place.run(later({}, 'renewed'), { next: 1 })
    await place.run(later({}, 'renewed'), { next: 1 })
    const jobs = await claim('slow', 2, 1000)
    await admin.query(`update job set locked_by = 'thief' where id = $1`, [jobs[0]?.id])
    const kept = await renewLeases(db, jobs, {
      workerId: 'slow',
      now: clock(),
      leaseEnd: new Date(clock().getTime() + 60_000),
    })
    expect([...kept]).toEqual([jobs[1]?.id])
    clock.advance({ seconds: 2 })
    expect((await claim('other')).map(({ id }) => id)).toEqual([jobs[0]?.id])
  })

  it('does not begin exclusive work of an instance while another worker is at such work of it', async () => {
    await place.run(httpProcess('exclusive'), { order: 1 })
    const [job] = await place.jobs()
    await admin.query(
      `insert into job (workplace_id, id, root_id, instance_id, element_id, definition_id, element_key, kind, retries, priority, is_exclusive, is_suspended, data, created_at)
       select workplace_id, gen_random_uuid(), root_id, instance_id, element_id, definition_id, element_key, kind, retries, priority, true, false, data, created_at from job where id = $1`,
      [job?.id],
    )
    await admin.query('update job set is_exclusive = true')
    expect(await claim('one', 1)).toHaveLength(1)
    expect(await claim('two', 1)).toHaveLength(0)
    await admin.query('update job set is_exclusive = false')
    expect(await claim('two', 1)).toHaveLength(1)
  })
})

describe('a job that fails', () => {
  it('is tried three times with growing rests, then waits with an incident', async () => {
    const instanceId = await place.run(later({}, 'failing'))
    for (const [tries, seconds] of [
      [2, 10],
      [1, 40],
    ] as const) {
      expect(await workOff()).toEqual(['failed'])
      expect((await place.jobs())[0]).toMatchObject({ retries: tries, error: expect.stringContaining('next') })
      expect(await place.incidents()).toEqual([])
      clock.advance({ seconds: seconds - 1 })
      expect(await workOff()).toEqual([])
      clock.advance({ seconds: 1 })
    }
    expect(await workOff()).toEqual(['failed'])
    expect(await place.incidents()).toEqual([{ type: 'failedJob', message: expect.stringContaining('next') }])
    clock.advance({ days: 1 })
    expect(await workOff()).toEqual([])
    expect(await place.standsAt(instanceId)).toEqual(['step'])
  })

  it('is tried as the retry cycle of its model says', async () => {
    await place.run(
      later(
        {
          inside:
            '<extensionElements><camunda:failedJobRetryTimeCycle>R3/PT5M</camunda:failedJobRetryTimeCycle></extensionElements>',
        },
        'cycle',
      ),
    )
    const rests: number[] = []
    for (let tries = 0; tries < 3; tries++) {
      expect(await workOff()).toEqual(['failed'])
      for (let minutes = 0; minutes < 10 && (await place.jobs())[0]?.retries !== 0; minutes++) {
        const found = await claim('looker')
        await admin.query('update job set locked_until = null, locked_by = null')
        if (found.length > 0) {
          rests.push(minutes)
          break
        }
        clock.advance({ minutes: 1 })
      }
    }
    expect(rests).toEqual([5, 5])
    expect(await place.incidents()).toHaveLength(1)
  })

  it('is tried as without a retry cycle when the expression of its cycle fails', async () => {
    const inside =
      '<extensionElements><camunda:failedJobRetryTimeCycle>${often}</camunda:failedJobRetryTimeCycle></extensionElements>'
    await place.run(later({ inside }, 'cycleless'))
    expect(await workOff()).toEqual(['failed'])
    expect(await place.jobs()).toMatchObject([{ retries: 2, error: expect.stringContaining('next') }])
    expect(await place.incidents()).toEqual([])
  })

  it('continues after what was wrong has been fixed', async () => {
    const instanceId = await place.run(later({}, 'mended'))
    await workOff()
    const set = [{ name: 'next', value: { type: 'Integer', value: 1, info: null } }]
    await executeCommand(runtime, actor, {
      target: { by: 'instance', id: instanceId },
      command: { type: 'setVariables', scopeId: instanceId, instanceId, set, remove: [], isLocal: false },
    })
    clock.advance({ minutes: 1 })
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(instanceId)).toEqual(['after'])
  })

  it('that no further try can mend has its incident at once', async () => {
    await place.run(
      later({ 'camunda:expression': '', 'camunda:class': 'org.example.Archive' }, 'java').replace(
        'camunda:expression=""',
        '',
      ),
    )
    expect(await workOff()).toEqual(['failed'])
    expect(await place.incidents()).toEqual([
      { type: 'failedJob', message: expect.stringContaining('org.example.Archive') },
    ])
  })

  it('by an error of the server loses a try and is reported', async () => {
    await place.run(httpProcess('fault'), { order: 1 })
    answer = () => {
      throw new TypeError('no function')
    }
    const [job] = await claim()
    await expect(runClaimedJob(context, job as ClaimedJob)).rejects.toThrow('no function')
    expect((await place.jobs())[0]).toMatchObject({ retries: 2, locked_by: null })
  })
})

describe('a job whose worker no longer exists before it ends', () => {
  /** What is left of a worker that was killed while it was at the jobs: leases, which run out. */
  async function claimAndDie(begin: (job: ClaimedJob) => boolean = () => true): Promise<number> {
    const jobs = await claim('killed', 100, 1000)
    for (const job of jobs) if (begin(job) && job.attempts > 0) await beginAgain(db, job)
    clock.advance({ seconds: 2 })
    return jobs.length
  }
  const isSetAside = { type: 'failedJob', message: expect.stringContaining('three times') }

  it('is set aside with an incident after three times, and has all its retries until then', async () => {
    const instanceId = await place.run(later({}, 'poison'), { next: 1 })
    for (let time = 0; time < 3; time++) {
      expect(await claimAndDie()).toBe(1)
      expect(await place.jobs()).toMatchObject([{ retries: 3, error: null }])
    }
    expect(await workOff()).toEqual(['failed'])
    expect(await place.incidents()).toEqual([isSetAside])
    expect(await place.jobs()).toMatchObject([{ retries: 0, locked_by: null }])
    expect(await place.standsAt(instanceId)).toEqual(['step'])
    clock.advance({ days: 1 })
    expect(await claim()).toEqual([])
  })

  it('begins again with its count when a person gives it retries', async () => {
    const instanceId = await place.run(later({}, 'pardoned'), { next: 1 })
    for (let time = 0; time < 3; time++) await claimAndDie()
    await workOff()
    const [job] = await place.jobs()
    const id = job?.id ?? ''
    const command = { type: 'setJobRetries', jobId: id, retries: 1, dueAt: null } as const
    await executeCommand(runtime, actor, { target: { by: 'job', id }, command })
    clock.advance({ minutes: 11 })
    expect(await workOff()).toEqual(['done'])
    expect(await place.standsAt(instanceId)).toEqual(['after'])
    expect(await place.incidents()).toEqual([])
  })

  it('counts only what was started: others that were in hand beside it are done as ever', async () => {
    const poison = await place.run(later({}, 'beside'), { next: 1 })
    const others: string[] = []
    for (let index = 0; index < 5; index++) others.push(await place.run(later({}, 'beside'), { next: 1 }))
    const ofPoison = async () => (await admin.query('select id from job where instance_id = $1', [poison])).rows[0].id
    const id = await ofPoison()
    for (let time = 0; time < 3; time++) await claimAndDie((job) => job.id === id)
    expect((await workOff()).toSorted()).toEqual(['done', 'done', 'done', 'done', 'done', 'failed'])
    for (const instanceId of others) expect(await place.standsAt(instanceId)).toEqual(['after'])
    expect(await place.standsAt(poison)).toEqual(['step'])
    expect(await place.incidents()).toEqual([isSetAside])
  })

  it('is counted no more once it has ended in order: by a failure, or given back', async () => {
    await place.run(later({}, 'orderly'))
    const attempts = async () => (await admin.query('select attempts from job')).rows[0].attempts
    await claimAndDie()
    expect(await attempts()).toBe(1)
    expect(await workOff()).toEqual(['failed'])
    expect(await attempts()).toBe(0)
    clock.advance({ minutes: 1 })
    await releaseJobs(db, await claim())
    expect(await attempts()).toBe(0)
  })

  it('has an incident in each instance that called it, without any row of them being loaded, when that ended three more', async () => {
    const called = await place.run(calling, { next: 1 })
    for (let time = 0; time < 6; time++) await claimAndDie()
    const sent: string[] = []
    const [job] = await claim()
    const watched = { ...runtime, db: watchStatements(sent) }
    expect(await runClaimedJob({ ...context, runtime: watched }, job as ClaimedJob)).toBe('failed')
    expect(sent).toEqual(expect.arrayContaining(['job_shelve']))
    expect(sent.filter((name) => name.startsWith('load'))).toEqual([])
    expect(await place.jobs()).toMatchObject([
      { id: job?.id, retries: 0, locked_by: null, error: expect.stringContaining('three times') },
    ])
    const { rows } = await admin.query(
      `select i.instance_id = $1 as is_of_caller, i.element_key, i.type, i.message, i.detail, i.source_id, c.element_key as cause from incident i
        join incident c on c.id = i.cause_id order by i.id`,
      [called],
    )
    const isOfJob = { ...isSetAside, source_id: job?.id, detail: { code: 'job.never-ended' }, cause: 'step' }
    expect(rows).toEqual([
      { ...isOfJob, is_of_caller: false, element_key: 'step' },
      { ...isOfJob, is_of_caller: true, element_key: 'call' },
    ])
    const facts = await admin.query(
      `select kind, instance_id = $1 as is_of_caller from history_fact where kind = 'incident-raised' and data->>'sourceId' = $2 order by id`,
      [called, job?.id],
    )
    expect(facts.rows.map(({ is_of_caller }) => is_of_caller)).toEqual([false, true])

    // It is what the engine would have raised: new retries end it, and the process goes on.
    const command = { type: 'setJobRetries', jobId: job?.id ?? '', retries: 1, dueAt: null } as const
    await executeCommand(runtime, actor, { target: { by: 'job', id: job?.id ?? '' }, command })
    expect(await place.incidents()).toEqual([])
    expect(await workOff()).toEqual(['done'])
  })
})

/** A process that is called, with a job in it. */
const calling = later({}, 'inner').replace(
  '<process ',
  `<process id="outer" isExecutable="true"><startEvent id="begin"/><sequenceFlow id="to-call" sourceRef="begin" targetRef="call"/><callActivity id="call" calledElement="inner">
    <extensionElements><camunda:in variables="all"/></extensionElements></callActivity></process><process `,
)

/** The names of the statements that are sent. */
function watchStatements(sent: string[]): typeof db {
  return {
    ...db,
    withTransaction: (who, work) =>
      db.withTransaction(who, (tx) => {
        const watch = (statements: readonly Statement[]) => void sent.push(...statements.map(({ name }) => name))
        return work({
          ...tx,
          batch: (statements) => {
            watch(statements)
            return tx.batch(statements)
          },
          commit: (statements) => {
            watch(statements)
            return tx.commit(statements)
          },
        })
      }),
  }
}

describe('a job that does not come to an end', () => {
  it('has failed after its time, is counted, and its incident names the element and the budget', async () => {
    const endless = process('endless')
      .start('start')
      .element('scriptTask', 'burn', {
        'camunda:asyncBefore': true,
        scriptFormat: 'javascript',
        inside: '<script>while (true);</script>',
      })
      .end()
      .toXml()
    const instanceId = await place.run(endless)
    const hasty = { ...runtime, isForJobs: true, budgets: { ...runtime.budgets, jobTime: 700, scriptTime: 60_000 } }
    for (const retries of [2, 1, 0]) {
      const [job] = await claim()
      if (job === undefined) throw new Error('Expected a job.')
      expect(await runClaimedJob({ ...context, runtime: hasty }, job)).toBe('failed')
      expect(await place.jobs()).toMatchObject([{ retries }])
      clock.advance({ hours: 1 })
    }
    const { rows } = await admin.query('select message, element_key, detail from incident')
    expect(rows).toEqual([
      {
        message: 'Expected this to take at most 700 ms (jobTime), but it took longer, last at burn.',
        element_key: 'burn',
        detail: { code: 'engine.budget', budget: 'jobTime', most: 700, failedElementId: 'burn' },
      },
    ])
    expect(await place.standsAt(instanceId)).toEqual(['burn'])
  })
})

describe('work for the outside', () => {
  it('is done under an idempotency key, and its results go into the instance', async () => {
    const instanceId = await place.run(httpProcess('ordered', { responseVariableName: 'answer' }), { order: 7 })
    const [job] = await place.jobs()
    expect(await workOff()).toEqual(['done'])
    expect(asked).toEqual([
      { key: job?.id, request: expect.objectContaining({ method: 'POST', url: 'https://shop.example.org/orders/7' }) },
    ])
    expect(await place.standsAt(instanceId)).toEqual(['after'])
    expect(await place.variable(instanceId, 'answer')).toBe('ok')
    expect(await place.jobs()).toEqual([])
  })

  it('that fails is retried, then waits with an incident', async () => {
    answer = () => {
      throw new OutgoingFailure('Expected an answer, but there is none.')
    }
    const instanceId = await place.run(httpProcess('away'), { order: 1 })
    for (let tries = 0; tries < 3; tries++) {
      expect(await workOff()).toEqual(['failed'])
      clock.advance({ hours: 1 })
    }
    expect(new Set(asked.map(({ key }) => key)).size).toBe(1)
    expect(await place.incidents()).toEqual([{ type: 'failedJob', message: 'Expected an answer, but there is none.' }])
    expect(await place.standsAt(instanceId)).toEqual(['call'])
  })

  it('whose failure the model ignores is counted when the step after it fails', async () => {
    answer = () => {
      throw new OutgoingFailure('Expected an answer, but there is none.')
    }
    const model = httpProcess('ignored', { ignoreException: 'true' })
    await place.run(model.replace('id="after"', 'id="after" flowable:assignee="${nobody.name}"'), { order: 1 })
    for (const retries of [2, 1, 0]) {
      expect(await workOff()).toEqual(['failed'])
      expect(await place.jobs()).toMatchObject([{ retries, error: expect.stringContaining('nobody') }])
      clock.advance({ hours: 1 })
    }
    expect(await place.incidents()).toEqual([{ type: 'failedJob', message: expect.stringContaining('nobody') }])
  })

  it('that can never be done has its incident at once', async () => {
    answer = () => {
      throw new OutgoingFailure('Expected a public address.', { isFinal: true })
    }
    await place.run(httpProcess('never'), { order: 1 })
    expect(await workOff()).toEqual(['failed'])
    expect(await place.incidents()).toHaveLength(1)
  })

  it('is not done again when only its results could not be taken in', async () => {
    const body = `<startEvent id="start"/><sequenceFlow id="f" sourceRef="start" targetRef="call"/>
      <serviceTask id="call"><extensionElements><camunda:connector><camunda:connectorId>http-connector</camunda:connectorId><camunda:inputOutput>
        <camunda:inputParameter name="url">https://shop.example.org/</camunda:inputParameter>
        <camunda:outputParameter name="total">\${statusCode + extra}</camunda:outputParameter>
      </camunda:inputOutput></camunda:connector></extensionElements></serviceTask>
      <sequenceFlow id="g" sourceRef="call" targetRef="after"/><userTask id="after"/>`
    const instanceId = await place.run(
      `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t"><process id="mapped" isExecutable="true">${body}</process></definitions>`,
    )
    expect(await workOff()).toEqual(['failed'])
    answer = () => ({ statusCode: 500, body: 'must not be asked' })
    const set = [{ name: 'extra', value: { type: 'Integer', value: 1, info: null } }]
    await executeCommand(runtime, actor, {
      target: { by: 'instance', id: instanceId },
      command: { type: 'setVariables', scopeId: instanceId, instanceId, set, remove: [], isLocal: false },
    })
    clock.advance({ minutes: 1 })
    expect(await workOff()).toEqual(['done'])
    expect(asked).toHaveLength(1)
    expect(await place.variable(instanceId, 'total')).toBe('201')
  })

  it('is not done again by the worker after one that died right after it', async () => {
    const instanceId = await place.run(httpProcess('died'), { order: 1 })
    const [job] = await claim('dead', 1, 1000)
    const dying = {
      ...runtime,
      states: {
        ...runtime.states,
        enter: () => {
          throw new Error('Connection terminated unexpectedly')
        },
      },
    }
    await expect(runClaimedJob({ ...context, runtime: dying }, job as ClaimedJob)).rejects.toThrow(
      'Connection terminated',
    )
    clock.advance({ seconds: 2 })
    expect(await workOff('other')).toEqual(['done'])
    expect(asked).toHaveLength(1)
    expect(await place.standsAt(instanceId)).toEqual(['after'])
  })

  it('is done again when what was answered is itself the failure', async () => {
    answer = () => ({ statusCode: 503, body: '' })
    const instanceId = await place.run(httpProcess('busy', { failStatusCodes: '5XX' }), { order: 1 })
    expect(await workOff()).toEqual(['failed'])
    answer = () => ({ statusCode: 200, body: '' })
    clock.advance({ minutes: 1 })
    expect(await workOff()).toEqual(['done'])
    expect(asked).toHaveLength(2)
    expect(await place.standsAt(instanceId)).toEqual(['after'])
  })

  it('is not started for an instance that has gone', async () => {
    const instanceId = await place.run(httpProcess('gone'), { order: 1 })
    const [job] = await claim()
    await executeCommand(runtime, actor, {
      target: { by: 'instance', id: instanceId },
      command: { type: 'deleteInstance', instanceId, reason: null },
    })
    expect(await runClaimedJob(context, job as ClaimedJob)).toBe('gone')
    expect(asked).toEqual([])
  })

  it('with an answer that cannot be stored waits with an incident', async () => {
    answer = () => ({ statusCode: 200, body: 'a\0b' })
    await place.run(httpProcess('nul'), { order: 1 })
    expect(await workOff()).toEqual(['failed'])
    expect((await place.incidents())[0]?.message).toContain('NUL')
  })
})
