import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { process } from '@millrace/bpmn/builder'
import { formLinkCalls, openFormCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { multipart } from '../../runtime/testing/multipart.ts'

const webFolder = mkdtempSync(join(tmpdir(), 'millrace-links-'))
writeFileSync(join(webFolder, 'index.html'), '<html></html>')
afterAll(() => rmSync(webFolder, { recursive: true }))

const { db, runtime, workplaceId, admin, anonymous, signIn, signInAs, clock } = await createTestApp({ webFolder })
const first = await signIn({ roles: ['RoleProcessAdmin'] })
let keeper = first
const { list, create, end } = formLinkCalls
const { get, getCaptcha, findChoices, send, upload, getReceipt } = openFormCalls

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
    .userTask('read')
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

type Wishes = Partial<{ expiresAt: string; isOnce: boolean; hasCaptcha: boolean; sites: string[] }>

async function makeLink(wishes: Wishes = {}) {
  const body = { name: 'On the web site', definitionId, hasCaptcha: false, ...wishes }
  const made = await keeper.call(create, { body })
  expect(made.status).toBe(200)
  return made.body
}

const open = (token: string, client = anonymous()) => client.call(get, { params: { token } })

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
  it('is made by those who run processes, opened and sent by somebody without an account, and asked about', async () => {
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

  it('that is forged, cut or of another workplace opens nothing, and tells nothing', async () => {
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

  it('says when it has expired, was used, or somebody has ended it, also to whoever has it open', async () => {
    const expiring = await makeLink({ expiresAt: new Date(clock().getTime() + 60_000).toISOString() })
    const form = await fill(expiring.token)
    clock.advance({ minutes: 2 })
    for (const { status, error } of [await open(expiring.token), await sendBy(expiring.token, form)])
      expect([status, error.code, error.message]).toEqual([410, 'link.over', expect.stringContaining('has expired')])

    const once = await makeLink({ isOnce: true })
    const [first, second] = [await fill(once.token), await fill(once.token)]
    expect((await sendBy(once.token, first)).status).toBe(200)
    for (const { error } of [await open(once.token), await sendBy(once.token, second)])
      expect(error.message).toContain('was for one')

    const ended = await makeLink()
    const late = await fill(ended.token)
    expect((await keeper.call(end, { params: { id: ended.id } })).status).toBe(204)
    expect((await keeper.call(end, { params: { id: ended.id } })).status).toBe(204)
    expect((await sendBy(ended.token, late)).error.message).toContain('has ended it')
    expect((await keeper.call(list, { query: { isEnded: 'true' } as never })).body.items).toHaveLength(1)
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

  it('cannot be made for the past, another workplace’s process, or sites that are no origins', async () => {
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

  it('names no people, whoever asks', async () => {
    const { token } = await makeLink()
    const asked = await anonymous().call(findChoices, { params: { token }, query: { node: 'n3', q: '' } })
    expect(asked.body).toEqual({ items: [], isMore: false })
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
    const waiting = (await put('waiting.txt', 'Loud')).body as { id: string }
    await admin.query('update stored_file set size = 1073741824 where id = $1', [waiting.id])
    expect((await put('more.txt', 'Loud')).status).toBe(422)
    await admin.query('delete from stored_file where id = $1', [waiting.id])
    expect((await put('more.txt', 'Loud')).status).toBe(200)
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
