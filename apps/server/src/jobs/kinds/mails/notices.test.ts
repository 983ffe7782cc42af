import { readFileSync } from 'node:fs'
import { process } from '@millrace/bpmn/builder'
import { api, type NoticeKind, noticeCalls } from '@millrace/contract'
import { noticeKinds } from '@millrace/contract/lists/notices'
import { createTestApp, createWorkplace, type TestClient, type TestUser } from '@millrace/server/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { executeCommand } from '../../../runtime/execute/execute-command.ts'
import { clearOldNotices } from '../../../runtime/notices/clear-old-notices.ts'
import { createScenario } from '../../../runtime/testing/scenario.ts'
import { runClaimedJob } from '../../run-job.ts'
import { claimAll } from '../../testing/claim-all.ts'
import { openMaintenance } from '../maintenance.ts'

const { db, admin, runtime, workplaceId, signIn, signInAs, anonymous, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const errand = await scenario.deploy(
  process('errand', { name: 'Errand' })
    .start()
    .userTask('run', { name: 'Run', 'camunda:assignee': '${who}', 'camunda:dueDate': '${due}' })
    .end()
    .toXml(),
)
const broken = await scenario.deploy(
  process('broken', { name: 'Broken' })
    .start()
    .serviceTask('fail', { 'camunda:asyncBefore': 'true', 'camunda:expression': '${missing}' })
    .end()
    .toXml(),
)
const twice = await scenario.deploy(
  process('twice', { name: 'Twice' })
    .start()
    .parallelGateway('both')
    .serviceTask('one', { 'camunda:asyncBefore': 'true', 'camunda:expression': '${missing}' })
    .end()
    .moveTo('both')
    .serviceTask('two', { 'camunda:asyncBefore': 'true', 'camunda:expression': '${missing}' })
    .end()
    .toXml(),
)
const olga = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'], firstName: 'Olga', lastName: 'Berg' })
let operator = olga
beforeEach(async () => {
  operator = await signInAs(olga.user)
})
const nobodyElse = 'nobody'

interface Person extends TestClient {
  readonly user: TestUser
}

interface Given {
  readonly who?: string | null
  readonly by?: string | null
  readonly due?: string | null
}

async function start({ who = null, by = null, due = null }: Given = {}) {
  clock.advance({ seconds: 1 })
  const instanceId = await scenario.start(errand, { userId: by, variables: { who, due } })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return { instanceId, taskId: rows[0].id as string }
}

/** In a session that is not over, however long the test is in days. */
const noticesOf = async ({ user }: Person) => (await (await signInAs(user)).call(noticeCalls.list)).body.items
const kindsOf = async (client: Person) => (await noticesOf(client)).map(({ kind, outcome }) => outcome ?? kind)
const countOf = async ({ user }: Person) => {
  const client = await signInAs(user)
  const now = clock().toISOString()
  return (await client.call(api.tasks.counts, { query: { now, todayEnds: now } })).body.notices
}
const assign = (taskId: string, username: string) =>
  operator.call(api.tasks.assign, { params: { id: taskId }, body: { username } })
const comment = (client: TestClient, of: 'task' | 'instance', id: string, message: string) =>
  client.call(api.comments.add, { params: { of, id }, body: { message } })
const hours = (count: number) => new Date(clock().getTime() + count * 3_600_000).toISOString()

async function complete(client: TestClient, taskId: string): Promise<number> {
  const params = { id: taskId }
  const { body } = await client.call(api.tasks.get, { params })
  return (await client.call(api.tasks.complete, { params, body: { values: {}, hash: body.form?.document.hash ?? '' } }))
    .status
}

const services = {
  http: () => Promise.reject(new Error('Expected no call.')),
  mail: () => Promise.reject(new Error('Expected no mail.')),
}
await openMaintenance(db, clock())

/** Carries out what is due of jobs, those of the program too. */
async function work(): Promise<void> {
  for (const job of await claimAll(db, clock()))
    if (job.kind !== 'mail') await runClaimedJob({ runtime, services }, job)
}
await work()
/** Until the program looks for tasks that are due. */
async function look(): Promise<void> {
  clock.advance({ minutes: 2 })
  await work()
}

describe('people are notified', () => {
  it('of tasks that another user or the server gives them, and of none that they take', async () => {
    const ann = await signIn()
    const { taskId } = await start({ who: ann.user.username, by: operator.user.username })
    await start({ who: ann.user.username, by: ann.user.username })
    const taken = await start()
    await ann.call(api.tasks.claim, { params: { id: taken.taskId } })
    const later = await start({ who: nobodyElse })
    await assign(later.taskId, ann.user.username)
    expect(await noticesOf(ann)).toMatchObject([
      {
        kind: 'assigned',
        thing: { kind: 'task', id: later.taskId, place: 'assigned' },
        by: { displayName: 'Olga Berg' },
      },
      { kind: 'assigned', name: 'Run', title: expect.stringMatching(/^Errand \d{6}$/), thing: { id: taskId } },
    ])
    expect(await countOf(ann)).toBe(2)
  })

  it('no more of a task that is over or another user’s', async () => {
    const [ann, ben] = [await signIn(), await signIn()]
    const { taskId } = await start({ who: ann.user.username })
    const done = await start({ who: ann.user.username })
    expect(await countOf(ann)).toBe(2)
    await assign(taskId, ben.user.username)
    expect(await complete(ann, done.taskId)).toBe(200)
    expect([await kindsOf(ann), await countOf(ann), await kindsOf(ben)]).toEqual([[], 0, ['assigned']])
  })

  it('of what is due within a day and of what is overdue, each once, and of another date again', async () => {
    const ann = await signIn()
    const by = ann.user.username
    const { taskId } = await start({ who: by, by, due: hours(25) })
    await look()
    expect(await kindsOf(ann)).toEqual([])
    clock.advance({ hours: 2 })
    await look()
    expect(await kindsOf(ann)).toEqual(['dueSoon'])
    await look()
    // As after a restart that has forgotten how far it had come.
    await admin.query("update notice_watch set looked_until = looked_until - interval '1 day'")
    await look()
    expect(await kindsOf(ann)).toEqual(['dueSoon'])
    clock.advance({ hours: 24 })
    await look()
    await look()
    expect(await kindsOf(ann)).toEqual(['overdue'])
    await (await signInAs(ann.user)).call(api.tasks.plan, { params: { id: taskId }, body: { dueAt: hours(3) } })
    expect(await kindsOf(ann)).toEqual(['dueSoon'])
    await (await signInAs(ann.user)).call(api.tasks.plan, { params: { id: taskId }, body: { dueAt: hours(-3) } })
    expect(await kindsOf(ann)).toEqual(['overdue'])
    await (await signInAs(ann.user)).call(api.tasks.plan, { params: { id: taskId }, body: { dueAt: null } })
    expect(await kindsOf(ann)).toEqual([])
  })

  it('when a task that they are given is due already', async () => {
    const ann = await signIn()
    const { taskId } = await start({ who: nobodyElse, due: hours(-1) })
    await assign(taskId, ann.user.username)
    expect((await kindsOf(ann)).toSorted()).toEqual(['assigned', 'overdue'])
  })

  it('when a comment mentions them, once for each comment, and not what they may not read', async () => {
    const [ann, ben, carl] = [await signIn(), await signIn(), await signIn()]
    const { taskId, instanceId } = await start({ who: ann.user.username, by: ben.user.username })
    const [a, b, c] = [ann, ben, carl].map(({ user }) => `@[${user.username}]`)
    clock.advance({ seconds: 1 })
    const { body } = await comment(operator, 'task', taskId, `${a} and ${c}, please`)
    await operator.call(api.comments.change, {
      params: { of: 'task', id: taskId, commentId: body.id },
      body: { message: `${a}!` },
    })
    await comment(ann, 'instance', instanceId, `${b} and ${a}: read this`)
    expect(await noticesOf(ann)).toMatchObject([
      { kind: 'mentioned', text: `${a}!`, by: { displayName: 'Olga Berg' }, thing: { kind: 'task', id: taskId } },
      { kind: 'assigned' },
    ])
    expect(await noticesOf(ben)).toMatchObject([{ kind: 'mentioned', thing: { kind: 'instance', id: instanceId } }])
    expect(await kindsOf(carl)).toEqual([])
    expect((await admin.query('select from comment_mention where told_at is null')).rows).toEqual([])
    // Who has the task no more may not read what is said about it.
    await assign(taskId, carl.user.username)
    expect(await noticesOf(ann)).toEqual([])
    await operator.call(api.comments.remove, { params: { of: 'task', id: taskId, commentId: body.id } })
    expect(await kindsOf(carl)).toEqual(['assigned'])
  })

  it('when what they started is over, was cancelled, or stops at an error, but not by themselves', async () => {
    const [ann, ben] = [await signIn(), await signIn()]
    const by = ann.user.username
    const finished = await start({ who: ben.user.username, by })
    expect(await complete(ben, finished.taskId)).toBe(200)
    const own = await start({ who: by, by })
    expect(await complete(ann, own.taskId)).toBe(200)
    const cancelled = await start({ who: by, by })
    clock.advance({ seconds: 1 })
    const status = await operator.call(api.processes.cancel, {
      params: { id: cancelled.instanceId },
      body: { reason: 'No.' },
    })
    expect(status.status).toBeLessThan(300)
    expect(await noticesOf(ann)).toMatchObject([
      {
        kind: 'ended',
        outcome: 'cancelled',
        by: { displayName: 'Olga Berg' },
        thing: { kind: 'instance', id: cancelled.instanceId },
      },
      { kind: 'ended', outcome: 'completed', name: 'Errand', thing: { id: finished.instanceId } },
    ])
    const stopped = await scenario.start(broken, { userId: by })
    for (let turn = 0; turn < 4; turn++) {
      clock.advance({ hours: 1 })
      await work()
    }
    expect((await kindsOf(ann)).toSorted()).toEqual(['cancelled', 'completed', 'failed'])
    await (await signInAs(olga.user)).call(api.processes.cancel, { params: { id: stopped }, query: { reason: 'No.' } })
    expect((await kindsOf(ann)).toSorted()).toEqual(['cancelled', 'cancelled', 'completed'])
  })

  it('of each error of what they started once, and of the next one when that is fixed', async () => {
    const ann = await signIn({ email: 'ann@example.org' })
    await ann.call(noticeCalls.saveSettings, {
      body: { ...(await ann.call(noticeCalls.settings)).body, byMail: ['ended'] },
    })
    const instanceId = await scenario.start(twice, { userId: ann.user.username })
    const faults = async () =>
      (
        await admin.query(
          'select f.id, job.id as job_id from incident f join job on job.id = f.source_id where f.instance_id = $1 order by f.created_at',
          [instanceId],
        )
      ).rows
    const workUntilFaults = async (count: number) => {
      for (let turn = 0; turn < 12 && (await faults()).length < count; turn++) {
        clock.advance({ hours: 1 })
        await work()
      }
      const found = await faults()
      expect(found).toHaveLength(count)
      return found
    }
    const retry = async (jobId: string) =>
      executeCommand(
        runtime,
        { workplaceId, userId: operator.user.username, cause: 'test' },
        {
          target: { by: 'job', id: jobId },
          command: { type: 'setJobRetries', jobId, retries: 1, dueAt: null },
        },
      )
    const mails = async () =>
      (await admin.query(`select count(*)::int as n from job where kind = 'mail' and element_key = 'notices'`)).rows[0]
        .n
    const before = await mails()
    const [first, second] = await workUntilFaults(2)
    expect([await kindsOf(ann), (await mails()) - before]).toEqual([['failed'], 1])
    const [{ id: firstId } = { id: '' }] = await noticesOf(ann)
    // One of the two is tried again, in vain: the other has lasted all the time.
    await retry(first.job_id)
    await workUntilFaults(2)
    expect((await noticesOf(ann)).map(({ id }) => id)).toEqual([firstId])
    // Both are tried again: then it is another fault.
    await retry(first.job_id)
    await retry(second.job_id)
    expect(await kindsOf(ann)).toEqual([])
    await workUntilFaults(2)
    const again = await noticesOf(ann)
    expect(again.map(({ outcome, isRead }) => [outcome, isRead])).toEqual([['failed', false]])
    expect(again[0]?.id).not.toBe(firstId)
    expect((await mails()) - before).toBe(2)
  })

  it('of the next error too where the last one was fixed by a version that kept what it had reported', async () => {
    const ann = await signIn()
    const [lasting, mended] = [
      await scenario.start(broken, { userId: ann.user.username }),
      await scenario.start(errand, { userId: ann.user.username, variables: { who: 'nobody', due: null } }),
    ]
    for (let turn = 0; turn < 6; turn++) {
      clock.advance({ hours: 1 })
      await work()
    }
    await admin.query(
      `insert into notice (workplace_id, id, user_id, kind, outcome, instance_id, created_at, is_shown)
       select workplace_id, gen_random_uuid(), user_id, kind, outcome, $1, created_at, is_shown from notice where instance_id = $2`,
      [mended, lasting],
    )
    const failed = async () =>
      (await admin.query(`select instance_id from notice where outcome = 'failed' and user_id = $1`, [ann.user.id]))
        .rows
    expect(await failed()).toHaveLength(2)
    const upgrade = readFileSync(new URL('../../../../migrations/0057_mended_faults.sql', import.meta.url), 'utf8')
    const client = await admin.connect()
    try {
      // As the one who migrates: the owner, whom row-level security binds.
      await client.query(`set role millrace; ${upgrade}; reset role`)
    } finally {
      client.release()
    }
    expect(await failed()).toEqual([{ instance_id: lasting }])
  })
})

describe('a notice', () => {
  it('is read, unread and all read; what others have stays unchanged', async () => {
    const [ann, ben] = [await signIn(), await signIn()]
    for (const client of [ann, ann, ben]) await start({ who: client.user.username })
    const [newest, oldest] = await noticesOf(ann)
    const ids = [newest?.id ?? '']
    expect((await anonymous().call(noticeCalls.mark, { body: { ids, isRead: true } })).status).toBe(401)
    await ben.call(noticeCalls.mark, { body: { ids, isRead: true } })
    expect(await countOf(ann)).toBe(2)
    expect((await ann.call(noticeCalls.mark, { body: { ids, isRead: true } })).status).toBe(204)
    expect((await noticesOf(ann)).map(({ isRead }) => isRead)).toEqual([true, false])
    expect((await ann.call(noticeCalls.list, { query: { isRead: 'false' } })).body.items.map(({ id }) => id)).toEqual([
      oldest?.id,
    ])
    await ann.call(noticeCalls.mark, { body: { ids, isRead: false } })
    expect(await countOf(ann)).toBe(2)
    await ann.call(noticeCalls.markAll, { body: { until: oldest?.createdAt ?? '' } })
    expect(await countOf(ann)).toBe(1)
    await ann.call(noticeCalls.markAll, { body: { until: clock().toISOString() } })
    expect([await countOf(ann), await countOf(ben)]).toEqual([0, 1])
  })

  it('is nobody’s in another workplace', async () => {
    const elsewhere = await createWorkplace(db)
    const ann = await signIn()
    const stranger = await signIn({ workplaceId: elsewhere, username: ann.user.username })
    await start({ who: ann.user.username })
    expect([(await noticesOf(stranger)).length, await countOf(stranger)]).toEqual([0, 0])
    expect((await (await signIn({ roles: ['RoleDesign'] })).call(noticeCalls.list)).error.code).toBe('right.missing')
  })

  it('goes a month after it was read, after three months in any case, and when its task has been over for a day', async () => {
    const ann = await signIn()
    const [read, unread, over] = [
      await start({ who: ann.user.username }),
      await start({ who: ann.user.username }),
      await start({ who: ann.user.username }),
    ]
    const first = (await noticesOf(ann)).find(({ thing }) => thing.id === read.taskId)
    await ann.call(noticeCalls.mark, { body: { ids: [first?.id ?? ''], isRead: true } })
    await complete(ann, over.taskId)
    const left = async () =>
      (await admin.query('select task_id from notice where user_id = $1', [ann.user.id])).rows.map(
        ({ task_id }) => task_id,
      )
    await work()
    expect((await left()).length).toBe(3)
    clock.advance({ hours: 49 })
    await work()
    expect((await left()).toSorted()).toEqual([read.taskId, unread.taskId].toSorted())
    clock.advance({ hours: 29 * 24 })
    await work()
    expect(await left()).toEqual([unread.taskId])
    clock.advance({ hours: 62 * 24 })
    await work()
    expect(await left()).toEqual([])
  })

  it('that stays is looked at once, however many stand before those that go', async () => {
    const ann = await signIn()
    const { taskId } = await start({ who: ann.user.username })
    const add = (count: number, days: number, read: number | null) =>
      admin.query(
        `insert into notice (workplace_id, id, user_id, kind, task_id, created_at, is_shown, read_at)
         select $1, gen_random_uuid(), $2, 'assigned', $3, $4::timestamptz, true, $5::timestamptz from generate_series(1, $6::int)`,
        [workplaceId, ann.user.id, taskId, hours(-days * 24), read === null ? null : hours(-read * 24), count],
      )
    await admin.query('delete from notice')
    await add(10_001, 60, null)
    await add(5, 50, 40)
    const places: unknown[] = []
    const watched: typeof db = {
      ...db,
      withTransaction: (actor, run) =>
        db.withTransaction(actor, (tx) =>
          run({
            ...tx,
            commit: (statements) => {
              places.push(statements[0]?.values[4])
              return tx.commit(statements)
            },
          }),
        ),
    }
    await clearOldNotices({ ...runtime, db: watched, clock }, workplaceId)
    expect(places).toEqual(['-infinity', expect.stringMatching(/^\d{4}-\d{2}-\d{2} /)])
    const { rows } = await admin.query('select count(*)::int as n from notice')
    expect(rows).toEqual([{ n: 10_001 }])
    await admin.query('delete from notice')
  })
})

describe('how somebody is notified', () => {
  const settings = {
    ...{ inProduct: [...noticeKinds], byMail: [] as NoticeKind[], rhythm: 'once', hour: 8 },
    ...{ timeZone: 'Europe/Berlin', hasAnswers: true },
  } as const
  const save = (client: TestClient, more: object) =>
    client.call(noticeCalls.saveSettings, { body: { ...settings, ...more } })

  it('is everything in the product and nothing by mail, until they say otherwise', async () => {
    const ann = await signIn()
    expect((await ann.call(noticeCalls.settings)).body).toMatchObject({
      inProduct: noticeKinds,
      byMail: [],
      rhythm: 'once',
    })
    const wanted = { inProduct: ['overdue'], byMail: ['assigned', 'overdue'], rhythm: 'daily', hour: 23 }
    expect((await save(ann, wanted)).body).toEqual({ ...settings, ...wanted })
    expect((await (await signIn()).call(noticeCalls.settings)).body.byMail).toEqual([])
    expect((await save(ann, { timeZone: 'Europe/Nowhere' })).error.code).toBe('request.invalid')
    expect((await save(ann, { hour: 24 })).error.code).toBe('request.invalid')
    expect((await save(await signIn({ roles: ['RoleDesign'] }), {})).error.code).toBe('right.missing')
  })

  /** What makes each kind happen to somebody. */
  const happen: Record<NoticeKind, (client: Person) => Promise<unknown>> = {
    assigned: ({ user }) => start({ who: user.username }),
    dueSoon: ({ user: { username } }) => start({ who: username, by: username, due: hours(2) }),
    overdue: ({ user: { username } }) => start({ who: username, by: username, due: hours(-2) }),
    mentioned: async ({ user: { username } }) => {
      const { taskId } = await start({ who: username, by: username })
      return comment(operator, 'task', taskId, `@[${username}]`)
    },
    ended: async ({ user: { username } }) => {
      const { taskId } = await start({ who: operator.user.username, by: username })
      return complete(operator, taskId)
    },
  }
  const rowsOf = async ({ user }: Person) => {
    const { rows } = await admin.query('select kind, is_shown, mail_at, mail_id from notice where user_id = $1', [
      user.id,
    ])
    const jobs = await admin.query(
      "select from job where element_key = 'notices' and id in (select mail_id from notice where user_id = $1)",
      [user.id],
    )
    return { rows, jobs: jobs.rows.length }
  }

  it.each(
    noticeKinds.flatMap((kind) =>
      [
        [true, 'none'],
        [false, 'none'],
        [true, 'once'],
        [false, 'once'],
        [true, 'daily'],
        [false, 'daily'],
      ].map(
        ([isShown, mail]) =>
          ({ kind, isShown, mail }) as { kind: NoticeKind; isShown: boolean; mail: 'none' | 'once' | 'daily' },
      ),
    ),
  )('$kind, in the product $isShown, by mail $mail', async ({ kind, isShown, mail }) => {
    const client = await signIn()
    await save(client, {
      inProduct: isShown ? [kind] : [],
      byMail: mail === 'none' ? [] : [kind],
      rhythm: mail === 'daily' ? 'daily' : 'once',
    })
    await happen[kind](client)
    const { rows, jobs } = await rowsOf(client)
    expect((await kindsOf(client)).length).toBe(isShown ? 1 : 0)
    expect(await countOf(client)).toBe(isShown ? 1 : 0)
    if (!isShown && mail === 'none') return expect([rows, jobs]).toEqual([[], 0])
    expect(rows).toEqual([
      {
        kind,
        is_shown: isShown,
        mail_at: mail === 'none' ? null : expect.any(Date),
        mail_id: mail === 'once' ? expect.any(String) : null,
      },
    ])
    expect(jobs).toBe(mail === 'once' ? 1 : 0)
    // At eight in Berlin, in winter.
    if (mail === 'daily') expect(rows[0].mail_at.toISOString()).toMatch(/T0[67]:00:00\.000Z$/)
  })

  it('is nothing by mail for a user who has no address', async () => {
    const client = await signIn({ email: '' })
    await admin.query('update app_user set email = null where id = $1', [client.user.id])
    await save(client, { byMail: ['assigned'] })
    await happen.assigned(client)
    expect((await rowsOf(client)).rows).toMatchObject([{ is_shown: true, mail_at: null }])
  })
})
