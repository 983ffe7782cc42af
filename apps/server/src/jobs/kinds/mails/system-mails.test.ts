import { process } from '@millrace/bpmn/builder'
import { api, systemTemplateCalls as calls, noticeCalls, profileCalls } from '@millrace/contract'
import { noticeKinds } from '@millrace/contract/lists/notices'
import { createTestApp, createUser, type TestClient } from '@millrace/server/testing'
import { openMailServer } from '@millrace/server/testing/mail-server'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { linkMailStatements } from '../../../operations/form-links/link-mail.ts'
import { createMailSender } from '../../../platform/outgoing/mail-sender.ts'
import { createScenario } from '../../../runtime/testing/scenario.ts'
import { runClaimedJob } from '../../run-job.ts'
import { claimAll } from '../../testing/claim-all.ts'
import { createServices } from '../../work/services.ts'
import { openMaintenance } from '../maintenance.ts'

const { db, admin, runtime, workplaceId, signIn, signInAs, clock } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)
const server = await openMailServer()
afterAll(() => server.close())
const warnings: object[] = []
const services = createServices({
  outgoing: { send: () => Promise.reject(new Error('Expected no call.')) },
  mail: createMailSender({ url: server.url, from: 'millrace@example.org' }),
  secret: 'the secret of a test, long enough for one',
  publicUrl: () => 'https://bpm.example.org',
  warn: (facts) => warnings.push(facts),
})
const { user: root } = await signIn({ roles: ['RoleAdmin'] })
let administrator: TestClient
beforeEach(async () => {
  administrator = await signInAs(root)
  warnings.length = 0
  await admin.query('delete from sign_in_try')
  await admin.query('delete from system_template')
})
const named = async (key: string, name: string) =>
  scenario.deploy(
    process(key, { name: 'Request' })
      .start()
      .userTask('ask', { name, 'camunda:assignee': '${who}', 'camunda:dueDate': '${due}' })
      .end()
      .toXml(),
  )
const plain = await named('plain', 'Decide')
const hostile = await named('hostile', '${title}')
const title = 'A <b onclick="x()">bold</b>\nBcc: eve@example.org ${workplace} '.repeat(8)

async function enter({ language = null, ...more }: { language?: string | null; rhythm?: 'once' | 'daily' } = {}) {
  const client = await signIn({ firstName: 'Ann', lastName: 'Miller' })
  const body = {
    ...{ inProduct: [...noticeKinds], byMail: [...noticeKinds], rhythm: 'once', hour: 8, timeZone: 'Europe/Berlin' },
    ...{ hasAnswers: true, ...more },
  } as const
  expect((await client.call(noticeCalls.saveSettings, { body })).status).toBe(200)
  expect((await client.call(profileCalls.save, { body: { language } })).status).toBe(200)
  return client
}
type Person = Awaited<ReturnType<typeof enter>>

async function give({ user }: Person, definition = plain, due: string | null = null) {
  clock.advance({ seconds: 1 })
  return scenario.start(definition, { variables: { who: user.username, due, title } })
}
async function work(): Promise<string[]> {
  const outcomes: string[] = []
  for (const job of await claimAll(db, clock())) {
    const outcome = await runClaimedJob({ runtime, services }, job)
    if (job.kind === 'mail') outcomes.push(outcome)
  }
  return outcomes
}
await openMaintenance(db, clock())
await work()
const save = async (mail: string, body: { subject: string; html: string; language?: string }) =>
  expect(await administrator.call(calls.save, { params: { mail }, body })).toMatchObject({ status: 200 })
const decoded = (text: string) =>
  Buffer.from(
    text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
const mailsTo = (address: string) =>
  server.received.filter(({ to }) => to.includes(address)).map(({ text }) => decoded(text))
const mailsOf = ({ user }: Person) => mailsTo(`${user.username}@example.org`)

describe('a mail in the words of the workplace', () => {
  it('is in the language of its reader where there is a text for it', async () => {
    await save('assigned', { subject: 'To do: ${name}', html: '<p>Dear ${firstName} ${lastName}</p>' })
    await save('assigned', { language: 'de', subject: 'Neu: ${name}', html: '<p>Guten Tag ${firstName}</p>' })
    const [english, german, austrian] = [
      await enter(),
      await enter({ language: 'de' }),
      await enter({ language: 'de-AT' }),
    ]
    for (const person of [english, german, austrian]) await give(person)
    expect(await work()).toEqual(['done', 'done', 'done'])
    expect(mailsOf(english)[0]).toMatch(
      /Subject: To do: Decide[\s\S]+text\/plain[\s\S]+Dear Ann Miller[\s\S]+<p>Dear Ann Miller<\/p>/,
    )
    for (const person of [german, austrian])
      expect(mailsOf(person)[0]).toMatch(/Subject: Neu: Decide[\s\S]+Guten Tag Ann/)
  })

  it('names when the task is due in the time of its reader, its process, and links that answer it', async () => {
    await save('overdue', {
      subject: '${process}: ${name}',
      html: '<p>Since ${due}</p>${answers}<p><a href="${link}">Task</a> <a href="${instanceLink}">All</a></p>',
    })
    const person = await enter()
    const instanceId = await give(person, plain, '2030-01-07T08:00:00Z')
    await work()
    const mail = mailsOf(person).find((text) => text.includes('Subject: Request: Decide')) ?? ''
    expect(mail).toContain('Since 07/01/2030 09:00:00 (Europe/Berlin)')
    expect(mail).toContain(`href="https://bpm.example.org/processes/processinstance/${instanceId}/timeline"`)
    expect(mail).toMatch(
      /Answer: <a href="https:\/\/bpm\.example\.org\/standalone\/external\/task\/answer\?link=[\w.-]+&amp;outcome=[^"]+">Complete task<\/a>/,
    )
    expect(mail).toContain('Do not forward')
  })

  it('takes what names bring as text, and keeps its subject one line', async () => {
    await save('assigned', { subject: '${name}', html: '<p title="${name}">${name}</p>${answers}' })
    const person = await enter()
    await give(person, hostile)
    expect(await work()).toEqual(['done'])
    const [mail = ''] = mailsOf(person)
    const [headers = ''] = mail.split('\r\n\r\n')
    expect(headers).not.toMatch(/^Bcc:/m)
    const html = mail.slice(mail.indexOf('text/html'))
    expect(html).toContain('<p>A &lt;b onclick="x()"&gt;bold&lt;/b&gt;')
    expect(html).not.toContain('<b onclick')
    expect(html).toContain('${workplace}')
    expect(warnings).toEqual([])
  })

  it('is what a day brings, with all its notices', async () => {
    await save('digest', { subject: 'Today: ${count}', html: '<h1>News for ${firstName}</h1>${notices}' })
    const person = await enter({ rhythm: 'daily' })
    await give(person)
    await give(person, hostile)
    clock.advance({ hours: 25 })
    await work()
    await work()
    const [mail = ''] = mailsOf(person)
    expect(mail).toMatch(/Subject: Today: 2[\s\S]+<h1>News for Ann<\/h1><p><strong>A &lt;b/)
    expect(mail.match(/>Complete task<\/a>/g)).toHaveLength(2)
    expect(mail.slice(mail.indexOf('text/html'))).toContain('${workplace}')
  })

  it('leads to a form by a secret that is not kept', async () => {
    await save('formLink', { subject: 'Please: ${name}', html: '<a href="${link}">Fill in</a> ${until}' })
    const id = runtime.newId()
    const statements = linkMailStatements(workplaceId, {
      ...{ id, mail: 'formLink', to: 'jo@example.org', name: 'Survey', at: clock().toISOString() },
      ...{ way: 'https://bpm.example.org/way?a=1&b=2', until: null },
    })
    await db.withTransaction({ workplaceId, userId: null, cause: 'test' }, (tx) => tx.commit(statements))
    expect(await work()).toEqual(['done'])
    expect(mailsTo('jo@example.org')[0]).toMatch(
      /Subject: Please: Survey[\s\S]+href="https:\/\/bpm\.example\.org\/way\?a=1&amp;b=2">Fill in/,
    )
    expect((await admin.query('select html, filling from test_mail where id = $1', [id])).rows).toEqual([
      { html: '', filling: null },
    ])
  })
})

describe('a text that cannot be used', () => {
  /** Refused when it is saved: as if sample values had not told. */
  const spoil = (mail: string, html: string) =>
    admin.query(
      `insert into system_template (workplace_id, mail, language, subject, html, revision, updated_at) values ($1, $2, '', 'Spoilt', $3, 1, now())`,
      [workplaceId, mail, html],
    )

  it.each([
    ['fails', '${name.noSuchMethod()}'],
    ['names what is not there', '${nothing}'],
    ['takes too much', '${"x".repeat(2000000000)}'],
    ['cannot be read', '${1 +}'],
  ])('since it %s loses no mail, and is reported to administrators', async (_, html) => {
    await spoil('assigned', html)
    const person = await enter()
    await give(person)
    expect(await work()).toEqual(['done'])
    expect(mailsOf(person)[0]).toMatch(/Subject: Decide: Assigned to you[\s\S]+Hello Ann,/)
    expect(warnings).toEqual([{ workplaceId, mail: 'assigned', language: '', reason: expect.any(String) }])
    const params = { mail: 'assigned' }
    const fault = { at: clock().toISOString(), message: expect.any(String) }
    expect((await administrator.call(calls.get, { params })).body.fault).toEqual(fault)
    expect((await administrator.call(calls.list)).body[0]).toMatchObject({ mail: 'assigned', fault })
    await save('assigned', { subject: 'Mended', html: '' })
    expect((await administrator.call(calls.get, { params })).body.fault).toBeNull()
    await give(person)
    await work()
    expect(mailsOf(person)[1]).toContain('Subject: Mended')
  })

  it('keeps the first reason, and every mail goes', async () => {
    await spoil('assigned', '${nothing}')
    const person = await enter()
    await give(person)
    await work()
    const [first] = (await admin.query('select fault, failed_at from system_template')).rows
    clock.advance({ minutes: 5 })
    await give(person)
    await work()
    expect(mailsOf(person)).toHaveLength(2)
    expect((await admin.query('select fault, failed_at from system_template')).rows).toEqual([first])
  })

  it('is in the audit only where somebody has changed it', async () => {
    await spoil('assigned', '${nothing}')
    const entries = async () =>
      (await admin.query("select from audit_entry where entity = 'system-template'")).rows.length
    const before = await entries()
    const person = await enter()
    await give(person)
    await work()
    expect(await entries()).toBe(before)
  })
})

describe('a test mail', () => {
  it('has the text that is saved for the language, and shows the result', async () => {
    await createUser(db, { workplaceId, username: 'tess' })
    await save('mentioned', { language: 'de', subject: 'Von ${by}', html: '<p>${comment}</p>' })
    const body = { to: 'tess@example.org', language: 'de' }
    const { body: sent } = await administrator.call(calls.sendTest, { params: { mail: 'mentioned' }, body })
    expect(sent).toEqual({ id: expect.any(String), to: 'tess@example.org', state: 'waiting', error: null })
    expect(await work()).toEqual(['done'])
    const params = { id: sent.id }
    expect((await administrator.call(calls.testMail, { params })).body.state).toBe('sent')
    expect(mailsTo('tess@example.org')[0]).toMatch(/Subject: Von Olga Berg[\s\S]+Can you have a look at this\?/)
    const stranger = await administrator.call(calls.sendTest, {
      params: { mail: 'mentioned' },
      body: { to: 'eve@example.com' },
    })
    expect(stranger.error.code).toBe('template.recipient-unknown')
  })

  it('is none of the mails to people', async () => {
    const id = runtime.newId()
    const way = { name: 'Survey', way: 'https://bpm.example.org/way', until: null, at: clock().toISOString() }
    const statements = linkMailStatements(workplaceId, { id, mail: 'formLink', to: 'jo@example.org', ...way })
    await db.withTransaction({ workplaceId, userId: null, cause: 'test' }, (tx) => tx.commit(statements))
    await work()
    expect((await administrator.call(calls.testMail, { params: { id } })).status).toBe(404)
  })

  it('is one of ten a minute, with those of email templates', async () => {
    const ask = () =>
      administrator.call(calls.sendTest, { params: { mail: 'assigned' }, body: { to: 'eve@example.com' } })
    for (let count = 0; count < 10; count++) expect((await ask()).status).toBe(422)
    expect((await ask()).error.code).toBe('request.too-many')
  })
})

it('a mail of a task that is answered by nothing has no links to answer by', async () => {
  await save('assigned', { subject: 'x', html: '<p>[${answers}]</p>' })
  const person = await enter()
  const settings = { ...(await person.call(noticeCalls.settings)).body, hasAnswers: false }
  await person.call(noticeCalls.saveSettings, { body: settings })
  await give(person)
  await work()
  expect(mailsOf(person)[0]).toContain('<p>[]</p>')
  expect((await person.call(api.notices.list)).body.items).toHaveLength(1)
})
