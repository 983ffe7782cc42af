import { type EmailTemplate, emailTemplateCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, createWorkplace } from '@millrace/server/testing'
import { openMailServer } from '@millrace/server/testing/mail-server'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { linkMailStatements } from '../../operations/form-links/link-mail.ts'
import { createMailSender } from '../../platform/outgoing/mail-sender.ts'
import { runClaimedJob } from '../run-job.ts'
import { claimAll } from '../testing/claim-all.ts'
import { createServices, type Services } from '../work/services.ts'

const { db, admin, clock, runtime, workplaceId, signIn, anonymous } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'] })
const server = await openMailServer()
// Whom the mails are for.
for (const username of ['ann', 'ben', 'later', 'nobody']) await createUser(db, { workplaceId, username })
afterAll(() => server.close())
// The mails of a minute are counted.
afterEach(async () => {
  await admin.query('delete from sign_in_try')
})

let count = 0
const create = async (more: object = {}): Promise<EmailTemplate> => {
  const body = { name: `Mail ${++count}`, subject: 'Order ${number}', html: '<p>Hello ${name}</p>', ...more }
  return (await designer.call(emailTemplateCalls.create, { body })).body
}

describe('a test mail', () => {
  const services = (url: string | null): Services =>
    createServices({
      outgoing: { send: () => Promise.reject(new Error('Expected no call.')) },
      mail: createMailSender(url === null ? null : { url, from: 'millrace@example.org' }),
    })
  const work = async (url: string | null = server.url) => {
    const jobs = await claimAll(db, clock())
    const context = { runtime, services: services(url) }
    return Promise.all(jobs.filter(({ kind }) => kind === 'mail').map((job) => runClaimedJob(context, job)))
  }
  const send = async (to: string, more: object = {}) => {
    const { id } = await create(more)
    const body = { to, sample: { number: 7, name: 'Ann' } }
    return (await designer.call(emailTemplateCalls.sendTest, { params: { id }, body })).body
  }
  const stateOf = async ({ id }: { id: string }) =>
    (await designer.call(emailTemplateCalls.testMail, { params: { id } })).body

  it('leaves when a job sends it, and no sooner', async () => {
    const sent = await send('ann@example.org')
    expect(sent).toEqual({ id: expect.any(String), to: 'ann@example.org', state: 'waiting', error: null })
    expect(server.received).toEqual([])
    expect(await work()).toEqual(['done'])
    expect(await stateOf(sent)).toEqual({ ...sent, state: 'sent' })
    const [mail] = server.received
    expect(mail).toMatchObject({ from: 'millrace@example.org', to: ['ann@example.org'] })
    expect(mail?.text).toContain('Subject: Order 7')
    expect(mail?.text).toContain('<p>Hello Ann</p>')
    expect(mail?.text).toMatch(/Content-Type: text\/plain[\s\S]+Hello Ann/)
    expect(mail?.text).toContain(`Message-ID: <${sent.id}@millrace>`)
    expect(await work()).toEqual([])
    expect((await admin.query("select from job where kind = 'mail'")).rows).toEqual([])
  })

  it('that leads to a form by a secret keeps nothing of it once it is sent', async () => {
    const id = runtime.newId()
    const statements = linkMailStatements(workplaceId, {
      ...{ id, mail: 'formLink', to: 'jo@example.org', at: clock().toISOString() },
      ...{ name: 'Order <b>', way: 'https://bpm.example.org/secret-way', until: '2030-01-08T09:00:00.000Z' },
    })
    await db.withTransaction({ workplaceId, userId: null, cause: 'test' }, (tx) => tx.commit(statements))
    expect(await work()).toEqual(['done'])
    const mail = server.received.at(-1)
    expect(mail?.to).toEqual(['jo@example.org'])
    expect(mail?.text).toContain('https://bpm.example.org/secret-way')
    expect(mail?.text).toContain('Order &lt;b&gt;')
    expect(mail?.text).toContain('The link is valid until 08/01/2030.')
    const { rows } = await admin.query('select state, html, plain_text, filling from test_mail where id = $1', [id])
    expect(rows).toEqual([{ state: 'sent', html: '', plain_text: '', filling: null }])
  })

  it('is retried when the server takes it later, three times', async () => {
    const sent = await send('later@example.org')
    for (const retries of [2, 1]) {
      expect(await work()).toEqual(['failed'])
      expect(await stateOf(sent)).toMatchObject({ state: 'waiting', error: expect.stringContaining('Try later') })
      expect((await admin.query('select retries from job where id = $1', [sent.id])).rows).toEqual([{ retries }])
      expect(await work()).toEqual([])
      clock.advance({ seconds: 11 })
    }
    expect(await work()).toEqual(['failed'])
    expect(await stateOf(sent)).toMatchObject({ state: 'failed', error: expect.stringContaining('Try later') })
    expect((await admin.query('select from job where id = $1', [sent.id])).rows).toEqual([])
  })

  it('is not tried again when the server does not know who it is for, or there is no server', async () => {
    const unknown = await send('nobody@example.org')
    expect(await work()).toEqual(['failed'])
    expect(await stateOf(unknown)).toMatchObject({ state: 'failed', error: expect.stringContaining('No such user') })
    const unsent = await send('ann@example.org')
    expect(await work(null)).toEqual(['failed'])
    expect(await stateOf(unsent)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('MILLRACE_SMTP_URL'),
    })
  })

  it('is not sent without values where the template says so, and names them', async () => {
    const { id } = await create({ missingValues: 'refuse' })
    const before = server.received.length
    const { status, error } = await designer.call(emailTemplateCalls.sendTest, {
      params: { id },
      body: { to: 'ann@example.org', sample: { number: 7 } },
    })
    expect([status, error.code, error.details?.map(({ where }) => where)]).toEqual([
      422,
      'template.values-missing',
      ['${name}'],
    ])
    expect(await work()).toEqual([])
    expect(server.received).toHaveLength(before)
  })

  it.each(['', 'ann', 'ann@example.org, eve@example.org', 'ann@example.org\r\nBcc: eve@example.org'])(
    'is not for %j',
    async (to) => {
      const { id } = await create()
      const { error } = await designer.call(emailTemplateCalls.sendTest, { params: { id }, body: { to } })
      expect(error.code).toBe('request.invalid')
    },
  )

  it('is for people of the workplace alone, regardless of the case of their addresses', async () => {
    await createUser(db, { workplaceId, username: 'gone', status: 'disabled' })
    await createUser(db, { workplaceId: await createWorkplace(db), username: 'stranger' })
    const { id } = await create()
    const ask = async (to: string) => {
      const { status, error } = await designer.call(emailTemplateCalls.sendTest, { params: { id }, body: { to } })
      return [status, error?.code, error?.details?.[0]?.where]
    }
    for (const to of ['eve@example.com', 'gone@example.org', 'stranger@example.org'])
      expect(await ask(to)).toEqual([422, 'template.recipient-unknown', 'to'])
    expect((await ask('ANN@example.org'))[0]).toBe(200)
    expect((await work()).length).toBe(1)
  })

  it('is in the audit with its sender, template and recipient', async () => {
    const sent = await send('ben@example.org')
    await work()
    const { rows } = await admin.query(
      `select r.user_id, r.cause, e.operation, e.after - 'created_at' as after from audit_entry e
        join audit_revision r on r.workplace_id = e.workplace_id and r.number = e.revision where e.entity = 'test-mail' and e.key = $1`,
      [sent.id],
    )
    expect(rows).toEqual([
      {
        user_id: designer.user.username,
        cause: 'POST /api/templates/email-template/{id}/test-mail',
        operation: 'insert',
        after: {
          id: sent.id,
          template_id: expect.any(String),
          recipient: 'ben@example.org',
          subject: 'Order 7',
          created_by: designer.user.username,
        },
      },
    ])
  })

  it('is one of ten a minute at most, also of those that are for nobody', async () => {
    const hasty = await signIn({ roles: ['RoleDesign'] })
    const { id } = await create()
    const ask = async (to: string) => hasty.call(emailTemplateCalls.sendTest, { params: { id }, body: { to } })
    for (let count = 0; count < 9; count++) expect((await ask('ann@example.org')).status).toBe(200)
    expect((await ask('eve@example.com')).status).toBe(422)
    const refused = await ask('ann@example.org')
    expect([refused.status, refused.error.code, refused.headers['retry-after']]).toEqual([
      429,
      'request.too-many',
      '60',
    ])
    expect(
      (await designer.call(emailTemplateCalls.sendTest, { params: { id }, body: { to: 'ann@example.org' } })).status,
    ).toBe(200)
    clock.advance({ minutes: 1 })
    expect((await ask('ann@example.org')).status).toBe(200)
    expect((await work()).length).toBe(11)
  })

  it('is no job of the engine', async () => {
    await send('ann@example.org')
    const token = await createApiToken(db, (await signIn({ roles: ['RoleFullAPI'] })).user)
    const { body } = await anonymous().send({ url: '/engine-rest/job', headers: { authorization: `Bearer ${token}` } })
    expect(body).toEqual([])
    await work()
  })

  it('is forgotten after a day', async () => {
    const old = await send('ann@example.org')
    await work()
    await admin.query("update test_mail set created_at = created_at - interval '25 hours' where id = $1", [old.id])
    await send('ben@example.org')
    expect((await designer.call(emailTemplateCalls.testMail, { params: { id: old.id } })).status).toBe(404)
    await work()
  })
})
