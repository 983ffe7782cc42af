import { process } from '@millrace/bpmn/builder'
import { answerCalls, api, noticeCalls } from '@millrace/contract'
import { noticeKinds } from '@millrace/contract/lists/notices'
import { createTestApp, createWorkplace, type TestClient } from '@millrace/server/testing'
import { openMailServer } from '@millrace/server/testing/mail-server'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailSender } from '../../../platform/outgoing/mail-sender.ts'
import { getProcess } from '../../../runtime/definitions/definitions.ts'
import { deploy } from '../../../runtime/deploy/deploy.ts'
import { writeAnswerToken } from '../../../runtime/notices/answer-token.ts'
import { createScenario } from '../../../runtime/testing/scenario.ts'
import { runClaimedJob } from '../../run-job.ts'
import { claimAll } from '../../testing/claim-all.ts'
import { createServices } from '../../work/services.ts'
import { openMaintenance } from '../maintenance.ts'

const secret = 'the secret of a test, long enough for one'
const { app, db, admin, runtime, workplaceId, signIn, signInAs, anonymous, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const server = await openMailServer()
afterAll(() => server.close())
const publicUrl = 'https://bpm.example.org'
const servicesOf = (url: string | null) =>
  createServices({
    outgoing: { send: () => Promise.reject(new Error('Expected no call.')) },
    mail: createMailSender(url === null ? null : { url, from: 'millrace@example.org' }),
    secret,
    publicUrl: () => publicUrl,
  })
const olga = await signIn({ roles: ['RoleUser', 'RoleProcessAdmin'], firstName: 'Olga', lastName: 'Berg' })
let operator = olga
const other = await signIn()
beforeEach(async () => {
  operator = await signInAs(olga.user)
  await admin.query('delete from sign_in_try')
})

const form = (root: object[], settings: object = {}) => JSON.stringify({ schema: 2, id: 'form', root, ...settings })
const decision = { id: 'n1', type: 'radio', key: 'decision', props: { label: 'Decision', required: true } }
const options = [
  { value: 'yes', label: 'Approve' },
  { value: 'no', label: 'Reject' },
]
const forms = {
  choice: form([{ ...decision, props: { ...decision.props, options } }]),
  actions: form([], {
    settings: {
      submitActions: [
        { id: 'approve', label: 'Approve' },
        { id: 'reject', label: 'Reject' },
      ],
    },
  }),
  text: form([{ id: 'n1', type: 'text', key: 'why', props: { label: 'Why' } }]),
  both: form([
    { ...decision, props: { ...decision.props, options } },
    { id: 'n2', type: 'text', key: 'why', props: { label: 'Why' } },
  ]),
}

async function deployTask(key: string, formText: string | null) {
  const attributes: Record<string, string> =
    formText === null ? {} : { 'millrace:formKey': 'millrace:deployment:ask.form.json' }
  const xml = process(key, { name: 'Request' })
    .start()
    .userTask('ask', { name: 'Decide', 'camunda:assignee': '${who}', ...attributes })
    .end()
    .toXml()
  if (formText === null) return scenario.deploy(xml)
  const answer = await deploy(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    {
      ...{ name: key, source: null, tenantId: null },
      files: [
        { name: `${key}.bpmn`, bytes: Buffer.from(xml) },
        { name: 'ask.form.json', bytes: Buffer.from(formText) },
      ],
    },
  )
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  const id = answer.deployed.processes[0]?.id ?? ''
  const definition = await db.read({ workplaceId }, (tx) => getProcess(runtime, tx, workplaceId, { by: 'id', id }))
  if (definition === null) throw new Error('Expected the process that was just deployed.')
  return definition
}
const definitions = {
  none: await deployTask('none', null),
  choice: await deployTask('choice', forms.choice),
  actions: await deployTask('actions', forms.actions),
  text: await deployTask('text', forms.text),
  both: await deployTask('both', forms.both),
}

interface Person extends TestClient {
  readonly user: { readonly id: string; readonly username: string; readonly workplaceId: string }
}

async function enter(more: object = {}): Promise<Person> {
  const client = await signIn({ firstName: 'Ann' })
  const body = {
    ...{ inProduct: [...noticeKinds], byMail: [...noticeKinds], rhythm: 'once', hour: 8, timeZone: 'Europe/Berlin' },
    ...{ hasAnswers: true, ...more },
  } as const
  expect((await client.call(noticeCalls.saveSettings, { body })).status).toBe(200)
  return client
}

async function give(client: Person, kind: keyof typeof definitions = 'none') {
  clock.advance({ seconds: 1 })
  const instanceId = await scenario.start(definitions[kind], { variables: { who: client.user.username } })
  const { rows } = await admin.query('select id from task where instance_id = $1', [instanceId])
  return { instanceId, taskId: rows[0].id as string }
}

async function work(url: string | null = server.url): Promise<string[]> {
  const outcomes: string[] = []
  for (const job of await claimAll(db, clock())) {
    const outcome = await runClaimedJob({ runtime, services: servicesOf(url) }, job)
    if (job.kind === 'mail') outcomes.push(outcome)
  }
  return outcomes
}
await openMaintenance(db, clock())
await work()

const decoded = (text: string) =>
  text.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
const mailsTo = ({ user }: Person) =>
  server.received.filter(({ to }) => to.includes(`${user.username}@example.org`)).map(({ text }) => decoded(text))
const linksOf = (mail = '') =>
  [...new Set([...mail.matchAll(/href="([^"]+)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&')))].map(
    (address) => new URL(address),
  )
const answersOf = (mail = '') => linksOf(mail).filter(({ pathname }) => pathname === '/standalone/external/task/answer')

/** A mailed task, and what its links carry. */
async function mailTask(kind: keyof typeof definitions = 'choice', client?: Person) {
  const person = client ?? (await enter())
  const given = await give(person, kind)
  await work()
  const mail = mailsTo(person).at(-1) ?? ''
  const links = answersOf(mail)
  return { ...given, person, mail, links, token: links[0]?.searchParams.get('link') ?? '' }
}
const open = (token: string) => anonymous().call(answerCalls.get, { params: { token } })
async function answer(token: string, outcome: string) {
  const { body } = await open(token)
  return anonymous().call(answerCalls.answer, { params: { token }, body: { outcome, hash: body.hash ?? 'none' } })
}
const isOpen = async (taskId: string) =>
  (await admin.query('select from task where id = $1', [taskId])).rows.length === 1

describe('a mail', () => {
  it('says what happened in the words of the catalogue, with links that lead where the server is said to be', async () => {
    const person = await enter()
    const { taskId } = await give(person, 'text')
    await app.inject({ url: '/api/about/theme-details', headers: { host: 'evil.example.org' } })
    expect(await work()).toEqual(['done'])
    const [mail = ''] = mailsTo(person)
    expect(mail).toContain('Subject: Decide: Assigned to you')
    expect(mail).toContain('Hello Ann,')
    expect(mail).toContain('Auto-Submitted: auto-generated')
    expect(linksOf(mail).map(String)).toEqual([
      `${publicUrl}/tasks/viewtask/assigned/${taskId}`,
      `${publicUrl}/user/profile`,
    ])
    expect(await work()).toEqual([])
    expect(mailsTo(person)).toHaveLength(1)
  })

  it('shows what names bring of HTML as text', async () => {
    const person = await enter()
    const { taskId } = await give(person)
    await operator.call(api.comments.add, {
      params: { of: 'task', id: taskId },
      body: { message: `<img src=x> @[${person.user.username}]` },
    })
    await work()
    const mail = mailsTo(person).find((text) => text.includes('mentioned you')) ?? ''
    expect(mail).toContain('Olga Berg mentioned you')
    expect(mail).toContain('&lt;img')
    // In the part of HTML; the other one is text anyway.
    expect(mail.slice(mail.indexOf('text/html'))).not.toContain('<img')
  })

  it('is one a day where that is wanted, with all that is still so', async () => {
    const person = await enter({ rhythm: 'daily', hour: 8 })
    const [first, second, third] = [await give(person), await give(person), await give(person)]
    await operator.call(api.tasks.assign, { params: { id: second.taskId }, body: { username: other.user.username } })
    expect(await work()).toEqual([])
    clock.advance({ hours: 25 })
    await work()
    await work()
    const mails = mailsTo(person)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('Subject: 2 notifications')
    const tasks = linksOf(mails[0]).flatMap(({ pathname }) => /viewtask\/assigned\/(.*)/.exec(pathname)?.[1] ?? [])
    expect(tasks.toSorted()).toEqual([first.taskId, third.taskId].toSorted())
    clock.advance({ hours: 25 })
    await work()
    expect(mailsTo(person)).toHaveLength(1)
  })

  it('reports the newest fifty, and of the others how many, without looking at all of thousands', async () => {
    const person = await enter({ rhythm: 'daily', hour: 8 })
    const { taskId } = await give(person)
    const copy = (count: number) =>
      admin.query(
        `insert into notice (workplace_id, id, user_id, kind, task_id, created_at, is_shown, mail_at)
         select workplace_id, gen_random_uuid(), user_id, kind, task_id, created_at, is_shown, mail_at from notice n, generate_series(1, $2::int)
         where user_id = $1 and id = (select id from notice where user_id = $1 limit 1)`,
        [person.user.id, count],
      )
    await copy(72)
    // The oldest has nothing to say any more.
    await admin.query(
      `update notice set task_id = gen_random_uuid(), created_at = created_at - interval '1 second' where id = (select id from notice where user_id = $1 limit 1)`,
      [person.user.id],
    )
    clock.advance({ hours: 25 })
    await work()
    await work()
    const [mail = ''] = mailsTo(person)
    expect(mail).toContain('Subject: 72 notifications')
    expect(mail.match(/>Open</g)).toHaveLength(50)
    expect(mail).toContain('And 22 more')
    await give(person)
    await admin.query(`update notice set task_id = $2 where user_id = $1 and mailed_at is null`, [
      person.user.id,
      taskId,
    ])
    await admin.query('delete from notice where user_id = $1 and mailed_at is not null', [person.user.id])
    await copy(1_400)
    clock.advance({ hours: 25 })
    await work()
    await work()
    expect(mailsTo(person)[1]).toContain('Subject: 1000+ notifications')
    expect(mailsTo(person)[1]).toContain('And 950+ more')
    // More than are counted have nothing to say any more, or are of a kind that is not wanted any more: the oldest has.
    await give(person)
    await admin.query(`update notice set task_id = $2 where user_id = $1 and mailed_at is null`, [
      person.user.id,
      taskId,
    ])
    await admin.query('delete from notice where user_id = $1 and mailed_at is not null', [person.user.id])
    await copy(2_400)
    await admin.query(`update notice_setting set by_mail = '{assigned}' where user_id = $1`, [person.user.id])
    await admin.query(
      `with newest as (select id, row_number() over (order by id) as place from notice where user_id = $1 order by id offset 1)
       update notice n set created_at = n.created_at + interval '1 second', task_id = case when place % 2 = 0 then gen_random_uuid() else task_id end,
         kind = case when place % 2 = 0 then kind else 'dueSoon' end from newest where newest.id = n.id`,
      [person.user.id],
    )
    clock.advance({ hours: 25 })
    await work()
    await work()
    expect(mailsTo(person)[2]).toContain('Subject: 1')
  })

  it('does not leave for what is over by then, for kinds that are not wanted any more, or for a user who may not sign in', async () => {
    const [gone, changed, disabled] = [await enter(), await enter(), await enter()]
    const { taskId } = await give(gone)
    await operator.call(api.tasks.assign, { params: { id: taskId }, body: { username: other.user.username } })
    await give(changed)
    await admin.query("update notice_setting set by_mail = '{}' where user_id = $1", [changed.user.id])
    await give(disabled)
    await admin.query("update app_user set status = 'disabled' where id = $1", [disabled.user.id])
    expect(await work()).toEqual(['done', 'done', 'done'])
    expect([gone, changed, disabled].flatMap(mailsTo)).toEqual([])
  })

  it('is retried with the same id, and says at its notice when it could not be sent', async () => {
    const person = await enter()
    await admin.query('update app_user set email = $2 where id = $1', [
      person.user.id,
      `later@${person.user.username}.example.org`,
    ])
    await give(person)
    expect(await work()).toEqual(['failed'])
    expect(await work()).toEqual([])
    clock.advance({ hours: 9 })
    expect(await work()).toEqual(['failed'])
    await admin.query('update app_user set email = $2 where id = $1', [
      person.user.id,
      `${person.user.username}@example.org`,
    ])
    clock.advance({ hours: 9 })
    expect(await work()).toEqual(['done'])
    expect(mailsTo(person)).toHaveLength(1)

    const unknown = await enter()
    await admin.query("update app_user set email = 'nobody@example.org' where id = $1", [unknown.user.id])
    await give(unknown)
    expect(await work()).toEqual(['failed'])
    const { body } = await (await signInAs(unknown.user)).call(noticeCalls.list)
    expect(body.items[0]?.mailError).toContain('No such user')
    expect((await admin.query("select from job where element_key = 'notices'")).rows).toEqual([])
  })
})

describe('a mailed task', () => {
  it.each([
    ['none', ['complete'], null],
    ['choice', ['choice:yes', 'choice:no'], ['decision', 'no']],
    ['actions', ['action:approve', 'action:reject'], ['submitAction', 'reject']],
  ] as const)(
    'without more to enter than a choice (%s) has a link for each answer, which completes it',
    async (kind, outcomes, variable) => {
      const { person, links, token, taskId, instanceId } = await mailTask(kind)
      expect(links.map(({ searchParams }) => searchParams.get('outcome'))).toEqual(outcomes)
      expect(links.every(({ origin }) => origin === publicUrl)).toBe(true)
      const { body } = await open(token)
      expect(body).toMatchObject({
        name: 'Decide',
        taskId,
        person: 'Ann Example',
        outcomes: outcomes.map((id) => ({ id })),
      })
      // To look at it, however often, changes nothing.
      for (let turn = 0; turn < 3; turn++) expect((await open(token)).status).toBe(200)
      expect(await isOpen(taskId)).toBe(true)
      expect((await answer(token, outcomes.at(-1) ?? '')).status).toBe(204)
      expect(await isOpen(taskId)).toBe(false)
      const { rows } = await admin.query('select ended_by from history_task where id = $1', [taskId])
      expect(rows).toEqual([{ ended_by: person.user.username }])
      if (variable === null) return
      const values = await admin.query('select value from history_variable where instance_id = $1 and name = $2', [
        instanceId,
        variable[0],
      ])
      expect(values.rows).toEqual([{ value: variable[1] }])
    },
  )

  it.each(['text', 'both'] as const)('with a form to fill in (%s) has no such links', async (kind) => {
    const { mail, links } = await mailTask(kind)
    expect(mail).toContain('Decide')
    expect(links).toEqual([])
  })

  it('has none for a user who does not want them', async () => {
    expect((await mailTask('choice', await enter({ hasAnswers: false }))).links).toEqual([])
  })

  it('is answered once, also by ten at once', async () => {
    const { token, taskId } = await mailTask()
    const { body } = await open(token)
    const send = () =>
      anonymous().call(answerCalls.answer, { params: { token }, body: { outcome: 'choice:yes', hash: body.hash } })
    const statuses = (await Promise.all(Array.from({ length: 10 }, send))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(9)
    expect(await isOpen(taskId)).toBe(false)
    for (const { status, error } of [await open(token), await send()])
      expect([status, error.code]).toEqual([410, 'answer.used'])
  })

  it('is not answered by what is no answer of its form, or by the form unchanged', async () => {
    const { token, taskId } = await mailTask()
    const { hash } = (await open(token)).body
    for (const body of [
      { outcome: 'choice:maybe', hash },
      { outcome: 'complete', hash },
      { outcome: 'choice:yes', hash: 'another' },
    ])
      expect((await anonymous().call(answerCalls.answer, { params: { token }, body })).error.code).toBe('form.changed')
    expect(await isOpen(taskId)).toBe(true)
  })
})

describe('the link of a mail', () => {
  const secretName = 'Decide'

  /** What both calls say. */
  async function refusals(token: string) {
    const answers = [
      await open(token),
      await anonymous().call(answerCalls.answer, { params: { token }, body: { outcome: 'choice:yes', hash: 'any' } }),
    ]
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain(secretName)
    return answers.map(({ status, error }) => `${status} ${error.code}`)
  }

  it('that is forged, cut, or of another workplace or server is as good as none', async () => {
    const { token, taskId, person } = await mailTask()
    const { rows } = await admin.query('select id from notice where user_id = $1', [person.user.id])
    const elsewhere = await createWorkplace(db)
    const parts = { noticeId: rows[0].id, expiresAt: new Date('2099-01-01'), state: token.slice(48, 64) }
    const [content = '', mac = ''] = token.split('.')
    for (const forged of [
      'x',
      token.slice(0, -1),
      `${token}x`,
      `${content}.${mac.slice(0, -2)}AA`,
      `${content.slice(0, -1)}${content.endsWith('A') ? 'B' : 'A'}.${mac}`,
      writeAnswerToken('the secret of another server', { ...parts, workplaceId }),
    ])
      expect(await refusals(forged)).toEqual(['404 thing.not-found', '404 thing.not-found'])
    // Signed here, for a workplace that has no such notice.
    expect(await refusals(writeAnswerToken(secret, { ...parts, workplaceId: elsewhere }))).toEqual(
      Array(2).fill('410 answer.moved-on'),
    )
    expect(await isOpen(taskId)).toBe(true)
  })

  it('expires after a week', async () => {
    const { token, taskId } = await mailTask()
    clock.advance({ hours: 7 * 24 - 1 })
    expect((await open(token)).status).toBe(200)
    clock.advance({ hours: 2 })
    expect(await refusals(token)).toEqual(Array(2).fill('410 answer.expired'))
    expect(await isOpen(taskId)).toBe(true)
  })

  it('says when the task has moved on: completed, given to another user, delegated, gone with its process', async () => {
    const moves: ((mailed: Awaited<ReturnType<typeof mailTask>>) => Promise<unknown>)[] = [
      ({ taskId }) =>
        operator.call(api.tasks.assign, { params: { id: taskId }, body: { username: other.user.username } }),
      ({ instanceId }) => operator.call(api.processes.cancel, { params: { id: instanceId }, query: {} }),
      async ({ taskId }) => {
        await admin.query("update task set delegation = 'PENDING', owner = 'olga' where id = $1", [taskId])
        runtime.states.forget(
          workplaceId,
          (await admin.query('select root_id from task where id = $1', [taskId])).rows[0].root_id,
        )
      },
      async ({ person, taskId }) => {
        const client = await signInAs(person.user)
        const { body } = await client.call(api.tasks.get, { params: { id: taskId } })
        const hash = body.form?.document.hash ?? ''
        expect(
          (
            await client.call(api.tasks.complete, {
              params: { id: taskId },
              body: { values: { decision: 'yes' }, hash },
            })
          ).status,
        ).toBe(200)
      },
    ]
    for (const move of moves) {
      const mailed = await mailTask()
      await move(mailed)
      expect(await refusals(mailed.token)).toEqual(Array(2).fill('410 answer.moved-on'))
    }
  })

  it('is valid for nothing once its person may not answer any more', async () => {
    const losses: ((person: Person) => Promise<unknown>)[] = [
      ({ user }) => admin.query("update app_user set status = 'disabled' where id = $1", [user.id]),
      ({ user }) => admin.query('delete from user_role where user_id = $1', [user.id]),
      ({ user }) => admin.query('update notice_setting set has_answers = false where user_id = $1', [user.id]),
    ]
    for (const lose of losses) {
      const { token, taskId, person } = await mailTask()
      await lose(person)
      expect(await refusals(token)).toEqual(Array(2).fill('410 answer.not-yours'))
      expect(await isOpen(taskId)).toBe(true)
    }
  })

  it('waits while the process is suspended', async () => {
    const { token, instanceId } = await mailTask()
    await admin.query('update task set is_suspended = true where instance_id = $1', [instanceId])
    runtime.states.forget(workplaceId, instanceId)
    expect((await refusals(token))[0]).toMatch(/task\.suspended$/)
  })

  it('is tried twenty times a minute from one place at most', async () => {
    const { token } = await mailTask()
    const send = () =>
      anonymous().call(answerCalls.answer, { params: { token }, body: { outcome: 'none', hash: 'any' } })
    for (let turn = 0; turn < 20; turn++) expect((await send()).status).not.toBe(429)
    expect((await send()).status).toBe(429)
  })
})
