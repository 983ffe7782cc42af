import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { process } from '@millrace/bpmn/builder'
import { formLinkCalls, openFormCalls, taskCalls } from '@millrace/contract'
import { createApiToken, createTestApp, createUser, createWorkplace, type TestClient } from '@millrace/server/testing'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { multipart } from '../../runtime/testing/multipart.ts'

const webFolder = mkdtempSync(join(tmpdir(), 'millrace-links-'))
writeFileSync(join(webFolder, 'index.html'), '<html></html>')
afterAll(() => rmSync(webFolder, { recursive: true }))

const { app, db, runtime, workplaceId, admin, anonymous, signIn, signInAs, clock } = await createTestApp({ webFolder })
const first = await signIn({ roles: ['RoleProcessAdmin'] })
let keeper = first
const { list, create, end } = formLinkCalls
const { get, getCaptcha, findChoices, send, save, upload, getReceipt } = openFormCalls

const form = JSON.stringify({
  schema: 2,
  id: 'form',
  root: [
    { id: 'n1', type: 'text', key: 'what', props: { label: 'What', required: true } },
    { id: 'n2', type: 'file', key: 'photo', props: { label: 'Photo', filetypes: ['txt'] } },
    { id: 'n3', type: 'user', key: 'who', props: { label: 'Who' } },
  ],
})

interface Place {
  readonly workplace?: string
  readonly name?: string
  readonly tenantId?: string | null
}

async function deployProcess(
  key: string,
  { workplace = workplaceId, name = 'Complaint', tenantId = null }: Place = {},
): Promise<string> {
  const model = process(key, { name, 'camunda:isStartableInTasklist': false })
    .start('s', { 'millrace:formKey': 'millrace:deployment:what.form.json' })
    .userTask('read', { name: 'Read it', 'millrace:formKey': 'millrace:deployment:what.form.json' })
    .userTask('file', { name: 'File it' })
    .end()
    .toXml()
  const deployed = await deploy(
    runtime,
    { workplaceId: workplace, userId: null, cause: 'test' },
    {
      ...{ name: key, source: null, tenantId },
      files: [
        { name: `${key}.bpmn`, bytes: Buffer.from(model) },
        { name: 'what.form.json', bytes: Buffer.from(form) },
      ],
    },
  )
  if (!deployed.ok) throw new Error('Expected the model to deploy.')
  return deployed.deployed.processes[0]?.id ?? ''
}
const definitionId = await deployProcess('complaint')

type Wishes = Partial<{
  expiresAt: string
  isOnce: boolean
  hasCaptcha: boolean
  maySave: boolean
  sites: string[]
  thanks: string
  onwards: string
}>

async function makeLink({ taskId, ...wishes }: Wishes & { taskId?: string } = {}) {
  const of = taskId === undefined ? { definitionId } : { taskId }
  const made = await keeper.call(create, { body: { name: 'On the web site', ...of, hasCaptcha: false, ...wishes } })
  expect(made.status).toBe(200)
  const { id, token, path } = made.body
  return { id, token: token ?? '', path: path ?? '' }
}

const open = (token: string, client = anonymous()) => client.call(get, { params: { token } })
const goOn = (token: string, saved: string) => anonymous().call(get, { params: { token }, query: { saved } })

async function fill(token: string, more: Record<string, unknown> = {}) {
  const { document } = (await open(token)).body.form
  return { values: { what: 'A loud noise' }, hash: document.hash, visit: crypto.randomUUID(), ...more }
}

const sendBy = async (token: string, body: Awaited<ReturnType<typeof fill>>) =>
  anonymous().call(send, { params: { token }, body })

async function solve(token: string): Promise<string> {
  const challenge = (await anonymous().call(getCaptcha, { params: { token } })).body as never
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

const countInstances = async () =>
  Number((await admin.query('select count(*) from instance where workplace_id = $1', [workplaceId])).rows[0].count)

beforeEach(async () => {
  clock.advance({ minutes: 2 })
  keeper = await signInAs(first.user)
})

describe('a public link', () => {
  it('is created by process administrators, opened and sent by somebody without an account, and asked about', async () => {
    const body = { name: 'On the web site', definitionId, hasCaptcha: false }
    expect((await anonymous().call(create, { body })).status).toBe(401)
    expect((await (await signIn({ roles: ['RoleUser', 'RoleDesign'] })).call(create, { body })).error.code).toBe(
      'right.missing',
    )
    const { token, path } = await makeLink()
    expect(path).toBe(`/standalone/external/process/viewprocess/${definitionId}?link=${token}`)
    const opened = await open(token)
    expect(opened.body).toMatchObject({ name: 'Complaint', hasCaptcha: false, expiresAt: null })

    const sent = await sendBy(token, await fill(token))
    expect(sent.status).toBe(200)
    expect(sent.body.reference).toMatch(/^[2-9A-HJ-NP-Z]{7}$/)
    const { rows } = await admin.query('select id, business_key, start_user_id from instance where business_key = $1', [
      sent.body.reference,
    ])
    expect(rows).toHaveLength(1)
    expect(rows[0].start_user_id).toMatch(/^link:/)

    const asked = await anonymous().call(getReceipt, { params: { receipt: sent.body.receipt } })
    expect(asked.body).toMatchObject({ reference: sent.body.reference, name: 'Complaint', state: 'open' })
    await deployProcess('complaint', { name: 'Of another tenant', tenantId: 'north' })
    await deployProcess('complaint', { name: 'Of another tenant', tenantId: 'north' })
    expect((await anonymous().call(getReceipt, { params: { receipt: sent.body.receipt } })).body.name).toBe('Complaint')
    await admin.query('delete from instance where id = $1', [rows[0].id])
    expect((await anonymous().call(getReceipt, { params: { receipt: sent.body.receipt } })).body.state).toBe('ended')

    const items = (await keeper.call(list)).body.items
    expect(items[0]).toMatchObject({ name: 'On the web site', state: 'open', uses: 1, process: { name: 'Complaint' } })
    expect(JSON.stringify(items)).not.toContain(token.split('.')[1])
  })

  it('that never expires stands behind all others, page by page', async () => {
    const ids: string[] = []
    for (const more of [{}, {}, { expiresAt: '2099-01-01T00:00:00Z' }]) ids.push((await makeLink(more)).id)
    const listed: string[] = []
    let after: string | undefined
    do {
      const { body } = await keeper.call(list, { query: { sort: 'expires', size: 2, ...(after && { after }) } })
      listed.push(...body.items.map(({ id }) => id))
      after = body.next ?? undefined
    } while (after !== undefined)
    expect(new Set(listed).size).toBe(listed.length)
    expect(ids.every((id) => listed.includes(id))).toBe(true)
    expect(listed.indexOf(ids[2] ?? '')).toBeLessThan(Math.min(...ids.slice(0, 2).map((id) => listed.indexOf(id))))
  })

  it('that is forged, cut or of another workplace opens nothing, and shows nothing', async () => {
    const { token } = await makeLink()
    const other = await createWorkplace(db)
    const elsewhere = `${Buffer.from(other.replaceAll('-', ''), 'hex').toString('base64url')}.${token.split('.')[1]}`
    const answers = await Promise.all(
      [elsewhere, token.slice(0, -1), `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`, 'x', `${token}x`].map(
        async (one) => (await open(one)).error,
      ),
    )
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['thing.not-found']))
    expect(new Set(answers.map(({ message }) => message)).size).toBe(1)
    const stranger = await signIn({ workplaceId: other, roles: ['RoleProcessAdmin'] })
    const { id } = (await keeper.call(list)).body.items[0] ?? { id: '' }
    expect((await stranger.call(end, { params: { id } })).status).toBe(404)
    expect((await stranger.call(list)).body.items).toEqual([])
    expect((await stranger.call(create, { body: { name: 'Not mine', definitionId } })).status).toBe(404)
  })

  it('has receipts that report nothing when they are forged, cut, of another workplace, or of no form', async () => {
    const { token } = await makeLink()
    const { receipt } = (await sendBy(token, await fill(token))).body
    const [prefix = '', visit = ''] = receipt.split('.')
    const other = Buffer.from((await createWorkplace(db)).replaceAll('-', ''), 'hex').toString('base64url')
    const asked = await Promise.all(
      [
        `${prefix}.${crypto.randomUUID()}`,
        `${other}.${visit}`,
        receipt.slice(0, -1),
        visit,
        prefix,
        token,
        `${prefix}.${visit}' or '1'='1`,
        '.',
      ].map(async (one) => (await anonymous().call(getReceipt, { params: { receipt: one } })).error),
    )
    expect(new Set(asked.map(({ code, message }) => `${code} ${message}`))).toEqual(
      new Set([
        'thing.not-found Expected the receipt of a form, but this address belongs to none. Check that the address is complete.',
      ]),
    )
    await admin.query('update workplace set suspended_at = now() where workplace_id = $1', [workplaceId])
    const suspended = await anonymous().call(getReceipt, { params: { receipt } })
    await admin.query('update workplace set suspended_at = null where workplace_id = $1', [workplaceId])
    expect(suspended.error.code).toBe('thing.not-found')
    expect((await anonymous().call(getReceipt, { params: { receipt } })).status).toBe(200)
  })

  it('says when it has expired, was used, or somebody has ended it, also to a user who has it open', async () => {
    const expiring = await makeLink({ expiresAt: new Date(clock().getTime() + 60_000).toISOString() })
    const form = await fill(expiring.token)
    clock.advance({ minutes: 2 })
    for (const { status, error } of [await open(expiring.token), await sendBy(expiring.token, form)])
      expect([status, error.code, error.message]).toEqual([410, 'link.over', expect.stringContaining('has expired')])

    const once = await makeLink({ isOnce: true })
    const [first, second] = [await fill(once.token), await fill(once.token)]
    expect((await sendBy(once.token, first)).status).toBe(200)
    for (const { error } of [await open(once.token), await sendBy(once.token, second)])
      expect(error.message).toContain('already sent with it')

    const ended = await makeLink()
    const late = await fill(ended.token)
    expect((await keeper.call(end, { params: { id: ended.id } })).status).toBe(204)
    expect((await keeper.call(end, { params: { id: ended.id } })).status).toBe(204)
    expect((await sendBy(ended.token, late)).error.message).toContain('has ended it')
    expect((await keeper.call(list, { query: { isEnded: 'true' } as never })).body.items).toHaveLength(1)
  })

  it('says after sending what its maker wants, and where to continue, until its receipt goes', async () => {
    const said = { thanks: 'We call you back\nwithin two days.', onwards: 'https://www.example.org/thanks?from=form' }
    const { token, id } = await makeLink({ ...said, thanks: `  ${said.thanks}  ` })
    const { receipt } = (await sendBy(token, await fill(token))).body
    const ask = async () => (await anonymous().call(getReceipt, { params: { receipt } })).body
    expect(await ask()).toMatchObject(said)
    await keeper.call(end, { params: { id } })
    expect(await ask()).toMatchObject(said)
    const plain = await makeLink({ thanks: '   ' })
    const other = (await sendBy(plain.token, await fill(plain.token))).body.receipt
    expect((await anonymous().call(getReceipt, { params: { receipt: other } })).body).toMatchObject({
      thanks: null,
      onwards: null,
    })
    // Nothing of it is told before.
    expect(JSON.stringify((await open((await makeLink(said)).token)).body)).not.toContain('call you back')
  })

  it.each([
    ['an address that runs something', { onwards: 'javascript:alert(1)' }],
    ['an address of data', { onwards: 'data:text/html,<script>alert(1)</script>' }],
    ['no address', { onwards: 'example.org' }],
    ['too long an address', { onwards: `https://example.org/${'x'.repeat(2_000)}` }],
    ['too much to say', { thanks: 'x'.repeat(1_001) }],
  ])('is not made with %s to continue with', async (_, more) => {
    const answer = await keeper.call(create, { body: { name: 'A link', definitionId, ...more } })
    expect([answer.status, answer.error.code]).toEqual([400, 'request.invalid'])
  })

  it('that is for one form takes one of ten that come at once', async () => {
    const { token } = await makeLink({ isOnce: true })
    const forms = await Promise.all(Array.from({ length: 10 }, () => fill(token)))
    const before = await countInstances()
    const statuses = (await Promise.all(forms.map((form) => sendBy(token, form)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 410)).toHaveLength(9)
    expect(await countInstances()).toBe(before + 1)
  })

  it('takes the same form once, however often it comes', async () => {
    const { token } = await makeLink()
    const form = await fill(token)
    const before = await countInstances()
    const answers = await Promise.all([1, 2, 3].map(() => sendBy(token, form)))
    const again = await sendBy(token, form)
    expect(new Set([...answers, again].map(({ status, body }) => `${status} ${body.reference}`)).size).toBe(1)
    expect(await countInstances()).toBe(before + 1)
  })

  it('cannot be created for the past, another workplace’s process, or sites that are no origins', async () => {
    const make = (more: object) => keeper.call(create, { body: { name: 'A link', definitionId, ...more } })
    const past = await make({ expiresAt: '2020-01-01T00:00:00Z' })
    expect([past.status, past.error.code]).toEqual([422, 'link.invalid'])
    for (const site of [
      'example.org',
      'https://example.org/path',
      'javascript:alert(1)',
      'https://a.example; script-src *',
    ])
      expect((await make({ sites: [site] })).error.code).toBe('request.invalid')
    expect((await make({ definitionId: crypto.randomUUID() })).error.code).toBe('thing.not-found')
    expect((await make({ sites: ['https://www.example.org', 'http://localhost:3000'] })).status).toBe(200)
  })

  it('counts among the thousand of a workplace only as long as a form can come by it', async () => {
    const { id, token } = await makeLink({ isOnce: true })
    await sendBy(token, await fill(token))
    const { rows } = await admin.query('select is_used from form_link where id = $1', [id])
    expect(rows).toEqual([{ is_used: true }])
    const [gone, soon] = [crypto.randomUUID(), new Date(clock().getTime() + 3_600_000).toISOString()]
    const open = `with gone as (select workplace_id, sent.token_hash, name, process_key, sites, created_at, created_by from form_link sent where id = $1)
      insert into form_link (workplace_id, id, token_hash, name, process_key, task_id, expires_at, is_once, has_captcha, uses, ended_at, sites, created_at, created_by)
      select workplace_id, gen_random_uuid(), token_hash || convert_to(gen_random_uuid()::text, 'UTF8'), 'One of many', process_key,
        $3::uuid, $4::timestamptz, $5, false, $6, $7::timestamptz, sites, created_at, created_by from gone, generate_series(1, $2::int)`
    const add = (count: number, taskId: string | null, expiresAt: string | null, isOnce: boolean, uses: number) =>
      admin.query(open, [id, count, taskId, expiresAt, isOnce, uses, null])
    await add(400, null, null, true, 1)
    await add(400, gone, null, false, 0)
    await add(400, gone, null, false, 1)
    await add(400, null, clock().toISOString(), false, 0)
    await admin.query(open, [id, 400, null, null, false, 0, clock().toISOString()])
    const make = () => keeper.call(create, { body: { name: 'Another', definitionId, hasCaptcha: false } })
    expect((await make()).status).toBe(200)
    await add(600, null, soon, false, 0)
    await add(400, null, null, false, 7)
    expect((await make()).error.code).toBe('link.too-many')
    await admin.query(`delete from form_link where name = 'One of many'`)
  })

  it('opens the newest version of its process, and is refused while that is suspended', async () => {
    const { token } = await makeLink()
    const newest = await deployProcess('complaint')
    expect((await open(token)).status).toBe(200)
    await admin.query('update process_definition set is_suspended = true where id = $1', [newest])
    expect((await open(token)).error.code).toBe('definition.not-startable')
    await admin.query('update process_definition set is_suspended = false where id = $1', [newest])
  })
})

describe('the page of a public link', () => {
  const frameOf = async (query: string) => {
    const { headers } = await anonymous().send({
      method: 'GET',
      url: `/standalone/external/process/viewprocess/${definitionId}${query}`,
      headers: { accept: 'text/html' },
    })
    const [, ancestors] = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
    return [ancestors, headers['x-frame-options']]
  }

  it('is shown within the pages of its own sites, and no other page within any', async () => {
    const sites = ['https://www.example.org', 'http://localhost:3000']
    const { token, id } = await makeLink({ sites })
    const none = [`'none'`, 'DENY']
    expect(await frameOf(`?link=${token}`)).toEqual([sites.join(' '), undefined])
    expect(await frameOf('')).toEqual(none)
    expect(await frameOf(`?link=${token}x`)).toEqual(none)
    expect(await frameOf(`?link=${(await makeLink()).token}`)).toEqual(none)
    const { headers } = await anonymous().send({
      method: 'GET',
      url: `/login?link=${token}`,
      headers: { accept: 'text/html' },
    })
    expect(headers['x-frame-options']).toBe('DENY')
    await keeper.call(end, { params: { id } })
    expect(await frameOf(`?link=${token}`)).toEqual(none)
  })
})

describe('the form of a public link', () => {
  it('is validated as everywhere', async () => {
    const { token } = await makeLink()
    const { error } = await sendBy(token, await fill(token, { values: {} }))
    expect([error.code, error.details?.map(({ where }) => where)]).toEqual(['form.invalid', ['what']])
    expect((await sendBy(token, await fill(token, { hash: 'another' }))).error.code).toBe('form.changed')
  })

  it('names no people to anybody', async () => {
    const { token } = await makeLink()
    const asked = await anonymous().call(findChoices, { params: { token }, query: { node: 'n3', q: '' } })
    expect(asked.body).toEqual({ items: [], isMore: false })
  })

  it('answers the same for people, groups and roles that there are and for those that there are not', async () => {
    const { token } = await makeLink()
    const refusalFor = async (who: unknown) => {
      const { status, error } = await sendBy(token, await fill(token, { values: { what: 'Noise', who } }))
      return JSON.stringify([status, error.code, error.message, error.details])
    }
    const known = [keeper.user.username, [keeper.user.username], 'admin']
    const unknown = ['nobody-like-this', ['nobody-like-this'], "' or 1=1 --"]
    expect(new Set(await Promise.all([...known, ...unknown].map(refusalFor))).size).toBe(1)
    expect(await refusalFor(keeper.user.username)).toContain('user.unknown')
  })

  it('keeps whom the form of a task shows already', async () => {
    const { token: start } = await makeLink()
    const { reference } = (await sendBy(start, await fill(start))).body
    const { rows } = await admin.query(
      'select t.id from task t join instance i on i.id = t.instance_id where i.business_key = $1',
      [reference],
    )
    const program = await createUser(db, { workplaceId, groups: ['camunda-admin'], roles: ['RoleFullAPI'] })
    const authorization = `Bearer ${await createApiToken(db, program)}`
    const url = `/engine-rest/task/${rows[0].id}/variables/who`
    const payload = { value: keeper.user.username, type: 'String' }
    expect((await app.inject({ method: 'PUT', url, payload, headers: { authorization } })).statusCode).toBe(204)
    const { token } = await makeLink({ taskId: rows[0].id })
    const send = async (who: string) => sendBy(token, await fill(token, { values: { what: 'Noise', who } }))
    expect((await send(program.username)).error.code).toBe('form.invalid')
    expect((await send(keeper.user.username)).status).toBe(200)
  })

  it('takes files, which belong to what was started', async () => {
    const { token } = await makeLink()
    const url = `/api${upload.path.replace('{token}', token)}`
    const put = (name: string, content: string) =>
      anonymous().send({ method: 'POST', url, ...multipart([{ name, content }]) })
    const kept = (await put('noise.txt', 'Loud')).body as { id: string }
    expect((await sendBy(token, await fill(token, { values: { what: 'Noise', photo: [kept] } }))).status).toBe(200)
    const { rows } = await admin.query('select instance_id, uploaded_by from stored_file where id = $1', [kept.id])
    expect(rows[0].instance_id).not.toBeNull()
    expect((await put('noise.exe', 'MZ')).status).toBe(422)
    const bad = await anonymous().send({
      method: 'POST',
      url: `/api${upload.path.replace('{token}', 'x')}`,
      ...multipart([{ name: 'a.txt', content: 'b' }]),
    })
    expect(bad.status).toBe(404)
  })

  it('comes with a riddle that was solved, and never twice with the same one', async () => {
    const { token } = await makeLink({ hasCaptcha: true })
    expect((await sendBy(token, await fill(token))).error.code).toBe('captcha.refused')
    const captcha = await solve(token)
    expect((await sendBy(token, await fill(token, { captcha }))).status).toBe(200)
    expect((await sendBy(token, await fill(token, { captcha }))).error.code).toBe('captcha.refused')
    const old = await solve(token)
    clock.advance({ minutes: 11 })
    expect((await sendBy(token, await fill(token, { captcha: old }))).error.code).toBe('captcha.refused')
    const forged = JSON.parse(Buffer.from(await solve(token), 'base64').toString())
    forged.challenge.parameters.cost = 1
    const easy = Buffer.from(JSON.stringify(forged)).toString('base64')
    for (const captcha of [easy, 'x', Buffer.from('{}').toString('base64'), ''])
      expect((await sendBy(token, await fill(token, { captcha }))).error.code).toBe('captcha.refused')
  })

  it('is not sent by the hundred from one place', async () => {
    const { token } = await makeLink()
    const form = await fill(token, { values: {} })
    const statuses = []
    for (let time = 0; time < 22; time++) statuses.push((await sendBy(token, form)).status)
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(422))
    expect(statuses.slice(20)).toEqual([429, 429])
  })
})

describe('a form that is saved', () => {
  const values = { what: 'A loud', photo: [{ id: 'x', name: 'a.txt', size: 3, type: 'text/plain' }] }
  const keep = async (token: string, more: object = {}) => {
    const { document } = (await open(token)).body.form
    const body = { email: 'jo@example.org', values, hash: document.hash, ...more }
    return anonymous().call(save, { params: { token }, body })
  }
  /** The secret in the mail that was written last. */
  const secretOf = async (to = 'jo@example.org'): Promise<string> => {
    const { rows } = await admin.query(
      'select plain_text, html from test_mail where recipient = $1 order by created_at desc, id desc limit 1',
      [to],
    )
    const { 1: secret = '' } = /&saved=([\w.-]+)/.exec(rows[0]?.plain_text ?? '') ?? []
    return secret
  }
  const said = ({ status, error }: { status: number; error: { code: string; message: string } }) =>
    `${status} ${error.code} ${error.message}`

  it('is continued by a mailed link, without its files, sent once, and then valid for nothing', async () => {
    const { token } = await makeLink({ maySave: true })
    expect((await open(token)).body).toMatchObject({ maySave: true, form: { draft: null } })
    const kept = await keep(token)
    expect(kept.status).toBe(200)
    expect(new Date(kept.body.expiresAt).getTime() - clock().getTime()).toBe(14 * 86_400_000)
    const saved = await secretOf()
    const { body } = await goOn(token, saved)
    expect(body.form.draft).toMatchObject({ values: { what: 'A loud', photo: [] }, hash: body.form.document.hash })
    // The server keeps its digest alone, once the mail is sent.
    expect((await admin.query('select 1 from saved_form where entries like $1', [`%${saved}%`])).rowCount).toBe(0)
    const [first, second] = [await fill(token, { saved }), await fill(token, { saved })]
    const before = await countInstances()
    const answers = await Promise.all([sendBy(token, first), sendBy(token, second)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    expect(await countInstances()).toBe(before + 1)
    expect(said(await goOn(token, saved))).toContain(
      '410 link.over Expected saved entries, but the form was already sent',
    )
    expect(
      (
        await admin.query(
          'select 1 from saved_form where entries is not null and link_id = (select link_id from saved_form order by saved_at desc limit 1)',
        )
      ).rowCount,
    ).toBe(0)
  })

  it('of a task says which values it was typed over', async () => {
    const started = await makeLink()
    const { reference } = (await sendBy(started.token, await fill(started.token))).body
    const { rows } = await admin.query(
      'select t.id, t.instance_id from task t join instance i on i.id = t.instance_id where i.business_key = $1',
      [reference],
    )
    const { token } = await makeLink({ taskId: rows[0].id, maySave: true })
    const before = (await open(token)).body.form.basis
    await keep(token, { basis: before?.revision, email: 'lu@example.org' })
    await admin.query(
      `update variable set value = 'Louder', revision = revision + 1 where instance_id = $1 and name = 'what'`,
      [rows[0].instance_id],
    )
    const { form } = (await goOn(token, await secretOf('lu@example.org'))).body
    expect(form.draft?.basis).toBe(before?.revision)
    expect(form.basis?.revision).not.toBe(before?.revision)
  })

  it('has a new secret with each save, and the one before is good no more', async () => {
    const { token } = await makeLink({ maySave: true })
    await keep(token)
    const first = await secretOf()
    clock.advance({ minutes: 2 })
    await keep(token, { saved: first, values: { what: 'Louder' } })
    const second = await secretOf()
    expect(second).not.toBe(first)
    expect(said(await goOn(token, first))).toContain('410 link.over')
    expect((await goOn(token, second)).body.form.draft?.values).toEqual({ what: 'Louder' })
  })

  it.each([
    [
      'forged',
      async (token: string, saved: string) => [token, `${saved.slice(0, -1)}${saved.endsWith('A') ? 'B' : 'A'}`],
      '404',
    ],
    ['cut', async (token: string, saved: string) => [token, saved.slice(0, -1)], '404'],
    ['no secret at all', async (token: string) => [token, "x' or 1=1"], '404'],
    ['of another link', async (_: string, saved: string) => [(await makeLink({ maySave: true })).token, saved], '404'],
    [
      'expired',
      async (token: string, saved: string) => {
        clock.advance({ days: 15 })
        keeper = await signInAs(first.user)
        return [token, saved]
      },
      '410',
    ],
    [
      'of a link that was ended',
      async (token: string, saved: string) => {
        const { body } = await keeper.call(list)
        await keeper.call(end, { params: { id: body.items[0]?.id ?? '' } })
        return [token, saved]
      },
      '410',
    ],
    [
      'of another workplace',
      async (token: string, saved: string) => {
        const other = Buffer.from((await createWorkplace(db)).replaceAll('-', ''), 'hex').toString('base64url')
        return [token, `${other}.${saved.split('.')[1]}`]
      },
      '404',
    ],
  ] as const)('opens nothing by a secret that is %s, and says why', async (_, change, expected) => {
    const { token } = await makeLink({ maySave: true })
    expect((await keep(token)).status).toBe(200)
    const [link = '', saved = ''] = await change(token, await secretOf())
    const answer = await goOn(link, saved)
    expect(said(answer)).toMatch(new RegExp(`^${expected} (thing.not-found|link.over) Expected (a|saved) `))
    const sent = await anonymous().call(send, {
      params: { token: link },
      body: { values: { what: 'x' }, hash: 'x', visit: crypto.randomUUID(), saved },
    })
    expect(String(sent.status)).toBe(expected)
  })

  it('needs a link that allows it, an address, a riddle where there is one, and is not mailed by the hundred', async () => {
    const { token: closed } = await makeLink()
    expect((await keep(closed)).error.code).toBe('link.invalid')
    const { token } = await makeLink({ maySave: true })
    for (const email of ['', 'jo', 'jo@example.org\r\nBcc: eve@example.org', `${'x'.repeat(300)}@example.org`])
      expect((await keep(token, { email })).status).toBe(400)
    const { token: guarded } = await makeLink({ maySave: true, hasCaptcha: true })
    expect((await keep(guarded)).error.code).toBe('captcha.refused')
    clock.advance({ minutes: 2 })
    const statuses: number[] = []
    for (let time = 0; time < 3; time++) statuses.push((await keep(token)).status)
    for (const email of ['a@example.org', 'b@example.org', 'c@example.org'])
      statuses.push((await keep(token, { email })).status)
    expect(statuses).toEqual([200, 200, 429, 200, 200, 429])
    // Whoever writes to others by it can say nothing.
    const { rows } = await admin.query(`select subject, plain_text from test_mail where recipient = 'a@example.org'`)
    expect(rows[0].subject).toBe('Continue the form “Complaint”')
    expect(rows[0].plain_text).not.toContain('A loud')
  })
})

describe('a public link to a task', () => {
  /** Starts the process by a link. @returns its first task. */
  async function startOne(): Promise<string> {
    const { token } = await makeLink()
    const { reference } = (await sendBy(token, await fill(token))).body
    const { rows } = await admin.query(
      'select t.id from task t join instance i on i.id = t.instance_id where i.business_key = $1',
      [reference],
    )
    return rows[0].id
  }

  it('shows its form to somebody without an account, completes it once, and says how it goes', async () => {
    const taskId = await startOne()
    const { token, path } = await makeLink({ taskId })
    expect(path).toBe(`/standalone/external/task/viewtask/${taskId}?link=${token}`)
    const { body } = await open(token)
    expect(body).toMatchObject({
      name: 'Read it',
      description: 'Complaint',
      form: { values: { what: 'A loud noise' } },
    })
    const forms = await Promise.all(['Quiet', 'Quieter'].map((what) => fill(token, { values: { what } })))
    const answers = await Promise.all(forms.map((form) => sendBy(token, form)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    const done = answers.find(({ status }) => status === 200)
    const asked = await anonymous().call(getReceipt, { params: { receipt: done?.body.receipt ?? '' } })
    expect(asked.body).toMatchObject({ reference: done?.body.reference, state: 'open' })
    // The same form again has come once; another one is too late.
    const sent = forms[answers.indexOf(done ?? (answers[0] as never))]
    expect(sent === undefined ? null : (await sendBy(token, sent)).body.reference).toBe(done?.body.reference)
    expect((await open(token)).error).toMatchObject({
      code: 'link.over',
      message: expect.stringContaining('already completed'),
    })
    const { rows } = await admin.query(
      `select ended_by, (select name from task n where n.instance_id = h.instance_id) as next from history_task h where h.id = $1`,
      [taskId],
    )
    expect(rows).toEqual([{ ended_by: expect.stringMatching(/^link:/), next: 'File it' }])
    expect((await keeper.call(list)).body.items[0]).toMatchObject({ taskId, state: 'used', uses: 1 })
  })

  it('is over when another user has done the task, or the instance was cancelled', async () => {
    const taskId = await startOne()
    const { token } = await makeLink({ taskId })
    const form = await fill(token)
    await keeper.call(taskCalls.claim, { params: { id: taskId } })
    const { document } = (await keeper.call(taskCalls.get, { params: { id: taskId } })).body.form ?? {}
    const body = { values: { what: 'Mine' }, hash: document?.hash ?? '' }
    expect((await keeper.call(taskCalls.complete, { params: { id: taskId }, body })).status).toBe(200)
    for (const { status, error } of [await open(token), await sendBy(token, form)])
      expect([status, error.code]).toEqual([410, 'link.over'])
  })

  it('is only created for an open task of a process in the own workplace, by process administrators', async () => {
    const taskId = await startOne()
    const make = (client: TestClient, more: object) =>
      client.call(create, { body: { name: 'A link', hasCaptcha: false, ...more } as never })
    const own = await keeper.call(taskCalls.create, { body: { name: 'Mine' } })
    expect((await make(keeper, { taskId: own.body.id })).status).toBe(404)
    expect((await make(keeper, { taskId: crypto.randomUUID() })).status).toBe(404)
    expect((await make(keeper, { taskId, definitionId })).status).toBe(400)
    expect((await make(keeper, {})).status).toBe(400)
    expect((await make(await signIn(), { taskId })).status).toBe(403)
    const elsewhere = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleProcessAdmin'] })
    expect((await make(elsewhere, { taskId })).status).toBe(404)
  })
})

it('a link that belongs to one person is mailed to them and shown to nobody', async () => {
  const body = { name: 'For Jo', definitionId, hasCaptcha: false, isOnce: true, recipient: 'jo.link@example.org' }
  const made = await keeper.call(create, { body })
  expect([made.status, made.body]).toEqual([200, { id: expect.any(String), token: null, path: null }])
  expect((await keeper.call(list)).body.items[0]).toMatchObject({ recipient: 'jo.link@example.org', state: 'open' })
  const { rows } = await admin.query(
    `select m.plain_text, j.kind from test_mail m join job j on j.id = m.id where m.recipient = 'jo.link@example.org'`,
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['mail'])
  const { 1: token = '' } = /\?link=([\w.-]+)/.exec(rows[0].plain_text) ?? []
  expect((await sendBy(token, await fill(token))).status).toBe(200)
  expect((await open(token)).error.code).toBe('link.over')
  expect((await keeper.call(create, { body: { ...body, recipient: 'jo' } })).status).toBe(400)
})
